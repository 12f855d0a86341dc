"""Histories over a WordPress: the journal explains what is there, and undo takes all of it back.

Short ones, since each call is a request to a real site; `make test-hosts` runs longer ones. Nothing is deleted for good
before the end, neither by a call nor by an undo: WordPress gives it another id when it comes back.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from sitehand.app import assemble
from sitehand.store.journal import find_break
from tests.promises.calls import DRAWN, NUMBERS, Call, draw_call
from tests.promises.dumps import dump_journal
from tests.promises.folding import fold_entries
from tests.promises.test_histories import REFUSALS, is_permanent
from tests.promises.walk import Reply, Walk, open_walk
from tests.samples.table import MODULE_OF, WRITES
from tests.selection import LACKING
from tests.wordpress.reset import dump_content, dump_written, empty_site
from tests.wordpress.site import WordPress

FINAL = {"delete_term", "empty_trash"}
SAMPLED = ("tests.samples.content.", "tests.samples.taxonomy.terms")
NAMES = [name for name in DRAWN if MODULE_OF[name].startswith(SAMPLED) and WRITES[name].needs not in LACKING]
CALLS = (
    st.sampled_from([name for name in NAMES if name not in FINAL])
    .flatmap(draw_call)
    .filter(lambda call: not call.arguments.get("force"))
)
ITEMS = """SELECT ID, post_type, post_status, HEX(post_title), HEX(post_content) FROM wp_posts
    WHERE post_type IN ('page', 'post') AND post_status <> 'auto-draft' ORDER BY ID"""
Written = tuple[str, int]


class RemoteHistories(RuleBasedStateMachine):
    """A service over a WordPress that was emptied, to which several callers write."""

    site: ClassVar[WordPress]
    folder: ClassVar[Path]
    number: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        type(self).number += 1
        empty_site(self.site)
        self.runner, self.opened = asyncio.Runner(), AsyncExitStack()
        entered = self.opened.enter_async_context(open_walk(self.folder / str(self.number), self.site))
        self.walk: Walk = self.runner.run(entered)
        self.first, self.first_change = dump_content(self.site), len(self.entries())
        self.kept: dict[tuple[str, str], tuple[Call, Reply]] = {}

    @invariant()
    def the_journal_explains_the_items(self) -> None:
        """The chain holds, and the entries lead to what WordPress has."""
        told = [{**entry, "objects": list(filter(is_item, entry["objects"]))} for entry in self.entries()]
        assert sorted(map(tell_item, fold_entries({}, told).items())) == read_items(self.site)
        assert self.runner.run(self.find_break()) is None

    @rule(drawn=CALLS)
    def write(self, drawn: Call) -> None:
        """Somebody writes: it is one change, or none."""
        before = self.written()
        self.check_answer(self.perform(drawn), before)

    @rule(drawn=CALLS)
    def preview(self, drawn: Call) -> None:
        """Somebody asks what would happen: nothing does."""
        before = self.written()
        reply = self.perform(drawn.having(dry_run=True))
        assert reply.code in {"", *REFUSALS}, reply.body
        assert self.written() == before

    @rule(drawn=CALLS, number=st.integers(0, 3))
    def write_with_key(self, drawn: Call, number: int) -> None:
        """Somebody writes with an idempotency key; one that was used before does nothing."""
        key = (drawn.role, f"key {number}")
        before = self.written()
        reply = self.perform(drawn.having(idempotency_key=key[1]))
        if key in self.kept:
            assert self.written() == before
            return
        self.check_answer(reply, before)
        if not reply.code:
            self.kept[key] = drawn, reply

    @precondition(lambda self: len(self.entries()) > self.first_change)
    @rule(number=NUMBERS)
    def undo(self, number: int) -> None:
        """Somebody takes a change back that made nothing: all of it, or nothing of it."""
        entries, before = self.entries()[self.first_change :], self.written()
        chosen = entries[number % len(entries)]
        if all(each["before"] is not None for each in chosen["objects"]):
            self.check_answer(self.take_back(chosen["id"]), before)

    def perform(self, drawn: Call) -> Reply:
        """The call, about what there is, through its door."""
        call = self.runner.run(drawn.name_objects(self.walk, self.first_change))
        return self.runner.run(self.walk.call(call.operation, call.arguments, call.door, role=call.role))

    def take_back(self, change_id: int) -> Reply:
        """The answer of an undo."""
        return self.runner.run(self.walk.rest("POST", "/changes/undo", {"id": change_id}))

    def entries(self) -> list[dict[str, Any]]:
        """The journal."""
        return dump_journal(self.walk.data)

    def written(self) -> Written:
        """What WordPress has, and how many entries there are."""
        return dump_written(self.site), len(self.entries())

    def check_answer(self, reply: Reply, before: Written) -> None:
        """A success tells truly whether it changed anything; a refusal is a known one, and has changed nothing."""
        assert reply.code in {"", *REFUSALS}, reply.body
        body = reply.body.get("result") or reply.body
        if reply.code or not ("pending" in body or body["changed"]):
            assert self.written() == before
            return
        assert len(self.entries()) == before[1] + 1
        if "pending" not in body:
            assert reply.change_id == self.entries()[-1]["id"]

    async def find_break(self) -> Any:
        """Where the chain does not hold."""
        parts = assemble(self.walk.service.settings)
        try:
            return await parts.database.read(find_break)
        finally:
            await parts.close()

    def teardown(self) -> None:
        """At the end everything is undone, newest first, undos as well: what people see is as it was."""
        try:
            for entry in reversed(self.entries()[self.first_change :]):
                reply = self.take_back(entry["id"])
                assert reply.status == 200 or (reply.code == "conflict" and is_permanent(entry)), (entry, reply.body)
            assert dump_content(self.site) == self.first
        finally:
            self.runner.run(self.opened.aclose())
            self.runner.close()


def is_item(change: dict[str, Any]) -> bool:
    """Whether a change is of a page or post."""
    return change["kind"] in ("page", "post")


def tell_item(named: tuple[tuple[str, str], dict[str, Any]]) -> tuple[str, ...]:
    """An item of the journal as `read_items` has it."""
    (kind, item_id), fields = named
    texts = (fields[name].encode().hex().upper() for name in ("title", "content"))
    return (item_id, kind, fields["status"], *texts)


def read_items(site: WordPress) -> list[tuple[str, ...]]:
    """The pages and posts that WordPress has."""
    return sorted(tuple(line.split("\t")) for line in site.run_sql(ITEMS).splitlines())


def test_the_journal_explains_every_history_on_a_wordpress(
    wordpress: WordPress, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Writes of three callers, previews, repetitions and undos."""
    RemoteHistories.site, RemoteHistories.folder = wordpress, tmp_path
    examples, steps = (10, 15) if pytestconfig.getoption("--hosts") == "all" else (2, 6)
    chosen = settings(max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None)
    chosen = settings(chosen, phases=[Phase.generate])  # to shorten a history that fails takes minutes here
    run_state_machine_as_test(RemoteHistories, settings=settings(chosen, suppress_health_check=list(HealthCheck)))
