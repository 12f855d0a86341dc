"""The plugin in the real application: what a signed link opens, and everything that it does not."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from sitehand.app import assemble, build
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.migration import migrate
from sitehand_signed_links import SignedLinks
from sitehand_signed_links.link import Link, LinkSigner

SECRET = "a secret of more than thirty-two characters"
REST = "/sitehand/v1"
START = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


class Clock:
    """A clock that tests move by hand."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        """The time that it shows."""
        return self.now


class Site:
    """A running site with the plugin, an admin key, and a client that sends no credential of its own."""

    def __init__(self, client: TestClient, key: str, clock: Clock) -> None:
        self.client = client
        self.key = {"X-API-Key": key}
        self.clock = clock

    def make_link(self, **arguments: Any) -> dict[str, str]:
        """The headers of a new link."""
        answer = self.client.post(
            f"{REST}/signed-links", json={"name": "newsletter", "path": "/posts", **arguments}, headers=self.key
        )
        assert answer.status_code == 200, answer.text
        headers: dict[str, str] = answer.json()["headers"]
        return headers

    def status(self, method: str, path: str, headers: dict[str, str], **options: Any) -> int:
        """The status of a request below the REST root."""
        return self.client.request(method, REST + path, headers=headers, **options).status_code


async def make_key(parts: Parts) -> str:
    """An admin key in the site's data folder."""
    await migrate(parts.database)
    issued = await parts.keys.create(label="Boss", role="admin", expires=None, requests_per_minute=None, now=START)
    await parts.close()
    return issued["value"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The application with the plugin, as `build(settings, plugins=[...])` makes it."""
    settings, clock = Settings(data=tmp_path / "site", log="off"), Clock()
    key = asyncio.run(make_key(assemble(settings, clock=clock)))
    app = build(settings, plugins=[SignedLinks(SECRET, clock)], clock=clock)
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        yield Site(client, key, clock)


def test_a_link_reads_its_path_without_a_key(site: Site) -> None:
    """The headers that an admin got open the path."""
    headers = site.make_link()
    assert site.status("GET", "/posts", {}) == 401
    assert site.status("GET", "/posts", headers) == 200
    assert site.status("HEAD", "/posts", headers) == 200


def test_a_link_opens_the_query_that_was_signed_and_no_other(site: Site) -> None:
    """Without a query none, with one this one: nobody adds `context=edit`, which shows more than visitors see."""
    plain = site.make_link()
    for query in ("?context=edit", "?status=draft", "?per_page=1", "?_fields=id", "?a=1"):
        assert site.status("GET", f"/posts{query}", plain) == 401
    signed = site.make_link(path="/posts?per_page=5&context=view")
    assert site.status("GET", "/posts?per_page=5&context=view", signed) == 200
    for query in ("", "?per_page=5", "?per_page=5&context=edit", "?per_page=5&context=view&context=edit"):
        assert site.status("GET", f"/posts{query}", signed) == 401
    assert site.status("GET", "/posts?context=view&per_page=5", signed) == 401
    assert site.status("GET", "/posts%3Fper_page=5&context=view", signed) == 401
    assert site.status("GET", "/posts/1?per_page=5&context=view", signed) == 401


def test_a_link_says_where_it_leads(site: Site) -> None:
    """The url of the answer has the path with its query, and opens with the headers beside it."""
    body = {"name": "newsletter", "path": "/posts?search=a%20b&per_page=5"}
    link = site.client.post(f"{REST}/signed-links", json=body, headers=site.key).json()
    assert link["url"].endswith(f"{REST}/posts?search=a%20b&per_page=5")
    assert site.client.get(link["url"], headers=link["headers"]).status_code == 200


def test_a_link_opens_no_other_path_and_never_writes(site: Site) -> None:
    """Beside its one path, and for anything but reading, a link is worth nothing."""
    headers = site.make_link()
    assert site.status("GET", "/pages", headers) == 401
    assert site.status("GET", "/posts/1", headers) == 401
    assert site.status("POST", "/posts", headers, json={"title": "Hello"}) == 401
    assert site.status("POST", "/batch", headers, json={"requests": [{"method": "GET", "path": "/posts"}]}) == 401
    assert site.status("POST", "/mcp", headers, json={"jsonrpc": "2.0", "id": 1, "method": "ping"}) == 401


def test_the_gate_still_asks_for_the_role(site: Site) -> None:
    """A link in a role that may not use the operation is refused as a key of that role would be."""
    headers = site.make_link(role="designer")
    answer = site.client.get(f"{REST}/posts", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "category_forbidden")


def test_a_link_ends(site: Site) -> None:
    """A link works until its minutes are over, and not a second longer."""
    headers = site.make_link(minutes=5)
    site.clock.now = START + timedelta(minutes=5, seconds=-1)
    assert site.status("GET", "/posts", headers) == 200
    site.clock.now = START + timedelta(minutes=5)
    assert site.status("GET", "/posts", headers) == 401


def test_a_link_does_not_rescue_a_wrong_key(site: Site) -> None:
    """A request that shows a key is judged by the key, whatever way it is sent."""
    headers, wrong = site.make_link(), "sitehand_" + "0" * 48
    assert site.status("GET", "/posts", {**headers, "X-API-Key": wrong}) == 401
    assert site.status("GET", "/posts", {**headers, "Authorization": f"Bearer {wrong}"}) == 401
    assert site.status("GET", f"/posts?api_key={wrong}", headers) == 401


def test_two_links_in_one_request_count_as_none(site: Site) -> None:
    """Of two links nobody can say which is meant."""
    link = site.make_link()["X-Signed-Link"]
    pairs = [("X-Signed-Link", link), ("X-Signed-Link", link)]
    assert site.client.get(f"{REST}/posts", headers=pairs).status_code == 401


def test_a_link_has_a_rate_limit_under_its_name(site: Site) -> None:
    """Links that share a name share a counter; the limit is the site's default."""
    first, second, other = site.make_link(), site.make_link(minutes=5), site.make_link(name="other")
    site.client.put(f"{REST}/rate-limit", json={"requests_per_minute": 2}, headers=site.key)
    assert [site.status("GET", "/posts", headers) for headers in (first, second, first)] == [200, 200, 429]
    assert site.status("GET", "/posts", other) == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": "admin"},
        {"path": "posts"},
        {"path": "/posts?"},
        {"path": "/posts?a b"},
        {"path": "/a#b"},
        {"minutes": 0},
        {"name": "a:b"},
        {"a": 1},
    ],
)
def test_links_that_would_be_too_strong_are_not_made(site: Site, wrong: dict[str, Any]) -> None:
    """Arguments out of bounds are refused as for any operation."""
    body = {"name": "newsletter", "path": "/posts", **wrong}
    answer = site.client.post(f"{REST}/signed-links", json=body, headers=site.key)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_arguments")


