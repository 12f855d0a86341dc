"""Whether the clock can be believed before something is cleared for good by it.

A clock that jumps a year ahead makes everything old. So each look is compared with the one before, also that of a
process that has ended: after a jump nothing is cleared until the clock has gone on from there for a whole day.
"""

import json
from datetime import datetime, timedelta

from sqlalchemy import Connection

from sitehand.site.values import iso
from sitehand.store.settings import read_setting, write_settings

NAME = "clock_seen"
PLAUSIBLE = timedelta(days=1)
"""The most that may lie between two looks; whoever clears waits for that long more, so that a smaller jump clears
nothing. Also how long a clock that jumped is doubted."""
NOTED_EVERY = timedelta(minutes=30)
"""Looks of several workers, or of one that starts again and again, are noted once."""


def believe(connection: Connection, now: datetime) -> bool:
    """Whether the clock goes on as it did. Notes the look, for the next one."""
    stored = read_setting(connection, NAME)
    seen, before = _read(stored) if stored else (now, None)
    doubted = before
    if abs(now - seen) > PLAUSIBLE:
        doubted = now
    elif before is not None and now - before >= PLAUSIBLE:
        doubted = None
    if not stored or doubted != before or abs(now - seen) >= NOTED_EVERY:
        note = {"seen": iso(now), "doubted": iso(doubted) if doubted else None}
        write_settings(connection, {NAME: json.dumps(note)})
    return doubted is None


def _read(stored: str) -> tuple[datetime, datetime | None]:
    note = json.loads(stored)
    return datetime.fromisoformat(note["seen"]), datetime.fromisoformat(note["doubted"]) if note["doubted"] else None
