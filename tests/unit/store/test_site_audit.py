"""Tests of the job that audits a site, killed at any step."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, text
from starlette.responses import Response

from sitehand import beside
from sitehand.app import assemble
from sitehand.beside import list_audits
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.public import app
from sitehand.hosts.builtin.public.app import _respond
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.hosts.builtin.public_pages import BuiltinPublicPages
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.audits import Finding
from sitehand.site.content import PageFields
from sitehand.site.jobs import Progress
from sitehand.site.public_pages import PublicPage, Reading
from sitehand.store import site_audit
from sitehand.store.audit_facts import Facts, reduce_page
from sitehand.store.audit_rules import WIDE_RULES
from sitehand.store.audit_tables import audited_addresses, audited_links, audited_pages, audits, findings
from sitehand.store.findings import Difference, keep, record_findings
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable
from sitehand.store.migration import migrate
from sitehand.store.site_audit import AT_ONCE
from tests.job_worker import do_steps, work_in_process
from tests.jobs import FreePermits, FreeRun
from tests.statements import execute, fetch

OWNER = Attribution("owner", "Owner", "admin", "audit_site", Origin("cli"))
PAGES = AT_ONCE * 2 + 3
TABLES = (audited_addresses, audited_links, audited_pages, audits, findings)


class Killed(BaseException):
    """The process ends here."""


class MortalRun(FreeRun):
    """A run whose process is killed after so many transactions; all that it knew is gone."""

    left = 0

    async def transact(self, work: Callable[[Any], Any]) -> Any:
        """Write, unless it is dead."""
        self._live()
        return await super().transact(work)

    async def step(self, work: Callable[[Any], Progress]) -> None:
        """Write, unless it is dead."""
        self._live()
        await super().step(work)

    def _live(self) -> None:
        if not self.left:
            raise Killed
        self.left -= 1


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A site with some pages, of which every third has a fault."""
    made = assemble(Settings(data=tmp_path, log="off", url="https://hill.example"))
    await migrate(made.database)
    for number in range(PAGES):
        content = f"<p>Page {number}, <a href='/gone-{number}/'>gone</a>.</p>" + (
            "<img src='/a.png'>" if number % 3 == 0 else ""
        )
        fields = {"title": f"Page {number}", "content": content, "status": "publish"}
        await made.host.pages.create(PageFields.model_validate(fields), "key:1")
    yield made
    await made.close()


async def read_found(parts: Parts) -> list[tuple[Any, ...]]:
    """What an audit has found, and the pages, links and addresses that it knows."""
    found = await fetch(parts.database, "SELECT id, rule, evidence, closed FROM seo_findings ORDER BY id")
    known = await fetch(parts.database, "SELECT item, title, digest FROM seo_pages ORDER BY item")
    links = await fetch(parts.database, "SELECT item, address FROM seo_links ORDER BY item, address")
    asked = await fetch(parts.database, "SELECT address, status, target FROM seo_addresses ORDER BY address")
    assert links and asked
    return [tuple(row.values()) for row in (*found, *known, *links, *asked)]


