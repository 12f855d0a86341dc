"""Which blocks a caller may add: what the owner's block policy says of blocks that a write adds to an item.

It is decided from what a write does, whatever the operation, and on every host. Blocks that are there already may be
edited, moved and kept; an undo brings them back, and a copy of an item has those of the item.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sitehand.blocks.delimiters import Dialect, find_delimiters
from sitehand.blocks.outline import Entry, read_outline
from sitehand.blocks.release import read_release
from sitehand.errors import Code, Detail, Problem
from sitehand.guard.call import current_call
from sitehand.operation.block_policy import BlockPolicy, Verdict
from sitehand.operation.context import Caller
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.host import Host

SHORT = 4_000
"""Characters that are read in under a millisecond: a thread would cost more."""
MAX_TOLD = 5
FIELD = "content"
ITEMS = "item"
"""The sequence of the kinds whose content has blocks."""


class _Added(NamedTuple):
    """A new block of an object, and the verdict on it."""

    path: str
    name: str
    verdict: Verdict


class BlockRule:
    """Refuses blocks that the owner's policy refuses, and tells of those that it discourages."""

    def __init__(self, host: Host, policy: Callable[[], BlockPolicy]) -> None:
        self._host = host
        self._policy = policy

    async def check(self, caller: Caller, objects: Sequence[ObjectChange]) -> list[Notice]:
        """What to tell of new blocks. Raises Problem(block_not_allowed) for those that are refused."""
        if caller.kind == "owner" or current_call().undone:
            return []
        texts = [pair for each in objects if (pair := self._read_texts(each))]
        if not texts:
            return []
        work = partial(_find_all, texts, self._policy(), self._host.release)
        long = sum(map(len, (text for pair in texts for text in pair))) > SHORT
        added = await asyncio.to_thread(work) if long else work()
        refused = [each for each in added if each.verdict.action == "refuse"]
        if refused:
            raise _refuse(refused)
        return [_tell(each) for each in added[:MAX_TOLD]]

    def _read_texts(self, change: ObjectChange) -> tuple[str, str] | None:
        """The text of an item before and after a write, where that may add blocks."""
        if self._host.kinds[change.kind].sequence != ITEMS:
            return None
        before, after = ((side or {}).get(FIELD) for side in (change.before, change.after))
        return (before or "", after) if after and after != before and "wp:" in after else None


def _find_all(texts: Sequence[tuple[str, str]], policy: BlockPolicy, release: str) -> list[_Added]:
    return [added for before, after in texts for added in _find_added(before, after, policy, release)]


def _find_added(before: str, after: str, policy: BlockPolicy, release: str) -> Iterator[_Added]:
    """New blocks on which the policy has a verdict: of each name as many as there are more than before."""
    dialect = read_release(release).dialect
    more = Counter({name: number for name, number in _count(after, dialect).items() if policy.concerns(name)})
    if more:
        more -= _count(before, dialect)
    if not more:
        return
    known = Counter(_list_blocks(before, more, release))
    for entry, block in _list_entries(after, more, release):
        if known[block]:
            known[block] -= 1
        elif more[block[0]] and (verdict := policy.judge(entry)):
            more[block[0]] -= 1
            yield _Added(entry.path, entry.block.name, verdict)


def _count(text: str, dialect: Dialect) -> Counter[str]:
    """How many blocks of each name a text has."""
    return Counter(each.name for each in find_delimiters(text, dialect) if not each.closes)


def _list_blocks(text: str, names: Counter[str], release: str) -> Iterator[tuple[str, str]]:
    return (block for _, block in _list_entries(text, names, release))


def _list_entries(text: str, names: Counter[str], release: str) -> Iterator[tuple[Entry, tuple[str, str]]]:
    """The blocks of these names, each with its name and source."""
    outline = read_outline(text, read_release(release).dialect)
    return ((entry, (entry.block.name, outline.text(entry))) for entry in outline if entry.block.name in names)


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
