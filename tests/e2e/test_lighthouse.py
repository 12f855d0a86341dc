"""Lighthouse beside our audit: what it finds on a page is found by ours too; the public site has its whole score."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sitehand.hosts.builtin.sample import add_sample_content
from sitehand.operation.audit import OK, examine, survey
from sitehand.site.public_pages import PublicPage, PublicPages, Reading
from tests.admin.office import open_office
from tests.browser import serve
from tests.node_tools import FOLDER, Node
from tests.processes import free_port


class Fault(NamedTuple):
    """A fault in a page: what it stands before, or in the place of, and which of our rules finds it."""

    html: str
    before: str
    rule: str


FAULTS = {
    "canonical": Fault('<link rel="canonical" href="/elsewhere/">', "</head>", "canonical_repeated"),
    "crawlable-anchors": Fault('<a href="javascript:void(0)">Our shop</a>', "</main>", "link_uncrawlable"),
    "hreflang": Fault('<link rel="alternate" hreflang="english" href="/en/">', "</head>", "hreflang_invalid"),
    "is-crawlable": Fault('<meta name="robots" content="noindex">', "</head>", "robots_noindex"),
    "link-text": Fault('<a href="/shop/">click here</a>', "</main>", "link_text_generic"),
    "meta-description": Fault('<meta name="no', '<meta name="description"', "description_missing"),
}
"""By Lighthouse's names of them; two more are the status of the page, and a robots.txt with a wrong line."""


class FaultyPages:
    """The public pages of a site, in which somebody has planted each fault."""

    def __init__(self, pages: PublicPages, without: str = "") -> None:
        self._pages = pages
        self._faults = [fault for name, fault in FAULTS.items() if name != without]
        self.home = pages.home

    async def read(self, address: str, *, body: bool = True) -> Reading:
        """What is there, with the faults."""
        found = await self._pages.read(address, body=body)
        if address.endswith("/robots.txt"):
            return found._replace(content=found.content + b"\nDisallow everything\n")
        return (
            found._replace(content=plant(found.body, self._faults).encode())
            if "</main>" in found.body and found.status == OK
            else found
        )


def plant(html: str, faults: Iterable[Fault]) -> str:
    """A page with these faults."""
    for fault in faults:
        assert fault.before in html
        html = html.replace(fault.before, fault.html + fault.before, 1)
    return html


def serve_faults(pages: FaultyPages) -> Starlette:
    """The same pages for a browser, all with one more fault: their status."""

    async def answer(request: Request) -> Response:
        found = await pages.read(pages.home + request.url.path.removeprefix("/"))
        return Response(
            found.body,
            404 if found.body.startswith("<!") else found.status,
            {"Content-Type": found.headers.get("content-type", "text/html")},
        )

    return Starlette(routes=[Route("/{path:path}", answer)])


async def ask_lighthouse(node: Node, chromium_path: str, addresses: Iterable[str]) -> Any:
    """The score of each address, and the audits that fail there."""
    run = await node.run(FOLDER / "lighthouse.mjs", chromium_path, *addresses)
    assert run.code == 0, run.errors
    return json.loads(run.output)


async def ask_us(pages: Any, address: str) -> set[str]:
    """The rules that find something on a page and on its site."""
    page = PublicPage(1, "post", "", "", address, "")
    known = await survey(pages, [], ())
    return {each.rule for each in (*known.found, *(await examine(pages, page, known)).found)}


async def test_what_lighthouse_finds_is_found(tmp_path: Path, node: Node, chromium_path: str) -> None:
    """Each of its audits fails where a fault is planted, and ours finds it too; the demo's pages have no fault."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with open_office(tmp_path, url=url) as office, serve(office.app, port):
        parts = office.parts
        await add_sample_content(parts.database, parts.host, parts.clock())
        pages = parts.host.public_pages
        assert pages is not None
        listed = (await pages.list(""))[0]
        shown = [next(each.address for each in listed if each.type == kind) for kind in ("page", "post")]
        faulty = FaultyPages(pages)
        async with serve(serve_faults(faulty)) as broken:
            planted = shown[1].replace(url, broken)
            good = [pages.home, *shown]
            said = await ask_lighthouse(node, chromium_path, [*good, planted])
        assert {address: said[address]["score"] for address in good} == dict.fromkeys(good, 1)
        assert {*said[planted]["failed"]} >= {*FAULTS, "robots-txt", "http-status-code"}
        # Ours asks no description of a page that is not listed.
        found = await ask_us(faulty, shown[1]) | await ask_us(FaultyPages(pages, "is-crawlable"), shown[1])
        assert found >= {fault.rule for fault in FAULTS.values()} | {"robots_txt_invalid"}
        assert await ask_us(pages, f"{url}/gone/") == {"http_status"}
        clean = await ask_us(pages, shown[1])
        assert clean.isdisjoint({fault.rule for fault in FAULTS.values()} | {"robots_txt_invalid"})
