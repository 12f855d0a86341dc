"""What every host does when a later step of one call is about what an earlier one has made or removed."""

from typing import cast

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.comments import NewComment
from sitehand.site.content import PageFields, PostFields
from sitehand.site.host import Host
from sitehand.site.item_terms import ItemTerms
from sitehand.site.terms import Removal, TermFields
from tests.contract.test_media import add

BY = "key:1"
CATEGORY = "category"


def keep_nothing(*_: object) -> None:
    """A record of nothing."""


async def test_a_new_file_is_the_image_of_an_item(host: Host) -> None:
    """Of a new page, and of a post that is there."""
    post = await host.posts.create(PostFields(title="There"), BY)
    async with host.transactions.open() as transaction:
        file = await add(host)
        page = await host.pages.create(PageFields(title="New", featured_media=file["id"]), BY)
        await host.posts.update(post["id"], PostFields(featured_media=file["id"]), BY)
        await transaction.commit(keep_nothing)
    assert page["featured_media"] == file["id"]
    for now in (await host.pages.get(page["id"], "view"), await host.posts.get(post["id"], "view")):
        assert now["featured_media"] == file["id"]


async def test_a_removed_file_is_no_image(host: Host) -> None:
    """Although others still see it."""
    file = await add(host)
    async with host.transactions.open():
        await host.media.delete(file["id"])
        with pytest.raises(Problem) as refusal:
            await host.pages.create(PageFields(title="Late", featured_media=file["id"]), BY)
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "featured_media")


async def test_a_new_post_is_commented_on(host: Host) -> None:
    """And the comment is answered; a draft takes none."""
    async with host.transactions.open() as transaction:
        post = await host.posts.create(PostFields(title="New", status="publish"), BY)
        draft = await host.posts.create(PostFields(title="Draft"), BY)
        comment = await host.comments.create(NewComment(post=post["id"], content="Nice"))
        reply = await host.comments.create(NewComment(post=post["id"], parent=comment["id"], content="Thanks"))
        with pytest.raises(Problem, match="draft"):
            await host.comments.create(NewComment(post=draft["id"], content="Early"))
        await transaction.commit(keep_nothing)
    assert (comment["post"], reply["parent"]) == (post["id"], comment["id"])
    assert await host.comments.get(reply["id"], "edit") == reply


async def test_a_new_reply_moves_up_when_its_comment_goes(host: Host) -> None:
    """As one does that was there before."""
    post = await host.posts.create(PostFields(title="There", status="publish"), BY)
    async with host.transactions.open() as transaction:
        comment = await host.comments.create(NewComment(post=post["id"], content="Nice"))
        reply = await host.comments.create(NewComment(post=post["id"], parent=comment["id"], content="Thanks"))
        await host.comments.delete(comment["id"])
        assert (await host.comments.get(reply["id"], "view"))["parent"] == 0
        await transaction.commit(keep_nothing)
    assert (await host.comments.get(reply["id"], "view"))["parent"] == 0


async def test_the_name_and_slug_of_a_removed_term_are_free(host: Host) -> None:
    """For a new term and for another one; an item that names it gets a new one."""
    names = ("Bread", "Cake", "Pie")
    bread, cake, pie = [await host.terms.create(CATEGORY, TermFields(name=name)) for name in names]
    other = await host.terms.create(CATEGORY, TermFields(name="Other"))
    async with host.transactions.open() as transaction:
        for term in (bread, cake, pie):
            await host.terms.delete(Removal(CATEGORY, term["id"]), BY)
        again = await host.terms.create(CATEGORY, TermFields(name="Bread"))
        await host.terms.update(CATEGORY, other["id"], TermFields(slug="cake"))
        post = await host.posts.create(PostFields(title="Baked"), BY)
        await host.posts.update(post["id"], cast(PostFields, ItemTerms(terms={CATEGORY: ["Pie"]})), BY)
        await transaction.commit(keep_nothing)
    assert again["id"] not in (bread["id"], 0)
    assert (await host.terms.get(CATEGORY, other["id"]))["slug"] == "cake"
    (kept,) = (await host.posts.get(post["id"], "view"))["categories"]
    assert (kept != pie["id"], (await host.terms.get(CATEGORY, kept))["name"]) == (True, "Pie")


async def test_a_slug_that_a_step_has_given_away_is_taken(host: Host) -> None:
    """By the term that has it now."""
    bread, cake = [await host.terms.create(CATEGORY, TermFields(name=name)) for name in ("Bread", "Cake")]
    async with host.transactions.open():
        await host.terms.update(CATEGORY, bread["id"], TermFields(slug="rye"))
        with pytest.raises(Problem) as refusal:
            await host.terms.update(CATEGORY, cake["id"], TermFields(slug="rye"))
        assert refusal.value.code is Code.CONFLICT
        changed = await host.terms.update(CATEGORY, cake["id"], TermFields(slug="bread"))
    assert changed["slug"] == "bread"


async def test_what_uses_a_file_is_as_the_call_leaves_it(host: Host) -> None:
    """A page that a step has given the image, and none from which it was taken."""
    file = await add(host)
    old = await host.pages.create(PageFields(title="Old", featured_media=file["id"]), BY)
    new = await host.pages.create(PageFields(title="New"), BY)
    text = f'<!-- wp:image {{"id":{file["id"]}}} --><img class="wp-image-{file["id"]}" src="x.png"/><!-- /wp:image -->'
    async with host.transactions.open():
        await host.pages.update(old["id"], PageFields(featured_media=0), BY)
        await host.pages.update(new["id"], PageFields(content=text), BY)
        uses = (await host.media.find_uses(file["id"]))["uses"]
        assert [(each["id"], each["used_as"]) for each in uses] == [(new["id"], ["content"])]
    uses = (await host.media.find_uses(file["id"]))["uses"]
    assert [(each["id"], each["used_as"]) for each in uses] == [(old["id"], ["featured_media"])]
