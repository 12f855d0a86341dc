"""Tests of audits over a running service: what is found, repaired and found again."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sitehand.app import assemble
from sitehand.beside import list_audits, make_runner
from sitehand.store.job_runner import JobRunner
from tests.jobs import FreePermits
from tests.promises.walk import AUDITS
from tests.service import BASE, Service, open_service

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
    child = await site.publish("Team", TEXT + "<p>All of us.</p>", slug="team", parent=one["id"])
    await site.audit()
    found = await site.find()
    for rule in ("title_duplicate", "description_duplicate", "link_broken"):
        assert {(rule, one["id"]), (rule, two["id"])} <= set(found), rule
    assert ("text_duplicate", child["id"]) not in found
    fix = found["link_broken", one["id"]]["fix"]
    assert fix == {"operation": "create_redirect", "arguments": {"source": "/old/team/", "target": "/one/team/"}}
    page = await site.call("GET", f"/items/{one['id']}/seo/audit")
    assert {"title_duplicate", "link_broken"} <= {each["rule"] for each in page["findings"]}
    assert page["score"] == 100 - sum(page["parts"].values())


@pytest.mark.parametrize(
    ("rule", "operation"),
    [("slug_unclear", "update_page"), ("link_broken", "create_redirect"), ("canonical_elsewhere", "set_seo")],
)
async def test_a_fix_repairs_and_is_undone(site: Site, rule: str, operation: str) -> None:
    """A dry run changes nothing; the fix makes the finding go at the next audit; its undo brings it back."""
    team = await site.publish("Team", slug="the_team")
    fields = await site.call("PATCH", f"/items/{team['id']}/seo", {"canonical": "https://example.org/team/"})
    await site.publish("Contact", TEXT + '<p>Ask <a href="/old/the_team/">the team</a>.</p>', slug="contact")
    await site.audit()
    ((where, finding),) = [(key, each) for key, each in (await site.find(f"rule={rule}")).items() if each["fix"]]
    assert finding["fix"]["operation"] == operation
    planned = await site.call("POST", f"/seo/findings/{finding['id']}/fix?dry_run=true")
    assert planned["responses"][0]["body"]["dry_run"] is True
    assert (await site.call("GET", f"/items/{team['id']}/seo"))["revision"] == fields["revision"]
    done = await site.call("POST", f"/seo/findings/{finding['id']}/fix")
    assert done["change_id"]
    await site.audit()
    assert where not in await site.find(f"rule={rule}")
    await site.call("POST", "/changes/undo", {"id": done["change_id"]})
    await site.audit()
    assert where in await site.find(f"rule={rule}")


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


async def test_an_audit_counts_no_visitor(site: Site) -> None:
    """Addresses that only an audit asked for are not among those that visitors missed."""
    await site.publish("Contact", TEXT + '<p><a href="/nowhere/">Us</a> <a href="/sitehand/admin/">Admin</a></p>')
    await site.audit()
    assert await site.call("GET", "/redirects/missing") == []
    assert [each["evidence"] for each in (await site.find("rule=link_broken")).values()] == [
        "http://127.0.0.1:8000/nowhere/ answers 404.",
    ]
