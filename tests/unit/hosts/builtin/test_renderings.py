"""Rendering and comparing, which take long where texts are long: never in the loop, nor while others wait to write."""

import asyncio
import difflib
import json
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from sitehand.app import assemble
from sitehand.hosts.builtin import rendering
from sitehand.hosts.builtin.rendering import Rendered, render_title
from sitehand.hosts.builtin.renderings import FEW_MARKS, SHORT, TEXTS, list_forms, prepare, render
from sitehand.hosts.builtin.renderings import LONG as LONG_TEXT
from sitehand.hosts.builtin.sample import add_sample_content
from sitehand.hosts.builtin.tables import items
from sitehand.operation.policy import Rule
from sitehand.parts import Parts
from sitehand.store.reading import list_rows
from tests.choices import set_rules
from tests.exports import import_export
from tests.service import Service, open_service
from tests.unit.hosts.builtin.importing.exports import item, write_export

BASE = "/sitehand/v1"
TITLE, OTHER_TITLE = "<b>One</b>", "<b>Two</b>"
LONG = "<p>Words &amp; more words.</p>" * 300
OTHER = "<p>Other words, <em>none</em> of them the same.</p>" * 300
"""With markup beyond paragraphs: a text without is shown as it is."""


class Watch:
    """Notes of each piece of work in which thread it was done, and whether anybody else could write meanwhile."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.seen: list[tuple[str, str, bool]] = []

    def note(self, work: str) -> None:
        """Note a piece of work."""
        # What the service writes beside the call is done in an instant; a transaction that waits for this work is not.
        with closing(sqlite3.connect(self._path, timeout=5, isolation_level=None)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
                free = True
            except sqlite3.OperationalError:
                free = False
        self.seen.append((work, threading.current_thread().name, free))

    def take(self, work: str, *others: str) -> int:
        """How often this was done since the last time; it and the others always in a thread of its own, lock free."""
        seen, self.seen = [each for each in self.seen if each[0] in (work, *others)], []
        for name, thread, free in seen:
            assert free, f"{name} while nobody could write"
            assert thread != threading.main_thread().name
            assert not thread.startswith("sitehand-writer")
        return sum(name == work for name, _, _ in seen)


class WatchedCleaner:
    """The real cleaner, whose calls are noted."""

    def __init__(self, cleaner: Any, watch: Watch) -> None:
        self._cleaner = cleaner
        self._watch = watch

    def clean(self, text: str) -> str:
        """Clean as the real one."""
        self._watch.note("clean")
        return str(self._cleaner.clean(text))


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin and an editor."""
    async with open_service(tmp_path, roles=("admin", "editor")) as opened:
        yield opened


