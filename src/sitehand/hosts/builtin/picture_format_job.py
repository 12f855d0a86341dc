"""Makes the formats of large pictures that nobody waited for: a job, of which each format of a file is a step."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.files.inspection import BESIDE
from sitehand.hosts.builtin.media_intake import MediaIntake
from sitehand.hosts.builtin.picture_formats import ANY_WANTED, count_wanted, find_wanted, keep_format
from sitehand.site.jobs import Progress, Run, Work
from sitehand.store.database import Database

KIND = "picture_formats"
INTERVAL_SECONDS = 10
PASSING = (Code.STORAGE_FULL, Code.STORAGE_UNAVAILABLE)
MOST_RUNS = 5
"""Runs in turn that end before a format is made. Then it is given up: in some containers its process takes the service
with it when the memory runs out.
"""
FORMATS = {each.mime_type: each for each in BESIDE}


def make_format_work(database: Database, intake: MediaIntake) -> Work:
    """The job, which runs whenever a format is asked for."""

    return Work(
        KIND, partial(make_formats, database, intake), INTERVAL_SECONDS, lambda: bool(database.look_up(ANY_WANTED))
    )


async def make_formats(database: Database, intake: MediaIntake, run: Run) -> None:
    """Make all that are asked for. What was placed when a run was cut off, the next one finds.

    Raises Problem: storage_full, storage_unavailable; then the job is tried again.
    """
    done = 0
    while wanted := await database.read(find_wanted):
        ends_runs = run.attempts > MOST_RUNS and not done
        size = 0 if ends_runs else await _make(intake, wanted)
        done += 1
        await run.step(partial(_keep, wanted=wanted, size=size, done=done))


async def _make(intake: MediaIntake, wanted: Mapping[str, Any]) -> int | None:
    """The bytes of a format that is in its place; 0 where it is not kept, None when the picture is gone."""
    try:
        return await intake.encode(wanted["sha256"], FORMATS[wanted["mime_type"]])
    except Problem as problem:
        if problem.code in PASSING:
            raise
        return 0  # it takes too much memory or time, or is damaged: the picture goes without


def _keep(connection: Connection, wanted: Mapping[str, Any], size: int | None, done: int) -> Progress:
    keep_format(connection, wanted, size)
    return Progress(None, done, done + count_wanted(connection), "Making formats of pictures")