def test_only_an_admin_makes_links(site: Site) -> None:
    """The operation is for admin keys, and introspect shows it to them."""
    answer = site.client.post(f"{REST}/api-keys", json={"label": "Editor", "role": "editor"}, headers=site.key)
    editor = {"X-API-Key": answer.json()["value"]}
    assert site.status("POST", "/signed-links", editor, json={"name": "a", "path": "/posts"}) == 403
    shown = site.client.get(f"{REST}/introspect", headers=site.key).json()["categories"]["site"]
    assert "POST /signed-links" in [line["rest"] for line in shown]


def test_without_a_secret_nothing_is_added(tmp_path: Path) -> None:
    """The plugin without its secret vouches for nobody and has no operation."""
    app = build(Settings(data=tmp_path / "site", log="off"), plugins=[SignedLinks(None)])
    link = LinkSigner(SECRET).sign(Link("newsletter", "author", "/posts", 2**40))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        assert client.get(f"{REST}/posts", headers={"X-Signed-Link": link}).status_code == 401
        assert "/signed-links" not in client.get(f"{REST}/openapi.json").json()["paths"]


def test_a_short_secret_stops_the_start() -> None:
    """A secret that could be guessed is a fault of the installation."""
    with pytest.raises(ValueError, match="at least 32 characters"):
        SignedLinks("too short")


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_what_was_not_signed_is_no_link(text: str) -> None:
    """No text is a link unless the signer made it."""
    assert LinkSigner(SECRET).read(text, START) is None


@given(st.integers(0, 400), st.sampled_from("abcXYZ0189-_."))
def test_a_changed_link_is_none(place: int, character: str) -> None:
    """Changing any one character of a link ends it; so does another secret."""
    signer = LinkSigner(SECRET)
    text = signer.sign(Link("newsletter", "author", "/posts", 2**40))
    place %= len(text) - 1  # the last one carries spare bits of the base 64
    changed = text[:place] + character + text[place + 1 :]
    assert (signer.read(changed, START) is None) == (changed != text)
    assert LinkSigner(SECRET[::-1]).read(text, START) is None


def test_a_role_that_is_no_longer_allowed_is_refused() -> None:
    """Even a well signed link with the role admin, which only an older version could have made, vouches for nobody."""
    link: Any = Link("newsletter", "admin", "/posts", 2**40)  # type: ignore[arg-type]
    assert LinkSigner(SECRET).read(LinkSigner(SECRET).sign(link), START) is None
