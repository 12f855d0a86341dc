"""Pictures of connecting a WordPress. `python -m tests.wordpress.pictures FOLDER` takes them, of a real WordPress."""

import asyncio
import io
import os
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Page, async_playwright, expect

from tests.admin.shots import log_in, make_client
from tests.browser import ARGUMENTS
from tests.wordpress.connecting import allow, find, go_to_wordpress, make_user, open_desk, run_php
from tests.wordpress.releases import NEWEST
from tests.wordpress.site import WordPress, run_wordpress

COLORS = 64


async def take(page: Page, file: Path, *, whole: bool = False) -> None:
    """A small picture of the window, or of the whole page."""
    image = Image.open(io.BytesIO(await page.screenshot(full_page=whole)))
    image.convert("RGB").quantize(COLORS).save(file, optimize=True)


async def walk(site: WordPress, folder: Path, data: Path, width: int) -> None:
    """Connect, and take a picture of each step."""
    async with open_desk(data) as (office, address), async_playwright() as playwright:
        await make_client(office, "Website assistant", "editor")
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = await browser.new_page(viewport={"width": width, "height": 780})
        await log_in(page, address)
        await page.goto(f"{address}/sitehand/admin/site")
        await page.get_by_label("Address of the WordPress").fill(site.url)
        await take(page, folder / "connect-1-address.png")
        await find(page, address, site.url)
        await take(page, folder / "connect-2-found.png", whole=True)
        await go_to_wordpress(page)
        await take(page, folder / "connect-3-allow.png")
        await allow(page, address)
        await take(page, folder / "connect-4-connected.png")
        await page.get_by_role("button", name="Test").click()
        await expect(page.get_by_role("main")).to_contain_text("WordPress rights")
        await page.get_by_role("heading", name="Test the connection").scroll_into_view_if_needed()
        await take(page, folder / "connect-5-test.png")
        await browser.close()


def main(folder: Path, width: int) -> None:
    """Boot the newest WordPress, take the pictures, stop it."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, run_wordpress(NEWEST) as site:
        make_user(site)
        run_php(site, "update_option('blogname', 'Harbour Street Books'); update_option('show_avatars', 0);")
        asyncio.run(walk(site, folder, Path(data), width))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1100)
