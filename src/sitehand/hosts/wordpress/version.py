"""The version of a WordPress: its REST API tells it from 6.9 on, before that only its pages do."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.discovery import same_host
from sitehand.trust import read_authorities

ENVIRONMENT = "/wp-abilities/v1/abilities/core/get-environment-info/run"
PAGES = ("", "?feed=rss2", "wp-login.php")
"""Below the home of the site: plugins remove the version from some of them."""
MAX_BYTES = 1024 * 1024
SECONDS = 15
_NUMBER = r"(\d+\.\d+(?:\.\d+)?)"
_SIGNS = (
    re.compile(rf'content="WordPress {_NUMBER}'),
    re.compile(rf"wordpress\.org/\?v={_NUMBER}"),
    re.compile(rf"/wp-admin/css/[^\"'<>]{{0,200}}[?&;]ver={_NUMBER}"),
)


async def read_version(client: Client, home: str) -> str:
    """The version, such as "7.1.4"; empty when nothing tells it. A home on another host is not asked."""
    try:
        environment = (await client.read(ENVIRONMENT)).value
        return str(environment["wp_version"])
    except (Problem, KeyError, TypeError):
        return await read_public_version(home) if same_host(home, str(client.root)) else ""


async def read_public_version(home: str) -> str:
    """The version that visitors are told; empty when they are not. No redirect to another host is followed."""
    async for page in _read_pages(home.rstrip("/") + "/"):
        if version := find_version(page):
            return version
    return ""


def find_version(page: str) -> str:
    """The version that a page tells; empty for none."""
    return next((found[1] for sign in _SIGNS if (found := sign.search(page))), "")


def read_number(version: str) -> tuple[int, ...]:
    """The release that a version belongs to, such as (7, 1); empty for a version that is not known."""
    return tuple(int(part) for part in version.split(".")[:2]) if version else ()


async def _read_pages(home: str) -> AsyncIterator[str]:
    async def stay(request: httpx2.Request) -> None:
        if not same_host(str(request.url), home):
            raise httpx2.TooManyRedirects("It leads to another host.", request=request)

    own = read_authorities()  # with the authorities of SSL_CERT_FILE
    options: Any = {
        "trust_env": False,
        "follow_redirects": True,
        "timeout": SECONDS,
        "event_hooks": {"request": [stay]},
    }
    async with httpx2.AsyncClient(verify=own, **options) as http:
        for page in PAGES:
            try:
                async with asyncio.timeout(SECONDS), http.stream("GET", home + page) as response:
                    received = bytearray()
                    async for piece in response.aiter_bytes():
                        received += piece
                        if len(received) > MAX_BYTES:
                            break
            except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError):
                continue
            yield received.decode(errors="replace")
