"""The headers that every page and answer carries, CORS, and what lies under /.well-known."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from tests.service import MCP, Service, open_service

BASE = "/sitehand/v1"
PAGE = "https://app.example"
ANYWHERE = (
    ("GET", "/"),
    ("GET", "/robots.txt"),
    ("GET", "/sitemap.xml"),
    ("GET", "/feed/"),
    ("GET", "/no-such-page"),
    ("GET", "/?s=words"),
    ("POST", "/"),
    ("DELETE", "/"),
    ("BREW", "/"),
    ("GET", f"{BASE}/openapi.json"),
    ("GET", f"{BASE}/pages"),
    ("GET", f"{BASE}/nothing"),
    ("PUT", f"{BASE}/pages"),
    ("GET", BASE),
    ("GET", MCP),
    ("POST", MCP),
    ("GET", "/sitehand/admin/login"),
    ("GET", "/sitehand/admin/"),
    ("GET", "/sitehand/admin/keys"),
    ("POST", "/sitehand/admin/login"),
    ("GET", "/sitehand/admin/no-such-screen"),
    ("GET", "/.well-known/oauth-protected-resource"),
)
BEHIND_A_KEY = (
    ("GET", f"{BASE}/pages", 200),
    ("GET", f"{BASE}/site-info", 200),
    ("GET", f"{BASE}/pages/99", 404),
    ("GET", f"{BASE}/nothing", 404),
    ("PUT", f"{BASE}/pages", 405),
    ("GET", MCP, 405),
)


@pytest.fixture(scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """A service with an admin's key, for all tests that are about headers alone."""
    async with open_service(tmp_path_factory.mktemp("headers")) as running:
        yield running


def check_headers(answer: httpx2.Response) -> None:
    """What each answer has, once."""
    headers = answer.headers
    where = f"{answer.request.method} {answer.request.url} {answer.status_code}"
    for name in ("x-content-type-options", "referrer-policy", "content-security-policy", "x-request-id"):
        assert len(headers.get_list(name)) == 1, f"{where}: {name}"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] in ("same-origin", "no-referrer", "strict-origin-when-cross-origin")
    assert re.fullmatch("[0-9a-f]{32}", headers["x-request-id"])
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'", where
    scripts = policy.get("script-src", policy["default-src"])
    assert "unsafe" not in scripts, where
    assert "*" not in scripts, where
    assert "frame-ancestors" in policy, where
    assert "server" not in headers
    assert "x-powered-by" not in headers


@pytest.mark.parametrize(("method", "path"), ANYWHERE)
async def test_every_answer_carries_the_security_headers(service: Service, method: str, path: str) -> None:
    """Pages, errors, feeds, screens and both doors, with and without a credential."""
    for headers in ({}, {"X-API-Key": service.keys["admin"]}, {"X-API-Key": "wrong"}):
        check_headers(await service.http.request(method, path, headers=headers))


async def test_every_linked_file_carries_the_security_headers(service: Service) -> None:
    """Styles, scripts and pictures of the theme and of the admin screens."""
    found = set()
    for page in ("/", "/sitehand/admin/login"):
        html = (await service.http.get(page)).text
        found |= set(re.findall(r'(?:src|href)="([^"#]+\.(?:css|js|svg|png|ico)[^"]*)"', html))
    assert any("admin" in path for path in found)
    assert len(found) >= 3
    for path in found:
        answer = await service.http.get(path)
        assert answer.status_code == 200, path
        check_headers(answer)


async def test_no_page_holds_an_inline_script_or_handler(service: Service) -> None:
    """The policy would stop them; there are none. Structured data are no script."""
    for path in ("/", "/no-such-page", "/?s=a", "/sitehand/admin/login", "/sitehand/admin/no-such-screen"):
        html = (await service.http.get(path)).text
        assert not re.search(r'<script(?![^>]*\bsrc=|\stype="application/ld\+json")', html), path
        assert not re.search(r"<[^>]+\son[a-z]+\s*=", html), path
        assert "javascript:" not in html, path


async def test_admin_screens_cannot_be_framed_or_stored(service: Service) -> None:
    """Both ways to say it, on screens, redirects, errors and the answer to a form."""
    for method, path in ANYWHERE:
        if not path.startswith("/sitehand/admin"):
            continue
        answer = await service.http.request(method, path)
        assert answer.headers["x-frame-options"] == "DENY", f"{method} {path}"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], f"{method} {path}"
        assert answer.headers["cache-control"] == "no-store", f"{method} {path}"


@pytest.mark.parametrize(("method", "path", "status"), BEHIND_A_KEY)
async def test_nothing_behind_a_key_may_be_stored(service: Service, method: str, path: str, status: int) -> None:
    """no-store on results and refusals, also without or with a wrong key, and the address holds one or not."""
    key = service.keys["admin"]
    answer = await service.http.request(method, path, headers={"X-API-Key": key})
    assert answer.status_code == status
    others = [
        await service.http.request(method, path),
        await service.http.request(method, path, headers={"X-API-Key": "wrong"}),
        await service.http.request(method, f"{path}?api_key={key}"),
    ]
    for each in (answer, *others):
        assert each.headers["cache-control"] == "no-store"


async def test_answers_to_posts_may_not_be_stored(service: Service) -> None:
    """Neither a created object nor an MCP result."""
    headers = {"X-API-Key": service.keys["admin"]}
    created = await service.http.post(f"{BASE}/pages", json={"title": "A"}, headers=headers)
    pinged = await service.http.post(MCP, json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers)
    assert (created.status_code, pinged.status_code) == (201, 200)
    assert created.headers["cache-control"] == pinged.headers["cache-control"] == "no-store"