async def test_a_page_that_fails_to_draw_is_a_finding(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its 500 is what visitors get: the audit goes on to its end, and the next one reads the page again."""
    (work,) = list_audits(parts)

    async def fail(visit: Visit) -> Response:
        if visit.path == "/page-3/":
            raise RuntimeError("The theme is broken.")
        return await _respond(visit)

    with monkeypatch.context() as patched:
        patched.setattr(app, "_respond", fail)
        await work.run(FreeRun(parts.database))
    failed = "SELECT evidence FROM seo_findings WHERE rule = 'http_status' AND closed IS NULL"
    assert len(await fetch(parts.database, failed)) == 1
    await work.run(FreeRun(parts.database))
    assert await fetch(parts.database, failed) == []


async def test_addresses_are_asked_for_without_what_is_there(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few at a time, and nobody keeps the files that pages link to."""
    links = "".join(f'<a href="/files/{number}.zip">File {number}</a>' for number in range(AT_ONCE * 2))
    fields = {"title": "Files", "content": links, "status": "publish"}
    await parts.host.pages.create(PageFields.model_validate(fields), "key:1")
    (work,), pages = list_audits(parts), parts.host.public_pages
    assert isinstance(pages, BuiltinPublicPages)
    read, under_way, most = pages.read, set[str](), list[int]()

    async def watch(address: str, *, body: bool = True) -> Reading:
        if not address.endswith(".zip"):
            return await read(address, body=body)
        assert not body
        under_way.add(address)
        most.append(len(under_way))
        found = await read(address, body=body)
        under_way.remove(address)
        return found

    monkeypatch.setattr(pages, "read", watch)
    await work.run(FreeRun(parts.database))
    assert len(most) == AT_ONCE * 2 and max(most) <= AT_ONCE


async def test_pages_are_reduced_beside_the_event_loop(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """20,000 links of one page take a quarter of a second."""
    threads: set[threading.Thread] = set()

    def reduce(*given: Any) -> Facts:
        threads.add(threading.current_thread())
        return reduce_page(*given)

    monkeypatch.setattr(site_audit, "reduce_page", reduce)
    (work,) = list_audits(parts)
    await work.run(FreeRun(parts.database))
    assert threads and threading.main_thread() not in threads


async def test_findings_of_a_rule_are_written_in_portions(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits to write until all are written, and all are; so with those that are gone."""
    sizes: list[tuple[int, int]] = []

    def note(connection: Connection, audit: int, difference: Difference, wide: bool) -> None:
        sizes.append((len(difference.gone), len(difference.new)))
        keep(connection, audit, difference, wide=wide)

    monkeypatch.setattr(site_audit, "PORTION", 3)
    monkeypatch.setattr(site_audit, "keep", note)
    (work,) = list_audits(parts)
    await work.run(FreeRun(parts.database))
    left = (
        f"SELECT 1 FROM seo_findings WHERE closed IS NULL AND rule IN ({', '.join(f'{each!r}' for each in WIDE_RULES)})"
    )
    assert max(sizes) == (0, 3) and sum(new for _, new in sizes) == len(await fetch(parts.database, left)) > PAGES
    sizes.clear()
    monkeypatch.setattr(site_audit, "judge_all", lambda *_, **__: [])
    await work.run(FreeRun(parts.database))
    assert max(sizes) == (3, 0) and await fetch(parts.database, left) == []


async def test_a_page_that_a_list_left_out_is_not_forgotten(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that changes while it is listed may leave out an item: it is asked for before what is known of it goes."""
    (work,), pages = list_audits(parts), parts.host.public_pages
    assert pages is not None
    await work.run(FreeRun(parts.database))
    whole = await read_found(parts)
    listed = pages.list

    async def leave_out(cursor: str) -> tuple[Sequence[PublicPage], str]:
        found, at = await listed(cursor)
        return found[2:], at

    monkeypatch.setattr(pages, "list", leave_out)
    await work.run(FreeRun(parts.database))
    assert await read_found(parts) == whole


async def test_a_second_audit_writes_no_page_that_has_not_changed(parts: Parts) -> None:
    """Meeting a page writes nothing of it; one that is gone is forgotten all the same, and no list is left."""
    (work,) = list_audits(parts)
    await work.run(FreeRun(parts.database))
    forbid = "CREATE TRIGGER forbid BEFORE UPDATE ON seo_pages WHEN old.item <> 0 BEGIN SELECT RAISE(ABORT, 'no'); END"
    await execute(parts.database, delete(audited_links), text(forbid))  # no link is looked at again
    (page,) = await fetch(parts.database, "SELECT max(id) AS id FROM items")
    await parts.host.pages.update(page["id"], PageFields(status="draft"), "key:1")
    await work.run(FreeRun(parts.database))
    known = await fetch(parts.database, "SELECT item FROM seo_pages WHERE item <> 0")
    assert len(known) == PAGES - 1 and page["id"] not in {row["item"] for row in known}
    assert await fetch(parts.database, "SELECT * FROM seo_met_pages") == []


async def test_an_audit_that_began_before_pages_were_noted_forgets_none(parts: Parts) -> None:
    """As after an update in the middle of one: it asks for each page, and the home page is there."""
    (work,) = list_audits(parts)
    await work.run(FreeRun(parts.database))
    whole = await read_found(parts)
    run = FreeRun(parts.database)
    run.cursor = {"audit": 1, "pages": 0, "read": 0, "phase": "forget", "at": 0}
    await work.run(run)
    assert await read_found(parts) == whole
    assert len(await fetch(parts.database, "SELECT 1 FROM seo_pages")) == PAGES + 1


@pytest.mark.parametrize("statement", ["UNMET", "DOUBTED"])
async def test_pages_that_need_another_look_are_looked_up_together(
    parts: Parts, statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look goes through the whole ledger: as many as there are portions would take minutes on a large site."""
    looked = list[Sequence[Any]]()

    class Watched(site_audit.SiteAudit):
        async def _read_rows(self, wanted: Any, audit: int, most: int) -> Any:
            rows = await super()._read_rows(wanted, audit, most)
            looked.extend([rows] if wanted is getattr(site_audit, statement) else [])
            return rows

    monkeypatch.setattr(beside, "SiteAudit", Watched)
    monkeypatch.setattr(site_audit, "ASKED", 5)
    monkeypatch.setattr(site_audit, "AT_ONCE", 5)
    (work,) = list_audits(parts)
    await work.run(FreeRun(parts.database))
    looked.clear()
    pages = await fetch(parts.database, "SELECT id FROM items")
    if statement == "UNMET":
        for page in pages:
            await parts.host.pages.update(page["id"], PageFields(status="draft"), "key:1")
    await work.run(FreeRun(parts.database))
    assert [len(rows) for rows in looked if rows] == [PAGES]
    left = 1 if statement == "UNMET" else PAGES + 1
    assert len(await fetch(parts.database, "SELECT 1 FROM seo_pages")) == left


async def test_any_number_of_findings_is_closed_at_once(parts: Parts) -> None:
    """SQLite bounds how many values a statement has."""
    rule = "slug_unclear"
    found = [
        Finding(id=f"{n}", rule=rule, severity="info", item=n, address="/", evidence="", source="", fix=None)
        for n in range(200)
    ]

    def work(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 100)
        for now in (found, found[:5]):
            record_findings(connection, 1, now, findings.c.rule == rule, wide=True)

    await parts.database.transact(work)
    assert len(await fetch(parts.database, "SELECT 1 FROM seo_findings WHERE closed IS NULL")) == 5


async def test_an_audit_that_is_killed_goes_on(parts: Parts) -> None:
    """Killed after every fourth transaction, it comes to what it would have come to, in one audit of the history."""
    (work,) = list_audits(parts)
    await work.run(FreeRun(parts.database, {"whole": True}))
    whole = await read_found(parts)
    assert sum(row[1] == "alt_missing" for row in whole) == len(range(0, PAGES, 3))
    await execute(parts.database, *(delete(table) for table in TABLES))
    run, deaths = MortalRun(parts.database, {"whole": True}), 0
    while True:
        run.left = 4  # the fewest in which a portion of the pages is read
        try:
            await work.run(run)
            break
        except Killed:
            deaths += 1
    (audit,) = await fetch(parts.database, "SELECT finished, pages FROM seo_audits")
    assert deaths > 3
    assert audit["finished"] and audit["pages"] == PAGES + 1
    assert await read_found(parts) == whole


async def test_another_process_goes_on_after_sigkill(parts: Parts) -> None:
    """Killed while it reads, the same audit goes on, and a new one of all pages finds nothing else."""
    with in_call(by=OWNER):
        await JobTable(parts.database, parts.clock).enqueue("audit_site", {}, slot="audit_site")
    with work_in_process(parts.database.path.parent, "audit") as killed:
        await asyncio.to_thread(do_steps, killed, 3)
    later = JobTable(parts.database, lambda: parts.clock() + timedelta(hours=1))
    (work,) = list_audits(parts)
    (left,) = await fetch(parts.database, "SELECT state, cursor FROM jobs WHERE kind = 'audit_site'")
    assert left["state"] == "running" and left["cursor"] is not None
    await JobRunner(later, [work], FreePermits()).serve(work)
    await work.run(FreeRun(parts.database, {"whole": True}))
    first, second = await fetch(parts.database, "SELECT finished, pages, opened, closed FROM seo_audits ORDER BY id")
    assert first["finished"] and first["pages"] == PAGES + 1 and first["opened"] > PAGES
    assert (second["pages"], second["opened"], second["closed"]) == (PAGES + 1, 0, 0)
