"""Counts of use as the screens show them: for each day, and for each caller."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from markupsafe import Markup

from sitehand.admin.chart import Series, draw_bars
from sitehand.admin.services import AdminServices, DayUse

DAYS = 30
MAX_CALLERS = 50
"""Callers that are shown one by one, those with most calls."""


@dataclass(slots=True)
class Total:
    """What was done on a day or by a caller, in all."""

    name: str
    label: str
    calls: int = 0
    changes: int = 0
    no_ops: int = 0
    percent: int = 0
    """Calls in relation to the caller with the most."""


@dataclass(frozen=True, slots=True)
class Use:
    """The last 30 days: what was counted, per day and per caller, and drawn."""

    lines: Sequence[DayUse]
    days: Sequence[Total]
    callers: Sequence[Total]
    charts: Sequence[Markup]


async def read_use(services: AdminServices, caller: str | None) -> Use:
    """The use of the last 30 days, today among them; `caller` narrows the days to one."""
    today = services.clock().date()
    days = [(today - timedelta(days=ago)).isoformat() for ago in reversed(range(DAYS))]
    return sum_up(await services.usage.list(days[0], MAX_CALLERS, caller), days, caller)


def sum_up(lines: Sequence[DayUse], days: Sequence[str], caller: str | None) -> Use:
    """The use that these lines add up to; `days` are those to draw, and `caller` narrows them to one caller."""
    by_day = {day: Total(day, day) for day in days}
    by_caller: dict[str, Total] = {}
    for line in lines:
        totals = [by_caller.setdefault(line.caller, Total(line.caller, line.label))]
        if line.day in by_day and caller in (None, line.caller):
            totals.append(by_day[line.day])
        for total in totals:
            total.calls += line.calls
            total.changes += line.changes
            total.no_ops += line.no_ops
        by_caller[line.caller].label = line.label
    callers = sorted(by_caller.values(), key=lambda total: (-total.calls, -total.changes, total.label))
    most = max((total.calls for total in callers), default=0)
    for total in callers:
        total.percent = round(100 * total.calls / most) if most else 0
    totals = list(by_day.values())
    return Use(lines, totals, callers, [draw_bars(series) for series in _list_series(totals)])


def _list_series(days: Sequence[Total]) -> list[Series]:
    return [
        Series("calls", "Calls per day", ("call", "calls"), [(day.name, day.calls) for day in days]),
        Series("changes", "Changes per day", ("change", "changes"), [(day.name, day.changes) for day in days]),
    ]
