"""Histories: whatever several callers do in whatever order, the journal explains it and undo takes all of it back."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import Connection, create_engine, text

from sitehand.app import assemble
from sitehand.operation.policy import Rule
from sitehand.store.journal import find_break
from tests.promises.calls import CALLS, CONTENT_CALLS, NUMBERS, Call
from tests.promises.crashes import crashing_at
from tests.promises.dumps import Dump, count_entries, dump_journal, dump_state, dump_stored
from tests.promises.folding import fold_entries, read_tracked
from tests.promises.walk import Reply, Walk, fill_path, let_wait, open_second, open_walk

T = TypeVar("T")
REFUSALS = {
    *("not_found", "conflict", "invalid_arguments", "admin_required", "category_forbidden"),
    *("revision_conflict", "revision_required", "idempotency_mismatch", "not_run", "not_own_object"),
    "html_not_allowed",
}
"""Codes with which a call of a history may be refused."""
FAILURES = {"internal_error", "storage_unavailable"}
"""Codes after a crash: in the call's own step, or in the transaction that it shares."""
REPLAYED = {"", "not_found", "conflict"}
"""Codes of answers that are kept: the others come before anything has run."""
HANGING = (
    "INSERT INTO menus (id, slug, name) VALUES (1, 'main', 'Main')",
    "INSERT INTO menu_entries (id, menu_id, parent, position, title, item_id) VALUES (1, 1, 0, 1, 'Top', 1)",
    "INSERT INTO menu_entries (id, menu_id, parent, position, title, item_id) VALUES (2, 1, 1, 1, 'Below', 2)",
    "INSERT INTO terms (id, taxonomy, name, slug) VALUES (50, 'category', 'Water', 'water')",
    "INSERT INTO item_terms (item_id, term_id) VALUES (3, 50)",
)
"""What hangs on the first three items: entries of a menu, one below the other, and a category."""


class Stage:
    """A prepared data folder, of which every history has its own copy, and a loop to call services from."""

    def __init__(self, folder: Path) -> None:
        self._runner = asyncio.Runner()
        self._folder = folder
        self._histories = 0
        self._prepared: Walk = self.run(_prepare(folder / "first"))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for something asynchronous."""
        return self._runner.run(work)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Walk]:
        """A service over a copy of its own."""
        self._histories += 1
        data = self._folder / str(self._histories)
        shutil.copytree(self._prepared.data, data)
        chosen = self._prepared.service.settings.model_copy(update={"data": data})
        async with open_second(chosen) as http:
            yield Walk(replace(self._prepared.service, settings=chosen, http=http))
        shutil.rmtree(data)

    def close(self) -> None:
        """Stop the loop."""
        self._runner.close()


async def _prepare(folder: Path) -> Walk:
    """What is there before anything happens."""
    async with open_walk(folder) as walk:
        await let_wait(walk.service.settings, Rule(role="author", transition="public"))
        for path, more in (("/pages", {}), ("/pages", {"parent": 1}), ("/posts", {})):
            made = await walk.rest("POST", path, {"title": "First", "status": "publish", **more})
            assert made.status == 201, made.body
        parts = assemble(walk.service.settings)
        for statement in HANGING:
            await parts.database.transact(partial(Connection.execute, statement=text(statement)))
        await parts.close()
        return walk


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Where all histories happen."""
    with closing(Stage(tmp_path_factory.mktemp("histories"))) as stage:
        yield stage


def is_about_an_item(call: Call) -> bool:
    """Whether it changes an item by its id: comments have ids and revisions of their own."""
    return "id" in call.arguments and not call.name.endswith("_comment")


