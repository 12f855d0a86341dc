"""Items of a real WordPress by their id, whatever their kind."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields, PostFields
from sitehand.site.values import MAX_ID
from tests.wordpress.proxy import Proxy


async def test_an_id_tells_the_kind(host: WordPressHost, proxy: Proxy) -> None:
    """Also of what a call has only staged, and of what is in the trash; once read, it is not asked for again."""
    page = (await host.pages.create(PageFields(title="A page"), "key:1"))["id"]
    post = (await host.posts.create(PostFields(title="A post"), "key:1"))["id"]
    await host.posts.trash(post, "key:1")
    assert [await host.items.kind_of(each) for each in (page, post)] == ["page", "post"]
    proxy.sent.clear()
    async with host.transactions.open():
        made = (await host.posts.create(PostFields(title="Staged"), "key:1"))["id"]
        assert [await host.items.kind_of(each) for each in (made, page, page)] == ["post", "page", "page"]
        await host.pages.get(page, "edit")
    assert len(proxy.sent) == 1


@pytest.mark.parametrize("item_id", [987_654_321, MAX_ID, MAX_ID + 1])
async def test_an_id_that_no_item_has(host: WordPressHost, item_id: int) -> None:
    """It is not found, however large it is."""
    with pytest.raises(Problem) as refusal:
        await host.items.kind_of(item_id)
    assert refusal.value.code is Code.NOT_FOUND


async def test_content_is_rewritten_as_the_call_sees_it(host: WordPressHost) -> None:
    """Each edit of a call gets what the one before has made; all of it is sent once the call is committed."""
    made = await host.pages.create(PageFields(title="Edited", content="<p>one</p>"), "key:1")
    for word in ("two", "three"):
        await host.pages.rewrite(made["id"], f"{{}}<p>{word}</p>".format, "key:1")
    stored = await host.pages.get(made["id"], "edit")
    assert stored["content"]["raw"] == "<p>one</p><p>two</p><p>three</p>"
