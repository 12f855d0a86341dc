"""Every pattern of the default theme on the public site in a real browser: laid out, without a barrier of ours."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from sitehand.hosts.builtin.rendering import render_content
from tests.browser import Barrier, find_barriers, measure_overflow, serve
from tests.unit.hosts.builtin.public.site import open_site
from tests.unit.hosts.builtin.public.test_design import set_design
from tests.wordpress.releases import NEWEST, unpack_release

AT_ONCE = 12
"""Patterns on one page."""
WORDS = re.compile(r"<\?php[^?]*?_(?:e|_|x|ex)\(\s*(?:'((?:[^'\\]|\\.)*)'|\"([^\"]*)\")[^?]*\?>", re.DOTALL)
"""Text that the theme translates."""
CODE = re.compile(r"<\?php.*?\?>", re.DOTALL)
FILE = "/icon.svg"


def read_patterns() -> list[str]:
    """The patterns of the theme as its PHP writes them in English, with a picture that is there."""
    folder = unpack_release(NEWEST) / "wp-content" / "themes"
    return [_run(path.read_text("utf-8")) for path in sorted(folder.rglob("patterns/*.php"))]


def read_colours() -> list[dict[str, str]]:
    """The palette of the theme, whose names its patterns have."""
    (file,) = (unpack_release(NEWEST) / "wp-content" / "themes").rglob("theme.json")
    colours: list[dict[str, str]] = json.loads(file.read_text("utf-8"))["settings"]["color"]["palette"]
    return colours


def _run(source: str) -> str:
    text = CODE.sub("", WORDS.sub(lambda found: (found[1] or found[2]).replace("\\'", "'"), source))
    return re.sub(r"/assets/[\w/.-]+", FILE, text)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
async def test_the_patterns_of_the_theme(
    tmp_path: Path, chromium: Browser, axe_source: str, scheme: Any, width: int
) -> None:
    """In the theme's colours: nothing sticks out, and axe-core finds nothing."""
    patterns = read_patterns()
    assert len(patterns) > 90
    window = await chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    barriers: list[Barrier] = []
    wide: list[int] = []
    async with open_site(tmp_path) as site:
        await set_design(site, {"color": {"palette": read_colours()}}, {})
        for start in range(0, len(patterns), AT_ONCE):
            content = "\n\n".join(patterns[start : start + AT_ONCE])
            rendered = render_content(content).html
            await site.add("page", slug=f"p{start}", content=content, content_rendered=rendered)
        async with serve(site.app) as address:
            for start in range(0, len(patterns), AT_ONCE):
                answer = await window.goto(f"{address}/p{start}/")
                assert answer is not None and answer.status == 200
                wide.append(await measure_overflow(window))
                barriers += await find_barriers(window, axe_source)
    assert set(wide) == {0}
    assert barriers == []
