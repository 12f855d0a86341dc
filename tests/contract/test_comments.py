"""What every host must do with comments."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.comments import Comment, CommentFields, CommentQuery, NewComment
from sitehand.site.content import PostFields
from sitehand.site.host import Host

BY = "key:1"


async def make_post(host: Host, status: str = "publish") -> int:
    """A post to comment on."""
    fields = PostFields.model_validate({"title": "Commented", "status": status})
    return int((await host.posts.create(fields, BY))["id"])


async def make(host: Host, post: int, content: str, **fields: object) -> Comment:
    """A new comment."""
    return await host.comments.create(NewComment.model_validate({"post": post, "content": content, **fields}))


async def list_ids(host: Host, **query: object) -> list[int]:
    """The ids of a list."""
    return [each["id"] for each in (await host.comments.find(CommentQuery.model_validate(query))).items]


async def test_a_comment_lives_from_its_creation_to_its_end(host: Host) -> None:
    """Written by the site and therefore trusted, read, moderated, deleted; each change has a revision of its own."""
    post = await make_post(host)
    made = await make(host, post, "Fresh <b>words</b> & more")
    assert (made["post"], made["parent"], made["status"], made["type"]) == (post, 0, "approved", "comment")
    assert made["content"].get("raw") == "Fresh <b>words</b> & more"
    assert "<b>words</b>" in made["content"]["rendered"]
    assert (bool(made["author"]), bool(made["author_name"]), made["untrusted"]) == (True, True, [])
    assert made == await host.comments.get(made["id"], "edit")
    assert "raw" not in (await host.comments.get(made["id"], "view"))["content"]
    revisions = {made["revision"]}
    for status in ("hold", "spam", "trash", "approved"):
        changed = await host.comments.update(made["id"], CommentFields.model_validate({"status": status}))
        assert changed["status"] == status
        revisions.add(changed["revision"])
    assert len(revisions) == 4
    assert changed == made
    assert await host.comments.update(made["id"], CommentFields(status="approved")) == made
    assert await host.comments.delete(made["id"]) == made
    with pytest.raises(Problem) as refusal:
        await host.comments.get(made["id"], "view")
    assert refusal.value.code is Code.NOT_FOUND


async def test_replies_stand_below_a_comment_of_the_same_item(host: Host) -> None:
    """And move up when it is deleted."""
    post, other = await make_post(host), await make_post(host)
    first = await make(host, post, "First")
    reply = await make(host, post, "Reply", parent=first["id"])
    last = await make(host, post, "Last", parent=reply["id"])
    assert (reply["parent"], last["parent"]) == (first["id"], reply["id"])
    for wrong_post, parent in ((other, first["id"]), (post, 999_999)):
        with pytest.raises(Problem) as refusal:
            await make(host, wrong_post, "Lost", parent=parent)
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "parent")
    async with host.transactions.open() as transaction:
        await host.comments.delete(reply["id"])
        objects = {(each.kind, each.object): each for each in await transaction.objects()}
        await transaction.rollback()
    assert objects["comment", str(last["id"])].after == {"parent": first["id"]}
    await host.comments.delete(reply["id"])
    assert (await host.comments.get(last["id"], "view"))["parent"] == first["id"]


async def test_lists_are_filtered_by_item_status_and_words(host: Host) -> None:
    """By WordPress's query names; without a status all that is approved or on hold."""
    post, other = await make_post(host), await make_post(host)
    shown = await make(host, post, "Apples and pears")
    held = await make(host, post, "Walnuts", status="hold")
    spam = await make(host, other, "Cheap apples", status="spam")
    ids = [shown["id"], held["id"]]
    assert await list_ids(host, orderby="id") == ids[::-1]
    assert await list_ids(host, orderby="id", order="asc", post=[post]) == ids
    assert await list_ids(host, post=[other]) == []
    assert await list_ids(host, status="approve") == [shown["id"]]
    assert await list_ids(host, status="hold") == [held["id"]]
    assert await list_ids(host, status="spam") == [spam["id"]]
    assert await list_ids(host, search="apples") == [shown["id"]]
    assert await list_ids(host, exclude=[shown["id"]]) == [held["id"]]
    assert await list_ids(host, include=[shown["id"]], parent=[0]) == [shown["id"]]
    assert await list_ids(host, after="2090-01-01T00:00:00Z") == []
    found = await host.comments.find(CommentQuery(orderby="id", order="asc", per_page=1, page=2))
    assert ([each["id"] for each in found.items], found.total, found.pages) == ([held["id"]], 2, 2)
    assert found.items[0]["revision"] == held["revision"]


@pytest.mark.parametrize("status", ["draft", "gone"])
async def test_some_items_take_no_comments(host: Host, status: str) -> None:
    """Drafts, and what is not there."""
    post = await make_post(host, status) if status == "draft" else 999_999
    with pytest.raises(Problem) as refusal:
        await make(host, post, "Lost")
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "post")


async def test_comments_go_with_their_item(host: Host) -> None:
    """When it is deleted permanently."""
    post = await make_post(host)
    made = await make(host, post, "Short-lived")
    await host.posts.delete(post, BY)
    with pytest.raises(Problem) as refusal:
        await host.comments.get(made["id"], "view")
    assert refusal.value.code is Code.NOT_FOUND
