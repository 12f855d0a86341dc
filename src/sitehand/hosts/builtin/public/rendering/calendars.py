"""A month with the days on which posts were published."""

import calendar
import re
from datetime import date
from typing import NamedTuple

from sitehand.hosts.builtin.public.rendering.archives import MONTH, name_period
from sitehand.hosts.builtin.public.rendering.dates import to_local
from sitehand.hosts.builtin.public.rendering.markup import link
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH = re.compile(r"(?:/[A-Za-z-]+)?/([1-9][0-9]{3})/(0[1-9]|1[0-2])/")
"""How an address of a post or of a month begins, also below the home page of a locale."""


class _Month(NamedTuple):
    """What is shown: its first day, the days with posts, and today, which is 0 in any other month."""

    first: date
    posted: set[int]
    today: int


@renders("core/calendar")
def draw_calendar(block: Slot, scene: Scene) -> str:
    """The calendar of this month, or of the month in the address, such as a post's; empty on a site without posts.

    A day leads to its month: there are no archives of days.
    """
    today = to_local(scene.site.visit.now, scene.site.settings["timezone"]).date()
    first = _find_month(scene.site.visit.path) or today.replace(day=1)
    months = [month.period for month in scene.site.months(MONTH)]
    period = f"{first:%Y-%m}"
    if not months:
        return ""
    days = {int(day[-2:]) for day in scene.site.days(period)}
    month = _Month(first, days, today.day if today.replace(day=1) == first else 0)
    head = "".join(f'<th scope="col" aria-label="{name}">{name[0]}</th>' for name in DAYS)
    weeks = calendar.Calendar().monthdayscalendar(first.year, first.month)
    rows = "".join(f"<tr>{_draw_week(scene, week, month)}</tr>" for week in weeks)
    table = (
        f'<table class="wp-calendar-table"><caption>{name_period(period)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    return wrap(block, "div", table + _draw_neighbours(scene, months, period))


def _find_month(path: str) -> date | None:
    found = _MONTH.match(path)
    return date(int(found[1]), int(found[2]), 1) if found else None


def _draw_week(scene: Scene, week: list[int], month: _Month) -> str:
    before, after = _count_empty(week), _count_empty(week[::-1])
    pads = [f'<td colspan="{number}" class="pad">&nbsp;</td>' if number else "" for number in (before, after)]
    days = "".join(_draw_day(scene, day, month) for day in week if day)
    return f"{pads[0]}{days}{pads[1]}"


def _count_empty(week: list[int]) -> int:
    return next((number for number, day in enumerate(week) if day), len(week))


def _draw_day(scene: Scene, day: int, month: _Month) -> str:
    mark = ' id="today"' if day == month.today and scene.work.number("today") == 1 else ""
    if day not in month.posted:
        return f"<td{mark}>{day}</td>"
    label = f"Posts published on {month.first:%B} {day}, {month.first.year}"
    return f"<td{mark}>{link(scene.site.local_url(f'/{month.first:%Y/%m}/'), str(day), aria_label=label)}</td>"


def _draw_neighbours(scene: Scene, months: list[str], period: str) -> str:
    before = next((month for month in months if month < period), "")
    after = next((month for month in reversed(months) if month > period), "")
    return (
        '<nav aria-label="Previous and next months" class="wp-calendar-nav">'
        f'<span class="wp-calendar-nav-prev">{_draw_neighbour(scene, before, "« {}")}</span>'
        '<span class="pad">&nbsp;</span>'
        f'<span class="wp-calendar-nav-next">{_draw_neighbour(scene, after, "{} »")}</span></nav>'
    )


def _draw_neighbour(scene: Scene, period: str, form: str) -> str:
    if not period:
        return "&nbsp;"
    return link(scene.site.local_url(f"/{period.replace('-', '/')}/"), form.format(name_period(period)[:3]))
