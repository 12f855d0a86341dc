"""A narrowed key does less than its role, through whatever door and operation."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.operation.declaration import Operation
from sitehand.operation.policy import Rule
from sitehand.owner import perform
from sitehand.store.database import FILE_NAME
from sitehand.store.tables import api_keys
from tests.choices import set_off
from tests.promises.walk import Walk, let_wait
from tests.samples.sample import Write, fill
from tests.samples.table import CASES, CATEGORY_OF, OPERATIONS, SAMPLES
from tests.service import Service, open_service

BASE = "/sitehand/v1"
NARROW = {"label": "narrow", "role": "admin", "requests_per_minute": 100_000}
PAGE = {"title": "One", "content": "<p>x</p>"}
Send = Callable[..., Awaitable[Any]]


@asynccontextmanager
async def open_narrowed(folder: Path, **narrowed: Any) -> AsyncIterator[Walk]:
    """A service with an admin's key, and "narrow", an admin's key of the owner's that is narrowed so."""
    async with open_service(folder, roles=("admin", "author")) as opened:
        parts = assemble(opened.settings)
        try:
            key = await perform(
                parts,
                "create_api_key",
                {"label": "narrow", "role": "admin", "requests_per_minute": 100_000, **narrowed},
            )
        finally:
            await parts.close()
        keys = {**opened.keys, "narrow": key["value"]}
        yield Walk(Service(opened.app, opened.settings, opened.http, keys))


async def test_drafts_only_leaves_alone_what_visitors_see(tmp_path: Path) -> None:
    """It writes drafts, and neither publishes nor schedules nor edits nor deletes what is public."""
    async with open_narrowed(tmp_path, drafts_only=True) as walk:
        draft = (await walk.rest("POST", "/pages", PAGE, role="narrow")).body["id"]
        public = (await walk.rest("POST", "/pages", {**PAGE, "status": "publish"})).body["id"]
        redirect = (await walk.rest("POST", "/redirects", {"source": "/old", "target": "/new"})).body["id"]
        assert (await walk.rest("PATCH", f"/pages/{draft}", {"title": "Two"}, role="narrow")).status == 200
        for method, path, body in (
            ("PATCH", f"/pages/{draft}", {"status": "publish"}),
            ("PATCH", f"/pages/{draft}", {"status": "publish", "date": "2199-01-01T00:00:00Z"}),
            ("PATCH", f"/pages/{public}", {"title": "Two"}),
            ("PATCH", f"/pages/{public}", {"status": "draft"}),
            ("DELETE", f"/pages/{public}", None),
            ("POST", "/tags", {"name": "Bread"}),
            ("POST", "/redirects", {"source": "/gone", "target": "https://elsewhere.example/"}),
            ("DELETE", f"/redirects/{redirect}", None),
        ):
            reply = await walk.rest(method, path, body, role="narrow")
            assert (reply.status, reply.code) == (403, "key_narrowed"), (method, path, reply.body)
        assert (await walk.rest("DELETE", f"/pages/{draft}?force=true", role="narrow")).status == 200


async def test_no_publish_edits_what_is_public_and_publishes_nothing(tmp_path: Path) -> None:
    """Through an undo neither, when that would publish again."""
    async with open_narrowed(tmp_path, no_publish=True) as walk:
        public = (await walk.rest("POST", "/pages", {**PAGE, "status": "publish"})).body["id"]
        assert (await walk.rest("PATCH", f"/pages/{public}", {"title": "Two"}, role="narrow")).status == 200
        hidden = await walk.rest("PATCH", f"/pages/{public}", {"status": "draft"}, role="narrow")
        assert hidden.status == 200
        for reply in (
            await walk.rest("PATCH", f"/pages/{public}", {"status": "publish"}, role="narrow"),
            await walk.rest("POST", "/posts", {**PAGE, "status": "publish"}, role="narrow"),
            await walk.rest("POST", "/changes/undo", {"id": hidden.change_id}, role="narrow"),
        ):
            assert (reply.status, reply.code) == (403, "key_narrowed"), reply.body


