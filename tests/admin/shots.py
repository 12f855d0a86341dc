"""Pictures of the screens. `python -m tests.admin.shots FOLDER` takes them all, `--readme` the one in the README."""

import asyncio
import os
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from sitehand.operation.context import Caller, Role
from sitehand.site.settings import SiteSettingsFields
from tests.admin.office import PASSWORD, ROOT, Office, open_office
from tests.browser import ARGUMENTS, serve

README_PICTURE = Path(__file__).parents[2] / "docs" / "images" / "admin-keys.png"
SCREENS = (
    "",
    "/keys",
    "/keys?show=ended",
    "/keys/1/rotate",
    "/keys/1/revoke",
    "/connect",
    "/broker",
    "/limits",
    "/settings",
)
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


async def log_in(page: Page, address: str) -> None:
    """Through the form."""
    await page.goto(f"{address}{ROOT}/login")
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
            path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
            browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            if target == "--readme":
                await take_readme(browser, address)
            else:
                await take_all(browser, address, Path(target))
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
