"""How many steps a write takes in the thread that writes: others wait for it each time."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Problem
from sitehand.guard.gate import Gate
from sitehand.guard.texts import SHORT
from sitehand.operation.caller import Caller
from sitehand.operation.grants import Grants
from sitehand.operation.write import Interim
from sitehand.settings import Settings
from sitehand.store.turns import Step
from tests.databases import migrate

CALLER = Caller("key", "key:1", "Script", "admin")
PAGE = {"title": "A page", "content": "<p>Text.</p>"}


class CountedGate:
    """The gate over a real database that counts its steps in the writing thread."""

    def __init__(self, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = 0
        self._gate = gate
        run = Step.run

        def count(step: Step[Any], connection: Connection) -> None:
            self.steps += 1
            run(step, connection)

        monkeypatch.setattr(Step, "run", count)

    async def perform(self, name: str, arguments: Mapping[str, Any], caller: Caller = CALLER) -> tuple[Any, int]:
        """The result of a call, and how many steps it took."""
        operation, before = self._gate.catalog.get(name), self.steps
        assert operation is not None
        result = await self._gate.perform(caller, operation, dict(arguments))
        return result, self.steps - before


@asynccontextmanager
async def open_gate(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[CountedGate]:
    """The gate over an empty site."""
    parts = assemble(Settings(data=folder / "site", log="off"))
    try:
        await migrate(parts.database)
        yield CountedGate(connect(parts, RouteTable(parts.catalog))[0], monkeypatch)
    finally:
        await parts.close()


@pytest.mark.parametrize("headers", [{}, {"idempotency_key": "once"}])
async def test_a_single_step_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headers: Mapping[str, str]
) -> None:
    """Its conditions, what it does, the decision about it and its commit."""
    async with open_gate(tmp_path, monkeypatch) as gate:
        made, steps = await gate.perform("create_page", {**PAGE, **headers})
        assert (steps, made["changed"], made["change_id"]) == (1, True, 1)
        change = {"id": made["id"], "title": "Another", "expected_revision": made["revision"]}
        changed, steps = await gate.perform(
            "update_page", {**change, **({"idempotency_key": "two"} if headers else {})}
        )
        assert (steps, changed["title"]["rendered"], changed["change_id"]) == (1, "Another", 2)
        same, steps = await gate.perform("update_page", {"id": made["id"], "title": "Another"})
        assert (steps, same["changed"]) == (1, False)


@pytest.mark.parametrize(
    ("caller", "page", "steps"),
    [
        (CALLER, {**PAGE, "content": f"<p>{'Words. ' * SHORT}</p>"}, 2),
        (replace(CALLER, grants=Grants(drafts_only=True)), PAGE, 1),
        (replace(CALLER, grants=Grants(max_changes_per_hour=9)), PAGE, 3),
        (replace(CALLER, role="author"), PAGE, 2),
    ],
    ids=["long", "drafts", "pace", "author"],
)
async def test_a_write_takes_more_steps_where_a_look_up_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caller: Caller, page: Mapping[str, Any], steps: int
) -> None:
    """What it does, and its commit; between them a long text is read in a thread, or something is looked up."""
    async with open_gate(tmp_path, monkeypatch) as gate:
        assert (await gate.perform("create_page", page, caller))[1] == steps


async def test_a_write_that_is_refused_for_what_it_does_takes_two_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop decides about it, and takes it back."""
    async with open_gate(tmp_path, monkeypatch) as gate:
        before = gate.steps
        with pytest.raises(Problem, match="script"):
            await gate.perform("create_page", {"title": "A page", "content": "<script>x</script>"})
        assert gate.steps - before == 2
        found, _ = await gate.perform("list_pages", {})
        assert found.total == 0


async def test_a_write_that_does_not_say_single_step_commits_in_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gate does not know that its step was the last."""
    async with open_gate(tmp_path, monkeypatch) as gate:
        made, _ = await gate.perform("create_page", PAGE)
        _, steps = await gate.perform("delete_page", {"id": made["id"]})
        assert steps == 2


async def test_a_preview_takes_two_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does, and its end; the revision that it names is read in the first."""
    async with open_gate(tmp_path, monkeypatch) as gate:
        made, _ = await gate.perform("create_page", PAGE)
        plan, steps = await gate.perform("update_page", {"id": made["id"], "title": "Tried", "dry_run": True})
        assert isinstance(plan, Interim)
        assert (steps, plan.body["revision"], plan.body["changed"]) == (2, made["revision"], True)


async def test_a_repeated_write_takes_two_steps_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer is found in the first; a refusal is found as well."""
    async with open_gate(tmp_path, monkeypatch) as gate:
        page = {**PAGE, "idempotency_key": "once"}
        made, _ = await gate.perform("create_page", page)
        assert await gate.perform("create_page", page) == (made, 2)
        before = gate.steps
        for _ in range(2):
            with pytest.raises(Problem, match="no page 99"):
                await gate.perform("delete_page", {"id": 99, "idempotency_key": "gone"})
        assert gate.steps - before == 3 + 2


async def test_each_part_of_an_atomic_batch_takes_two_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does, and its end; the whole then tells what all of it has changed, and commits, with one entry."""
    async with open_gate(tmp_path, monkeypatch) as gate:
        parts = [{"method": "POST", "path": "/pages", "body": {"title": f"Page {number}"}} for number in range(10)]
        parts.append({"method": "PATCH", "path": "/pages/{#3.id}", "body": {"title": "Renamed", "dry_run": True}})
        parts.append({"method": "PATCH", "path": "/pages/{#0.id}", "body": {"title": "Renamed"}})
        done, steps = await gate.perform("batch", {"requests": parts, "mode": "atomic"})
        assert [part["status"] for part in done["responses"]] == [201] * 10 + [200, 200]
        assert steps == 2 * len(parts) + 2
        shown, _ = await gate.perform("get_change", {"id": done["change_id"]})
        assert [each["label"] for each in shown["objects"]] == ["Renamed", *(f"Page {n}" for n in range(1, 10))]
