"""The promises of every write hold on a host without SQL, which cannot take anything back."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.guard.gate import OWNER, Gate
from sitehand.operation.caller import Caller
from sitehand.operation.policy import Rule
from sitehand.operation.write import Interim
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.transactions import DatabaseTransactions
from tests.choices import set_rules
from tests.databases import migrate
from tests.promises.dumps import dump_journal
from tests.promises.staged import Remote, RemotePages, StagedTransactions

AUTHOR = Caller("key", "key:7", "Script", "editor", key_id=7)
OLD = {"title": "Old", "content": "<p>Text.</p>", "excerpt": "", "status": "draft", "slug": "old"}
SECONDS = 20
"""Until a call counts as held up."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The gate over the remote site, which has page 1."""

    parts: Parts
    gate: Gate
    remote: Remote

    async def perform(self, name: str, arguments: Mapping[str, Any], caller: Caller = AUTHOR) -> Any:
        """The result of a call."""
        operation = self.gate.catalog.get(name)
        assert operation is not None
        return await self.gate.perform(caller, operation, dict(arguments))

    def journal(self) -> list[Any]:
        """The entries, as the file has them."""
        return dump_journal(self.parts.settings.data)


@asynccontextmanager
async def open_setting(folder: Path) -> AsyncIterator[Setting]:
    """The service over a remote site."""
    parts, remote = assemble(Settings(data=folder / "site", log="off")), Remote()
    remote.pages[1] = dict(OLD)
    try:
        await migrate(parts.database)
        transactions = StagedTransactions(remote, DatabaseTransactions(parts.database))
        host = replace(parts.host, pages=cast(Any, RemotePages(remote)), transactions=transactions, state=lambda: None)
        parts = replace(parts, host=host)
        yield Setting(parts, connect(parts, RouteTable(parts.catalog))[0], remote)
    finally:
        await parts.close()


async def test_a_preview_sends_nothing(tmp_path: Path) -> None:
    """It tells what would change, and on which revision it is based."""
    async with open_setting(tmp_path) as site:
        before = await site.perform("get_page", {"id": 1})
        plan = await site.perform("update_page", {"id": 1, "title": "New", "dry_run": True})
        made = await site.perform("create_page", {"title": "Another", "dry_run": True})
        assert isinstance(plan, Interim)
        assert (plan.body["revision"], plan.body["changed"]) == (before["revision"], True)
        (shown,) = plan.body["changes"]
        assert [(each["field"], each["before"], each["after"]) for each in shown["fields"]] == [("title", "Old", "New")]
        assert [each["action"] for each in made.body["changes"]] == ["create"]
        assert (site.remote.requests, site.remote.pages, site.journal()) == ([], {1: OLD}, [])


async def test_a_stale_revision_is_refused(tmp_path: Path) -> None:
    """Whoever wrote in between did so past us."""
    async with open_setting(tmp_path) as site:
        read = await site.perform("get_page", {"id": 1})
        site.remote.pages[1]["title"] = "By hand"
        with pytest.raises(Problem) as refused:
            await site.perform("update_page", {"id": 1, "title": "New", "expected_revision": read["revision"]})
        assert refused.value.code is Code.REVISION_CONFLICT
        assert (site.remote.requests, site.journal()) == ([], [])


async def test_the_journal_has_before_and_after(tmp_path: Path) -> None:
    """Of what was changed, made and deleted; the answer has the id that the site gave."""
    async with open_setting(tmp_path) as site:
        changed = await site.perform("update_page", {"id": 1, "title": "New"})
        made = await site.perform("create_page", {"title": "Another"})
        gone = await site.perform("delete_page", {"id": 1, "force": True})
        same = await site.perform("update_page", {"id": made["id"], "title": "Another"})
        assert (changed["changed"], same["changed"]) == (True, False)
        assert (made["id"], made["slug"]) == (2, "page-2")
        assert site.remote.requests == [("PATCH", 1), ("POST", -1), ("DELETE", 1)]
        told = await site.perform("get_change", {"id": changed["change_id"]})
        (shown,) = told["objects"]
        assert [(each["field"], each["before"], each["after"]) for each in shown["fields"]] == [("title", "Old", "New")]
        entries = [await site.perform("get_change", {"id": each["change_id"]}) for each in (made, gone)]
        objects = [(each["objects"][0]["id"], each["objects"][0]["action"]) for each in entries]
        assert objects == [("2", "create"), ("1", "delete")]
        assert len(site.journal()) == 3


