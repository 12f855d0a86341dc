"""Windows of a browser in which somebody works with the screens."""

import pytest
from playwright.async_api import Browser, Page, expect

from tests.admin.shots import log_in

each_script = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
"""Runs a test twice: with the screens' script, and in a browser without."""


async def open_window(chromium: Browser, address: str, *, script: bool = True) -> Page:
    """A window of somebody who has logged in, and takes any certificate."""
    context = await chromium.new_context(
        java_script_enabled=script, viewport={"width": 1280, "height": 800}, ignore_https_errors=True
    )
    page = await context.new_page()
    await log_in(page, address)
    return page


async def send(page: Page, button: str) -> None:
    """Press the button of a form; done when the answer is there, even where it looks like the page before."""
    async with page.expect_navigation():
        await page.get_by_role("button", name=button).click()


async def walk_to(page: Page, screen: str) -> None:
    """To a screen through the navigation, whose script has run."""
    await page.get_by_role("navigation", name="Screens").get_by_role("link", name=screen).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(screen)
    await page.wait_for_load_state()