async def test_so_many_changes_in_an_hour_and_no_more(tmp_path: Path) -> None:
    """What changes nothing, a preview and a refusal do not count; a batch in one transaction counts once."""
    async with open_narrowed(tmp_path, max_changes_per_hour=2) as walk:
        page = (await walk.rest("POST", "/pages", PAGE, role="narrow")).body["id"]
        assert (await walk.rest("PATCH", f"/pages/{page}", {"title": "One"}, role="narrow")).status == 200
        assert (await walk.rest("PATCH", f"/pages/{page}?dry_run=true", {"title": "Two"}, role="narrow")).status == 200
        parts = [{"method": "POST", "path": "/pages", "body": PAGE}] * 3
        whole = await walk.rest("POST", "/batch", {"requests": parts, "mode": "atomic"}, role="narrow")
        assert [part["status"] for part in whole.body["responses"]] == [201, 201, 201]
        reply = await walk.rest("PATCH", f"/pages/{page}", {"title": "Two"}, role="narrow")
        assert (reply.status, reply.code) == (403, "key_narrowed")
        assert (await walk.rest("PATCH", f"/pages/{page}", {"title": "Two"})).status == 200


async def test_it_gives_nobody_more_than_it_has(tmp_path: Path) -> None:
    """It neither creates nor rotates keys, its own either."""
    async with open_narrowed(tmp_path, no_publish=True) as walk:
        keys = (await walk.rest("GET", "/api-keys", role="narrow")).body
        assert [key["no_publish"] for key in keys] == [True, False, False]
        for path, body in (
            ("/api-keys", {"label": "x", "role": "author"}),
            *((f"/api-keys/{key['id']}/rotate", {}) for key in keys),
        ):
            assert (await walk.rest("POST", path, body, role="narrow")).code == "key_narrowed"


async def test_a_key_that_ends_makes_none_that_lasts_longer(tmp_path: Path) -> None:
    """It creates and rotates those alone that end with it or before it, itself too; keys without an end make any."""
    end, later = "2199-01-01T00:00:00Z", "2199-01-01T00:00:01Z"
    async with open_narrowed(tmp_path, expires=end) as walk:
        new = {"label": "x", "role": "admin"}
        for body in (new, {**new, "expires": later}, {**new, "role": "author"}):
            reply = await walk.rest("POST", "/api-keys", body, role="narrow")
            assert (reply.status, reply.code) == (403, "key_narrowed")
            assert end in reply.body["data"]["hint"]
        same = await walk.rest("POST", "/api-keys", {**new, "expires": end}, role="narrow")
        assert (same.status, same.body["expires"]) == (201, end)
        lasting = await walk.rest("POST", "/api-keys", {**new, "expires": later})
        assert lasting.status == 201
        keys = (await walk.rest("GET", "/api-keys", role="narrow")).body
        for key in keys:
            if key["label"] != "narrow":
                reply = await walk.rest("POST", f"/api-keys/{key['id']}/rotate", {}, role="narrow")
                assert (reply.code == "key_narrowed") == (key["expires"] != end), key
        own = next(key["id"] for key in keys if key["label"] == "narrow")
        assert (await walk.rest("POST", f"/api-keys/{own}/rotate", {}, role="narrow")).body["expires"] == end


async def test_introspect_tells_what_it_may_do(tmp_path: Path) -> None:
    """And lists no operation of a category that was left out."""
    narrowed = {"drafts_only": True, "max_changes_per_hour": 5, "without": ["media", "taxonomy"]}
    async with open_narrowed(tmp_path, **narrowed) as walk:
        told = (await walk.rest("GET", "/introspect", role="narrow")).body
        caller = told["caller"]
        assert (caller["drafts_only"], caller["no_publish"], caller["max_changes_per_hour"]) == (True, False, 5)
        assert not {"media", "taxonomy"} & {*caller["categories"], *told["categories"]}
        tools = (await walk.service.rpc("tools/list", role="narrow"))["result"]["tools"]
        names = {tool["name"] for tool in tools}
        assert names
        assert not [name for name in names if CATEGORY_OF.get(name) in ("media", "taxonomy")]


async def test_every_operation_of_a_category_that_was_left_out_is_refused(tmp_path: Path) -> None:
    """Before its arguments are looked at. As a tool it is unknown, since no list has it."""
    async with open_narrowed(tmp_path, without=["content", "gutenberg", "media", "taxonomy", "elementor"]) as walk:
        for name, operation in OPERATIONS.items():
            out = CATEGORY_OF[name] in ("content", "gutenberg", "media", "taxonomy", "elementor")
            if out and SAMPLES[name].who == "category":
                arguments = dict.fromkeys(operation.path_arguments, 999_999)
                reply = await walk.call(operation, arguments, "rest", role="narrow")
                assert reply.code == "key_narrowed", name


