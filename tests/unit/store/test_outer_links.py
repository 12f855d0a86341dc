"""Links to other sites in an audit: what is asked, what is kept, what is found."""

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sitehand.app import assemble
from sitehand.files.link_check import Checked
from sitehand.operation.audit import list_repairs, list_settings
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.site.jobs import Progress
from sitehand.store.database import Database
from sitehand.store.migration import migrate
from sitehand.store.outer_links import list_outer
from sitehand.store.site_audit import SiteAudit
from tests.jobs import FreeRun
from tests.statements import execute, fetch

NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)
FOUND = "SELECT rule, evidence FROM seo_findings WHERE rule LIKE '%external' AND closed IS NULL ORDER BY rule"


class Web:
    """Other sites: the status of each address, and where it moved to; it keeps what it was asked."""

    def __init__(self, **answers: tuple[int | None, str]) -> None:
        self.answers = {f"https://{host}.example/": told for host, told in answers.items()}
        self.asked: list[list[str]] = []

    async def check_host(self, addresses: Sequence[str]) -> list[Checked]:
        """Some links to one host."""
        self.asked.append(list(addresses))
        return [Checked(each, *self.answers.get(each, (200, ""))) for each in addresses]


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A page with links to other sites."""
    made = assemble(Settings(data=tmp_path, log="off", url="https://hill.example"))
    await migrate(made.database)
    named = "".join(f"<a href='https://{name}.example'>{name}</a>" for name in ("bread", "cake", "dead", "shy"))
    many = "".join(f"<a href='https://many.example/{number}'>{number}</a>" for number in range(12))
    fields = {"title": "Links", "content": f"<p>{named}{many}<a href='mailto:x@y.example'>x</a></p>"}
    await made.host.pages.create(PageFields.model_validate({**fields, "status": "publish"}), "key:1")
    yield made
    await made.close()


def make_job(parts: Parts, web: Web, now: datetime = NOW) -> SiteAudit:
    """What audits the site."""
    host = parts.host
    assert host.public_pages
    return SiteAudit(parts.database, host.public_pages, list_settings(host), list_repairs(host), lambda: now, web)


async def audit(parts: Parts, web: Web, now: datetime = NOW, **arguments: Any) -> list[tuple[str, str]]:
    """Audit the site; what is found of links to other sites."""
    await make_job(parts, web, now).run(FreeRun(parts.database, arguments))
    return [(row["rule"], row["evidence"]) for row in await fetch(parts.database, FOUND)]


async def test_links_to_other_sites_are_found_broken_and_moved(parts: Parts) -> None:
    """Only when it is asked for, a few of each host at a time; what was found is believed for a week."""
    web = Web(bread=(404, ""), cake=(200, "https://cake.example/new"), dead=(0, ""), shy=(403, ""))
    assert await audit(parts, web) == []
    assert web.asked == []
    told = await audit(parts, web, outside=True)
    assert told == [
        ("link_broken_external", "https://bread.example/ answers 404."),
        ("link_broken_external", "The host of https://dead.example/ does not exist."),
        ("link_redirected_external", "https://cake.example/ has moved to https://cake.example/new."),
    ]
    assert sorted(len(some) for some in web.asked) == [1, 1, 1, 1, 2, 5, 5]
    web.asked.clear()
    assert await audit(parts, web, NOW + timedelta(days=6), outside=True) == told
    assert web.asked == []
    web.answers.clear()
    assert await audit(parts, web, NOW + timedelta(days=8), outside=True) == []
    assert sum(map(len, web.asked)) == 16


async def test_what_was_never_or_longest_ago_checked_comes_first(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that audits that check no more than some reach every link in turn."""
    monkeypatch.setattr("sitehand.store.site_audit.MAX_CHECKED", 1)
    seen = []
    for week in range(5):
        web = Web()
        await audit(parts, web, NOW + timedelta(days=8 * week), outside=True)
        seen.append(sorted(address for some in web.asked for address in some))
    assert "https://shy.example/" in seen[1]
    assert {address for some in seen for address in some} == {
        *(f"https://{host}.example/" for host in ("bread", "cake", "dead", "shy")),
        *(f"https://many.example/{number}" for number in range(12)),
    }


class CountingRun(FreeRun):
    """A run that notes after each step how many addresses of other sites are kept."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.kept: list[int] = []

    async def step(self, work: Callable[[Any], Progress]) -> None:
        """Write, and count."""
        await super().step(work)
        (row,) = await fetch(self._database, "SELECT count(*) AS number FROM seo_outer_addresses")
        self.kept.append(row["number"])


async def test_what_no_page_links_to_is_forgotten_in_steps(parts: Parts) -> None:
    """Each removes a bounded number of rows, and they remove all."""
    await audit(parts, Web())
    many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1200) INSERT INTO"
    await execute(parts.database, text(f"{many} seo_outer_addresses (address, host, target) SELECT x, 'a', '' FROM n"))
    run = CountingRun(parts.database)
    await make_job(parts, Web()).run(run)
    assert list(dict.fromkeys(run.kept)) == [1216, 716, 216, 16]


def test_the_site_itself_is_no_other_site() -> None:
    """Under the other scheme, or at another port, it has the same host name."""
    links = (
        "http://hill.example/a",
        "https://HILL.example:8443/",
        "https://hill.example.evil.example/",
        "https://b.example/",
    )
    found = list_outer(links, "https://hill.example/", 9)
    assert [each.host for each in found] == ["b.example", "hill.example.evil.example"]


async def test_the_next_audit_writes_no_finding_that_is_the_same(parts: Parts) -> None:
    """Nor does it lose one, or take it for new."""
    await audit(parts, Web())
    before = await fetch(parts.database, "SELECT * FROM seo_findings ORDER BY id")
    written = "CREATE TRIGGER written BEFORE UPDATE ON seo_findings BEGIN SELECT RAISE(ABORT, 'written again'); END"
    await execute(parts.database, text(written))
    await audit(parts, Web(), whole=True)
    assert before
    assert await fetch(parts.database, "SELECT * FROM seo_findings ORDER BY id") == before


async def test_without_a_network_no_host_is_missed(parts: Parts) -> None:
    """When nobody can be reached, the fault is here; of pages that are gone nothing is kept."""
    names = ("bread", "cake", "dead", "shy")
    web = Web(**dict.fromkeys(names, (0, "")))
    web.answers |= {f"https://many.example/{number}": (None, "") for number in range(12)}
    assert await audit(parts, web, outside=True) == []
    (page,) = await fetch(parts.database, "SELECT id FROM items")
    await parts.host.pages.update(page["id"], PageFields(status="draft"), "key:1")
    await audit(parts, web, outside=True)
    kept = "SELECT (SELECT count(*) FROM seo_outer_links) + (SELECT count(*) FROM seo_outer_addresses) AS number"
    assert await fetch(parts.database, kept) == [{"number": 0}]
