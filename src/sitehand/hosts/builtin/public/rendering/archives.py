"""The months or years in which posts were published."""

from datetime import date

from sitehand.hosts.builtin.public.rendering.markup import link
from sitehand.hosts.builtin.public.rendering.reads import Month
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

YEAR, MONTH = 4, 7
"""Characters of a moment that tell its year, and its month."""


@renders("core/archives")
def draw_archives(block: Slot, scene: Scene) -> str:
    """A list of months or years, newest first: there are no archives of days and weeks."""
    given = block.attributes
    shows_counts = given.flag("showPostCounts")
    characters = YEAR if given.text("type") == "yearly" else MONTH
    months = scene.site.months(characters, counted=shows_counts)
    if not months:
        return wrap(block, "div", "No archives to show.")
    entries = (f"<li>{_draw_month(scene, month)}{_write_count(month) if shows_counts else ''}</li>" for month in months)
    return wrap(block, "ul", "".join(entries), "wp-block-archives-list")


def _draw_month(scene: Scene, month: Month) -> str:
    return link(scene.site.local_url(f"/{month.period.replace('-', '/')}/"), name_period(month.period))


def _write_count(month: Month) -> str:
    return f"&nbsp;({month.posts})"


def name_period(period: str) -> str:
    """`2026-03` in words; a year as it is."""
    year, _, month = period.partition("-")
    return f"{date(int(year), int(month), 1):%B} {year}" if month else year
