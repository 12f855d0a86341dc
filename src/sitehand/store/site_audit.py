"""The job behind `audit_site`: reads the public pages that have changed, judges each, then all of them together.

Its cursor names a phase and where that is. What was read is reduced to facts at once: of all pages only the addresses
in the sitemap are held, as some 70 bytes each.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, Row, TextClause, insert, text, update

from sitehand.errors import Code, Problem
from sitehand.operation.audit import Settings, Survey, examine, survey, tell_finding
from sitehand.seo.score import WEIGHTS
from sitehand.site.jobs import Progress, Run, Work
from sitehand.site.public_pages import PublicPage, PublicPages
from sitehand.site.values import iso
from sitehand.store.audit_facts import Facts, name_version, reduce_page
from sitehand.store.audit_rows import (
    UNMET,
    VERSIONS,
    close_unmet,
    end_meeting,
    keep_addresses,
    keep_again,
    keep_facts,
    mark_met,
)
from sitehand.store.audit_rules import WIDE_RULES, judge_all, tell_score
from sitehand.store.audit_tables import audits, findings
from sitehand.store.database import Database
from sitehand.store.findings import Difference, compare, keep, record_findings
from sitehand.store.outer_links import MAX_CHECKED, Checks, OuterLinks, keep_checked
from sitehand.store.reading import list_rows

KIND = "audit_site"
AT_ONCE = 10
"""Addresses that are read at a time."""
ASKED = 50
"""Addresses that are asked for before what they came to is written."""
LOOKED_UP = 5_000
"""Pages that one look through the ledger finds: it goes through all of them, however few it is asked for."""
PORTION = 500
"""Findings of a rule over all pages that are written at once: in about 20 milliseconds."""
MAX_TARGET = 2_000
"""Characters of where an address leads on to."""
MAX_ADDRESSES = 2_000
"""Addresses that are no item's and that one audit asks for."""
Cursor = Mapping[str, Any]
UNKNOWN = text(
    "SELECT link.address FROM (SELECT DISTINCT address FROM seo_links) AS link WHERE NOT EXISTS"
    " (SELECT 1 FROM seo_pages AS page WHERE page.address = link.address) AND NOT EXISTS (SELECT 1 FROM seo_addresses"
    " AS known WHERE known.address = link.address AND known.audit = :audit) LIMIT :most"
)
DOUBTED = text(
    "SELECT page.item FROM seo_pages AS page WHERE page.read <> :audit AND EXISTS (SELECT 1 FROM seo_links AS link"
    " JOIN seo_addresses AS led ON led.address = link.address AND led.audit = :audit AND led.status >= 300"
    " WHERE link.item = page.item) LIMIT :most"
)
"""Pages that were not read by this audit and seem to link to what is no longer there."""


