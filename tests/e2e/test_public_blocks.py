"""Blocks on the public site in a real browser: laid out as the editor shows them, on a desk and on a telephone."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock, make_blocks
from sitehand.hosts.builtin.rendering import render_content
from tests.browser import find_barriers, measure_overflow, serve
from tests.unit.hosts.builtin.public.site import Site, open_site


def block(name: str, *inner: NewBlock, **attributes: Any) -> NewBlock:
    """A new core block."""
    return NewBlock(f"core/{name}", attributes, inner)


def text(words: str, **attributes: Any) -> NewBlock:
    """A paragraph."""
    return block("paragraph", content=words, **attributes)


BLOCKS = [
    block("heading", content="Blocks"),
    block(
        "columns",
        block("column", text("Narrow column"), width="25%"),
        block("column", text("Wide column with more words in it than the other one"), verticalAlignment="bottom"),
    ),
    block(
        "buttons",
        block("button", text="Book a seat", url="/"),
        block("button", text="Ask", url="/", className="is-style-outline"),
    ),
    block("cover", block("heading", content="On the picture"), url="/icon.svg", dimRatio=80, alt="A hill"),
    block("media-text", text("Beside the picture"), mediaUrl="/icon.svg", mediaType="image", mediaAlt="A hill"),
    text("On pink", backgroundColor="pale-pink"),
    text("White on black", backgroundColor="black", textColor="white"),
    text("A padded text", style={"spacing": {"padding": {"left": "var:preset|spacing|60"}}}),
    text("Large", fontSize="large"),
    text(
        "Drops its first letter, as books did, and goes on for long enough to need a second line of words.",
        dropCap=True,
    ),
    block("quote", text("Said so."), citation="Somebody", className="is-style-plain"),
    block("pullquote", value="Pulled", citation="Somebody"),
    block("separator", className="is-style-dots"),
    block("separator"),
    block(
        "table",
        body=[{"cells": [{"content": "a", "tag": "td"}, {"content": "b", "tag": "td"}]}] * 3,
        className="is-style-stripes",
    ),
    block("details", text("Within"), summary="More"),
    block("code", content="x = 1"),
    block("list", block("list-item", content="One"), block("list-item", content="Two")),
]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site with a page of blocks, rendered as it is when it is stored."""
    content = make_blocks(BLOCKS, Dialect.V7_1)
    async with open_site(tmp_path) as opened:
        await opened.add("page", slug="blocks", content=content, content_rendered=render_content(content).html)
        yield opened


async def measure(window: Page, selector: str) -> dict[str, float]:
    """Where an element is, in pixels."""
    box = await window.locator(selector).first.bounding_box()
    assert box is not None, selector
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_blocks_are_laid_out(site: Site, chromium: Browser, axe_source: str, scheme: Any) -> None:
    """Beside each other on a desk, below each other on a telephone, without a serious barrier."""
    window = await chromium.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    async with serve(site.app) as address:
        await window.goto(f"{address}/blocks/")
        first, second = [await measure(window, f".wp-block-column:nth-child({number})") for number in (1, 2)]
        assert first["x"] + first["width"] < second["x"] and first["width"] < second["width"]
        picture, words = (
            await measure(window, ".wp-block-media-text img"),
            await measure(window, ".wp-block-media-text p"),
        )
        assert picture["x"] + picture["width"] <= words["x"]
        assert await measure(window, ".wp-block-cover") == await measure(window, ".wp-block-cover > img")
        assert await find_barriers(window, axe_source) == []
        await window.set_viewport_size({"width": 360, "height": 800})
        first, second = [await measure(window, f".wp-block-column:nth-child({number})") for number in (1, 2)]
        assert first["y"] + first["height"] <= second["y"] and first["width"] == second["width"]
        assert await measure_overflow(window) == 0
        assert await find_barriers(window, axe_source) == []


async def test_presets_have_values(site: Site, chromium: Browser) -> None:
    """WordPress's own colours, sizes and spaces, by class and by name."""
    window = await chromium.new_page()
    async with serve(site.app) as address:
        await window.goto(f"{address}/blocks/")
        read = "(element, name) => getComputedStyle(element)[name]"
        pink = window.locator(".has-pale-pink-background-color")
        assert await pink.evaluate("element => getComputedStyle(element).backgroundColor") == "rgb(247, 141, 167)"
        assert await window.locator(".has-large-font-size").evaluate(read, "fontSize") == "36px"
        assert await window.get_by_text("A padded text").evaluate(read, "paddingLeft") == "36px"
