"""Tests of checking links to other sites, with a web server on loopback, which only the tests allow."""

import asyncio
import socket
import threading
from collections.abc import Sequence

import pytest

from sitehand.files.link_check import Checked, LinkChecker
from sitehand.seo.robots import Robots
from tests.web import LOOPBACK, Web, answer, lead, web

__all__ = ["web"]
HOME = "https://hill.example/"


async def resolve_here(host: str, port: int) -> Sequence[str]:
    """Every name but one leads to the server."""
    if host == "gone.example":
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return [LOOPBACK]


def checker(pause: float = 0, seconds: float = 5) -> LinkChecker:
    """One that may ask the server."""
    return LinkChecker(HOME, pause, seconds, resolve=resolve_here, allows=lambda address: address == LOOPBACK)


async def check(web: Web, *paths: str) -> list[tuple[int | None, str]]:
    """What is found at these paths."""
    base = f"http://bread.example:{web.port}"
    found = await checker().check_host([f"{base}{path}" for path in paths])
    return [(each.status, each.target.removeprefix(base)) for each in found]


async def test_links_are_told_by_what_they_end_at(web: Web) -> None:
    """By HEAD, and by GET where that is answered by a fault; a permanent redirect is told, a passing one is not."""
    web.answers = {
        **{"/there": answer(), "HEAD /get": answer(status="405 No"), "GET /get": answer(b"x" * 99)},
        **{"/old": lead("/there", "301 Moved"), "/now": lead("/there"), "/lost": lead("/gone", "308 Moved")},
        **{"/away": lead("http://cake.example/", "301 Moved"), "/then": lead("/old")},
    }
    found = await check(web, "/there", "/get", "/gone", "/old", "/now", "/lost", "/away", "/then")
    assert found == [
        *((200, ""), (200, ""), (404, ""), (200, "/there"), (200, ""), (404, "/gone")),
        *((301, "http://cake.example/"), (200, "")),
    ]
    assert web.asked[:4] == ["GET /robots.txt", "HEAD /there", "HEAD /get", "GET /get"]
    named = "\r\nUser-Agent: Sitehand/"
    assert all(named in head and f"(link check of {HOME})" in head for head in web.heads)
    assert not any(name in head.lower() for head in web.heads for name in ("cookie", "authorization", "referer"))


async def test_robots_txt_is_respected(web: Web) -> None:
    """On the way of redirects too; a host that cannot say what it allows is not asked, one without the file is."""
    web.answers = {"/robots.txt": answer(b"User-agent: sitehand\nDisallow: /own\n"), "/open": answer()}
    web.answers["/led"] = lead("/own/page")
    assert await check(web, "/own/page", "/open", "/led") == [(None, ""), (200, ""), (302, "")]
    assert not any("/own" in each for each in web.asked)
    web.answers["/robots.txt"] = answer(status="503 Later")
    web.heads.clear()
    assert await check(web, "/open") == [(None, "")]
    assert web.asked == ["GET /robots.txt"]


async def test_robots_txt_is_compared_with_encoded_addresses(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a page writes them, and never in the event loop: patterns are strangers' and may take long."""
    web.answers = {"/robots.txt": answer(b"User-agent: *\nDisallow: /caf%C3%A9\nDisallow: /a%20b\n"), "/open": answer()}
    allows, threads = Robots.allows, set[int]()

    def note(robots: Robots, agent: str, address: str) -> bool:
        threads.add(threading.get_ident())
        return allows(robots, agent, address)

    monkeypatch.setattr(Robots, "allows", note)
    assert await check(web, "/café", "/a b", "/open") == [(None, ""), (None, ""), (200, "")]
    assert web.asked == ["GET /robots.txt", "HEAD /open"]
    assert threads
    assert threading.get_ident() not in threads


async def test_a_robots_txt_that_cannot_be_read_allows_nothing(web: Web) -> None:
    """It is compressed though that was not asked for, or led to a host that is gone; the link's own host is there."""
    web.answers = {"/open": answer()}
    for told in (answer(b"\x1f\x8b", more="Content-Encoding: gzip\r\n"), lead("http://gone.example/robots.txt")):
        web.answers["/robots.txt"] = told
        assert await check(web, "/open") == [(None, "")]


async def test_requests_name_a_home_of_any_script(web: Web) -> None:
    """In ASCII, as headers have it."""
    web.answers = {"/open": answer()}
    named = LinkChecker("https://bäcker.example/", 0, resolve=resolve_here, allows=lambda address: address == LOOPBACK)
    assert [each.status for each in await named.check_host([f"http://bread.example:{web.port}/open"])] == [200]
    assert all("(link check of https://xn--bcker-gra.example/)" in head for head in web.heads)


async def test_no_hop_leads_into_private_networks(web: Web) -> None:
    """Each is resolved once and checked, the first and those of redirects; nothing is said of what is not asked."""
    base = f"http://bread.example:{web.port}"
    refused = LinkChecker(HOME, 0, resolve=resolve_here)
    assert await refused.check_host([f"{base}/there"]) == [Checked(f"{base}/there", None)]
    assert web.heads == []
    for address in ("http://bread.example:22/", "http://user:word@bread.example/", "http://[::1"):
        assert await checker().check_host([address]) == [Checked(address, None)]
    web.answers = {"/robots.txt": lead("http://127.0.0.1:25/"), "/x": answer()}
    assert await check(web, "/x") == [(None, "")]


async def test_a_host_that_is_gone_or_silent(web: Web) -> None:
    """The first is told as 0; of one that does not answer in time nobody can say anything."""
    assert await checker().check_host(["http://gone.example/a"]) == [Checked("http://gone.example/a", 0)]
    silent = asyncio.Event()

    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await silent.wait()
        writer.close()

    server = await asyncio.start_server(hold, LOOPBACK, 0)
    address = f"http://bread.example:{server.sockets[0].getsockname()[1]}/"
    assert await checker(seconds=0.2).check_host([address]) == [Checked(address, None)]
    silent.set()
    server.close()


async def test_there_is_a_pause_before_each_request(web: Web) -> None:
    """To one host they go one after the other."""
    web.answers = {"/a": answer(), "/b": answer()}
    base, loop = f"http://bread.example:{web.port}", asyncio.get_running_loop()
    start = loop.time()
    await checker(pause=0.05).check_host([f"{base}/a", f"{base}/b"])
    assert loop.time() - start >= 3 * 0.05
    assert web.asked == ["GET /robots.txt", "HEAD /a", "HEAD /b"]
