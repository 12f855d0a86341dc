"""Custom items are content: authors, narrowed keys and approvals hold for them, and admins alone register types."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.operation.policy import Rule
from sitehand.owner import perform
from tests.promises.walk import Reply, Walk, let_wait
from tests.service import Service, open_service

ITEMS = "/types/recipe/items"
SOUP = {"title": "Soup", "content": "<p>Water</p>"}
NARROWED: dict[str, dict[str, Any]] = {
    "drafts": {"drafts_only": True},
    "unpublishing": {"no_publish": True},
    "german": {"locales": ["de"]},
    "empty": {"without": ["content"]},
}


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A site in English and German with the type recipe, and keys of three roles and narrowed ones of an admin."""
    async with open_service(tmp_path, roles=("admin", "editor", "author")) as opened:
        parts = assemble(opened.settings)
        await perform(parts, "set_site_settings", {"locales": ["de"]})
        keys = dict(opened.keys)
        for name, narrowed in NARROWED.items():
            made = await perform(parts, "create_api_key", {"label": name, "role": "admin", **narrowed})
            keys[name] = made["value"]
        await parts.close()
        walk = Walk(Service(opened.app, opened.settings, opened.http, keys, opened.unmet))
        made = await walk.rest("PUT", "/types/recipe", {"name": "Recipes", "taxonomies": ["genre"]})
        assert made.status == 200, made.body
        yield walk


async def refuse(walk: Walk, role: str, code: str, *calls: tuple[str, str, dict[str, Any]]) -> None:
    """See each of these calls refused so."""
    for method, path, body in calls:
        reply = await walk.rest(method, path, body, role=role)
        assert reply.code == code, (role, method, path, reply.body)


async def make(walk: Walk, role: str = "admin", **fields: Any) -> str:
    """Where a new item is."""
    made = await walk.rest("POST", ITEMS, {**SOUP, **fields}, role=role)
    assert made.status == 201, made.body
    return f"{ITEMS}/{made.body['id']}"


async def test_admins_alone_register_types(walk: Walk) -> None:
    """Nobody narrowed to drafts or to a locale does, and nobody else removes one."""
    writes: list[tuple[str, str, dict[str, Any]]] = [
        ("PUT", "/types/recipe", {"name": "Mine"}),
        ("DELETE", "/types/recipe", {}),
    ]
    for role in ("editor", "author"):
        await refuse(walk, role, "admin_required", *writes)
    for role in NARROWED.keys() - {"unpublishing"}:
        await refuse(walk, role, "key_narrowed", *writes)


async def test_an_author_changes_its_own_items(walk: Walk) -> None:
    """Those of others it reads; it makes no term of a custom taxonomy."""
    theirs, own = await make(walk, "editor", status="publish"), await make(walk, "author")
    assert (await walk.rest("PATCH", own, {"status": "publish"}, role="author")).status == 200
    gone = await walk.rest("DELETE", f"{own}?force=true", role="author")
    assert (await walk.rest("POST", "/changes/undo", {"id": gone.change_id}, role="author")).status == 200
    assert (await walk.rest("GET", theirs, role="author")).status == 200
    number = theirs.rpartition("/")[2]
    await refuse(
        walk,
        "author",
        "not_own_object",
        ("PATCH", theirs, {"title": "Mine"}),
        ("DELETE", theirs, {}),
        ("DELETE", f"{theirs}?force=true", {}),
        ("PATCH", own, {"terms": {"genre": ["New"]}}),
        ("POST", "/items/bulk", {"type": "recipe", "items": [{"id": int(number), "title": "Mine"}], "mode": "atomic"}),
    )


async def test_narrowed_keys_are_narrowed_here_too(walk: Walk) -> None:
    """To drafts, to what publishes nothing, to a locale, and to the categories that were left."""
    public, draft = await make(walk, status="publish"), await make(walk)
    german = await make(walk, "german", locale="de")
    for path in (public, draft):
        await refuse(walk, "german", "key_narrowed", ("PATCH", path, {"title": "Mine"}), ("DELETE", path, {}))
    await refuse(walk, "german", "key_narrowed", ("POST", ITEMS, SOUP), ("PATCH", german, {"locale": "en-US"}))
    published = {**SOUP, "status": "publish"}
    await refuse(walk, "unpublishing", "key_narrowed", ("POST", ITEMS, published), ("PATCH", draft, published))
    await refuse(walk, "drafts", "key_narrowed", ("POST", ITEMS, published), ("PATCH", draft, published))
    await refuse(walk, "drafts", "key_narrowed", ("PATCH", public, {"title": "Mine"}), ("DELETE", public, {}))
    await refuse(walk, "empty", "key_narrowed", ("GET", draft, {}), ("POST", ITEMS, SOUP))
    for role, path in (("drafts", draft), ("unpublishing", public), ("german", german)):
        assert (await walk.rest("PATCH", path, {"title": "Mine"}, role=role)).status == 200, role


