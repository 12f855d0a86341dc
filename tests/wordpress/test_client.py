"""The client against a real WordPress."""

from collections.abc import AsyncIterator

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.discovery import discover
from tests.wordpress.site import WordPress


@pytest.fixture
async def client(wordpress: WordPress) -> AsyncIterator[Client]:
    """Connected as the administrator, at the address that discovery finds."""
    found = await discover(wordpress.url)
    client = Client(found.root, wordpress.user, wordpress.password)
    yield client
    await client.close()


async def test_its_api_is_found_and_names_the_site(wordpress: WordPress) -> None:
    """From the address that a visitor has, and from a page's."""
    for address in (wordpress.url, f"{wordpress.url}/?page_id=2"):
        found = await discover(address)
        assert (found.home, found.name) == (wordpress.url, "Real site")
        assert found.authorize == f"{wordpress.url}/wp-admin/authorize-application.php"


async def test_text_is_stored_byte_for_byte(wordpress: WordPress, client: Client) -> None:
    """Backslashes, escapes, four-byte characters, right-to-left, quotes: as sent, looked at in the database."""
    text = '<!-- wp:x {"a":"\\u003c\\\\ \\u0022"} --><p>🎉 שלום \\ &amp; \'"</p><!-- /wp:x -->'
    made = await client.write("POST", "/wp/v2/pages", {"title": "a \\ b", "content": text, "status": "draft"})
    stored = wordpress.run_sql(f"SELECT post_content FROM wp_posts WHERE ID = {made.value['id']}")
    assert made.status == 201
    assert stored == f"{text}\n"


async def test_lists_have_their_totals(client: Client) -> None:
    """In the headers, as our own lists do."""
    answer = await client.read(
        "/wp/v2/pages", {"per_page": 1, "_fields": ["id", "title"], "status": ["publish", "draft"]}
    )
    assert int(answer.headers["x-wp-total"]) >= 1
    assert [set(page) for page in answer.value] == [{"id", "title"}]


@pytest.mark.parametrize(
    ("path", "query", "code"),
    [
        ("/wp/v2/pages/999999", {}, Code.NOT_FOUND),
        ("/wp/v2/pages", {"per_page": 1000}, Code.INVALID_ARGUMENTS),
        ("/wp/v2/nothing", {}, Code.HOST_UNAVAILABLE),
    ],
)
async def test_what_it_refuses_has_our_codes(client: Client, path: str, query: dict[str, int], code: Code) -> None:
    """With WordPress's own beside them."""
    with pytest.raises(Problem) as refusal:
        await client.read(path, query)
    assert refusal.value.code is code
    assert refusal.value.extra["upstream"]["code"].startswith("rest_")


async def test_a_wrong_password_is_said(wordpress: WordPress) -> None:
    """As ours, not the caller's."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, "wrong")
    with pytest.raises(Problem, match="does not accept Sitehand's password"):
        await client.read("/wp/v2/settings")
    await client.close()
