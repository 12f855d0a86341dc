"""The browser gives the application password back to this machine, to nobody else, and only when it was asked."""

import asyncio
import webbrowser
from collections.abc import AsyncIterator
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from sitehand.errors import Problem
from sitehand.hosts.wordpress.authorizing import ask_in_browser
from sitehand.hosts.wordpress.connecting import list_obstacles
from sitehand.site.connection import Found
from tests.unit.broker.loopback import Broker, open_broker

GENERATOR = '<html><meta name="generator" content="WordPress {}" />'


@pytest.fixture
async def server() -> AsyncIterator[Broker]:
    """The pages of a WordPress."""
    async with open_broker() as server:
        yield server


def find(server: Broker, version: str) -> Found:
    """A WordPress of a version."""
    server.answer("/", GENERATOR.format(version).encode(), media_type="text/html")
    return Found(f"{server.url}/wp-json/", server.url, "Bakery", f"{server.url}/wp-admin/authorize-application.php")


class Person:
    """Somebody whose browser is asked to open an address."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.told: list[str] = []
        monkeypatch.setattr(webbrowser, "open", self._open)

    def _open(self, address: str) -> bool:
        query = parse_qs(urlsplit(address).query)
        self.opened.put_nowait({name: values[0] for name, values in query.items()})
        return True


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Person:
    """In front of a browser."""
    return Person(monkeypatch)


async def visit(address: str, **answer: str) -> int:
    """The status that the browser is shown when WordPress sends it on."""
    async with httpx2.AsyncClient(trust_env=False) as browser:
        return (await browser.get(address, params={**_state(address), **answer})).status_code


def _state(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


async def test_what_wordpress_gives_back_is_taken(server: Broker, person: Person) -> None:
    """From 7.1 on, over an address of this machine with a state."""
    asked = asyncio.create_task(ask_in_browser(find(server, "7.1.4"), person.told.append))
    request = await person.opened.get()
    success = request["success_url"]
    assert (request["app_name"], urlsplit(success).hostname) == ("Sitehand", "127.0.0.1")
    assert await visit(success, user_login="anna", password="abcd efgh") == 200
    assert await asked == ("anna", "abcd efgh")
    assert any("authorize-application.php" in line for line in person.told)


async def test_nothing_else_is_taken(server: Broker, person: Person) -> None:
    """Not without the state, not with another; noise on the port neither ends nor answers it."""
    asked = asyncio.create_task(ask_in_browser(find(server, "7.1.4"), person.told.append))
    success = (await person.opened.get())["success_url"]
    assert await visit(success, state="guessed", user_login="eve", password="hers") == 403
    assert await visit(success.partition("?")[0], user_login="eve", password="hers") == 403
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(success).port)
    writer.write(b"x" * 100_000)
    assert await reader.read() == b""
    writer.close()
    assert not asked.done()
    assert await visit(success, user_login="anna", password="hers") == 200
    assert await asked == ("anna", "hers")


async def test_a_refusal_ends_it(server: Broker, person: Person) -> None:
    """WordPress sends the browser back without a password."""
    asked = asyncio.create_task(ask_in_browser(find(server, "7.2"), person.told.append))
    assert await visit((await person.opened.get())["success_url"], success="false") == 200
    with pytest.raises(Problem, match="not allowed in WordPress"):
        await asked


@pytest.mark.parametrize("version", ["6.8.7", "7.0"])
async def test_before_7_1_the_person_copies_it(server: Broker, person: Person, version: str) -> None:
    """WordPress sends no password to an address without encryption; without a terminal nothing can be typed."""
    with pytest.raises(Problem, match="cannot be typed"):
        await ask_in_browser(find(server, version), person.told.append)
    assert "success_url" not in await person.opened.get()
    assert "Enter your WordPress user name" in person.told[-1]


async def test_a_site_without_application_passwords_is_refused(person: Person) -> None:
    """Before a browser is opened."""
    with pytest.raises(Problem, match="offers no application passwords"):
        await ask_in_browser(Found("http://x.test/", "http://x.test", "x", None), person.told.append)
    assert person.opened.empty()


async def test_who_asks_at_another_host_than_gets_the_password_is_refused(person: Person) -> None:
    """Else a site could name the screen of another WordPress, and be sent what was allowed there."""
    for there in ("https://bank.example/wp-admin/authorize-application.php", "https://example.org.bank.example/"):
        found = Found("https://example.org/wp-json/", "https://bank.example", "x", there, "7.1")
        assert [check.text.partition(",")[0] for check in list_obstacles(found)] == ["The site is at example.org"]
        with pytest.raises(Problem, match=r"would send that password to example\.org"):
            await ask_in_browser(found, person.told.append)
    assert person.opened.empty()
    own = replace(found, authorize="https://www.example.org/wordpress/wp-admin/authorize-application.php")
    assert list_obstacles(own) == []
