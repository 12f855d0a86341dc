"""What links to pending changes show is worked out once, as long as nothing in the site changes."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.previews import PreviewedPending
from sitehand.hosts.builtin.public.pending import MOST_KEPT, Found, PendingItems
from sitehand.site.previews import ChangedItem
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable

NOW = "2026-07-28T09:30:00Z"
LINK = PreviewedPending(1, NOW, 0, 5, 2_000_000_000)


@dataclass
class CountedTrials:
    """Changes that do nothing, or are refused; which of them were tried."""

    refusal: Problem | None = None
    tried: list[int] = field(default_factory=list)

    async def look_unseen(
        self, pending_id: int, at: str, item: ChangedItem, see: Callable[[int], Awaitable[Found]]
    ) -> Found:
        """Try one."""
        self.tried.append(pending_id)
        if self.refusal:
            raise self.refusal
        return await see(item.id)


@pytest.mark.parametrize("refusal", [None, Problem(Code.REVISION_CONFLICT, "The preview is stale.")])
async def test_a_change_is_tried_once_while_nothing_changes(database: Database, refusal: Problem | None) -> None:
    """However often and at once its link is opened, also when it is refused; then again after a write."""
    trials = CountedTrials(refusal)
    pending = PendingItems(database, trials)
    assert await asyncio.gather(*(pending.find(LINK, NOW) for _ in range(5))) == [None] * 5
    assert trials.tried == [1]
    await SettingsTable(database).set({"name": "Hill"})
    assert await pending.find(LINK, NOW) is None
    assert trials.tried == [1, 1]


async def test_a_fault_of_the_storage_is_no_end_of_a_link(database: Database) -> None:
    """It is raised, and the change is tried again."""
    trials = CountedTrials(Problem(Code.STORAGE_UNAVAILABLE, "The disk does not answer."))
    pending = PendingItems(database, trials)
    for _ in range(2):
        with pytest.raises(Problem, match="disk"):
            await pending.find(LINK, NOW)
    assert trials.tried == [1, 1]


async def test_few_results_are_kept(database: Database) -> None:
    """Each may have texts as long as they can be."""
    trials = CountedTrials()
    pending = PendingItems(database, trials)
    links = [LINK._replace(pending=number) for number in range(MOST_KEPT + 1)]
    for link in [*links, links[-1], links[0]]:
        await pending.find(link, NOW)
    assert trials.tried == [*range(MOST_KEPT + 1), 0]
