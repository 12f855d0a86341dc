"""Tests of audits over a running service: what is found, repaired and found again."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from sitehand.app import assemble
from sitehand.beside import list_audits, make_runner
from sitehand.hosts.builtin.public_pages import BuiltinPublicPages
from sitehand.site.public_pages import Reading
from sitehand.store.job_runner import JobRunner
from tests.jobs import FreePermits
from tests.promises.walk import AUDITS
from tests.service import BASE, Service, open_service
from tests.unit.seo.rule_cases import CASES, show
from tests.unit.seo.test_rules import find as find_faults

TEXT = "<p>" + "We are open from nine to five on every day but Sunday, and by appointment. " * 4 + "</p>"


@dataclass(frozen=True, slots=True)
class Site:
    """A service, called by an admin, and what runs its audits."""

    service: Service
    runner: JobRunner

    async def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The body of an answer that is a success."""
        headers = {"X-API-Key": self.service.keys["admin"]}
        answer = await self.service.http.request(method, BASE + path, json=body, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer.json()

    async def publish(self, title: str, content: str = TEXT, **fields: Any) -> Any:
        """A new public page."""
        return await self.call("POST", "/pages", {"title": title, "content": content, "status": "publish", **fields})

    async def audit(self, **wanted: bool) -> Any:
        """An audit of the site, once it is over."""
        job = (await self.call("POST", "/seo/audits", wanted))["job"]
        await self.runner.serve_one("audit_site", job)
        found = await self.call("GET", f"/jobs/{job}")
        assert found["state"] == "done", found
        return (await self.call("GET", "/seo/audits?per_page=1"))[0]

    async def find(self, query: str = "") -> dict[tuple[str, int], Any]:
        """Findings by rule and item."""
        found = await self.call("GET", f"/seo/findings?per_page=100&{query}")
        return {(each["rule"], each["item"]): each for each in found}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """An empty site."""
    with patch(AUDITS, return_value=()):
        async with open_service(tmp_path) as service:
            with patch(AUDITS, list_audits):
                parts = assemble(service.settings)
                yield Site(service, make_runner(parts, FreePermits()))
                await parts.close()


async def test_audits_read_what_changed_and_tell_what_broke(site: Site) -> None:
    """The first reads all; the next only what was edited, tells what is new and what is gone, and the score follows."""
    await site.publish("Opening hours", slug="hours")
    two = await site.publish("Tickets and prices", TEXT.replace("open", "closed"))
    first = await site.audit()
    assert (first["pages"], first["read"], first["closed"]) == (3, 3, 0)
    assert (await site.audit())["read"] == 1  # the home page
    await site.call("PATCH", f"/pages/{two['id']}", {"content": '<p><a href="/hours">Hours</a> <img src="/x.png">'})
    broken = await site.audit()
    assert broken["read"] == 2 and broken["score"] < first["score"] and broken["opened"] >= 3
    new = await site.find(f"opened={broken['id']}")
    assert {("alt_missing", two["id"]), ("link_redirected", two["id"])} <= set(new)
    await site.call("DELETE", f"/pages/{two['id']}")
    over = await site.audit()
    assert over["pages"] == 2 and over["score"] >= first["score"]  # the navigation has it no more, and is no fault
    assert not [item for _, item in await site.find() if item == two["id"]]
    assert ("alt_missing", two["id"]) in await site.find("state=closed")
    assert (await site.audit(whole=True))["read"] == 2


async def test_pages_are_judged_beside_each_other(site: Site) -> None:
    """Duplicates, competing pages, broken links and pages that nothing links to are found over all pages."""
    link = '<p>See <a href="/old/team/">our team</a>.</p>'
    one, two = [await site.publish("The same", TEXT + link, slug=slug) for slug in ("one", "two")]
    bread = [await site.publish("面包", f"<p>{'我们每天烤面包。' * 20}</p>", slug=slug) for slug in ("mian", "bao")]
    child = await site.publish("Team", TEXT + "<p>All of us.</p>", slug="team", parent=one["id"])
    await site.audit()
    found = await site.find()
    for rule in ("title_duplicate", "description_duplicate", "link_broken"):
        assert {(rule, one["id"]), (rule, two["id"])} <= set(found), rule
    assert ("text_duplicate", child["id"]) not in found
    assert all(("text_duplicate", each["id"]) in found for each in bread)  # its script has no spaces
    fix = found["link_broken", one["id"]]["fix"]
    assert fix == {"operation": "create_redirect", "arguments": {"source": "/old/team/", "target": "/one/team/"}}
    page = await site.call("GET", f"/items/{one['id']}/seo/audit")
    assert {"title_duplicate", "link_broken"} <= {each["rule"] for each in page["findings"]}
    assert page["score"] == 100 - sum(page["parts"].values())


class Planted(NamedTuple):
    """A fault: the page that has it, its SEO fields, and what of its head a poor theme leaves out."""

    fields: Mapping[str, Any]
    seo: Mapping[str, Any] = {}
    left_out: str = ""


PLANTED = {
    "title_missing": Planted({"slug": "team"}, left_out="<title>title_missing · My site</title>"),
    "description_missing": Planted({"excerpt": "Short."}, left_out='<meta name="description" content="Short.">'),
    "description_wide": Planted({}, {"description": "When we are open, and when we are not. " * 10}),
    "slug_unclear": Planted({"slug": "the_team"}),
    "canonical_invalid": Planted({}, {"canonical": "http://127.0.0.1:8000/"}),
    "canonical_elsewhere": Planted({}, {"canonical": "https://example.org/team/"}),
    "link_broken": Planted({"content": TEXT + '<p>Ask <a href="/old/team/">the team</a>.</p>'}),
}
"""A page for each rule with a fix; its title is the rule."""
OF_SITE = "ai_crawler_refused"
"""The rule over the site as a whole with a fix."""


def test_each_rule_with_a_fix_is_planted() -> None:
    """No rule offers a call that the next test does not make."""
    judged = {case.rule: find_faults(show(case.place, case.wrong))[case.rule] for case in CASES}
    others = {"slug_unclear", "link_broken"}  # judged by the item, and over all pages
    assert {rule for rule, fault in judged.items() if fault.fix} | others == {*PLANTED}


async def test_every_fix_repairs_and_is_undone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each rule: a dry run changes nothing, the fix makes the finding go, and its undo brings it back."""
    read = BuiltinPublicPages.read

    async def read_poorly(pages: BuiltinPublicPages, address: str, *, body: bool = True) -> Reading:
        found = await read(pages, address, body=body)
        html = found.body
        for planted in PLANTED.values():
            html = html.replace(planted.left_out, "", 1)
        return found._replace(content=html.encode())

    monkeypatch.setattr(BuiltinPublicPages, "read", read_poorly)
    known = await plant_all(site)
    assert {*known} == {*PLANTED, OF_SITE}
    done = [await fix(site, finding) for finding in known.values()]
    assert await list_open(site) & {*known.values()} == set()
    for change in reversed(done):
        await site.call("POST", "/changes/undo", {"id": change})
    assert await list_open(site) >= {*known.values()}


async def plant_all(site: Site) -> Mapping[str, str]:
    """Plant each fault; the ids of what an audit finds, by rule."""
    items = {}
    for rule, planted in PLANTED.items():
        page = await site.publish(rule, **{"content": TEXT, "slug": rule.replace("_", "-"), **planted.fields})
        items[rule] = page["id"]
        if planted.seo:
            await site.call("PATCH", f"/items/{page['id']}/seo", dict(planted.seo))
    await site.call("PATCH", "/seo/settings", {"crawlers": {"GPTBot": "disallow"}})
    await site.audit()
    found = await site.find()
    return {rule: found[rule, item]["id"] for rule, item in {**items, OF_SITE: 0}.items() if (rule, item) in found}


async def fix(site: Site, finding: str) -> int:
    """Repair a finding, after a dry run that changes nothing; the id of the change."""
    address = f"/seo/findings/{finding}/fix"
    before = await site.call("GET", "/changes?per_page=1")
    planned = await site.call("POST", f"{address}?dry_run=true")
    assert planned["responses"][0]["body"]["dry_run"] is True and planned["responses"][0]["body"]["changes"]
    assert await site.call("GET", "/changes?per_page=1") == before
    return int((await site.call("POST", address))["change_id"])


async def list_open(site: Site) -> set[str]:
    """The ids of what an audit finds now."""
    await site.audit()
    return {each["id"] for each in (await site.find()).values()}


async def test_a_broken_link_is_looked_at_before_it_is_led_on(site: Site) -> None:
    """Once the link is off its page, or leads somewhere, nothing is left to repair: a repeated fix is not_found."""
    await site.publish("Team", slug="the_team")
    link = TEXT + '<p>Ask <a href="/old/the_team/">the team</a>.</p>'
    pages = [await site.publish(title, link, slug=title) for title in ("one", "two")]
    await site.audit()
    broken = await site.find("rule=link_broken")
    first, second = [broken["link_broken", page["id"]]["id"] for page in pages]
    headers = {"X-API-Key": site.service.keys["admin"]}
    await site.call("PATCH", f"/pages/{pages[0]['id']}", {"content": TEXT})
    for finding, status in ((first, 404), (second, 207), (second, 404)):
        answer = await site.service.http.post(f"{BASE}/seo/findings/{finding}/fix", headers=headers)
        assert answer.status_code == status, answer.text


async def test_a_fault_of_the_site_is_one_finding(site: Site) -> None:
    """An organization without a logo is the site's, however many posts name it as their publisher."""
    for title in ("One", "Two"):
        await site.call("POST", "/posts", {"title": title, "content": TEXT, "status": "publish"})
    await site.audit()
    found = await site.call("GET", "/seo/findings?per_page=100&rule=data_recommended")
    assert [each["item"] for each in found if "logo" in each["evidence"]] == [0]
    assert len([each for each in found if each["item"]]) == 2  # an Article without an image
    await site.call("PATCH", "/seo/settings", {"logo": "https://example.org/logo.png"})
    await site.audit()
    assert ("data_recommended", 0) not in await site.find()


async def test_an_audit_counts_no_visitor(site: Site) -> None:
    """Addresses that only an audit asked for are not among those that visitors missed."""
    await site.publish("Contact", TEXT + '<p><a href="/nowhere/">Us</a> <a href="/sitehand/admin/">Admin</a></p>')
    await site.audit()
    assert await site.call("GET", "/redirects/missing") == []
    assert [each["evidence"] for each in (await site.find("rule=link_broken")).values()] == [
        "http://127.0.0.1:8000/nowhere/ answers 404.",
    ]