def batch(method: str, path: str, body: Any) -> dict[str, Any]:
    """An atomic batch of one part."""
    return {"mode": "atomic", "requests": [{"method": method, "path": path, "body": body}]}


async def test_a_category_that_was_left_out_is_not_undone_either(tmp_path: Path) -> None:
    """Neither by its operation nor in what has parts, such as a batch or an undo; the key's own changes are."""
    async with open_narrowed(tmp_path, without=["taxonomy", "content"]) as walk:
        term = await walk.rest("POST", "/tags", {"name": "Bread"})
        whole = await walk.rest("POST", "/batch", batch("POST", "/tags", {"name": "Cake"}))
        undone = await walk.rest("POST", "/changes/undo", {"id": whole.change_id})
        for change in (term, whole, undone):
            reply = await walk.rest("POST", "/changes/undo", {"id": change.change_id}, role="narrow")
            assert (reply.status, reply.code) == (403, "key_narrowed"), reply.body
        whose = {"request_id": term.headers["x-request-id"]}
        reply = await walk.rest("POST", "/changes/undo", whose, role="narrow")
        assert (reply.status, reply.code) == (403, "key_narrowed"), reply.body
        assert (await walk.rest("GET", f"/tags/{term.body['id']}")).status == 200
        for change in (
            await walk.rest("POST", "/redirects", {"source": "/a", "target": "/z"}, role="narrow"),
            await walk.rest(
                "POST", "/batch", batch("POST", "/redirects", {"source": "/b", "target": "/z"}), role="narrow"
            ),
            await walk.rest("POST", "/redirects", {"source": "/c", "target": "/z"}),
        ):
            reply = await walk.rest("POST", "/changes/undo", {"id": change.change_id}, role="narrow")
            assert reply.status == 200, reply.body


async def test_a_narrowed_key_undoes_its_own_also_by_what_is_switched_off(tmp_path: Path) -> None:
    """It could do it, and what it may do never changes."""
    async with open_narrowed(tmp_path, without=["taxonomy"]) as walk:
        made = await walk.rest("POST", "/redirects", {"source": "/a", "target": "/z"}, role="narrow")
        parts = assemble(walk.service.settings)
        await set_off(parts.database, ["create_redirect"])
        await parts.close()
        reply = await walk.rest("POST", "/changes/undo", {"id": made.change_id}, role="narrow")
        assert reply.status == 200, reply.body


