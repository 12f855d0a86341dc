"""Delivering what a call has staged: claim, look again, send, read back, compare, write down.

When a later step fails, what was done is undone, which its claim says first. What cannot be seen or undone keeps its
claim, and is settled later.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress import claiming
from sitehand.hosts.wordpress.batching import raise_first, send_batch
from sitehand.hosts.wordpress.compensation import put_back
from sitehand.hosts.wordpress.elementor_cache import ElementorCache
from sitehand.hosts.wordpress.grouping import Group, group_steps
from sitehand.hosts.wordpress.item_notices import tell_race
from sitehand.hosts.wordpress.purging import Purging
from sitehand.hosts.wordpress.remote import Remote
from sitehand.hosts.wordpress.resources import Action, Fields, Json, is_same
from sitehand.hosts.wordpress.sending import PartlyDone, Unsettled, send, tell_kept
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL, Step, describe_steps, resolve_fields
from sitehand.hosts.wordpress.uploads import FILE, Upload
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS
from sitehand.site.transactions import Record, Terms
from sitehand.store.claims import Claim, end_claim

log = logging.getLogger(__name__)
T = TypeVar("T")
WriteDown = Callable[[Record[T]], Awaitable[T]]
"""Runs a record in a transaction of the ledger."""


class Delivery:
    """The delivery of one call's steps."""

    def __init__(self, remote: Remote, terms: Terms, steps: Sequence[Step]) -> None:
        self._client = remote.client
        self._ledger = remote.ledger
        self._settling = remote.settling
        self._visitors = remote.visitors
        self._purging = Purging(remote.client, remote.locks)
        self._elementor_cache = ElementorCache(remote.client, remote.locks)
        self._locks = remote.locks
        self._terms = terms
        self._steps = list(steps)
        self._groups = group_steps(self._steps)
        self._newest: dict[str, int] = {}
        self._made: dict[int, int] = {}
        """The id that each provisional one has become."""

    async def run(self, record: Record[T], write_down: WriteDown[T]) -> T:
        """Do all of it, and run the record in the transaction that ends the claim, which `write_down` opens.

        Raises Repeated, and Problem when nothing of it stays done; Unsettled when something may.
        """
        await self._read_newest("create", self._steps)
        wanted = claiming.write_claim(self._ledger, self._terms, self._groups, self._newest)
        claim = await claiming.take(self._ledger, self._settling, wanted, self._terms)
        try:
            # Looked at again under the claim: from here on no other call of ours changes these objects.
            await self._locks.check(self._steps)
            await self._check_revisions()
        except BaseException:
            await self._ledger.end(claim)
            raise
        done: list[Step] = []
        try:
            await self._send_all(claim, done)
            await self._elementor_cache.clear(self._steps)  # else visitors would get the HTML of before
            if self._visitors:
                await self._visitors.look_at(self._steps, self._purging.purge)
            return await write_down(await self._tell(claim, record))
        except Unsettled:
            await self._ledger.leave(claim)
            raise
        except Exception as fault:
            told = await self._give_up(claim, done, fault)
            if told is fault:
                raise
            raise told from fault

    async def _read_newest(self, action: Action, steps: Sequence[Step]) -> None:
        """Note what is there of each kind before anything is made, so that what was made can be told from it."""
        for step in steps:
            if step.action == action and step.resource.kind not in self._newest:
                self._newest[step.resource.kind] = await step.resource.read_newest()

    async def _check_revisions(self) -> None:
        """Look once more, right before the first request. Raises Problem(revision_conflict)."""
        looked: set[str] = set()
        for step in self._steps:
            if step.before is None or step.object_id >= FIRST_PROVISIONAL or step.name in looked:
                continue
            looked.add(step.name)
            value = _check_same(step, await step.resource.read_again(step.object_id, step.before))
            step.before = _check_same(step, await step.resource.keep(value, self._gather_sent(step.name)))

    def _gather_sent(self, name: str) -> Fields:
        """All that will be sent of an object."""
        return {field: value for step in self._steps if step.name == name for field, value in step.sent.items()}

    async def _send_all(self, claim: Claim, done: list[Step]) -> None:
        await self._note_progress(claim, done)
        for group in self._groups:
            for step in group:
                self._resolve(step)
            await self._send_group(claim, group, done)
            for step in group:
                await self._examine(step)
            await self._note_progress(claim, done)

    async def _note_progress(self, claim: Claim, done: Sequence[Step]) -> None:
        """Note what has been done, before each request. A single step is looked at anyway when its claim is settled."""
        if len(self._steps) > 1:
            await self._ledger.note_progress(claim, [each.object_id for each in done])

    async def _send_group(self, claim: Claim, group: Group, done: list[Step]) -> None:
        """Send steps in one request. Those that were done join `done`, also when others were not; then raises."""
        if len(group) == 1:
            await self._send_one(group[0], done)
            return
        results = await send_batch(self._client, group, self._newest)
        if results is None:  # WordPress takes no batch
            for step in group:
                await self._send_one(step, done)
                await self._note_progress(claim, done)
            return
        for step, result in zip(group, results, strict=True):
            if isinstance(result, PartlyDone):
                self._note_partly(step, result, done)
            elif not isinstance(result, BaseException):
                self._note_done(step, result, done)
        raise_first([each for each in results if isinstance(each, BaseException)])

    async def _send_one(self, step: Step, done: list[Step]) -> None:
        if step.action == "follow":
            done.append(step)  # WordPress has done it already, whether we can read it or not
            step.after = await step.resource.read(step.object_id)
            return
        try:
            self._note_done(step, await self._send(step), done)
        except PartlyDone as fault:
            self._note_partly(step, fault, done)
            raise

    async def _send(self, step: Step) -> Json | None:
        """Send one step; a refusal of one of several files names it."""
        try:
            return await send(self._client, step, self._newest.get(step.resource.kind, 0))
        except Unsettled:
            raise
        except Problem as problem:
            upload = step.body.get(FILE)
            if len(self._steps) == 1 or not isinstance(upload, Upload):
                raise
            told = _add_note(problem, f"The file is {upload.name}.")
            raise PartlyDone(told, problem.value) if isinstance(problem, PartlyDone) else told from problem

    def _note_done(self, step: Step, after: Json | None, done: list[Step]) -> None:
        step.after = after
        if step.action == "update" and step.before is not None and after is not None:
            step.raced = step.resource.find_others(step.before, step.body, step.sent, after)
        self._note_made(step)
        done.append(step)

    def _note_partly(self, step: Step, fault: PartlyDone, done: list[Step]) -> None:
        """Note a step of which a part was stored, so that it is undone with the others."""
        step.is_guessed = step.action == "create"
        self._note_done(step, fault.value, done)

    def _resolve(self, step: Step) -> None:
        """Replace provisional ids by those of what has been made, and begin at what the step before has left."""
        step.object_id = self._made.get(step.object_id, step.object_id)
        for fields in (step.body, step.sent):
            fields.update(resolve_fields(fields, self._made))
        earlier = [each for each in self._steps[: self._steps.index(step)] if each.name == step.name]
        if earlier:
            step.before = earlier[-1].after
            step.body = step.resource.rebase(step.body, step.before) if step.before else step.body

    def _note_made(self, step: Step) -> None:
        if step.action == "create" and step.after is not None:
            self._made[step.object_id] = step.object_id = int(step.after["id"])
            kind = step.resource.kind
            self._newest[kind] = max(self._newest[kind], step.object_id)

    async def _examine(self, step: Step) -> None:
        """Raise Problem(verification_failed) for what is not stored as it was sent, or is not in the trash."""
        if step.action == "trash" and step.resource.find_lost(step.sent, step.fields_after or {}):
            raise tell_kept(step, "is not in the trash")
        if step.after is None or step.action not in ("create", "update"):
            return
        written = await step.resource.examine(step.before, step.sent, step.after)
        if written.lost:
            raise Problem(
                Code.VERIFICATION_FAILED,
                f"WordPress has not stored what was sent: {', '.join(written.lost)} of {step.name}.",
                hint="Its user may lack the right unfiltered_html, or a plugin changes what is stored.",
                details=[{"path": name, "expected": "what was sent", "got": "something else"} for name in written.lost],
            )
        step.notices += written.notices
        if step.raced:
            what = KINDS[step.resource.kind].singular
            step.notices.append(tell_race(f"Its {', '.join(step.raced)} changed meanwhile.", what))

    async def _tell(self, claim: Claim, record: Record[T]) -> Record[T]:
        """Tell the caller what has become true; and what is still to be written down of it."""
        for step in self._steps:
            for answer in step.answers:
                answer.fill(step.after if step.after is not None else step.before or {}, step.notices, step.visible)
            for restoration in step.restorations:
                await restoration.report()
        objects = describe_steps(self._steps)

        def write_down(connection: Connection, _: Sequence[ObjectChange]) -> T:
            # In one transaction with the record: the claim ends exactly when the journal has what was done.
            end_claim(connection, claim.id)
            return record(connection, objects)

        return write_down

    async def _give_up(self, claim: Claim, done: Sequence[Step], fault: Exception) -> Exception:
        """Undo what was done; the fault, with the result of the undo. What cannot be undone keeps the claim."""
        try:
            notes = await self._put_back(claim, done)
        except Exception as problem:  # whatever it is, nobody is at the claim any more
            await self._ledger.leave(claim)
            return _retell(fault, _tell_left(done, problem))
        await self._ledger.end(claim)
        return _retell(fault, " ".join(["What was done before it was undone.", *notes])) if done else fault

    async def _put_back(self, claim: Claim, done: Sequence[Step]) -> list[str]:
        """Undo what was done; sentences about what differs. Caches go again: a visit may have filled them meanwhile."""
        try:
            await self._note_undo(claim, done)
            notes = await put_back(self._client, done)
        finally:
            left = await self._elementor_cache.clear(done)
        return notes + [each["message"] for each in left]

    async def _note_undo(self, claim: Claim, done: Sequence[Step]) -> None:
        """Say it in the claim before the first request, else a restart would take for done what is undone."""
        if done:
            await self._read_newest("delete", done)
            await self._ledger.note_undo(claim, claiming.write_left(claim, self._steps, done, self._newest))


def _tell_left(done: Sequence[Step], problem: Exception) -> str:
    told = f"What was done before could not be undone ({', '.join(step.name for step in done)})"
    if isinstance(problem, Problem):
        return f"{told}: {problem.message}"
    log.error("A call that failed could not be undone.", exc_info=problem)
    return f"{told}."


def _retell(fault: Exception, note: str) -> Exception:
    return _add_note(fault, note) if isinstance(fault, Problem) else fault


def _add_note(problem: Problem, note: str) -> Problem:
    message, told = f"{problem.message} {note}", {"extra": problem.extra, "headers": problem.headers}
    return Problem(problem.code, message, hint=problem.hint, details=problem.details, **told)


def _check_same(step: Step, value: Json | None) -> Json:
    """An object that is as the call has seen it. Raises Problem(revision_conflict)."""
    fields = step.resource.fields(value) if value is not None else None
    if value is None or not is_same(step.resource, step.object_id, fields, step.fields_before):
        raise _refuse_change(step)
    return value


def _refuse_change(step: Step) -> Problem:
    return Problem(
        Code.REVISION_CONFLICT,
        f"Somebody changed {step.name} in WordPress while this call was served. Nothing was changed by it.",
        hint="Read it again, and repeat the write on what is there now.",
    )
