"""What every host does when an item is named by its id, whatever its kind."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.content import PageFields, PostFields
from sitehand.site.host import Host
from sitehand.site.values import MAX_ID


async def test_an_id_tells_the_kind(host: Host) -> None:
    """Pages and posts have ids of one space, in the trash too."""
    page = (await host.pages.create(PageFields(title="A page"), "key:1"))["id"]
    post = (await host.posts.create(PostFields(title="A post"), "key:1"))["id"]
    await host.posts.trash(post, "key:1")
    assert page != post
    assert [await host.items.kind_of(each) for each in (page, post)] == ["page", "post"]


async def test_the_kind_of_what_was_just_made_in_a_transaction(host: Host) -> None:
    """What is not committed is there for the call that made it, and for nobody once it is taken back."""
    async with host.transactions.open() as transaction:
        post = (await host.posts.create(PostFields(title="Made"), "key:1"))["id"]
        assert await host.items.kind_of(post) == "post"
        await transaction.rollback()
    with pytest.raises(Problem):
        await host.items.kind_of(post)


@pytest.mark.parametrize("item_id", [987_654_321, MAX_ID, MAX_ID + 1])
async def test_an_id_that_no_item_has(host: Host, item_id: int) -> None:
    """It is not found, however large it is."""
    with pytest.raises(Problem) as refusal:
        await host.items.kind_of(item_id)
    assert refusal.value.code is Code.NOT_FOUND
    assert refusal.value.hint
