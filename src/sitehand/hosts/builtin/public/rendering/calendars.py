"""A month with the days on which posts were published."""

import calendar
from datetime import date

from sitehand.hosts.builtin.public.rendering.archives import MONTH, name_period
from sitehand.hosts.builtin.public.rendering.dates import to_local
from sitehand.hosts.builtin.public.rendering.markup import link
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@renders("core/calendar")
def draw_calendar(block: Slot, scene: Scene) -> str:
    """This month; nothing on a site without posts. A day leads to its month: there are no archives of days."""
    today = to_local(scene.site.visit.now, scene.site.settings["timezone"]).date()
    months = [month.period for month in scene.site.months(MONTH)]
    period = f"{today:%Y-%m}"
    if not months:
        return ""
    posted = {int(day[-2:]) for day in scene.site.days(period)}
    head = "".join(f'<th scope="col" aria-label="{name}">{name[0]}</th>' for name in DAYS)
    weeks = calendar.Calendar().monthdayscalendar(today.year, today.month)
    rows = "".join(f"<tr>{_draw_week(scene, week, posted, today)}</tr>" for week in weeks)
    table = (
        f'<table class="wp-calendar-table"><caption>{name_period(period)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    return wrap(block, "div", table + _draw_neighbours(scene, months, period))


def _draw_week(scene: Scene, week: list[int], posted: set[int], today: date) -> str:
    before, after = _count_empty(week), _count_empty(week[::-1])
    pads = [f'<td colspan="{number}" class="pad">&nbsp;</td>' if number else "" for number in (before, after)]
    days = "".join(_draw_day(scene, day, posted, today) for day in week if day)
    return f"{pads[0]}{days}{pads[1]}"


def _count_empty(week: list[int]) -> int:
    return next((number for number, day in enumerate(week) if day), len(week))


def _draw_day(scene: Scene, day: int, posted: set[int], today: date) -> str:
    mark = ' id="today"' if day == today.day and scene.work.number("today") == 1 else ""
    if day not in posted:
        return f"<td{mark}>{day}</td>"
    label = f"Posts published on {today.replace(day=day):%B} {day}, {today.year}"
    return f"<td{mark}>{link(scene.site.local_url(f'/{today:%Y/%m}/'), str(day), aria_label=label)}</td>"


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
