"""Revisions are kept for as long as the settings say, and of what is there the last ten always."""

from datetime import timedelta

from sqlalchemy import select, update

from sitehand.hosts.builtin.retention import SiteRetention
from sitehand.hosts.builtin.stored_revisions import ALWAYS_KEPT, PORTION
from sitehand.hosts.builtin.tables import revisions
from sitehand.parts import Parts
from sitehand.site.content import PageFields
from sitehand.site.values import iso
from sitehand.store.media_files import MediaFiles
from sitehand.store.reading import list_rows
from sitehand.store.retention import Retention
from tests.jobs import FreeRun
from tests.unit.clock import NOW


async def write_page(parts: Parts, edits: int) -> int:
    """A page with so many revisions; its id."""
    page = await parts.host.pages.create(PageFields(title="0"), "key:1")
    for number in range(1, edits):
        await parts.host.pages.update(page["id"], PageFields(title=str(number)), "key:1")
    return int(page["id"])


async def make_old(parts: Parts, days: int) -> None:
    """Put all revisions back in time."""
    at = iso(NOW - timedelta(days=days))
    await parts.database.transact(lambda connection: connection.execute(update(revisions).values(at=at)))


async def clear(parts: Parts, days: int = 90, revision_days: int = 0) -> dict[int, int]:
    """Clear away what is old; how many revisions each item has then."""
    site = SiteRetention(parts.database, MediaFiles(parts.settings.data), parts.clock, revision_days)
    await Retention(parts.database, parts.clock, days, site.clear).clear(FreeRun(parts.database))
    found = [row.item_id for row in await parts.database.read(list_rows(select(revisions.c.item_id)))]
    return {item: found.count(item) for item in found}


async def test_old_revisions_go_but_for_the_last_ten(parts: Parts) -> None:
    """Of each item by itself; what is not old stays whole."""
    many, few = await write_page(parts, ALWAYS_KEPT + 5), await write_page(parts, 3)
    assert await clear(parts) == {many: ALWAYS_KEPT + 5, few: 3}
    await make_old(parts, 92)
    assert await clear(parts) == {many: ALWAYS_KEPT, few: 3}
    newest = select(revisions.c.state).where(revisions.c.item_id == many).order_by(revisions.c.id.desc()).limit(1)
    assert f'"title": "{ALWAYS_KEPT + 4}"' in (await parts.database.read(list_rows(newest)))[0].state


async def test_of_what_is_deleted_for_good_nothing_outlives_the_journal(parts: Parts) -> None:
    """Also when revisions are kept for longer than the journal."""
    gone, there = await write_page(parts, 3), await write_page(parts, ALWAYS_KEPT + 1)
    await parts.host.pages.delete(gone, "key:1")
    await make_old(parts, 92)
    assert await clear(parts, days=100, revision_days=1000) == {gone: 3, there: ALWAYS_KEPT + 1}
    assert await clear(parts, days=90, revision_days=1000) == {there: ALWAYS_KEPT + 1}
    assert await clear(parts, days=90, revision_days=30) == {there: ALWAYS_KEPT}


async def test_more_than_a_portion_goes_in_one_round(parts: Parts) -> None:
    """However many there are."""
    page = await write_page(parts, ALWAYS_KEPT + PORTION + 5)
    await make_old(parts, 92)
    assert await clear(parts) == {page: ALWAYS_KEPT}
