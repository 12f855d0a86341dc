"""Pictures of the screens. `python -m tests.admin.shots FOLDER` takes them all, `--readme` the one in the README."""

import asyncio
import os
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
from playwright.async_api import Browser, Page, async_playwright, expect

from sitehand.guard.gate import OWNER
from sitehand.guard.usage import Count
from sitehand.operation.caller import Caller, Role
from sitehand.operation.policy import Rule
from sitehand.site.settings import SiteSettingsFields
from sitehand.store.usage import UsageTable
from tests.admin.office import PASSWORD, ROOT, URL, Office, open_office
from tests.browser import ARGUMENTS, serve
from tests.choices import set_rules

README_PICTURE = Path(__file__).parents[2] / "docs" / "images" / "admin-keys.png"
SCREENS = (
    *("", "/keys", "/keys?show=ended", "/keys/1/rotate", "/keys/1/revoke", "/connect"),
    *("/broker", "/limits", "/site", "/settings"),
    *("/activity", "/activity?kind=page&since=2026-01-01", "/activity/13", "/activity/15/undo", "/activity/11/undo"),
    *("/content", "/content?type=post", "/content/pages/1", "/content/pages/1/revisions/1", "/media"),
    *("/approvals", "/approvals/1", "/approvals/2", "/tools", "/blocks", "/design", "/seo"),
)
ABOUT = (
    "<p>We have sold books in Harbour Street since 1962. The shop has two floors, a cat, and a window seat that is "
    "nearly always taken. Coffee is free for whoever reads aloud.</p><ul><li>Monday to Friday 9 to 18</li>"
    "<li>Saturday 10 to 16</li></ul>"
)
NEWS = "<p>It took a winter to build. Now there is room for <em>two</em>.</p>"
KEYS: tuple[tuple[str, Role, int | None, int | None, int], ...] = (
    ("Old newsletter script", "author", None, None, 0),
    ("Website assistant", "editor", None, None, 41),
    ("Claude Code on my laptop", "admin", None, 300, 12),
    ("Design review", "designer", 30, None, 0),
    ("Nightly statistics", "author", 365, 20, 20),
)
"""Label, role, days until the end, own limit, requests made in this minute."""


async def furnish(office: Office) -> None:
    """Keys with some use, and a site with a name."""
    now = office.clock() - timedelta(days=3)
    for label, role, days, limit, used in KEYS:
        expires = now + timedelta(days=days) if days else None
        key = await office.parts.keys.create(
            label=label, role=role, expires=expires, requests_per_minute=limit, now=now
        )
        caller = Caller("key", f"key:{key['id']}", label, role, limit)
        for _ in range(used):
            await office.parts.limits.take(caller)
        if used:
            await office.parts.keys.identify(key["value"], office.clock())
    await office.parts.host.settings.update(
        SiteSettingsFields(name="Harbour Street Books", description="A bookshop with a good window seat")
    )


async def furnish_activity(office: Office) -> None:
    """A month of use, and what an editor and an author did to pages: some undone, some waiting, one rejected."""
    await UsageTable(office.parts.database).add(
        {
            ((office.clock() - timedelta(days=ago)).date().isoformat(), caller): Count(
                label, weight * (11 + ago * 7 % 23), (ago * 5 % 9) * weight // 2, ago % 3
            )
            for ago in range(30)
            for caller, label, weight in (("key:90", "Website assistant", 9), ("key:91", "Nightly statistics", 4))
            if (ago + weight) % 7
        }
    )
    await set_rules(office.parts.database, [Rule(role="author", transition="public")])
    editor = await make_client(office, "Website assistant", "editor")
    author = await make_client(office, "Newsletter script", "author")
    about = (await editor.post("/pages", json={"title": "About us", "status": "publish", "content": ABOUT})).json()
    news = (await author.post("/posts", json={"title": "Our new window seat", "content": NEWS})).json()
    longer = ABOUT.replace("since 1962", "since 1961, when Ada Moor opened the door").replace("Coffee", "Tea")
    for body in ({"content": longer}, {"title": "About our shop", "menu_order": 3}):
        await editor.patch(f"/pages/{about['id']}", json=body)
    parts = [{"method": "POST", "path": "/pages", "body": {"title": title}} for title in ("Events", "Readings")]
    await editor.post("/batch", json={"requests": parts, "mode": "atomic"})
    parts[0]["body"] = {"title": "Opening hours"}
    await editor.post("/batch", json={"requests": parts[:1]})
    for body in (
        {"status": "publish", "content": NEWS + "<p>Come and <strong>sit</strong>.</p>"},
        {"status": "publish"},
    ):
        await author.patch(f"/posts/{news['id']}", json=body)
    await office.services.operations.decisions.reject(2, OWNER, "Not before Monday, please.")
    await editor.post("/changes/undo", json={"id": (await editor.get("/changes?per_page=1")).json()[0]["id"]})


async def make_client(office: Office, label: str, role: Role, **grants: Any) -> httpx2.AsyncClient:
    """A client of the API with a new key of that role; `grants` are what the key may do otherwise."""
    key = await office.parts.keys.create(
        label=label, role=role, expires=None, requests_per_minute=100_000, now=office.clock(), **grants
    )
    return httpx2.AsyncClient(
        transport=httpx2.ASGITransport(app=office.app),
        base_url=f"{URL}/sitehand/v1",
        headers={"X-API-Key": key["value"], "User-Agent": "example/1.0"},
    )


async def log_in(page: Page, address: str) -> None:
    """Through the form, once the browser has put the cursor into it: it complains of who is faster."""
    await page.goto(f"{address}{ROOT}/login")
    await expect(page.get_by_label("Password")).to_be_focused()
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Log in").click()
    await page.wait_for_url(f"**{ROOT}/")


async def take_all(browser: Browser, address: str, folder: Path) -> None:
    """Every screen, on a desk and on a telephone, by day and by night."""
    for width in (1280, 360):
        for scheme in ("light", "dark"):
            page = await browser.new_page(
                viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light"
            )
            await page.goto(f"{address}{ROOT}/login")
            await page.screenshot(path=folder / f"login-{width}-{scheme}.png")
            await log_in(page, address)
            for screen in SCREENS:
                await page.goto(address + ROOT + screen)
                name = screen.strip("/").replace("/", "-").replace("?", "-") or "overview"
                await page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            await page.close()


async def take_readme(browser: Browser, address: str) -> None:
    """The Keys screen, as the README shows it."""
    page = await browser.new_page(viewport={"width": 1180, "height": 605})
    await log_in(page, address)
    await page.goto(f"{address}{ROOT}/keys")
    README_PICTURE.parent.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=README_PICTURE)


async def main(target: str) -> None:
    """Start a furnished service, take the pictures, stop it."""
    with tempfile.TemporaryDirectory() as name:
        async with open_office(Path(name)) as office, async_playwright() as playwright, serve(office.app) as address:
            await furnish(office)
            await furnish_activity(office)
            path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
            browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            if target == "--readme":
                await take_readme(browser, address)
            else:
                await take_all(browser, address, Path(target))
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