async def test_cors_is_off_unless_origins_are_named(service: Service) -> None:
    """No Access-Control header on any answer to a foreign page, and no preflight passes."""
    preflight = {"Origin": PAGE, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-api-key"}
    for path in (f"{BASE}/pages", f"{BASE}/openapi.json", MCP, "/", "/sitehand/admin/login"):
        for method, headers in (("GET", {"Origin": PAGE}), ("OPTIONS", preflight)):
            answer = await service.http.request(method, path, headers={**headers, "X-API-Key": service.keys["admin"]})
            assert not [name for name in answer.headers if name.startswith("access-control")], f"{method} {path}"


async def test_cors_lets_named_origins_call_both_doors(tmp_path: Path) -> None:
    """Preflight and call pass for the named origin and for no other; cookies never do; other pages stay closed."""
    async with open_service(tmp_path, cors_origins=[PAGE]) as service:
        key = {"X-API-Key": service.keys["admin"]}
        asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-api-key,content-type"}
        for path in (f"{BASE}/pages", MCP):
            preflight = await service.http.options(path, headers={"Origin": PAGE, **asked})
            assert preflight.status_code == 200, preflight.text
            assert preflight.headers["access-control-allow-origin"] == PAGE
            assert "POST" in preflight.headers["access-control-allow-methods"]
            assert "x-api-key" in preflight.headers["access-control-allow-headers"].lower()
            assert "access-control-allow-credentials" not in preflight.headers
            refused = await service.http.options(path, headers={"Origin": "https://evil.example", **asked})
            assert refused.status_code >= 400
            assert refused.headers.get("access-control-allow-origin") is None
        called = await service.http.get(f"{BASE}/pages", headers={"Origin": PAGE, **key})
        assert called.headers["access-control-allow-origin"] == PAGE
        exposed = set(called.headers["access-control-expose-headers"].split(", "))
        assert {"X-WP-Total", "Link", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"} <= exposed
        message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        pinged = await service.http.post(MCP, json=message, headers={"Origin": PAGE, **key})
        assert (pinged.status_code, pinged.headers["access-control-allow-origin"]) == (200, PAGE)
        for path in ("/", "/sitehand/admin/login"):
            answer = await service.http.get(path, headers={"Origin": PAGE})
            assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    ["", "/", "/oauth-authorization-server", "/oauth-protected-resource/sitehand/v1/mcp", "/openid-configuration"],
)
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
async def test_nothing_under_well_known_redirects(service: Service, path: str, method: str) -> None:
    """MCP clients look there for OAuth: a plain JSON 404 tells them that there is none."""
    answer = await service.http.request(method, f"/.well-known{path}", follow_redirects=False)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    if method != "HEAD":
        assert answer.json()["code"] == "route_not_found"


async def test_each_request_has_its_own_id(service: Service) -> None:
    """And a client cannot choose it, so that it cannot forge lines of the log."""
    answers = [await service.http.get("/robots.txt", headers={"X-Request-Id": "mine"}) for _ in range(3)]
    ids = {answer.headers["x-request-id"] for answer in answers}
    assert len(ids) == 3
    assert "mine" not in ids


COPIES = """WITH RECURSIVE number(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM number WHERE value < 10001)
    INSERT INTO items (id, {columns}) SELECT value, {values} FROM number CROSS JOIN items WHERE items.id = 1"""


async def test_a_total_that_nobody_counted_to_its_end_says_so(tmp_path: Path) -> None:
    """Past 10,000 matches X-WP-Total is a lower bound, and Link leads on by a cursor."""
    async with open_service(tmp_path) as service:
        client, headers = service.http, {"X-API-Key": service.keys["admin"]}
        assert (await client.post(f"{BASE}/pages", json={"title": "Heron"}, headers=headers)).status_code == 201
        copy_first_item(service.settings.data)
        await check_totals(client, headers)


def copy_first_item(data: Path) -> None:
    """Store 10,000 more of it."""
    with closing(sqlite3.connect(data / "sitehand.db")) as database, database:
        names = [row[1] for row in database.execute("PRAGMA table_info(items)") if row[1] != "id"]
        own = {"slug": "'heron-' || value", "path": "'/heron-' || value || '/'"}
        values = [own.get(name, f"items.{name}") for name in names]
        database.execute(COPIES.format(columns=", ".join(names), values=", ".join(values)))


async def check_totals(client: httpx2.AsyncClient, headers: dict[str, str]) -> None:
    """Raises AssertionError unless the totals of short lists, of all, and of a search are told as they were counted."""
    few = await client.get(f"{BASE}/pages?include=1,2", headers=headers)
    whole = await client.get(f"{BASE}/pages", headers=headers)
    found = await client.get(f"{BASE}/pages?search=heron&per_page=2", headers=headers)
    totals = [
        (answer.headers["x-wp-total"], answer.headers.get("x-wp-total-relation")) for answer in (few, whole, found)
    ]
    assert totals == [("2", None), ("10001", None), ("10000", "gte")]
    following = await client.get(found.links["next"]["url"], headers=headers)
    assert "cursor=" in str(following.request.url)
    assert [page["id"] for page in found.json() + following.json()] == [10001, 10000, 9999, 9998]
    assert following.headers["x-wp-total-relation"] == "gte"
