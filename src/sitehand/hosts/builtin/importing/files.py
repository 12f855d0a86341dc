"""Fetches the files of imported attachments, one at a time, and leads the texts to what is here: a job that can be
resumed.

A file that cannot be fetched stays where it is, and the report says why; the next import tries it again.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select, update

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.importing.items import IMPORTER, read_last_writer
from sitehand.hosts.builtin.importing.links import ORIGINAL, Links, of_source, read_links
from sitehand.hosts.builtin.media_intake import MediaIntake, Placed, describe_placed
from sitehand.hosts.builtin.renderings import TEXTS, kept, list_forms, prepare
from sitehand.hosts.builtin.states import read_state, store_item
from sitehand.hosts.builtin.tables import items, media
from sitehand.site.jobs import Progress, Run
from sitehand.site.media import NewMedia
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from sitehand.store.verification import verify_row

BESIDE = "import_files"
"""Who leads a text to its files that somebody has changed here: the next import leaves it alone."""
PORTION = 50
"""Texts that one step looks at."""
PASSING = (Code.STORAGE_FULL, Code.STORAGE_UNAVAILABLE)
Row = Mapping[str, Any]


class FileImport:
    """The job. Its argument `source` names the exported site."""

    def __init__(self, database: Database, intake: MediaIntake, site_url: str, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._intake = intake
        self._site_url = site_url
        self._clock = clock

    async def run(self, run: Run) -> None:
        """Fetch what is not here, then lead the texts to what is."""
        source = run.arguments["source"]
        total = await self._count(source) + (run.cursor or {}).get("done", 0)
        while row := await self._find_next(source, (run.cursor or {}).get("media", 0)):
            await self._fetch(run, row, total)
        await self._rewrite(run, source, total)

    async def _count(self, source: str) -> int:
        ((number,),) = await self._database.read(
            list_rows(select(func.count()).select_from(media).where(*_missing(source)))
        )
        return int(number)

    async def _find_next(self, source: str, after: int) -> Row | None:
        wanted = select(media).where(*_missing(source), media.c.id > after).order_by(media.c.id).limit(1)
        found = await self._database.read(list_rows(wanted))
        return found[0]._mapping if found else None  # type: ignore[return-value]

    async def _fetch(self, run: Run, row: Row, total: int) -> None:
        placed, report = None, ""
        try:
            placed = await self._intake.place(NewMedia(url=row["source_url"]))
            report = "".join(f"{row['source_url'][:300]}: {each['message']}" for each in placed.list_notices())
        except Problem as problem:
            if problem.code in PASSING:
                raise
            report = f"{row['source_url'][:300]}: {problem.message}"
        done = (run.cursor or {}).get("done", 0) + 1
        told = Progress({"media": row["id"], "done": done}, done, total, "Fetching files", (report,) if report else ())
        await run.step(lambda connection: self._keep(connection, row, placed, told))

    def _keep(self, connection: Connection, row: Row, placed: Placed | None, told: Progress) -> Progress:
        if placed is not None:
            values = describe_placed(connection, placed, row["date"])
            details = {**json.loads(values["details"]), ORIGINAL: row["source_url"]}
            values |= {"details": json.dumps(details, ensure_ascii=False), "modified": iso(self._clock())}
            same = (media.c.id == row["id"], media.c.sha256 == "", media.c.source_url == row["source_url"])
            if connection.execute(update(media).where(*same).values(values)).rowcount:
                verify_row(connection, media, {"id": row["id"]}, values)
        return told

    async def _rewrite(self, run: Run, source: str, total: int) -> None:
        links = await self._database.read(lambda connection: read_links(connection, source, self._site_url), long=True)
        while portion := await self._find_texts(source, (run.cursor or {}).get("item", 0)):
            changed = [state for row in portion if (state := _lead(links, row)) != dict(row)]
            cursor = {**(run.cursor or {}), "item": portion[-1]["id"]}
            told = Progress(cursor, cursor.get("done", 0), total, "Leading texts to what is here")
            forms = [form for state in changed for form in list_forms(state).values()]
            with kept(await prepare(forms)):
                await run.step(lambda connection: self._store(connection, links, changed, told))  # noqa: B023 - awaited

    async def _find_texts(self, source: str, after: int) -> Sequence[Row]:
        named = select(items.c.id, *(items.c[name] for name in TEXTS))
        wanted = named.where(of_source(items.c.import_source, source), items.c.id > after)
        found = await self._database.read(list_rows(wanted.order_by(items.c.id).limit(PORTION)))
        return [row._mapping for row in found]  # type: ignore[misc]

    def _store(self, connection: Connection, links: Links, changed: Sequence[Row], told: Progress) -> Progress:
        for row in changed:
            state = read_state(connection, row["id"])
            if state is not None and (led := _lead(links, state)) != state:
                by = IMPORTER if read_last_writer(connection, row["id"]) == IMPORTER else BESIDE
                store_item(connection, led, by=by, at=iso(self._clock()), action="update")
        return told


def _lead(links: Links, state: Row) -> dict[str, Any]:
    """A state with its texts leading to the files here."""
    return {**state, **{name: links.lead(state[name]) for name in ("content", "excerpt")}}


def _missing(source: str) -> tuple[Any, ...]:
    return (media.c.sha256 == "", of_source(media.c.import_source, source))
