"""Dates as an author asks for them, in the letters of PHP's `date` (https://www.php.net/manual/datetime.format.php)."""

import contextlib
from collections.abc import Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from sitehand.hosts.builtin.public.theme import write_day

MAX_FORMAT = 100
AGE = "human-diff"
"""Instead of letters: how long ago it was, as the editor stores it."""
SPANS = {
    "second": 1,
    "minute": 60,
    "hour": 3_600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_592_000,
    "year": 31_536_000,
}
"""Seconds of each unit."""
LETTERS: Mapping[str, Callable[[datetime], str]] = {
    "d": lambda at: f"{at:%d}",
    "D": lambda at: f"{at:%a}",
    "j": lambda at: str(at.day),
    "l": lambda at: f"{at:%A}",
    "N": lambda at: str(at.isoweekday()),
    "S": lambda at: _write_ending(at.day),
    "w": lambda at: str(at.isoweekday() % 7),
    "z": lambda at: str(at.timetuple().tm_yday - 1),
    "F": lambda at: f"{at:%B}",
    "m": lambda at: f"{at:%m}",
    "M": lambda at: f"{at:%b}",
    "n": lambda at: str(at.month),
    "Y": lambda at: str(at.year),
    "y": lambda at: f"{at:%y}",
    "a": lambda at: f"{at:%p}".lower(),
    "A": lambda at: f"{at:%p}",
    "g": lambda at: str(at.hour % 12 or 12),
    "G": lambda at: str(at.hour),
    "h": lambda at: f"{at:%I}",
    "H": lambda at: f"{at:%H}",
    "i": lambda at: f"{at:%M}",
    "s": lambda at: f"{at:%S}",
    "T": lambda at: f"{at:%Z}",
    "c": lambda at: at.isoformat(timespec="seconds"),
    "U": lambda at: str(int(at.timestamp())),
}


def to_local(moment: str, timezone: str) -> datetime:
    """A moment on the site's clock; the very first and last day of the calendar stay in UTC."""
    at = datetime.fromisoformat(moment)
    with contextlib.suppress(OverflowError):
        at = at.astimezone(ZoneInfo(timezone))
    return at


def write_date(moment: str, form: str, timezone: str, language: str) -> str:
    """A moment in this form; without one, the day as the site writes it elsewhere."""
    if not form or len(form) > MAX_FORMAT:
        return write_day(moment, timezone, language)
    at, letters, written = to_local(moment, timezone), iter(form), []
    for letter in letters:
        written.append(next(letters, "") if letter == "\\" else LETTERS[letter](at) if letter in LETTERS else letter)
    return "".join(written)


def write_age(moment: str, now: str) -> str:
    """How long ago a moment was, or until it comes, in the largest unit of which it is one at least."""
    seconds = (datetime.fromisoformat(now) - datetime.fromisoformat(moment)).total_seconds()
    span = max(1, abs(seconds))
    unit, length = next((name, each) for name, each in reversed(SPANS.items()) if span >= each)
    count = int(span / length + 0.5)
    return f"{count} {unit}{'' if count == 1 else 's'} {'from now' if seconds < 0 else 'ago'}"


def _write_ending(day: int) -> str:
    return "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