@pytest.fixture
def watch(service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """Notes on every call of the cleaner, and every look for the next longest match of a difference."""
    watch = Watch(service.settings.data / "sitehand.db")
    for name in ("_TITLE", "_CONTENT", "_WORDS"):
        monkeypatch.setattr(rendering, name, WatchedCleaner(getattr(rendering, name), watch))
    find = difflib.SequenceMatcher.find_longest_match

    def find_watched(self: Any, *args: Any) -> Any:
        watch.note("compare")
        return find(self, *args)

    monkeypatch.setattr(difflib.SequenceMatcher, "find_longest_match", find_watched)
    yield watch


@asynccontextmanager
async def open_parts(service: Service) -> AsyncIterator[Parts]:
    """The service's parts in a process beside it."""
    parts = assemble(service.settings)
    try:
        yield parts
    finally:
        await parts.close()


async def call(service: Service, method: str, path: str, body: Any = None, role: str = "admin", **headers: str) -> Any:
    """The answer to a REST call that succeeds."""
    headers = {"X-API-Key": service.keys[role], **{name.replace("_", "-"): value for name, value in headers.items()}}
    answer = await service.http.request(method, BASE + path, json=body, headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


async def test_a_write_renders_before_it_takes_the_lock(service: Service, watch: Watch) -> None:
    """Once for each form, whether with an idempotency key, with an expected revision, or as a dry run."""
    page = await call(service, "POST", "/pages", {"title": TITLE, "content": LONG}, Idempotency_Key="a")
    assert watch.take("clean") == 3
    path = f"/pages/{page['id']}"
    tried = await call(service, "PATCH", f"{path}?dry_run=true", {"content": OTHER}, If_Match=f'"{page["revision"]}"')
    assert tried["changed"]
    assert watch.take("clean") == 2
    changed = await call(
        service, "PATCH", path, {"content": OTHER}, If_Match=f'"{page["revision"]}"', Idempotency_Key="b"
    )
    assert watch.take("clean") == 2
    assert "Other words" in changed["content"]["rendered"]
    assert "Other words" in changed["excerpt"]["rendered"]
    await call(service, "PATCH", path, {"excerpt": "<p><em>Mine</em></p> " * 1000})
    assert watch.take("clean") == 1
    bare = await call(service, "PATCH", path, {"excerpt": ""})
    assert watch.take("clean") == 1
    assert bare["excerpt"]["rendered"] == changed["excerpt"]["rendered"]


async def test_short_texts_do_not_wait_for_long_ones(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many long ones are being rendered."""
    begun, go_on = threading.Event(), threading.Event()

    class SlowCleaner:
        """Cleans a long text only when it is told to."""

        def clean(self, text: str) -> str:
            if len(text) > LONG_TEXT:
                begun.set()
                go_on.wait()
            return text

    monkeypatch.setattr(rendering, "_CONTENT", SlowCleaner())
    long = {"title": "Long", "content": f"<p><b>{'x' * LONG_TEXT}</b></p>"}
    async with asyncio.TaskGroup() as tasks:
        waiting = [tasks.create_task(call(service, "POST", "/pages", long)) for _ in range(40)]
        try:
            await asyncio.to_thread(begun.wait)
            short = await call(service, "POST", "/pages", {"title": "Short", "content": "<p><b>x</b></p>"})
            assert short["changed"]
            assert not any(task.done() for task in waiting)
        finally:
            go_on.set()


async def test_what_is_not_changed_is_not_rendered(service: Service, watch: Watch) -> None:
    """Neither for another status or parent, nor for the same text again, nor on the way to the trash and for good."""
    page = await call(service, "POST", "/pages", {"title": "One", "content": LONG})
    below = await call(service, "POST", "/pages", {"title": "Two", "parent": page["id"], "status": "publish"})
    watch.seen.clear()
    path = f"/pages/{page['id']}"
    await call(service, "PATCH", path, {"status": "publish", "title": "One", "content": LONG, "slug": "other"})
    await call(service, "DELETE", path)
    await call(service, "DELETE", f"{path}?force=true")
    assert watch.seen == []
    kept = await call(service, "GET", f"/pages/{below['id']}")
    assert (kept["parent"], kept["title"]["rendered"]) == (0, "Two")


@pytest.mark.parametrize("how", [{"mode": "atomic"}, {"dry_run": True}])
async def test_a_batch_renders_before_its_transaction_begins(
    service: Service, watch: Watch, how: dict[str, Any]
) -> None:
    """All its parts, also those that refer to an earlier one."""
    parts = [
        {"method": "POST", "path": "/pages", "body": {"title": TITLE, "content": LONG}},
        {"method": "PATCH", "path": "/pages/{#0.id}", "body": {"content": OTHER}},
        {
            "method": "POST",
            "path": "/posts",
            "body": {"title": OTHER_TITLE, "content": LONG, "excerpt": "<p><em>Mine</em></p>"},
        },
    ]
    answer = await call(service, "POST", "/batch", {"requests": parts, "idempotency_key": "c", **how})
    assert all(part["status"] < 300 for part in answer["responses"]), answer
    assert watch.take("clean") >= 7


async def test_an_undo_renders_before_it_takes_the_lock(service: Service, watch: Watch) -> None:
    """What comes back, once for each object, however many changes are taken back; and what was deleted, whole."""
    page = await call(service, "POST", "/pages", {"title": TITLE, "content": LONG})
    path = f"/pages/{page['id']}"
    first = await call(service, "PATCH", path, {"title": OTHER_TITLE, "content": OTHER})
    second = await call(service, "PATCH", path, {"content": f"{LONG}<p>A third.</p>"})
    gone = await call(service, "DELETE", f"{path}?force=true")
    watch.seen.clear()
    for number, (change, forms) in enumerate(((gone, 3), (second, 2), (first, 3))):
        await call(service, "POST", "/changes/undo", {"id": change["change_id"]}, Idempotency_Key=f"u{number}")
        assert watch.take("clean", "compare") == forms
    back = await call(service, "GET", path)
    assert back["title"]["rendered"] == TITLE
    assert (back["content"], back["excerpt"]) == (page["content"], page["excerpt"])
    redo = {"changes_since": "2020-01-01T00:00:00Z", "dry_run": True}
    await call(service, "POST", "/changes/undo", redo)
    assert watch.take("clean", "compare") == 0
    third = await call(service, "PATCH", path, {"content": f"{OTHER}<p>A fourth.</p>"})
    undo = {"method": "POST", "path": "/changes/undo", "body": {"id": third["change_id"]}}
    await call(service, "POST", "/batch", {"requests": [undo], "mode": "atomic"})
    assert watch.take("compare", "clean") > 0


async def test_an_approved_write_renders_before_it_takes_the_lock(service: Service, watch: Watch) -> None:
    """When it is proposed, and when it runs; what it would do is compared where nobody waits for it."""
    page = await call(service, "POST", "/pages", {"title": "One", "content": LONG})
    async with open_parts(service) as parts:
        await set_rules(parts.database, [Rule(role="editor")])
    watch.seen.clear()
    waiting = await call(service, "PATCH", f"/pages/{page['id']}", {"content": OTHER}, role="editor")
    seen = list(watch.seen)
    assert watch.take("clean") == 2
    watch.seen = seen
    assert watch.take("compare") > 0
    approved = await call(service, "POST", f"/pending/{waiting['pending']['id']}/approve", {})
    assert "Other words" in approved["result"]["content"]["rendered"]
    assert watch.take("clean") == 2


async def test_an_import_renders_before_it_takes_the_lock(service: Service, watch: Watch, tmp_path: Path) -> None:
    """All its pages and posts."""
    parts_of_export = (item(number, "page", title=f"<b>Page</b> {number}", content=LONG) for number in (1, 2))
    export = write_export(tmp_path, *parts_of_export)
    async with open_parts(service) as parts:
        await import_export(parts.database, export, report_progress=lambda *_: None, now=datetime.now(UTC))
    assert watch.take("clean") == 4


async def test_differences_are_made_in_a_thread_and_without_the_lock(service: Service, watch: Watch) -> None:
    """Those of a change that is read, and those of a dry run."""
    page = await call(service, "POST", "/pages", {"title": "One", "content": LONG})
    path = f"/pages/{page['id']}"
    change = await call(service, "PATCH", path, {"content": OTHER})
    watch.seen.clear()
    read = await call(service, "GET", f"/changes/{change['change_id']}")
    assert "+<p>Other words" in str(read["objects"])
    assert watch.take("compare") > 0
    tried = await call(service, "PATCH", f"{path}?dry_run=true", {"content": LONG})
    assert "-<p>Other words" in str(tried["changes"])
    assert watch.take("compare") > 0


async def test_intricate_text_is_stored_as_it_was_sent(service: Service) -> None:
    """Its shape refuses no write; a notice says that it is shown without markup, also in a dry run."""
    raw = "<div>" * 60_000 + "kept & kept"
    tried = await call(service, "POST", "/pages?dry_run=true", {"title": "One", "content": raw})
    assert [notice["code"] for notice in tried["warnings"]] == ["markup_left_out"] * 2
    page = await call(service, "POST", "/pages", {"title": "One", "content": raw})
    assert [notice["message"][:12] for notice in page["notices"]] == ["The excerpt ", "The content "]
    assert page["content"]["rendered"] == "<p>kept &amp; kept</p>"
    stored = await call(service, "GET", f"/pages/{page['id']}?context=edit")
    assert stored["content"]["raw"] == raw


async def test_a_text_that_is_too_long_is_refused(tmp_path: Path) -> None:
    """By its bytes, with its name and length; one that stays as it is may be longer than what a call may write."""
    async with open_service(tmp_path) as service:
        page = await call(service, "POST", "/pages", {"title": "One", "content": "é" * 1000, "excerpt": "x" * 2000})
    async with open_service(tmp_path, max_text_bytes=1024) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        path = f"{BASE}/pages/{page['id']}"
        for content in ("é" * 513, "x" * 1025):
            refused = await service.http.patch(path, json={"content": content}, headers=headers)
            assert refused.status_code == 400
            (detail,) = refused.json()["data"]["details"]
            assert detail["path"] == "content"
            assert (detail["expected"], detail["got"][:4]) == (
                "at most 1024 bytes of UTF-8",
                str(len(content.encode())),
            )
            assert "SITEHAND_MAX_TEXT_BYTES" in refused.json()["data"]["hint"]
        kept = {"title": "Two", "content": "é" * 1000, "excerpt": "x" * 1024}
        changed = await service.http.patch(path, json=kept, headers=headers)
        assert changed.status_code == 200, changed.text
        undone = {"id": changed.json()["change_id"]}
        back = await service.http.post(f"{BASE}/changes/undo", json=undone, headers=headers)
        assert back.status_code == 200
        assert (await service.http.get(path, headers=headers)).json()["excerpt"]["rendered"] == page["excerpt"][
            "rendered"
        ]


async def test_an_undo_takes_back_the_links_and_images_that_a_change_brought(service: Service) -> None:
    """Also where the text that comes back has none, and is not read for them."""
    page = await call(service, "POST", "/pages", {"title": "One", "content": "Plain"})
    linked = {"content": '<p>See <a href="/a/">it</a>.</p><p><img src="/a.png" alt=""></p>'}
    change = await call(service, "PATCH", f"/pages/{page['id']}", linked)
    assert read_found(service, page["id"]) == [1, 1]
    await call(service, "POST", "/changes/undo", {"id": change["change_id"]})
    assert read_found(service, page["id"]) == [0, 0]


def read_found(service: Service, item_id: int) -> list[int]:
    """How many links and images are stored for an item."""
    with closing(sqlite3.connect(service.settings.data / "sitehand.db")) as connection:
        row = connection.execute("SELECT links, images FROM items WHERE id = ?", (item_id,)).fetchone()
    return [len(json.loads(each)) for each in row]


async def test_stored_forms_follow_from_an_items_own_texts(service: Service) -> None:
    """And from nothing else: not from its parent, its author, its terms or its picture (decision 66)."""
    async with open_parts(service) as parts:
        assert await add_sample_content(parts.database, parts.host, datetime(2026, 11, 21, tzinfo=UTC))
        rows = await parts.database.read(list_rows(select(items)))
        assert len({row.parent for row in rows}) > 1
        for row in rows:
            stored = {
                name: value
                for name, value in row._mapping.items()
                if name.endswith("_rendered") or name in ("links", "images")
            }
            assert render(list_forms({name: row._mapping[name] for name in TEXTS}))[0] == stored


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("<p>A few words.</p>" * 10, False),
        ("x" * SHORT, False),
        ("x" * (SHORT + 1), True),
        ("<b>" * (FEW_MARKS + 1), True),
        ("&" * (FEW_MARKS + 1), True),
        ("x" * (LONG_TEXT + 1), True),
    ],
)
async def test_only_what_takes_a_while_is_rendered_in_a_thread(text: str, beside: bool) -> None:
    """A short text with little markup takes less than the way to a thread and back; the bound is on both."""
    seen = []

    def watch(raw: str) -> Rendered:
        seen.append(threading.get_ident())
        return render_title(raw)

    await prepare([(watch, text)])
    assert [thread != threading.get_ident() for thread in seen] == [beside]