async def test_a_rule_holds_a_publication_up(tmp_path: Path) -> None:
    """Nothing is sent before a person has approved it, and then once."""
    async with open_setting(tmp_path) as site:
        await set_rules(site.parts.database, [Rule(role="editor", transition="public")])
        waits = await site.perform("update_page", {"id": 1, "status": "publish"})
        assert isinstance(waits, Interim)
        assert (waits.status, site.remote.requests) == (202, [])
        (entry,) = [each for each in site.journal() if each["operation"] == "update_page"]
        assert entry["outcome"] == "pending"
        done = await site.perform("approve_change", {"id": waits.body["pending"]["id"]}, OWNER)
        assert done["result"]["status"] == "publish"
        assert site.remote.requests == [("PATCH", 1)]
        entry = site.journal()[-1]
        assert (entry["outcome"], entry["caller"], entry["approved_by"]) == ("approved", "key:7", "Owner")
        with pytest.raises(Problem, match="is no longer pending"):
            await site.perform("approve_change", {"id": waits.body["pending"]["id"]}, OWNER)


async def test_what_was_changed_since_it_was_shown_is_not_approved(tmp_path: Path) -> None:
    """The page has another revision by then."""
    async with open_setting(tmp_path) as site:
        await set_rules(site.parts.database, [Rule(role="editor")])
        waits = await site.perform("update_page", {"id": 1, "title": "New"})
        site.remote.pages[1]["content"] = "By hand"
        with pytest.raises(Problem) as refused:
            await site.perform("approve_change", {"id": waits.body["pending"]["id"]}, OWNER)
        assert (refused.value.code, site.remote.requests) == (Code.REVISION_CONFLICT, [])


async def test_an_idempotency_key_answers_once(tmp_path: Path) -> None:
    """Also with a refusal; for other arguments it is refused."""
    async with open_setting(tmp_path) as site:
        page = {"title": "Another", "idempotency_key": "once"}
        first = await site.perform("create_page", page)
        assert await site.perform("create_page", page) == first
        with pytest.raises(Problem) as mismatch:
            await site.perform("create_page", {**page, "title": "A third"})
        assert mismatch.value.code is Code.IDEMPOTENCY_MISMATCH
        for _ in range(2):
            with pytest.raises(Problem, match="no page 99"):
                await site.perform("update_page", {"id": 99, "title": "New", "idempotency_key": "refused"})
            site.remote.pages[99] = dict(OLD)
        assert site.remote.requests == [("POST", -1)]


async def test_a_stalled_site_holds_no_other_write_up(tmp_path: Path) -> None:
    """While it answers nothing, another caller writes to the ledger and is done."""
    async with open_setting(tmp_path) as site:
        site.remote.answers.clear()
        async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as group:
            stalled = group.create_task(site.perform("update_page", {"id": 1, "title": "New"}))
            await site.remote.asked.wait()
            other = await site.perform("set_rate_limit", {"requests_per_minute": 99}, OWNER)
            assert (other["changed"], stalled.done()) == (True, False)
            site.remote.answers.set()
        assert [entry["operation"] for entry in site.journal()] == ["set_rate_limit", "update_page"]
        assert stalled.result()["change_id"] == other["change_id"] + 1


async def test_the_services_own_writes_keep_their_promises_beside_it(tmp_path: Path) -> None:
    """A preview leaves nothing, a stale revision is refused, and the journal has the entry."""
    async with open_setting(tmp_path) as site:
        first = await site.perform("set_rate_limit", {"requests_per_minute": 99}, OWNER)
        await site.perform("set_rate_limit", {"requests_per_minute": 100, "dry_run": True}, OWNER)
        assert await site.parts.limits.default() == 99
        with pytest.raises(Problem) as refused:
            stale = {"requests_per_minute": 101, "expected_revision": "0" * 12}
            await site.perform("set_rate_limit", stale, OWNER)
        assert refused.value.code is Code.REVISION_CONFLICT
        assert [entry["id"] for entry in site.journal()] == [first["change_id"]]
        assert site.remote.requests == []


async def undo(site: Setting, caller: Caller = OWNER, **choice: Any) -> Any:
    """The answer to an undo."""
    return await site.perform("undo_change", choice, caller)


async def test_an_undo_restores_what_was(tmp_path: Path) -> None:
    """Of what was changed, made and deleted, each through the site; an undo is undone like any other change."""
    async with open_setting(tmp_path) as site:
        changed = await site.perform("update_page", {"id": 1, "title": "New", "slug": "new"})
        undone = await undo(site, AUTHOR, id=changed["change_id"])
        assert (undone["undone"], undone["changed"]) == ([changed["change_id"]], True)
        assert site.remote.pages[1] == OLD
        await undo(site, AUTHOR, id=undone["change_id"])
        assert site.remote.pages[1]["title"] == "New"
        made = await site.perform("create_page", {"title": "Another"})
        await undo(site, AUTHOR, id=made["change_id"])
        assert list(site.remote.pages) == [1]
        assert [entry["outcome"] for entry in site.journal()] == ["done", "undo", "undo", "done", "undo"]