class Histories(RuleBasedStateMachine):
    """A service that several callers write to."""

    stage: ClassVar[Stage]

    def __init__(self) -> None:
        super().__init__()
        self.run, self.opened = self.stage.run, AsyncExitStack()
        self.walk = self.run(self.opened.enter_async_context(self.stage.open()))
        self.data = self.walk.data
        self.engine = create_engine(f"sqlite:///{self.data / 'sitehand.db'}")
        self.kept: dict[tuple[str, str], tuple[Call, Reply]] = {}
        self.first_state, self.first_change = dump_state(self.data), count_entries(self.data)

    @invariant()
    def the_journal_explains_everything(self) -> None:
        """The chain holds, and the entries since the first state lead to the present one."""
        entries = dump_journal(self.data)[self.first_change :]
        assert fold_entries(read_tracked(self.first_state), entries) == read_tracked(dump_state(self.data))
        with self.engine.connect() as connection:
            assert find_break(connection) is None

    @rule(drawn=CALLS)
    def write(self, drawn: Call) -> None:
        """Somebody writes."""
        before = self.stored()
        self.check_answer(self.perform(self.resolve(drawn)), before)

    @rule(drawn=CALLS.filter(lambda call: "replay" not in call.operation.exempt), number=st.integers(0, 5))
    def write_with_key(self, drawn: Call, number: int) -> None:
        """Somebody writes, with a new idempotency key, or with one that was used before: then nothing happens."""
        call = self.resolve(drawn).having(idempotency_key=f"key {number}")
        before, known = self.stored(), (call.role, f"key {number}")
        reply = self.perform(call)
        self.check_answer(reply, before, idle=known in self.kept)
        if known in self.kept:
            assert reply.status >= 400 or reply.body == self.kept[known][1].body
        elif reply.code in REPLAYED:
            self.kept[known] = call, reply

    @precondition(lambda self: self.kept)
    @rule(number=NUMBERS)
    def repeat(self, number: int) -> None:
        """A call comes again with its key: the answer is the same, and nothing happens."""
        call, told = list(self.kept.values())[number % len(self.kept)]
        before = dump_stored(self.data)
        reply = self.perform(call)
        assert (reply.status, reply.body) == (told.status, told.body)
        assert dump_stored(self.data) == before

    @rule(drawn=CALLS)
    def preview(self, drawn: Call) -> None:
        """Somebody asks what would happen: nothing does."""
        before = dump_stored(self.data)
        reply = self.perform(self.resolve(drawn).having(dry_run=True))
        assert reply.code in {"", *REFUSALS}, reply.body
        assert dump_stored(self.data) == before

    @rule(drawn=CONTENT_CALLS.filter(is_about_an_item), number=NUMBERS)
    def write_on_revision(self, drawn: Call, number: int) -> None:
        """Somebody writes on a revision that was read some time ago: it passes only when it is still the one."""
        call, before = self.resolve(drawn), self.stored()
        item = call.arguments["id"]
        known = [row["revision"] for row in before["revisions"] if row["item_id"] == item] or ["0123456789ab"]
        revision = known[number % len(known)]
        reply = self.perform(call.having(expected_revision=revision))
        now = [row["revision"] for row in before["items"] if row["id"] == item]
        assert (reply.code == "revision_conflict") == (now not in ([], [revision])), reply.body
        self.check_answer(reply, before)

    @rule(drawn=CALLS, step=st.integers(1, 40))
    def crash(self, drawn: Call, step: int) -> None:
        """The service fails in the middle of a write, which then has not happened, and serves the next."""
        call, before = self.resolve(drawn), self.stored()
        with crashing_at(step) as countdown:
            reply = self.perform(call)
        self.check_answer(reply, before, crashed=countdown.struck)

    @rule(
        drawn=st.lists(CALLS, min_size=1, max_size=4),
        role=st.sampled_from(["admin", "editor", "author"]),
        dry_run=st.sampled_from([False, False, True]),
        step=st.sampled_from([0, 0, 7, 20, 45]),
    )
    def write_together(self, drawn: list[Call], role: str, dry_run: bool, step: int) -> None:
        """Somebody sends an atomic batch, in whose midst the service may fail: all of it happens, or nothing."""
        before = self.stored()
        with crashing_at(step) as countdown:
            reply = self.send_batch(drawn, role, mode="atomic", dry_run=dry_run)
        failed = [Reply(each["status"], each["body"], {}) for each in reply.body.get("responses", [])]
        failed = [each for each in failed if each.code not in ("", "not_run")] or [reply]
        self.check_answer(failed[0], before, idle=dry_run, crashed=countdown.struck)

    @rule(drawn=st.lists(CALLS, min_size=1, max_size=4), role=st.sampled_from(["admin", "editor", "author"]))
    def write_one_after_another(self, drawn: list[Call], role: str) -> None:
        """Somebody sends an ordinary batch: each part that changes something is a change of its own."""
        before = self.stored()
        parts = self.send_batch(drawn, role, mode="each").body["responses"]
        told = [Reply(part["status"], part["body"], {}) for part in parts]
        assert {reply.code for reply in told} <= {"", *REFUSALS}
        changes = [reply for reply in told if reply.status == 202 or reply.change_id]
        assert self.count_changes(before) == len(changes)

    def resolve(self, drawn: Call) -> Call:
        """The call, about what there is."""
        return self.run(drawn.name_objects(self.walk, self.first_change))

    def perform(self, call: Call) -> Reply:
        """The call, through its door."""
        return self.run(self.walk.call(call.operation, call.arguments, call.door, role=call.role))

    def send_batch(self, drawn: list[Call], role: str, **more: Any) -> Reply:
        """The calls as parts of one."""
        requests = []
        for call in drawn:
            path, body = fill_path(call.operation, self.resolve(call).arguments)
            requests.append({"method": call.operation.methods[-1], "path": path, "body": body})
        return self.run(self.walk.rest("POST", "/batch", {"requests": requests, **more}, role=role))

    def stored(self) -> Dump:
        """Everything but the answers that are kept for repetitions."""
        return {name: rows for name, rows in dump_stored(self.data).items() if name != "replays"}

    def count_changes(self, before: Dump) -> int:
        """Entries that came since."""
        return count_entries(self.data) - len(before["changes"])

    def check_answer(self, reply: Reply, before: Dump, *, idle: bool = False, crashed: bool = False) -> None:
        """A success tells truly whether it changed anything; a refusal is a known one, and has changed nothing.

        `idle` is what may change nothing; after a crash the answer may be that something failed.
        """
        assert reply.code in {"", *REFUSALS} or (crashed and reply.code in FAILURES), reply.body
        body = reply.body.get("result") or reply.body
        if reply.code or idle or not ("pending" in body or body["changed"]):
            assert self.stored() == before
            return
        assert self.count_changes(before) == 1
        if "pending" not in body:
            assert reply.change_id == dump_journal(self.data)[-1]["id"]

    def find_living(self) -> set[str]:
        """Hashes of the values that open something, now or until their grace ends."""
        stored = dump_stored(self.data)
        active = {key["id"]: key["secret_sha256"] for key in stored["api_keys"] if key["revoked"] is None}
        return {
            *active.values(),
            *(old["secret_sha256"] for old in stored["retired_secrets"] if old["key_id"] in active),
        }

    def undo_down_to(self, last: int) -> None:
        """Take every change after that one back, newest first, undos as well."""
        for entry in reversed(dump_journal(self.data)[last:]):
            reply = self.run(self.walk.rest("POST", "/changes/undo", {"id": entry["id"]}))
            assert reply.status == 200 or (reply.code == "conflict" and is_permanent(entry)), (entry, reply.body)

    def teardown(self) -> None:
        """At the end everything is undone, which gives the first state back byte for byte, and that undone too; but
        decisions stay, and no key's value comes back to life.
        """
        try:
            last_state, last_change, living = dump_state(self.data), count_entries(self.data), self.find_living()
            self.undo_down_to(self.first_change)
            keys = {key["id"] for key in self.first_state["api_keys"]}
            assert select_restored(dump_state(self.data), keys) == select_restored(self.first_state, keys)
            self.undo_down_to(last_change)
            keys = {key["id"] for key in last_state["api_keys"]}
            assert select_restored(dump_state(self.data), keys) == select_restored(last_state, keys)
            assert not self.find_living() - living
            self.the_journal_explains_everything()
        finally:
            self.engine.dispose()
            self.run(self.opened.aclose())


def is_permanent(entry: dict[str, Any]) -> bool:
    """Whether an entry may hold nothing that an undo puts back: decisions, and what ends or makes values of keys."""
    kinds = {each["kind"] for each in entry["objects"]}
    befores = [each["before"] or "" for each in entry["objects"] if each["kind"] == "key"]
    return kinds <= {"pending_change", "key", "retired_secret"} and not any("per_minute" in each for each in befores)


def select_restored(state: Dump, keys: set[int]) -> Dump:
    """What undoing everything brings back: all but decisions and values of keys; of these keys their limits."""
    limits = [{key["id"]: key["requests_per_minute"]} for key in state["api_keys"] if key["id"] in keys]
    others = {name: rows for name, rows in state.items() if name not in ("pending_changes", "retired_secrets")}
    return {**others, "api_keys": limits}


def test_the_journal_explains_every_history_and_undo_takes_it_back(stage: Stage) -> None:
    """Writes of three callers through two doors, previews, conflicts, repetitions, batches, crashes and undos."""
    Histories.stage = stage
    chosen = settings(max_examples=20, stateful_step_count=25, deadline=None, derandomize=True)
    run_state_machine_as_test(Histories, settings=settings(chosen, suppress_health_check=list(HealthCheck)))