@pytest.fixture(scope="module")
async def narrowed(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A service with a key for drafts alone, where the posts of authors need approval."""
    async with open_narrowed(tmp_path_factory.mktemp("narrowed"), drafts_only=True) as walk:
        await let_wait(walk.service.settings, Rule(role="author", operation="create_post"))
        yield walk


@pytest.mark.parametrize(("wanted", "write"), [pytest.param(*case, id=case[0].name) for case in CASES])
async def test_no_write_of_a_key_for_drafts_reaches_visitors(narrowed: Walk, wanted: Operation, write: Write) -> None:
    """Every write, about things that are public and that are not: what visitors see stays as it was."""
    made = await narrowed.make(write.fresh)
    before = await see(narrowed)
    await narrowed.call(wanted, fill(write.arguments, made), "rest", role="narrow")
    assert await see(narrowed) == before


async def see(walk: Walk) -> list[Any]:
    """What visitors can read: every published item, the feed, terms, files and the site's name."""
    public = "status=publish&per_page=100"
    paths = (f"/pages?{public}", f"/posts?{public}", "/tags", "/categories", "/media")
    return [(await walk.rest("GET", path)).body for path in paths] + [(await walk.service.http.get("/feed/")).text]


LOOKED_AT = (
    "terms",
    "media",
    "comments",
    "redirects",
    "menus",
    "menu_entries",
    "field_groups",
    "design",
    "shared_styles",
    "elementor_components",
    "elementor_templates",
    "content_types",
)
KEYS = ", ".join(column.name for column in api_keys.c if column.name != "last_used")
SHARED = "SELECT id, revision, status FROM items WHERE locale <> 'de' OR type = 'pattern' ORDER BY id"


@asynccontextmanager
async def open_localized(folder: Path) -> AsyncIterator[Walk]:
    """A site in English and German, with a key for German alone."""
    async with open_service(folder, roles=("admin", "author")) as opened:
        parts = assemble(opened.settings)
        try:
            await perform(parts, "set_site_settings", {"locales": ["de"]})
            key = await perform(parts, "create_api_key", {**NARROW, "locales": ["DE"]})
        finally:
            await parts.close()
        assert key["locales"] == ["de"]
        keys = {**opened.keys, "narrow": key["value"]}
        yield Walk(Service(opened.app, opened.settings, opened.http, keys, opened.unmet))


async def test_a_key_for_a_locale_translates_and_changes_nothing_else(tmp_path: Path) -> None:
    """It links a translation to an original, clones its own, moves nothing across locales, and undoes what it did."""
    async with open_localized(tmp_path) as walk:
        english = (await walk.rest("POST", "/pages", {**PAGE, "status": "publish"})).body["id"]
        fields = {**PAGE, "locale": "de", "translation_of": english, "status": "publish", "slug": "eins"}
        german = await walk.rest("POST", "/pages", fields, role="narrow")
        assert german.status == 201
        path = f"/pages/{german.body['id']}"
        moved = await walk.rest("PATCH", path, {"slug": "zwei"}, role="narrow")
        assert moved.status == 200, moved.body  # with the redirect that it leaves behind
        assert (await walk.rest("POST", "/changes/undo", {"id": moved.change_id}, role="narrow")).status == 200
        for method, address, body in (
            ("POST", f"/items/{english}/clone", {}),
            ("PATCH", f"/pages/{english}", {"title": "Two"}),
            ("PATCH", f"/pages/{english}", {"locale": "de", "translation_of": 0}),
            ("PATCH", path, {"locale": "en-US", "translation_of": 0}),
            ("DELETE", f"/pages/{english}?force=true", None),
            ("POST", "/pages", PAGE),
            ("PUT", f"/items/{english}/seo", {"title": "Two"}),
            ("POST", "/redirects", {"source": "/a", "target": "/b"}),
            ("POST", "/tags", {"name": "Brot"}),
        ):
            reply = await walk.rest(method, address, body, role="narrow")
            assert (reply.status, reply.code) == (403, "key_narrowed"), (method, address, reply.body)
        child = await walk.rest("POST", "/pages", {**PAGE, "locale": "de", "parent": german.body["id"]}, role="narrow")
        for each in (german, child):
            copy = await walk.rest("POST", f"/items/{each.body['id']}/clone", role="narrow")
            assert (copy.status, copy.body["locale"]) == (201, "de"), copy.body
            assert copy.body["parent"] == each.body["parent"]
        noted = await walk.rest("POST", "/comments", {"post": german.body["id"], "content": "Gut"})
        assert noted.status == 201, noted.body
        gone = await walk.rest("DELETE", f"{path}?force=true", role="narrow")
        assert (gone.status, gone.code) == (403, "key_narrowed"), gone.body
        assert (await walk.rest("DELETE", path, role="narrow")).status == 200  # into the trash
        caller = (await walk.rest("GET", "/introspect", role="narrow")).body["caller"]
        assert caller["locales"] == ["de"]


async def test_no_write_of_a_key_for_a_locale_reaches_another(tmp_path: Path) -> None:
    """Every write of the matrix, about things in the language of the site and things that all locales share."""
    async with open_localized(tmp_path) as walk:
        await let_wait(walk.service.settings, Rule(role="author", operation="create_post"))
        for wanted, write in CASES:
            if wanted.name in walk.service.unmet:
                continue
            made = await walk.make(write.fresh)
            before = read_shared(walk)
            await walk.call(wanted, fill(write.arguments, made), "rest", role="narrow")
            assert read_shared(walk) == before, wanted.name


def read_shared(walk: Walk) -> list[Any]:
    """All that is not in German, as it is stored."""
    with closing(sqlite3.connect(walk.data / FILE_NAME)) as database:
        items = database.execute(SHARED).fetchall()
        tables = [database.execute(f"SELECT * FROM {name}").fetchall() for name in LOOKED_AT]
        keys = database.execute(f"SELECT {KEYS} FROM api_keys").fetchall()
        settings = "SELECT * FROM settings WHERE name IN ('name', 'language', 'locales', 'seo') ORDER BY name"
        return [items, *tables, keys, database.execute(settings).fetchall()]
