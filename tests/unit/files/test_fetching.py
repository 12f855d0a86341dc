"""Tests of fetching files, with a web server on loopback, which only the tests allow."""

import socket
import ssl
import threading
from collections.abc import Sequence
from typing import Any

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.files.fetching import Fetcher
from tests.web import LOOPBACK, Web, answer, lead, web

__all__ = ["web"]
PUBLIC = "93.184.216.34"
FILE = b"\x89PNG" + b"x" * 5000


def fetcher(web: Web | None = None, *addresses: str, max_bytes: int = 10_000, seconds: float = 5) -> Fetcher:
    """One for which every name leads to the next of these addresses; loopback is allowed where there is a server."""
    left = list(addresses)

    async def resolve(host: str, port: int) -> Sequence[str]:
        return [left.pop(0)] if left else [LOOPBACK if web else PUBLIC]

    return Fetcher(max_bytes, seconds, resolve=resolve, allows=lambda address: web is not None and address == LOOPBACK)


async def refuse(fetcher: Fetcher, url: str, said: str, code: Code = Code.INVALID_ARGUMENTS) -> None:
    """It must be refused in these words."""
    with pytest.raises(Problem, match=said) as refusal:
        await fetcher.fetch(url)
    assert refusal.value.code is code


async def test_a_file_comes_by_name_from_the_address_that_was_checked(web: Web) -> None:
    """Through redirects too; the server hears the name, and nothing of ours beyond what a fetch needs."""
    web.answers = {"/a": lead("/pictures/rye%20field.png?s=1"), "/pictures/rye%20field.png?s=1": answer(FILE)}
    found = await fetcher(web).fetch(f"http://bread.example:{web.port}/a#part")
    assert (found.content, found.name) == (FILE, "rye field.png")
    assert all(f"\r\nHost: bread.example:{web.port}\r\n" in head for head in web.heads)
    assert len(web.heads) == 2
    assert not any(name in head.lower() for head in web.heads for name in ("cookie", "authorization", "referer"))


@pytest.mark.parametrize(
    "url",
    [
        *("http://127.0.0.1/x", "http://localhost/x", "http://[::1]/x", "http://0.0.0.0/x", "http://2130706433/x"),
        *("http://0177.0.0.1/x", "http://0x7f.1/x", "http://127.1/x", "http://[::ffff:127.0.0.1]/x", "http://0/x"),
        *("http://[::ffff:7f00:1]/x", "http://169.254.169.254/latest/meta-data/", "http://[fe80::1%25lo]/x"),
        *("http://[fe80::1%251]/x", "http://10.0.0.1/", "http://[fd00:ec2::254]/", "http://①②⑦.⓪.⓪.①/x"),
        *("http://localhost./x", "http://127.0.0.1.:8080/", "http://[64:ff9b::127.0.0.1]/", "http://[2002:7f00:1::]/"),
    ],
)
async def test_no_spelling_of_a_private_address_is_fetched(url: str, web: Web) -> None:
    """Decimal, octal, hexadecimal, short, mapped, with a zone, by name, translated: with the resolver of the system."""
    with pytest.raises(Problem) as refusal:
        await Fetcher(1000, 5).fetch(url)
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "url")
    assert web.heads == []


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("file:///etc/passwd", "not an address of the web"),
        ("ftp://bread.example/x", "not an address of the web"),
        ("//bread.example/x", "not an address of the web"),
        ("data:text/plain,x", "not an address of the web"),
        ("http:///x", "not an address of the web"),
        ("http://user:word@bread.example/x", "credentials"),
        ("http://bread.example:25/x", "port is not allowed"),
        ("http://bread.example/" + "x" * 2000, "too long"),
        ("http://bread.example/\r\nX: y", "does not answer"),
    ],
)
async def test_what_is_no_address_of_a_file_is_refused(url: str, said: str) -> None:
    """Other schemes, credentials, ports of other services."""
    await refuse(fetcher(), url, said)


