"""The screen SEO by clicks: an audit, its findings, a fix after a look at it, and its undo."""

import json
import re

import pytest
from playwright.async_api import Browser, Page, expect

from sitehand.admin.score_chart import draw_scores, summarize_scores
from sitehand.admin.screens.seo import read_filters
from sitehand.errors import Code, Problem
from sitehand.site.content import PageFields
from sitehand.site.seo_settings import SeoSettingsFields
from tests.admin.office import Office, Visitor
from tests.admin.windows import each_script, open_window, send, walk_to
from tests.browser import find_barriers, measure_overflow

TEXT = "<p>" + "We are open from nine to five on every day but Sunday, and by appointment. " * 4 + "</p>"


async def publish(office: Office, title: str, slug: str, content: str = TEXT) -> int:
    """A public page."""
    fields = {"title": title, "slug": slug, "content": content, "status": "publish"}
    return (await office.parts.host.pages.create(PageFields.model_validate(fields), "key:1"))["id"]


async def audit(page: Page) -> None:
    """Start an audit by a click, and look until it has ended; with a script the screen looks by itself."""
    await page.get_by_role("button", name="Audit the site").click()
    await expect(page.get_by_role("status").first).to_have_text("Audit started.")
    while await page.get_by_role("button", name="Audit the site").count() == 0:
        await page.get_by_role("link", name="SEO", exact=True).click()


@each_script
async def test_an_audit_a_fix_and_its_undo(
    office: Office, chromium: Browser, address: str, axe_source: str, script: bool
) -> None:
    """What is found is listed; its fix is shown, done, and gone with the next audit; undone, the fault is back."""
    team = await publish(office, "Team", "the_team", TEXT + '<img src="/a.png">')
    page = await open_window(chromium, address, script=script)
    await walk_to(page, "SEO")
    await expect(page.get_by_text("No audit yet.")).to_be_visible()
    await audit(page)
    await expect(page.get_by_text("2 pages, audited")).not_to_contain_text("Since the previous audit")
    findings = page.locator("#findings")
    await page.get_by_role("row", name="Unclear slug").get_by_role("link", name="Unclear slug", exact=True).click()
    await expect(findings.get_by_role("heading", level=3)).to_have_text("info Unclear slug")
    await findings.get_by_role("link", name=re.compile("Fix “Unclear slug”")).click()
    await expect(page.get_by_role("heading", name="new redirect")).to_be_visible()
    assert (await office.parts.host.pages.get(team, "view"))["slug"] == "the_team"
    await page.get_by_role("button", name="Fix", exact=True).click()
    await expect(page.get_by_role("status")).to_have_text("Fixed. The next audit removes it from the list.")
    assert (await office.parts.host.pages.get(team, "view"))["slug"] == "the-team"
    undo = await page.get_by_role("link", name=re.compile("Undo change")).get_attribute("href")
    await audit(page)
    await expect(page.get_by_text("2 pages, audited")).to_contain_text("Since the previous audit, 0 new and 1 gone.")
    await expect(page.get_by_role("row", name="Unclear slug")).to_have_count(0)
    await expect(page.get_by_role("img", name="Score of the site")).to_be_visible()
    await page.goto(f"{address}{undo}")
    await send(page, "Undo change")
    await walk_to(page, "SEO")
    await audit(page)
    await page.get_by_role("link", name=re.compile("new$")).first.click()
    await expect(findings.get_by_role("heading", level=3)).to_have_text("info Unclear slug")
    await findings.get_by_role("link", name=f"Edit item {team}").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Team")
    if script:
        await assert_sound(page, f"{address}/sitehand/admin/seo", axe_source)


async def assert_sound(page: Page, address: str, axe_source: str) -> None:
    """On a desk and on a telephone nothing is too wide, and axe-core finds no serious barrier."""
    await page.goto(address)
    await page.get_by_text("Numbers by audit").first.click()
    for width in (320, 390, 1280):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await measure_overflow(page) == 0
    assert await find_barriers(page, axe_source) == []


async def test_filters_that_cannot_be_are_left_out(office: Office, owner: Visitor) -> None:
    """A strange address shows the list without them; a finding that is gone or has no fix is refused in words."""
    assert read_filters({"rule": "a'b", "severity": "fatal", "state": "open", "opened": "0", "item": "0"}) == {
        "item": 0
    }
    strange = await owner.get("/seo?rule=%00&severity=x&opened=99999999999999999999&page=x&audits=0&change=<b>")
    assert strange.status_code == 200 and "<b>" not in strange.text
    for path in ("/seo/findings/1-0123456789ab", "/seo/findings/x", "/seo/items/0", "/seo/items/9"):
        assert (await owner.get(path)).status_code == 404


async def _refuse(*_: object) -> None:
    raise Problem(Code.HOST_UNAVAILABLE, "No answer.", hint="Try again.")


async def test_a_fix_that_changes_nothing_says_so(
    office: Office, owner: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first audit the screen shows what one is; what somebody has repaired meanwhile is not called fixed,
    and a fix that is refused says why.
    """
    first = (await owner.get("/seo")).text
    assert "It changes nothing." in first and "History" not in first and "Nothing found." not in first
    settings = office.parts.host.seo_settings
    assert settings is not None
    await settings.update(SeoSettingsFields(crawlers={"GPTBot": "disallow"}))
    await owner.send("/seo", "/seo", {"outside": "on"})
    (job,) = office.parts.database.look_up("SELECT arguments FROM jobs WHERE kind = 'audit_site'", committed=True)
    assert json.loads(job["arguments"]) == {"whole": False, "outside": True}
    while "data-running" in (shown := (await owner.get("/seo")).text):
        pass
    label = re.search('href="[^"]*(/seo/findings/[^"]*)" aria-label="Fix “AI crawler refused” of the site: ', shown)
    assert label and "History" in shown
    with monkeypatch.context() as broken:
        broken.setattr(type(settings), "update", _refuse)
        refused = [await owner.get(label[1]), await owner.send("/seo", label[1])]
    assert [(each.status_code, "<p>No answer.</p>" in each.text) for each in refused] == [(503, True)] * 2
    await settings.update(SeoSettingsFields(crawlers={"GPTBot": "allow"}))
    done = await owner.send(label[1], label[1])
    assert (done.status_code, "done=same" in done.headers["location"]) == (303, True)


def test_the_chart_says_what_it_shows() -> None:
    """One point for each audit, in their order, with the whole in words."""
    scores = [("2026-11-01T10:00:00Z", 50.0), ("2026-11-02T10:00:00Z", 87.5), ("2026-11-03T10:00:00Z", 75.0)]
    assert summarize_scores(scores) == "75 of 100 on 2026-11-03, 50 on 2026-11-01; between 50 and 87.5 in 3 audits."
    assert (summarize_scores(scores[:1]), summarize_scores([])) == (
        "50 of 100 on 2026-11-01.",
        "No audit has finished yet.",
    )
    drawn = draw_scores(scores)
    heights = [float(each) for each in re.findall(r'cy="([0-9.]+)"', drawn)]
    assert heights[1] < heights[2] < heights[0] and "2026-11-02: 87.5" in drawn
    assert draw_scores([]).count("circle") == 0
