"""Links to other sites in an audit: what is asked, what is kept, what is found."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from sitehand.app import Parts, assemble
from sitehand.files.link_check import Checked
from sitehand.operation.audit import list_repairs, list_settings
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.migration import migrate
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


async def audit(parts: Parts, web: Web, now: datetime = NOW, **arguments: Any) -> list[tuple[str, str]]:
    """Audit the site; what is found of links to other sites."""
    host = parts.host
    assert host.public_pages
    job = SiteAudit(parts.database, host.public_pages, list_settings(host), list_repairs(host), lambda: now, web)
    await job.run(FreeRun(parts.database, arguments))
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
