"""Pictures of a page with every block: the public site beside WordPress 7.1 with its default theme, to be looked at.

    python -m tests.wordpress.side_by_side FOLDER

writes one picture for each width and a dozen parts of the page, ours on the left.
"""

import asyncio
import json
import shutil
import sys
from base64 import b64encode
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, Page, Route, async_playwright

from tests.browser import ARGUMENTS, serve
from tests.e2e.arrangements import PICTURE, write_sections
from tests.e2e.test_pattern_gallery import read_colours
from tests.unit.hosts.builtin.public.site import open_site
from tests.unit.hosts.builtin.public.test_design import set_design
from tests.wordpress.mirror import mirror
from tests.wordpress.releases import NEWEST
from tests.wordpress.reset import PERMALINKS, empty_site, set_permalinks
from tests.wordpress.site import WordPress, run_wordpress
from tests.wordpress.test_rendering import LOGO, Rest, fill

WIDTHS = (1280, 390)
AT_ONCE = 8
"""Parts in one picture."""
NOTES = json.dumps([{"id": "n", "content": "A note"}])
TITLE = '\n<!-- wp:heading {{"className":"part"}} --><h2 class="wp-block-heading part">{}</h2><!-- /wp:heading -->\n'
HILL = """<style>body{margin:0;height:100vh;background:linear-gradient(#7ab6e8 55%,#4c8a4f 55%)}
div{position:absolute;left:65%;top:12%;width:15vh;height:15vh;border-radius:50%;background:#ffd75e}</style><div></div>"""
EDGES = """[...document.querySelectorAll("h2.part")].map(each => each.getBoundingClientRect().top + scrollY)"""


def write_post(wordpress: WordPress) -> None:
    """Fill a WordPress, with a post that has all parts."""
    empty_site(wordpress)
    set_permalinks(wordpress, PERMALINKS)
    fill(rest := Rest(wordpress))
    parts = [*write_sections()]
    content = "".join(TITLE.format(name) + markup for name, markup in parts)
    post = rest.add("posts", title="All", slug="all", content=content, excerpt="Words", meta={"footnotes": NOTES},
                    date_gmt="2026-06-01T08:00:00")["id"]  # fmt: skip
    said: dict[str, Any] = {"post": post, "status": "approved", "author_email": "bob@example.org"}
    first = rest.add("comments", content="Well said", author_name="Bob", **said)["id"]
    rest.add("comments", content="So it is", author_name="Ada", parent=first, **said)


async def take_parts(page: Page, address: str, picture: bytes) -> list[bytes]:
    """A picture of each part of a page."""

    async def answer(route: Route) -> None:
        await route.fulfill(body=picture, content_type="image/png")

    await page.route(f"**{PICTURE}", answer)
    await page.goto(address, wait_until="networkidle")
    await page.evaluate("document.querySelectorAll('img').forEach(each => each.loading = 'eager')")
    await page.wait_for_load_state("networkidle")
    edges = [*await page.evaluate(EDGES), await page.evaluate("document.documentElement.scrollHeight")]
    assert page.viewport_size
    width = page.viewport_size["width"]
    return [
        await page.screenshot(clip={"x": 0, "y": top, "width": width, "height": end - top}, full_page=True)
        for top, end in pairwise(edges)
    ]


async def join(browser: Browser, rows: Sequence[Sequence[bytes]], width: int, target: Path) -> None:
    """One picture of several pairs."""
    page = await browser.new_page(viewport={"width": 2 * width + 20, "height": 600})
    cells = [[f'<td><img src="data:image/png;base64,{b64encode(each).decode()}">' for each in row] for row in rows]
    style = "<style>body{margin:0;background:#888}table{border-spacing:6px}td{vertical-align:top}</style>"
    await page.set_content(f"{style}<table>{''.join('<tr>' + ''.join(row) for row in cells)}</table>")
    await page.screenshot(path=target, full_page=True)
    await page.close()


async def write_pictures(target: Path, folder: Path, wordpress: WordPress) -> None:
    """Visit both sites, and write the pictures."""
    write_post(wordpress)
    async with open_site(folder) as site, async_playwright() as playwright:
        site.settings.values["name"], site.settings.values["description"] = "Real site", ""
        await mirror(wordpress, site)
        site.settings.values["logo"] = int(wordpress.run_sql(LOGO))
        await set_design(site, {"color": {"palette": read_colours()}}, {})
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        easel = await browser.new_page(viewport={"width": 1200, "height": 800})
        await easel.set_content(HILL)
        picture = await easel.screenshot()
        async with serve(site.app) as address:
            for width in WIDTHS:
                sides = []
                for url in (address, wordpress.url):
                    page = await browser.new_page(viewport={"width": width, "height": 900})
                    sides.append(await take_parts(page, f"{url}/2026/06/all/", picture))
                pairs = [*zip(*sides, strict=True)]
                for start in range(0, len(pairs), AT_ONCE):
                    await join(browser, pairs[start : start + AT_ONCE], width, target / f"{width}-{start:03}.png")


def main() -> None:
    """Write the pictures into the folder that the command names."""
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with run_wordpress(NEWEST) as wordpress, TemporaryDirectory() as folder:
        asyncio.run(write_pictures(target, Path(folder), wordpress))


if __name__ == "__main__":
    main()
