"""Finds the REST API of a WordPress, given an address of the site as a person types it.

Source: https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/
"""

import asyncio
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
from typing_extensions import TypeIs

from sitehand import __version__
from sitehand.errors import Code, Problem
from sitehand.files.unanswered import explain_unanswered
from sitehand.hosts.wordpress.answer import read_json
from sitehand.site.connection import Found
from sitehand.trust import read_authorities

REL = "https://api.w.org/"
MAX_REDIRECTS = 5
MAX_BYTES = 4 * 1024 * 1024
SECONDS = 15
ALL_SECONDS = 60
"""Seconds for all requests: a site that sends a byte now and then never exceeds the time of one step."""
MAX_FOLDERS = 5
"""The most folders of an address that are searched for a REST API: each costs two requests."""
# Bounded, so that a page full of what begins an element is searched in time that grows with its length alone.
_LINK = re.compile(r"<link\b[^<>]{0,1000}\brel=[\"']https://api\.w\.org/[\"'][^<>]{0,1000}>", re.IGNORECASE)
_HREF = re.compile(r"\bhref=[\"']([^\"']+)[\"']", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Page:
    url: str
    status: int
    link: str | None
    """Where a header says that the API is."""
    body: bytes


async def discover(address: str) -> Found:
    """The WordPress at an address, or above it: `example.org/blog` leads to a site there.

    Raises Problem(host_unavailable) with what was tried.
    """
    try:
        async with asyncio.timeout(ALL_SECONDS):
            return await _discover(address)
    except TimeoutError:
        raise Problem(
            Code.HOST_UNAVAILABLE,
            f"{address[:200]} did not say within {ALL_SECONDS:g} seconds where its REST API is.",
            hint="Open the site in a browser. Connect it when it answers fast again.",
        ) from None


async def _discover(address: str) -> Found:
    async with httpx2.AsyncClient(
        verify=read_authorities(),
        trust_env=False,
        follow_redirects=True,
        max_redirects=MAX_REDIRECTS,
        timeout=SECONDS,
        headers={"User-Agent": f"Sitehand/{__version__}"},
    ) as http:
        page = await _fetch(http, complete_address(address))
        tried = []
        for root in list_roots(page.url, page.link, page.body.decode(errors="replace")):
            answer = await _fetch(http, root)
            if found := read_index(answer.body, root):
                return found
            tried.append(f"{root} (status {answer.status})")
    raise Problem(
        Code.HOST_UNAVAILABLE,
        f"No REST API of WordPress was found at {page.url}. Tried: {', '.join(tried)}.",
        hint="Is it a WordPress? A plugin or a firewall may have switched its REST API off: open one in a browser.",
    )


def complete_address(address: str) -> str:
    """The address with a scheme. Raises Problem(invalid_arguments) for what is none of the web."""
    typed = address.strip()
    url = typed if "://" in typed else f"https://{typed}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{typed[:200]!r} is no address of a site.",
            hint="Give the site's address, such as https://example.org.",
        )
    return url


def same_host(one: str, other: str) -> bool:
    """Whether two addresses have one host, on whatever port."""
    return urlsplit(one).hostname == urlsplit(other).hostname


def list_roots(url: str, link: str | None, html: str) -> list[str]:
    """Where the API may be, the likeliest first: as the page says itself, then the usual places at and above it."""
    base = httpx2.URL(url)
    roots = [str(base.join(link))] if link else []
    if (element := _LINK.search(html)) and (href := _HREF.search(element[0])):
        roots.append(str(base.join(href[1].replace("&amp;", "&"))))
    folders = [part for part in base.path.split("/") if part]
    for number in range(min(len(folders), MAX_FOLDERS), -1, -1):
        folder = "/" + "".join(f"{part}/" for part in folders[:number])
        above = base.copy_with(path=folder, query=None, fragment=None)
        roots += [str(above.join("wp-json/")), str(above.copy_with(params={"rest_route": "/"}))]
    return list(dict.fromkeys(roots))


def read_index(body: bytes, root: str) -> Found | None:
    """What the root of a REST API says of its site; None when it is none of WordPress."""
    try:
        index = read_json(body)
    except ValueError:
        return None
    if not isinstance(index, dict) or not _has_namespace(index) or not is_web(home := index.get("home")):
        return None
    authorize: Any = index
    for name in ("authentication", "application-passwords", "endpoints", "authorization"):
        authorize = authorize.get(name) if isinstance(authorize, dict) else None  # PHP writes [] for nothing
    return Found(root, home, str(index.get("name", "")), authorize if is_web(authorize) else None)


def _has_namespace(index: dict[str, Any]) -> bool:
    namespaces = index.get("namespaces")
    return isinstance(namespaces, list) and "wp/v2" in namespaces


def is_web(value: object) -> TypeIs[str]:
    """Whether a value that a site tells is an address of the web, which a screen may link to."""
    return isinstance(value, str) and re.match("https?://[^/]", value) is not None


async def _fetch(http: httpx2.AsyncClient, url: str) -> _Page:
    try:
        async with http.stream("GET", url) as response:
            body = bytearray()
            async for piece in response.aiter_bytes():
                body += piece
                if len(body) > MAX_BYTES:
                    break
            return _Page(str(response.url), response.status_code, response.links.get(REL, {}).get("url"), bytes(body))
    except (httpx2.HTTPError, httpx2.InvalidURL) as fault:
        raise Problem(
            Code.HOST_UNAVAILABLE,
            f"{url} cannot be reached ({explain_unanswered(fault)}).",
            hint="Check the address, and that this machine may reach it.",
        ) from None