async def test_rules_hold_removals_and_publications(walk: Walk) -> None:
    """Of items and of types; a draft may be written meanwhile."""
    public, draft = await make(walk, status="publish"), await make(walk)
    rules = [Rule(transition="delete"), Rule(transition="public")]
    await let_wait(walk.service.settings, *rules)
    assert (await walk.rest("PATCH", draft, {"title": "Broth"})).status == 200
    for method, path, body in (
        ("PATCH", draft, {"status": "publish"}),
        ("POST", ITEMS, {**SOUP, "status": "publish"}),
        ("DELETE", public, {}),
        ("DELETE", f"{public}?force=true", {}),
        ("PUT", "/types/drink", {"name": "Drinks", "has_archive": True}),
    ):
        reply = await walk.rest(method, path, body)
        assert reply.status == 202, (method, path, reply.body)
    assert (await walk.rest("GET", "/types/drink")).status == 404


async def test_a_type_that_is_gone_is_not_changed(walk: Walk) -> None:
    """Who names its revision changes it; after its removal that is refused as for anything else that is gone."""
    made = await walk.rest("PUT", "/types/gone", {"name": "Gone"})
    changed = await walk.rest("PUT", "/types/gone", {"name": "Going", "expected_revision": made.body["revision"]})
    assert changed.status == 200, changed.body
    assert (await walk.rest("DELETE", "/types/gone")).status == 200
    stale = {"name": "Mine", "expected_revision": changed.body["revision"]}
    for query in ("", "?dry_run=true"):
        refused = await walk.rest("PUT", f"/types/gone{query}", stale)
        assert (refused.status, refused.code) == (404, "not_found"), refused.body
    assert (await walk.rest("PUT", "/types/gone?dry_run=true", {"name": "New"})).status == 200


async def undo(walk: Walk, change: Reply) -> Reply:
    """The answer to an undo."""
    return await walk.rest("POST", "/changes/undo", {"id": change.change_id})


async def test_types_and_items_are_undone_in_their_order(walk: Walk) -> None:
    """A type stays while it has items; an item comes back when its type is there, at its old address."""
    drink = {"name": "Drinks", "hierarchical": True}
    registered = await walk.rest("PUT", "/types/drink", drink)
    above = await walk.rest("POST", "/types/drink/items", {"title": "Tea", "status": "publish"})
    assert (await undo(walk, registered)).status == 409
    below = {"title": "Green", "status": "publish", "parent": above.body["id"]}
    item = await walk.rest("POST", "/types/drink/items", below)
    paths = [f"/types/drink/items/{each.body['id']}?force=true" for each in (item, above)]
    parts = [{"method": "DELETE", "path": path} for path in (*paths, "/types/drink")]
    gone = await walk.rest("POST", "/batch", {"requests": parts, "mode": "atomic"})
    assert gone.status == 207, gone.body
    assert (await walk.rest("GET", "/types/drink/items")).status == 404
    back = await undo(walk, gone)
    assert back.status == 200, back.body
    assert (await walk.service.http.get("/drink/tea/green/")).status_code == 200
    one, other = [await walk.rest("DELETE", path) for path in paths]
    removed = await walk.rest("DELETE", "/types/drink")
    assert "no longer has the type drink" in (await undo(walk, other)).body["message"]
    assert (await undo(walk, removed)).status == 200
    flat = await walk.rest("PUT", "/types/drink", {**drink, "hierarchical": False})
    assert (await undo(walk, other)).status == 200
    refused = await undo(walk, one)
    assert "no longer hierarchical" in refused.body["message"]
    assert (await undo(walk, flat)).status == 409


async def test_revisions_of_an_item_are_listed_and_restored(walk: Walk) -> None:
    """With the custom fields of its own type."""
    field = {"name": "minutes", "label": "Minutes", "type": "integer"}
    made = await walk.rest("POST", "/field-groups", {"title": "Cooking", "types": ["recipe"], "fields": [field]})
    assert made.status == 201, made.body
    path = await make(walk, fields={"minutes": 5})
    item = path.rpartition("/")[2]
    assert (await walk.rest("PATCH", path, {"title": "Broth", "fields": {"minutes": 9}})).status == 200
    newest, first = (await walk.rest("GET", f"/items/{item}/revisions")).body
    assert [each["title"]["rendered"] for each in (newest, first)] == ["Broth", "Soup"]
    restored = await walk.rest("POST", f"/items/{item}/revisions/{first['id']}/restore")
    assert (restored.body["title"]["rendered"], restored.body["fields"]) == ("Soup", {"minutes": 5})
