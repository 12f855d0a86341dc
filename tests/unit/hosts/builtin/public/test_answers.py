"""Headers, conditional requests, methods, odd addresses, mounting."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from sitehand.hosts.builtin.tables import items
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import SITE_URL, Site

ROUTES = ["/", "/about/", "/about", "/2026/03/walk/", "/feed/", "/sitemap.xml", "/robots.txt", "/theme.css",
          "/icon.svg", "/?s=x", "/nothing/", "/2026/", "/author/ada/"]  # fmt: skip


@pytest.fixture
async def small(site: Site) -> Site:
    """A site with a page and a post."""
    await site.add("page", slug="about")
    await site.add(slug="walk", date="2026-03-05T10:00:00Z", modified="2026-03-06T10:00:00Z")
    return site


@pytest.mark.parametrize("route", ROUTES)
async def test_every_answer_has_each_security_header_once(small: Site, route: str) -> None:
    """A policy without inline script, no sniffing, a referrer policy."""
    headers = (await small.visit(route)).headers
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"):
        assert len(headers.get_list(name)) == (0 if name == "cache-control" and route == "/about" else 1), name
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["style-src"] == "'self'"
    assert "script-src" not in policy


@pytest.mark.parametrize("route", ["/", "/about/", "/2026/03/walk/", "/feed/", "/theme.css"])
async def test_a_known_answer_is_not_sent_again(small: Site, route: str) -> None:
    """The same validator gives 304 without a body; another gives the whole."""
    first = await small.visit(route)
    for value in (first.headers["etag"], f'"x", W/{first.headers["etag"]}', "*"):
        again = await small.visit(route, headers={"If-None-Match": value})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
    assert (await small.visit(route, headers={"If-None-Match": '"other"'})).status_code == 200


async def test_a_change_changes_the_validators(small: Site) -> None:
    """Both move with the item."""
    first = await small.visit("/2026/03/walk/")
    assert first.headers["last-modified"] == "Fri, 06 Mar 2026 10:00:00 GMT"
    since = {"If-Modified-Since": first.headers["last-modified"]}
    assert (await small.visit("/2026/03/walk/", headers=since)).status_code == 304
    values = {"content_rendered": "<p>New</p>", "modified": "2026-03-07T10:00:00Z"}
    await execute(small.database, update(items).where(items.c.slug == "walk").values(values))
    headers = {"If-None-Match": first.headers["etag"], **since}
    assert "<p>New</p>" in (await small.visit("/2026/03/walk/", headers=headers)).text
    assert (await small.visit("/2026/03/walk/", headers=since)).status_code == 200


@pytest.mark.parametrize("route", ROUTES)
async def test_head_is_get_without_a_body(small: Site, route: str) -> None:
    """The same status and headers."""
    get, head = await small.visit(route), await small.visit(route, "HEAD")
    assert head.content == b""
    assert (head.status_code, dict(head.headers)) == (get.status_code, dict(get.headers))


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
async def test_other_methods_are_refused(small: Site, method: str) -> None:
    """With 405 and what is allowed."""
    answer = await small.visit("/about/", method)
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    "path",
    ["/about%00/", "/%ff%fe/", "/%ed%a0%80/", "/" + "a" * 9000 + "/", "/" + "a/" * 900,
     "/..%2fabout/", "/about//", "/.well-known/x", "/.well-known/about", "/%0d%0aX: y/",
     "/?p=abc", "/?p=-1", "/?p=0", "/?p=99999999999999999999999", "/?page_id=", "/?p=%00", "/page/0/", "/page/1/",
     "/page/999999/", "/page/99999999999999999999/", "/0000/", "/2026/13/", "/2026/00/", "/٢٠٢٦/", "/category/none/",
     "/tag/none/", "/author/none/", "/sitemap-page-2.xml", "/sitemap-draft-1.xml", "/sitehandx", "/theme.css/",
     "/about/%E2%80%AE/", "/?s=x&p=7"],
)  # fmt: skip
async def test_odd_addresses_are_not_found(small: Site, path: str) -> None:
    """404, with no redirect and no error of ours."""
    assert (await small.visit(path)).status_code == 404


@pytest.mark.parametrize(
    "words", ['"', "'", "*", "a AND", "NEAR(", "title:x", "-", "%00", "%ff", "(", "^a", "a" * 5000, "{", "+"]
)
async def test_any_words_can_be_searched(small: Site, words: str) -> None:
    """No word is an operator of the index."""
    assert (await small.visit(f"/?s={words}")).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/../", "/./", "/about/../about", "//evil.example/", "//evil.example", "//about", "/\\evil.example", "x"],
)
async def test_odd_paths_are_not_found(small: Site, path: str) -> None:
    """Paths that arrive as no browser sends them."""
    assert (await small.ask(path))[0] == 404


@given(path=st.text(max_size=40), query=st.binary(max_size=40))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_address_breaks_it(small: Site, path: str, query: bytes) -> None:
    """Any text as path and any bytes as query give an answer of the site, and a redirect stays on it."""
    status, headers = await small.ask("/" + path, query=query.replace(b"p", b"s"))
    assert status in (200, 301, 404)
    assert re.match("/(?!/)|$", headers.get("location", ""))


async def test_a_missing_slash_is_added(small: Site) -> None:
    """Once, for what exists, with its query."""
    answer = await small.visit("/about?a=1&b=%20", root="/cms")
    assert (answer.status_code, answer.headers["location"]) == (301, "/cms/about/?a=1&b=%20")
    assert (await small.visit("/nothing")).status_code == 404


@pytest.mark.parametrize("root", ["", "/cms", "/a b/ü"])
async def test_every_link_is_below_the_mount_point(small: Site, root: str) -> None:
    """Each local address in the pages starts with the root, and leads somewhere; canonical ones with the site's."""
    for route in ("/", "/about/", "/2026/03/walk/", "/2026/", "/nothing/"):
        html = (await small.visit(route, root=root)).text
        for link in re.findall(r'(?:href|src|action)="([^"]*)"', html):
            if link.startswith(("#", SITE_URL)):
                continue
            prefix = {"": "", "/cms": "/cms", "/a b/ü": "/a%20b/%C3%BC"}[root]
            assert link.startswith(prefix + "/"), link
            assert (await small.visit(link.removeprefix(prefix))).status_code == 200, link
    assert f'<link rel="canonical" href="{SITE_URL}/about/">' in (await small.visit("/about/", root=root)).text
