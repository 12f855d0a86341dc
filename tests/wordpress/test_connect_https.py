"""Admin screens on https: every release sends the application password back to them, and nobody copies it."""

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser, expect

from tests.admin.office import ROOT, Office, make_visitor, open_office
from tests.admin.windows import open_window
from tests.browser import serve
from tests.processes import free_port
from tests.wordpress.connecting import (
    USER,
    allow,
    count_passwords,
    find,
    go_to_wordpress,
    make_user,
)
from tests.wordpress.site import WordPress
from tests.wordpress.test_connect_refusals import BACK, look
from tests.wordpress.test_connect_screen import wait_for_host
from tests.wordpress.test_https import open_front, secured

__all__ = ["secured"]


@asynccontextmanager
async def open_desk(folder: Path) -> AsyncIterator[tuple[Office, str]]:
    """A service with an empty site behind TLS, by a name: for a browser another site than the address of WordPress."""
    port = free_port()
    with open_front(folder, f"http://127.0.0.1:{port}") as front:
        address = front.replace("127.0.0.1", "localhost")
        async with open_office(folder, url=address, check_visible="false") as office, serve(office.app, port):
            yield office, address


async def test_wordpress_sends_the_password_back(
    secured: WordPress, chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Declined, then allowed, at a production site: the service is connected with a password that no address had."""
    make_user(secured)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    async with open_desk(tmp_path / "desk") as (office, address):
        page = await open_window(chromium, address)
        visited: list[str] = []
        page.on("request", lambda request: visited.append(request.url))
        await find(page, address, secured.url)
        await go_to_wordpress(page)
        await page.locator("#reject").click()
        await page.wait_for_url(f"{address}{ROOT}/site?**")
        await expect(page.get_by_role("status")).to_contain_text("You did not allow it")
        assert office.parts.connections.current() is None
        await find(page, address, secured.url)
        await go_to_wordpress(page)
        await allow(page, address)
        await expect(page.get_by_role("status")).to_contain_text("Connected.")
        connection = office.parts.connections.current()
        assert connection is not None
        assert (connection.facts.user, connection.facts.version) == (USER, secured.version)
        given = next(url for url in visited if "password=" in url).partition("password=")[2].partition("&")[0]
        assert given not in (connection.password, "")
        assert count_passwords(secured) == 1, "the one of the address has ended"
        await wait_for_host(office, "wordpress")


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("https://sites.example", "https://sites.example"),
        ("https://Sites.Example:443", "https://sites.example"),
        ("https://bäckerei.example", "https://xn--bckerei-5wa.example"),
        ("https://sites.example:8443", "https://sites.example:8443"),
    ],
)
async def test_every_release_is_given_the_address(tmp_path: Path, wordpress: WordPress, url: str, seen: str) -> None:
    """However the owner writes it."""
    async with open_office(tmp_path, url=url) as office:
        owner = office.visitor(url=seen)
        await owner.log_in()
        assert read_back(await look(owner, wordpress)).partition("?")[0].lower() == f"{url_of(url)}{ROOT}{BACK}"


def url_of(url: str) -> str:
    """As it is sent."""
    return url.lower().replace("bäckerei", "xn--bckerei-5wa")


async def test_a_service_below_another_application_is_found_again(tmp_path: Path, wordpress: WordPress) -> None:
    """Its address has the path of that application once."""
    async with open_office(tmp_path, url="https://sites.example/cms") as office:
        owner = make_visitor(office.app, "/cms", "/cms" + ROOT, "https://sites.example")
        await owner.log_in()
        back = read_back(await look(owner, wordpress))
        assert back.partition("?")[0] == f"https://sites.example/cms{ROOT}{BACK}"


async def test_at_another_address_than_its_own_the_password_is_copied(tmp_path: Path, wordpress: WordPress) -> None:
    """The browser is not logged in at the one that WordPress would send it to; a port may be another's too."""
    async with open_office(tmp_path, url="https://sites.example:8443") as office:
        for seen in ("https://sites.example", "https://other.example:8443"):
            owner = office.visitor(url=seen)
            await owner.log_in()
            page = await look(owner, wordpress)
            assert ("Copy it and enter it below." in page, "success_url" in page) == (True, False)


def read_back(page: str) -> str:
    """Where WordPress is to send the browser."""
    link = re.search(r'href="([^"]+)">Allow in WordPress<', page)
    assert link, page
    return parse_qs(urlsplit(html.unescape(link[1])).query)["success_url"][0]
