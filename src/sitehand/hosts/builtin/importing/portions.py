"""Writes an import in portions: each is a transaction with its own entry in the journal, and others write in between.

What takes long and needs no transaction is done before each portion: the texts of the items that it may come to are
rendered. A portion that fails is rolled back and ends the import; run again, the import finds what is in by
`import_source`, leaves it as it is, and writes the rest.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution
from sitehand.guard.call import current_call
from sitehand.hosts.builtin.importing.job import ImportJob
from sitehand.hosts.builtin.importing.leading import Led, lead_texts
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.renderings import TEXTS, Form, Prepared, kept, list_forms, prepare
from sitehand.site.changes import NO_REQUEST
from sitehand.site.export import Entry
from sitehand.site.values import iso
from sitehand.store.database import Database, journal_changes
from sitehand.store.newer import is_undone

FEWEST_STEPS, MOST_STEPS = 25, 100
MOST_SECONDS = 0.25
"""Seconds after which a portion ends that has its fewest steps. The journal's entry and the commit come on top."""
MOST_CHARACTERS = 500_000
"""Characters of the texts in a portion, unless it is one row."""
NO_ITEM = -1
Check = Callable[[Connection], None]


class Portions:
    """The portions of one import. `check` is run at the beginning of each, and refuses to go on."""

    def __init__(
        self, database: Database, session: Session, job: ImportJob, clock: Callable[[], datetime], check: Check
    ) -> None:
        self._database = database
        self._session = session
        self._job = job
        self._clock = clock
        self._check = check

    async def write(self, steps: Iterator[None], items: Sequence[Entry]) -> None:
        """Write all. `items` are those that the steps write, in their order."""
        ready: Prepared = {}
        ended = False
        while not ended:
            place = len(self._session.items)
            until = place + _find_end([_measure(entry) for entry in items[place : place + MOST_STEPS]])
            forms = await asyncio.to_thread(self._list_forms, items[place:until])
            with kept(ready):
                ready = {form: ready[form] for form in forms if form in ready} | {**await prepare(forms)}
            with kept(ready):
                ended = await self._write_portion(steps, until if until < len(items) else len(items) + 1)

    async def lead(self, found: Sequence[Led]) -> None:
        """Write texts that lead to what is here by now, in portions of their own."""
        while found:
            until = _find_end([each.characters for each in found[: FEWEST_STEPS - 1]])
            some, found = found[:until], found[until:]
            forms = [form for each in some for form in list_forms(each.wanted).values()]
            with kept(await prepare(forms)):
                await self._write_portion(lead_texts(self._session, some), NO_ITEM)

    def _list_forms(self, entries: Sequence[Entry]) -> list[Form]:
        """The rendered forms of some items."""
        rewrite = self._session.links.rewrite
        texts = [{name: rewrite(getattr(entry, name)) for name in TEXTS} for entry in entries]
        return [form for each in texts for form in list_forms(each).values()]

    async def _write_portion(self, steps: Iterator[None], until: int) -> bool:
        """One transaction with no more than so many items in all, never run twice: its steps are used up.

        Answers whether all steps have ended.
        """
        by = replace(current_call().by, at=iso(self._clock()), began=time.perf_counter())
        async with self._database.units.open(alone=True) as unit:
            ended = await unit.finish(lambda connection: (self._run(connection, steps, until, by), True))
        self._job.note_kept()
        return ended

    def _run(self, connection: Connection, steps: Iterator[None], until: int, by: Attribution) -> bool:
        session = self._session
        session.connection = connection
        self._check(connection)
        _refuse_undone(connection, by.request_id)
        most, ended = time.monotonic() + MOST_SECONDS, True
        full = session.characters + MOST_CHARACTERS
        for number, _ in enumerate(steps, 1):
            is_long = number == MOST_STEPS or (number >= FEWEST_STEPS and time.monotonic() > most)
            is_long = is_long or session.characters > full
            if is_long or len(session.items) == until:
                ended = False
                break
        self._job.keep(connection, session.done, session.steps, "Importing")
        journal_changes(connection, by)
        return ended


def _refuse_undone(connection: Connection, request_id: str) -> None:
    """Raise Problem(conflict) when the import is being undone: what came in after that would stay."""
    if request_id != NO_REQUEST and is_undone(connection, request_id):
        raise Problem(
            Code.CONFLICT,
            "This import was undone while it ran.",
            hint="list_changes shows who undid it.",
        )


def _find_end(lengths: Sequence[int]) -> int:
    """How many of things with texts of these lengths are one portion; at least one is."""
    length = 0
    for number, each in enumerate(lengths):
        length += each
        if length > MOST_CHARACTERS:
            return max(number, 1)
    return len(lengths)


def _measure(entry: Entry) -> int:
    return len(entry.content) + len(entry.excerpt) + sum(map(len, entry.meta.values()))