async def test_a_page_that_comes_back_is_told_under_its_new_id(tmp_path: Path) -> None:
    """In the answer and in the journal: the provisional id is in neither."""
    async with open_setting(tmp_path) as site:
        site.remote.pages[2] = {**OLD, "slug": "second"}
        gone = await site.perform("delete_page", {"id": 1, "force": True})
        site.remote.pages[3] = {**OLD, "slug": "third"}
        undone = await undo(site, AUTHOR, id=gone["change_id"])
        (back,) = undone["objects"]
        assert (back["id"], back["action"]) == ("4", "create")
        assert site.remote.pages[4] == OLD
        told = await site.perform("get_change", {"id": undone["change_id"]})
        assert [each["id"] for each in told["objects"]] == ["4"]


async def test_several_changes_of_a_page_are_taken_back_together(tmp_path: Path) -> None:
    """Newest first, in one request: also those from before it was deleted and came back under another id."""
    async with open_setting(tmp_path) as site:
        site.remote.pages[2] = {**OLD, "slug": "second"}
        first = await site.perform("update_page", {"id": 1, "title": "New"})
        last = await site.perform("delete_page", {"id": 1, "force": True})
        since = (await site.perform("get_change", {"id": first["change_id"]}))["at"]
        site.remote.requests.clear()
        undone = await undo(site, AUTHOR, changes_since=since)
        assert undone["undone"] == [last["change_id"], first["change_id"]]
        assert [method for method, _ in site.remote.requests] == ["POST"]
        assert OLD in site.remote.pages.values()


async def test_what_newer_changes_stand_on_is_not_undone(tmp_path: Path) -> None:
    """The refusal names them, also when they came past us; nothing is sent."""
    async with open_setting(tmp_path) as site:
        first = await site.perform("update_page", {"id": 1, "title": "New"})
        newer = await site.perform("update_page", {"id": 1, "title": "Newer"})
        site.remote.requests.clear()
        with pytest.raises(Problem) as refused:
            await undo(site, AUTHOR, id=first["change_id"])
        assert refused.value.code is Code.CONFLICT
        assert [each["id"] for each in refused.value.extra["changes"]] == [newer["change_id"]]
        site.remote.pages[1]["title"] = "By hand"
        with pytest.raises(Problem, match="Changes that the journal does not have block the undo"):
            await undo(site, AUTHOR, id=newer["change_id"])
        assert site.remote.requests == []


async def test_an_undo_is_previewed_and_needs_approval_like_any_write(tmp_path: Path) -> None:
    """Neither sends anything."""
    async with open_setting(tmp_path) as site:
        changed = await site.perform("update_page", {"id": 1, "status": "publish"})
        site.remote.requests.clear()
        plan = await undo(site, AUTHOR, id=changed["change_id"], dry_run=True)
        (shown,) = plan.body["changes"]
        assert ("status", "publish", "draft") in [(f["field"], f["before"], f["after"]) for f in shown["fields"]]
        await set_rules(site.parts.database, [Rule(role="editor")])
        held = await undo(site, AUTHOR, id=changed["change_id"])
        assert (held.status, site.remote.requests) == (202, [])
        await site.perform("approve_change", {"id": held.body["pending"]["id"]}, OWNER)
        assert site.remote.pages[1]["status"] == "draft"


async def test_the_ledger_restores_the_services_own_objects(tmp_path: Path) -> None:
    """Whatever the host; together with pages they are refused, and nothing is otherwise than before."""
    async with open_setting(tmp_path) as site:
        limit = await site.perform("set_rate_limit", {"requests_per_minute": 99}, OWNER)
        since = (await site.perform("get_change", {"id": limit["change_id"]}, OWNER))["at"]
        await site.perform("update_page", {"id": 1, "title": "New"}, OWNER)
        site.remote.requests.clear()
        with pytest.raises(Problem, match="and not both"):
            await undo(site, changes_since=since)
        assert (await site.parts.limits.default(), site.remote.requests) == (99, [])
        undone = await undo(site, id=limit["change_id"])
        assert undone["undone"] == [limit["change_id"]]
        assert await site.parts.limits.default() != 99
        assert site.remote.requests == []