class SiteAudit:
    """Audits a site. `repairs` are the operations that a fix may call; `checks` looks at links to other sites."""

    def __init__(
        self,
        database: Database,
        pages: PublicPages,
        settings: Sequence[Settings],
        repairs: Container[str],
        clock: Callable[[], datetime],
        checks: Checks,
    ) -> None:
        self._database = database
        self._pages = pages
        self._settings = settings
        self._repairs = repairs
        self._clock = clock
        self._outer = OuterLinks(database, checks, clock)
        self.work = Work(KIND, self.run)

    async def run(self, run: Run) -> None:
        """Go through the phases from where the cursor is."""
        known = await survey(self._pages, self._settings, self._repairs)
        if run.cursor is None:
            await run.step(self._begin)
        while step := PHASES.get(run.cursor["phase"]):
            await step(self, run, known)

    def _begin(self, connection: Connection) -> Progress:
        row = connection.execute(insert(audits).values(started=iso(self._clock())).returning(audits.c.id))
        return _go_on({"audit": row.scalar_one(), "pages": 0, "read": 0}, "read", "")

    async def _read(self, run: Run, known: Survey) -> None:
        """A portion of the pages: those that have changed are read, some at once."""
        cursor = run.cursor
        listed, at = await self._pages.list(cursor["at"])
        if not cursor["at"]:
            listed = [PublicPage(0, "", "", "", self._pages.home, ""), *listed]
        whole = run.arguments.get("whole", False)
        known_as = {} if whole else await self._list_versions([page.id for page in listed])
        # The home page has no version that would tell of a change, so that it is read each time.
        changed = [page for page in listed if not page.id or known_as.get(page.id) != name_version(page, known)]
        for start in range(0, len(changed), AT_ONCE):
            facts = await self._examine(changed[start : start + AT_ONCE], known, cursor["audit"])
            await run.transact(partial(keep_facts, audit=cursor["audit"], facts=facts))
        counted = {"pages": cursor["pages"] + len(listed), "read": cursor["read"] + len(changed)}
        after = _go_on({**cursor, **counted}, *(("read", at) if at else ("forget", 0)))
        await run.step(partial(mark_met, audit=cursor["audit"], ids=[page.id for page in listed], after=after))

    async def _list_versions(self, ids: Sequence[int]) -> dict[int, str]:
        rows = await self._database.read(list_rows(VERSIONS, {"ids": json.dumps(ids)}))
        return {row.item: row.version for row in rows}

    async def _examine(self, pages: Sequence[PublicPage], known: Survey, audit: int) -> list[Facts]:
        """Pages that gave no answer are left out: what was known of them stays, and they are read again next time."""
        found = await asyncio.gather(*(self._examine_one(page, known, audit) for page in pages))
        return [facts for facts in found if facts is not None]

    async def _examine_one(self, page: PublicPage, known: Survey, audit: int) -> Facts | None:
        examined = await examine(self._pages, page, known)
        return await asyncio.to_thread(reduce_page, page, examined, known, audit) if examined.page.status else None

    async def _forget(self, run: Run, known: Survey) -> None:
        """Pages that visitors no longer see. A list that changed meanwhile may have left out one that they do."""
        audit = run.cursor["audit"]
        unmet = [row.item for row in await self._read_rows(UNMET, audit, LOOKED_UP)]
        for start in range(0, len(unmet), ASKED):
            items = unmet[start : start + ASKED]
            seen = await self._list_seen(items)
            gone = sorted(set(items) - set(seen))
            after = _go_on(run.cursor, "forget", 0)
            await run.step(partial(close_unmet, audit=audit, seen=seen, gone=gone, after=after))
        if not unmet:
            await run.step(partial(end_meeting, after=_go_on(run.cursor, "ask", 0)))

    async def _list_seen(self, items: Sequence[int]) -> list[int]:
        """The items, of those given, that visitors still see."""
        seen: list[int] = []
        for start in range(0, len(items), AT_ONCE):
            found = await asyncio.gather(*(self._find(item) for item in items[start : start + AT_ONCE]))
            seen += [page.id for page in found if page is not None]
        return seen

    async def _ask(self, run: Run, known: Survey) -> None:
        """Addresses that pages link to and that are no item's."""
        audit, asked = run.cursor["audit"], run.cursor["at"]
        rows = await self._read_rows(UNKNOWN, audit, ASKED)
        values: list[Mapping[str, Any]] = []
        for start in range(0, len(rows), AT_ONCE):
            some = rows[start : start + AT_ONCE]
            values += await asyncio.gather(*(self._ask_for(row.address, audit) for row in some))
        more = bool(rows) and asked + len(rows) < MAX_ADDRESSES
        after = _go_on(run.cursor, *(("ask", asked + len(rows)) if more else ("again", asked + len(rows))))
        await run.step(partial(keep_addresses, values=values, after=after))

    async def _read_rows(self, statement: TextClause, audit: int, most: int) -> Sequence[Row[Any]]:
        """Some rows of what is looked for among all links, however long that takes."""
        values = {"audit": audit, "most": most}
        return await self._database.read(lambda connection: connection.execute(statement, values).all(), long=True)

    async def _ask_for(self, address: str, audit: int) -> Mapping[str, Any]:
        """What is at an address, as the ledger keeps it."""
        found = await self._pages.read(address, body=False)
        target = found.headers.get("location", "")[:MAX_TARGET]
        return {"address": address, "status": found.status, "target": target, "audit": audit}

    async def _again(self, run: Run, known: Survey) -> None:
        """Pages whose links lead nowhere may have others by now, without being edited: those of the navigation.

        What they link to now is asked for in turn.
        """
        cursor, audit = run.cursor, run.cursor["audit"]
        doubted = [row.item for row in await self._read_rows(DOUBTED, audit, LOOKED_UP)]
        for start in range(0, len(doubted), AT_ONCE):
            ids = doubted[start : start + AT_ONCE]
            found = [await self._find(item) for item in ids]
            facts = await self._examine([page for page in found if page], known, audit)
            counted = {**run.cursor, "read": run.cursor["read"] + len(facts), "again": True}
            after = _go_on(counted, "again", cursor["at"])
            await run.step(partial(keep_again, audit=audit, facts=facts, ids=ids, after=after))
        if not doubted:
            phase = "ask" if cursor.get("again") else "outer"
            after = _go_on({**cursor, "again": False}, phase, 0 if phase == "outer" else cursor["at"])
            await run.step(lambda _: after)

    async def _check_outer(self, run: Run, known: Survey) -> None:
        """Links to other sites, where they are wanted; then those are forgotten that no page has."""
        checked, wanted = run.cursor["at"], run.arguments.get("outside", False)
        values = await self._outer.check_some() if wanted and checked < MAX_CHECKED else []
        gone = [] if values else await self._outer.list_unlinked()
        after = _go_on(run.cursor, *(("outer", checked + len(values)) if values or gone else ("judge", 0)))
        await run.step(partial(keep_checked, values=values, gone=gone, after=after))

    async def _find(self, item: int) -> PublicPage | None:
        """An item that visitors still see."""
        try:
            return await self._pages.find(item)
        except Problem as problem:
            if problem.code not in (Code.NOT_FOUND, Code.CONFLICT):
                raise
            return None

    async def _judge(self, run: Run, known: Survey) -> None:
        """One rule over all pages."""
        audit, number = run.cursor["audit"], run.cursor["at"]
        code = list(WIDE_RULES)[number]
        root = urlsplit(known.home).path.rstrip("/") if "create_redirect" in self._repairs else None
        judge = partial(judge_all, code=code, audit=audit, root=root)

        def look(connection: Connection) -> Difference:
            return compare(connection, judge(connection), findings.c.rule == code, wide=True)

        # Compared in a read, and written in portions: other writes wait for none of it for long.
        difference = await self._database.read(look, long=True)
        for portion in difference.cut(PORTION):
            await run.transact(partial(keep, audit=audit, difference=portion, wide=True))
        after = _go_on(run.cursor, *(("judge", number + 1) if number + 1 < len(WIDE_RULES) else ("end", 0)))
        await run.step(lambda _: after)

    async def _end(self, run: Run, known: Survey) -> None:
        """What holds for the site as a whole."""
        cursor = run.cursor
        found = [tell_finding(each, 0, known.home) for each in known.found]
        wide = findings.c.rule.not_in(list(WIDE_RULES))

        def end(connection: Connection) -> Progress:
            record_findings(connection, cursor["audit"], found, findings.c.item == 0, wide, wide=True)
            return _go_on(cursor, "score", 0)

        await run.step(end)

    async def _score(self, run: Run, known: Survey) -> None:
        """The score, and how many findings are new and gone."""
        cursor = run.cursor
        told = await self._database.read(partial(_count, audit=cursor["audit"]), long=True)
        values = {**told, "pages": cursor["pages"], "read": cursor["read"], "finished": iso(self._clock())}

        def end(connection: Connection) -> Progress:
            connection.execute(update(audits).where(audits.c.id == cursor["audit"]).values(values))
            return _go_on(cursor, "done", 0)

        await run.step(end)


PHASES: Mapping[str, Callable[[SiteAudit, Run, Survey], Awaitable[None]]] = {
    "read": SiteAudit._read,
    "forget": SiteAudit._forget,
    "ask": SiteAudit._ask,
    "again": SiteAudit._again,
    "outer": SiteAudit._check_outer,
    "judge": SiteAudit._judge,
    "end": SiteAudit._end,
    "score": SiteAudit._score,
}
"""What each phase does; it goes on to the next by itself."""


def _go_on(cursor: Cursor, phase: str, at: Any) -> Progress:
    """The progress of a job whose next step is in this phase, at this place."""
    pages, read = cursor["pages"], cursor["read"]
    total = 0 if phase == "read" else pages
    return Progress({**cursor, "phase": phase, "at": at}, pages, total, f"{pages} pages, {read} of them read")


def _count(connection: Connection, audit: int) -> dict[str, Any]:
    """The score of the site, what is open, and what this audit has opened and closed."""
    score, counts = tell_score(connection, WEIGHTS)
    changed = "SELECT count(*) FROM seo_findings WHERE {0} = :audit"
    for name in ("opened", "closed"):
        counts[name] = connection.execute(text(changed.format(name)), {"audit": audit}).scalar_one()
    return {"score": score, **counts}
