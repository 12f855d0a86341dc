"""A real browser for tests: Debian's Chromium without its windows, through Playwright, and axe-core to find barriers.

Without them a test skips on a laptop, with the reason, and fails where CI is set.
"""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import uvicorn
from playwright.async_api import Browser, Page, Route, async_playwright, expect

AXE = Path(__file__).parent / "node" / "node_modules" / "axe-core" / "axe.min.js"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--site-per-process"]
"""Frames have processes of their own, as in a browser with windows."""
SLOW_MS = 30_000
"""How long something may take to appear, as long as Playwright lets a page load: a slow machine fails no test."""
expect.set_options(timeout=SLOW_MS)


class Barrier(NamedTuple):
    """A serious or critical fault that axe-core found, and where."""

    rule: str
    impact: str
    nodes: list[str]


def require(present: object, what: str) -> None:
    """Go on when it is there; else skip on a laptop and fail under CI."""
    if present:
        return
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI must have it.")
    pytest.skip(f"{what} is missing.")


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where the browser is that the service and Lighthouse start."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    require(path, "Chromium (Debian's package chromium)")
    return str(path)


@pytest.fixture(scope="session")
def shell_path() -> str:
    """Where the browser without windows is: the same engine starts in less than half the processor time."""
    path = os.environ.get("CHROMIUM_SHELL") or shutil.which("chromium-headless-shell")
    require(path, "Chromium without windows (Debian's package chromium-headless-shell)")
    return str(path)


@pytest.fixture(scope="session")
def axe_source() -> str:
    """The script of axe-core, from tests/node."""
    require(AXE.is_file(), "axe-core (npm ci in tests/node)")
    return AXE.read_text("utf-8")


@pytest.fixture(scope="session")
async def browser(shell_path: str) -> AsyncIterator[Browser]:
    """A browser for all tests of this process: to start one costs as much as to look at ten pages."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shell_path, args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest.fixture
async def chromium(browser: Browser) -> AsyncIterator[Browser]:
    """The browser, without anything that another test left in it."""
    yield browser
    for context in browser.contexts:
        await context.close()


async def find_barriers(page: Page, axe_source: str, *, script: bool = True) -> list[Barrier]:
    """What axe-core calls serious or critical on the page as it stands, by WCAG 2.2 A and AA and best practice.

    In a browser without scripts axe-core does not run either: there the address is opened again beside it.
    """
    if not script:
        async with _open_without_scripts(page) as drawn:
            return await find_barriers(drawn, axe_source)
    if not await page.evaluate("'axe' in window"):
        # Through the debugger, since the pages' own policy allows no inline script.
        await page.evaluate(axe_source)
    found: dict[str, Any] = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        Barrier(fault["id"], fault["impact"], [node["html"] for node in fault["nodes"]])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


@asynccontextmanager
async def _open_without_scripts(page: Page) -> AsyncIterator[Page]:
    """The address of a page, opened by the same visitor in a window that gets no script of the site."""
    browser = page.context.browser
    assert browser
    context = await browser.new_context(storage_state=await page.context.storage_state(), viewport=page.viewport_size)
    refused: list[str] = []

    async def let_through(route: Route) -> None:
        if route.request.resource_type != "script":
            return await route.continue_()
        refused.append(route.request.url)
        return await route.abort()

    await context.route("**/*", let_through)
    drawn = await context.new_page()
    await drawn.goto(page.url)
    assert refused, "The page has no script, or it was not asked for."
    yield drawn
    await context.close()


async def measure_overflow(page: Page) -> int:
    """By how many CSS pixels the page is wider than its window."""
    width: int = await page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth")
    return max(0, width)


@asynccontextmanager
async def serve(app: Any, port: int = 0) -> AsyncIterator[str]:
    """Serve an ASGI application on that port of this machine, or a free one; gives its address."""
    listener = socket.create_server(("127.0.0.1", port))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", proxy_headers=False, timeout_graceful_shutdown=2))
    task = asyncio.create_task(server.serve([listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        with suppress(asyncio.CancelledError):
            await task
        listener.close()
