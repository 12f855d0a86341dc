"""Which requests each kind of write takes, by the record of a proxy. Decision 187 says why each of them is sent."""

import re
from typing import Any

import pytest

from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.comments import CommentFields, NewComment
from sitehand.site.content import PageFields, PostFields
from sitehand.site.media import MediaFields, NewMedia
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.terms import TermFields
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress

BY = "key:1"
TEXT = "<!-- wp:paragraph -->\n<p>{}</p>\n<!-- /wp:paragraph -->"


async def make_page(host: WordPressHost) -> int:
    """A page with blocks, which was changed before."""
    page = await host.pages.create(PageFields(title="A", content=TEXT.format("One"), status="publish"), BY)
    await host.pages.update(page["id"], PageFields(content=TEXT.format("Two")), BY)
    return int(page["id"])


@pytest.mark.parametrize(
    ("fields", "requests"),
    [
        ({"title": "B"}, ["GET", "GET", "POST"]),
        ({"excerpt": "B"}, ["GET", "GET", "POST"]),
        ({"menu_order": 2}, ["GET", "GET", "POST"]),
        ({"content": "<p>Without blocks</p>"}, ["GET", "GET", "POST"]),
        ({"content": TEXT.format("Three")}, ["GET", "GET", "POST", "GET revisions"]),
    ],
)
async def test_a_change_of_a_page(
    host: WordPressHost, proxy: Proxy, fields: dict[str, Any], requests: list[str]
) -> None:
    """The item as it is, the last look, the write; for text with blocks also the bytes that were stored."""
    number = await make_page(host)
    proxy.sent.clear()
    await host.pages.update(number, PageFields(**fields), BY)
    path = f"/wp/v2/pages/{number}"
    wanted = [(each.split()[0], "/".join([path, *each.split()[1:]])) for each in requests]
    assert [(sent.method, sent.path) for sent in proxy.sent] == wanted


async def test_a_new_page_and_its_end(host: WordPressHost, proxy: Proxy) -> None:
    """What was newest tells, after a cut, which page was made."""
    made = await host.pages.create(PageFields(title="New"), BY)
    assert tell(proxy) == ["GET pages", "POST pages"]
    await host.pages.trash(made["id"], BY)
    assert tell(proxy) == ["GET pages/0", "GET pages/0", "DELETE pages/0"]


async def test_settings(host: WordPressHost, proxy: Proxy, wordpress: WordPress) -> None:
    """As they are, the last look, the write; of a zone without a name another route has the offset, twice."""
    await host.settings.update(SiteSettingsFields(timezone="Europe/Berlin"))
    proxy.sent.clear()
    await host.settings.update(SiteSettingsFields(description="Named"))
    assert tell(proxy) == ["GET settings", "GET settings", "POST settings"]
    wordpress.run_sql("UPDATE wp_options SET option_value = '' WHERE option_name = 'timezone_string'")
    await host.settings.update(SiteSettingsFields(description="Unnamed"))
    assert tell(proxy) == ["GET settings", "GET ", "GET settings", "GET ", "POST settings"]
    await host.settings.update(SiteSettingsFields(description=""))  # other tests begin with none


async def test_a_term(host: WordPressHost, proxy: Proxy) -> None:
    """The taxonomies first; of a new one whether its name is free, and what was newest."""
    made = await host.terms.create("category", TermFields(name="Requests"))
    assert tell(proxy)[:2] == ["GET taxonomies", "GET categories"]
    await host.terms.update("category", made["id"], TermFields(description="Changed"))
    assert tell(proxy) == ["GET taxonomies", "GET categories/0", "GET categories/0", "POST categories/0"]


async def test_a_comment(host: WordPressHost, proxy: Proxy) -> None:
    """Whether its item takes comments, and what was newest; who we are is asked once."""
    post = await host.posts.create(PostFields(title="Open", status="publish"), BY)
    proxy.sent.clear()
    made = await host.comments.create(NewComment(post=post["id"], content="Requests"))
    assert tell(proxy) == ["GET users/me", "GET pages/0", "GET posts/0", "GET comments", "POST comments"]
    await host.comments.update(made["id"], CommentFields(content="Changed"))
    assert tell(proxy) == ["GET comments/0", "GET comments/0", "POST comments/0"]


async def test_fields_of_a_file(host: WordPressHost, proxy: Proxy) -> None:
    """As they are, the last look, the write."""
    made = await host.media.create(NewMedia(data="data:text/plain,Requests", filename="requests.txt"))
    proxy.sent.clear()
    await host.media.update(made["id"], MediaFields(title="Changed"))
    assert tell(proxy) == ["GET media/0", "GET media/0", "POST media/0"]


def tell(proxy: Proxy) -> list[str]:
    """The requests since the last time, with 0 for each number."""
    told = [f"{sent.method} {re.sub('[0-9]+', '0', sent.path[len('/wp/v2/') :])}" for sent in proxy.sent]
    proxy.sent.clear()
    return told
