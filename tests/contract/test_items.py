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


@pytest.mark.parametrize("kind", ["page", "post"])
async def test_content_is_rewritten_as_it_is_stored(host: Host, kind: str) -> None:
    """The edit gets the stored text, byte for byte; what it gives is stored, and the rest stays."""
    store, seen = host.store(kind), []
    made = await store.create(PageFields(title="Edited", content="<p>one \\u0041</p>", slug="edited"), "key:1")

    def edit(text: str) -> str:
        seen.append(text)
        return f"{text}<p>two</p>"

    changed = await store.rewrite(made["id"], edit, "key:1")
    stored = await store.get(made["id"], "edit")
    assert (seen, stored["content"]["raw"]) == (["<p>one \\u0041</p>"], "<p>one \\u0041</p><p>two</p>")
    assert (stored["title"]["raw"], stored["slug"], stored["revision"]) == ("Edited", "edited", changed["revision"])
    assert changed["revision"] != made["revision"]
    same = await store.rewrite(made["id"], str, "key:1")
    assert same["revision"] == changed["revision"]


async def test_an_edit_that_is_refused_stores_nothing(host: Host) -> None:
    """Its refusal is that of the write; an item that is not there, or is in the trash, is refused as by an update."""
    made = await host.pages.create(PageFields(title="Edited", content="<p>one</p>"), "key:1")

    def refuse(text: str) -> str:
        raise Problem(Code.CONFLICT, "No.")

    with pytest.raises(Problem, match="No"):
        await host.pages.rewrite(made["id"], refuse, "key:1")
    assert (await host.pages.get(made["id"], "edit"))["content"]["raw"] == "<p>one</p>"
    with pytest.raises(Problem) as refusal:
        await host.posts.rewrite(made["id"], str, "key:1")
    assert refusal.value.code is Code.NOT_FOUND
    await host.pages.trash(made["id"], "key:1")
    with pytest.raises(Problem, match="trash"):
        await host.pages.rewrite(made["id"], str, "key:1")
