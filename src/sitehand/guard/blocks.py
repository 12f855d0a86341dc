"""The owner's block policy: whether a caller may add the blocks that a write adds to an item.

It is decided from what a write does, whatever the operation, and on every host. Blocks that are there already may be
edited, moved and kept; an undo brings them back, and a copy of an item has those of the item.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from sitehand.blocks.fingerprints import hash_blocks
from sitehand.blocks.outline import read_outline
from sitehand.errors import Code, Detail, Problem
from sitehand.guard.call import current_call
from sitehand.operation.block_policy import BlockPolicy, Verdict
from sitehand.operation.caller import Caller
from sitehand.operation.markup.blocks import count_blocks
from sitehand.operation.markup.known import KNOWN
from sitehand.operation.markup.readings import list_readings
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.kind import Kinds

MAX_TOLD = 5
Edit = tuple[str, str]
"""The text of an item before and after a write."""
FIELD = "content"
MARK = "wp:"


class _Judged(NamedTuple):
    """A block that the policy concerns, the hash of its source, and the verdict on it if it is new."""

    path: str
    name: str
    source: bytes
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class PolicyReader:
    """Reads the blocks of a text that a policy concerns."""

    policy: BlockPolicy

    def __call__(self, text: str) -> list[_Judged]:
        names = self.count(text)
        parts = (part for reading in list_readings(text) for part in reading) if names else ()
        return [judged for part in parts for judged in self._judge(part, names)]

    def _judge(self, text: str, names: Counter[str]) -> Iterator[_Judged]:
        for entry, source in hash_blocks(read_outline(text)).items():
            if entry.block.name in names:
                yield _Judged(entry.path, entry.block.name, source, self.policy.judge(entry))

    def count(self, text: str) -> Counter[str]:
        """How many of each name there are."""
        found = KNOWN.read(count_blocks, text)
        return Counter({name: number for name, number in found.items() if self.policy.concerns(name)})


class _Added(NamedTuple):
    """A new block of an object, and the verdict on it."""

    path: str
    name: str
    verdict: Verdict


class NewBlockRule:
    """Refuses blocks that the owner's policy refuses, and tells of those that it discourages."""

    def __init__(self, kinds: Kinds, policy: Callable[[], BlockPolicy]) -> None:
        self._kinds = kinds
        self._policy = policy

    async def prepare(self, caller: Caller, texts: Sequence[str]) -> None:
        """Read long texts of a call before its transaction, where nobody waits for that."""
        marked = [text for text in texts if MARK in text] if caller.kind != "owner" else []
        if marked:
            await asyncio.to_thread(_read_all, marked, PolicyReader(self._policy()))

    def read_policy(self) -> PolicyReader | Problem:
        """What finds the blocks that the policy in force concerns, for `check`; for the event loop's thread.

        A policy that cannot be read is refused only to who adds blocks.
        """
        try:
            return PolicyReader(self._policy())
        except Problem as unreadable:
            return unreadable

    def check(self, caller: Caller, objects: Sequence[ObjectChange], policy: PolicyReader | Problem) -> list[Notice]:
        """What to tell of new blocks. Raises Problem(block_not_allowed) for those that are refused; `policy` if it is
        one.
        """
        if caller.kind == "owner" or current_call().undone:
            return []
        edits = [edit for each in objects if (edit := self._read_edit(each))]
        if not edits:
            return []
        if isinstance(policy, Problem):
            raise policy
        added = [each for before, after in edits for each in _find_added(before, after, policy)]
        refused = [each for each in added if each.verdict.action == "refuse"]
        if refused:
            raise _refuse(refused)
        return [_tell(each) for each in added[:MAX_TOLD]]

    def _read_edit(self, change: ObjectChange) -> Edit | None:
        """What a write does to the text of an item, where that may add blocks."""
        if not self._kinds[change.kind].has_blocks:
            return None
        after = change.after.get(FIELD) if change.after else None
        if not after or MARK not in after:
            return None
        before = change.before.get(FIELD) if change.before else None
        return (before or "", after) if after != before else None


def _read_all(texts: Sequence[str], policy: PolicyReader) -> None:
    for text in texts:
        with suppress(Problem):  # the check meets it again, if the text is stored
            KNOWN.read(policy, text)


def _find_added(before: str, after: str, policy: PolicyReader) -> Iterator[_Added]:
    """New blocks on which the policy has a verdict: of each name as many as there are more than before."""
    # Counting names costs little, and most writes add no block: then nothing else is read.
    more = policy.count(after)
    if more:
        more -= policy.count(before)
    if not more:
        return
    known = Counter(each.source for each in KNOWN.read(policy, before))
    for each in KNOWN.read(policy, after):
        if known[each.source]:
            known[each.source] -= 1
        elif more[each.name] and each.verdict:
            more[each.name] -= 1
            yield _Added(each.path, each.name, each.verdict)


def _refuse(refused: Sequence[_Added]) -> Problem:
    first = refused[0]
    more = f" So are {len(refused) - 1} more blocks." if len(refused) > 1 else ""
    return Problem(
        Code.BLOCK_NOT_ALLOWED,
        f"The new block {first.path} is refused. {first.verdict.reason}{more}",
        hint=_advise(first.verdict),
        details=[
            Detail(path=f"{FIELD}, block {each.path}", expected=each.verdict.instead or "another block", got=each.name)
            for each in refused[:MAX_TOLD]
        ],
    )


def _advise(verdict: Verdict) -> str:
    instead = f"Send {verdict.instead} instead" if verdict.instead else "Send another block"
    return f"{instead}, or ask the owner (admin screens, Blocks). Blocks that are there already may stay."


def _tell(added: _Added) -> Notice:
    instead = f" Use {added.verdict.instead} instead." if added.verdict.instead else ""
    return Notice(code="block_discouraged", message=f"The new block {added.path}: {added.verdict.reason}{instead}")
