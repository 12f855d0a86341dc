"""The owner connects a WordPress by the screen Site: in a real browser, with WordPress's own screen in between."""

import asyncio
import logging
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.admin.office import Office
from tests.admin.shots import make_client
from tests.admin.windows import open_window
from tests.browser import SLOW_MS, find_barriers, measure_overflow
from tests.wordpress.connecting import (
    USER,
    allow,
    count_passwords,
    end_passwords,
    find,
    go_to_wordpress,
    make_user,
    open_desk,
)
from tests.wordpress.releases import NEWEST
from tests.wordpress.site import WordPress


@pytest.fixture(autouse=True)
def newest(wordpress: WordPress) -> None:
    """A user for the service, on a release that gives a password back to an http address of this machine."""
    if wordpress.release != NEWEST:
        pytest.skip("since 7.1 WordPress gives a password back to an address of this machine")
    make_user(wordpress)


async def wait_for_host(office: Office, name: str) -> None:
    """Ask until the service works on that site."""
    client = await make_client(office, "Looks", "admin")
    async with asyncio.timeout(SLOW_MS / 1000):
        while True:
            answer = (await client.get("/introspect")).json()
            if answer["host"]["name"] == name:
                return


async def check_page(page: Page, axe_source: str) -> None:
    """No barriers, and no page wider than its window, on a desk and on a telephone."""
    for width in (1280, 390):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await find_barriers(page, axe_source) == []
        assert await measure_overflow(page) == 0


async def test_the_whole_way(
    wordpress: WordPress, chromium: Browser, tmp_path: Path, axe_source: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Found, allowed, connected, tested; the service goes on with it at once; the password is nowhere to be read."""
    with caplog.at_level(logging.DEBUG, "sitehand"):
        async with open_desk(tmp_path, check_visible="false") as (office, address):
            page = await open_window(chromium, address)
            visited: list[str] = []
            page.on("request", lambda request: visited.append(request.url))
            await find(page, address, wordpress.url)
            await expect(page.get_by_role("main")).to_contain_text("Real site")
            await expect(page.get_by_role("main")).to_contain_text(wordpress.version)
            await expect(page.get_by_role("main")).to_contain_text("is Editor")
            await check_page(page, axe_source)
            await go_to_wordpress(page)
            await allow(page, address)
            await expect(page.get_by_role("status")).to_contain_text("Connected.")
            await expect(page.get_by_role("main")).to_contain_text(f"{USER} (editor)")
            connection = office.parts.connections.current()
            assert connection is not None
            assert connection.facts.user == USER
            given = next(url for url in visited if "password=" in url).partition("password=")[2].partition("&")[0]
            assert connection.password != given
            assert count_passwords(wordpress) == 1, "the one of the address has ended"
            await wait_for_host(office, "wordpress")
            await page.get_by_role("button", name="Test").click()
            await expect(page.get_by_role("main")).to_contain_text("WordPress rights: may edit and publish")
            await check_page(page, axe_source)
            for secret in (connection.password, given):
                assert secret not in await page.content() + page.url
                assert secret not in caplog.text
                assert secret.encode() not in (office.parts.database.path).read_bytes()


async def test_a_revoked_password_is_told_and_renewed(wordpress: WordPress, chromium: Browser, tmp_path: Path) -> None:
    """By the test of the screen, and on the same way as the first time; keys and the journal stay."""
    async with open_desk(tmp_path, check_visible="false") as (office, address):
        page = await open_window(chromium, address)
        await find(page, address, wordpress.url)
        await go_to_wordpress(page)
        await allow(page, address)
        await wait_for_host(office, "wordpress")
        end_passwords(wordpress)
        await page.get_by_role("button", name="Test").click()
        await expect(page.get_by_role("main")).to_contain_text("revoked")
        await find(page, address, wordpress.url)
        await go_to_wordpress(page)
        await allow(page, address)
        editor = await make_client(office, "Writes", "editor")
        async with asyncio.timeout(SLOW_MS / 1000):
            while (await editor.get("/pages")).status_code != 200:
                pass
        assert (await editor.post("/pages", json={"title": "After"})).status_code == 201