async def test_a_redirect_into_a_private_network_is_not_followed(web: Web) -> None:
    """Each hop is looked up and checked for itself; an answer that changes in between does not help."""
    web.answers = {"/a": lead("http://inside.example/x"), "/loop": lead("/loop"), "/f": lead("file:///etc/passwd")}
    base = f"http://bread.example:{web.port}"
    await refuse(fetcher(web, LOOPBACK, "10.0.0.1"), f"{base}/a", "private network")
    assert len(web.heads) == 1
    await refuse(fetcher(web), f"{base}/loop", "redirects too often")
    await refuse(fetcher(web), f"{base}/f", "not an address of the web")


async def test_a_redirect_to_nowhere_is_refused(web: Web) -> None:
    """One that names no address is an answer without a file."""
    web.answers = {"/a": b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"}
    await refuse(fetcher(web), f"http://bread.example:{web.port}/a", "status 302")


async def test_a_name_is_resolved_once_for_each_hop(web: Web) -> None:
    """Who answers with another address the second time is not asked a second time."""
    web.answers = {"/a": answer(FILE)}
    asked = fetcher(web, LOOPBACK, "10.0.0.1")
    assert (await asked.fetch(f"http://bread.example:{web.port}/a")).content == FILE


async def test_one_private_address_among_others_is_enough() -> None:
    """The name is refused whole."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        return [PUBLIC, "127.0.0.1"]

    await refuse(Fetcher(1000, 5, resolve=resolve), "http://bread.example/x", "private network")


async def test_an_unknown_host_is_told() -> None:
    """In words, not as the fault of a library."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    await refuse(Fetcher(1000, 5, resolve=resolve), "http://bread.example/x", r"Its host name cannot be resolved\.")


async def test_a_file_has_bounds(web: Web) -> None:
    """In bytes, whatever its length says, and in time; no compression, no other status."""
    endless = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1000\r\n" + b"x" * 4096 + b"\r\n"
    web.answers = {
        "/large": answer(b"x" * 10_001),
        "/endless": endless + endless.partition(b"\r\n\r\n")[2] * 3,
        "/packed": answer(FILE, more="Content-Encoding: gzip\r\n"),
        "/slow": b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx",
    }
    base = f"http://bread.example:{web.port}"
    await refuse(fetcher(web), f"{base}/large", "larger than 10,000 bytes", Code.BODY_TOO_LARGE)
    await refuse(fetcher(web), f"{base}/endless", "larger than 10,000 bytes", Code.BODY_TOO_LARGE)
    await refuse(fetcher(web), f"{base}/packed", "compressed")
    await refuse(fetcher(web), f"{base}/slow", "does not answer")
    await refuse(fetcher(web), f"{base}/none", "status 404")


async def test_certificates_are_read_once_beside_the_event_loop(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody would wait for a tenth of a second with each file."""
    threads: list[threading.Thread] = []
    read = httpx2.create_ssl_context

    def note(**options: Any) -> ssl.SSLContext:
        threads.append(threading.current_thread())
        return read(**options)

    monkeypatch.setattr(httpx2, "create_ssl_context", note)
    web.answers["/rye.png"] = answer(FILE)
    fetching = fetcher(web)
    for _ in range(2):
        assert (await fetching.fetch(f"http://rye.example:{web.port}/rye.png")).content == FILE
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


async def test_the_connected_site_may_be_in_a_private_network(web: Web) -> None:
    """At its own address alone, and no redirect of it leads to another one there."""
    web.answers = {"/menu.pdf": answer(FILE), "/away": lead(f"http://localhost:{web.port}/menu.pdf")}
    own = httpx2.URL(f"http://127.0.0.1:{web.port}/wp-json/")
    fetching = Fetcher(10_000, 5, own=own)
    assert (await fetching.fetch(f"http://127.0.0.1:{web.port}/menu.pdf")).content == FILE
    for url in (f"http://127.0.0.1:{web.port}/away", f"http://localhost:{web.port}/menu.pdf", "http://127.0.0.1/x"):
        await refuse(fetching, url, "private network")
    assert web.asked == ["GET /menu.pdf", "GET /away"]
