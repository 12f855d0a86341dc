"""An undo on the built-in site leaves a site that ordinary writes allow, whatever others have changed since."""

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from tests.promises.walk import Reply, Walk, open_walk
from tests.samples.media.media import PIXEL


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an admin."""
    async with open_walk(tmp_path) as opened:
        yield opened


async def act(walk: Walk, method: str, path: str, body: Any = None, *, status: int | None = None) -> Reply:
    """A call of the admin that is done, or is refused with this status."""
    reply = await walk.rest(method, path, body)
    assert reply.status == status if status else reply.status < 300, reply.body
    return reply


async def undo(walk: Walk, reply: Reply, *, status: int = 200) -> Any:
    """Take back what the call changed."""
    return (await act(walk, "POST", "/changes/undo", {"id": reply.change_id}, status=status)).body


async def make_term(walk: Walk, name: str, parent: int = 0) -> Reply:
    """A category."""
    return await act(walk, "POST", "/categories", {"name": name, "parent": parent})


async def move_term(walk: Walk, term: Reply, parent: int) -> Reply:
    """Put a category below another one."""
    return await act(walk, "PATCH", f"/categories/{term.body['id']}", {"parent": parent})


async def make_image(walk: Walk) -> int:
    """A picture."""
    made = await act(walk, "POST", "/media", {"data": PIXEL})
    return int(made.body["id"])


async def test_terms_come_to_stand_in_no_circle(walk: Walk) -> None:
    """A term goes back below another only while that does not stand below it."""
    above = await make_term(walk, "Above")
    below = await make_term(walk, "Below", above.body["id"])
    moved = await move_term(walk, below, 0)
    await move_term(walk, above, below.body["id"])
    refused = await undo(walk, moved, status=409)
    assert refused["code"] == "conflict"
    assert refused["message"].startswith("Newer changes block the undo:")
    tree = (await act(walk, "GET", "/taxonomies/category/tree")).body
    assert [row["name"] for row in tree["items"]] == ["Below", "Above"]


async def test_a_term_goes_below_none_that_is_gone(walk: Walk) -> None:
    """Until the deletion of that one is undone."""
    above = await make_term(walk, "Above")
    below = await make_term(walk, "Below", above.body["id"])
    moved = await move_term(walk, below, 0)
    gone = await act(walk, "DELETE", f"/categories/{above.body['id']}?force=true")
    await undo(walk, moved, status=409)
    await undo(walk, gone)
    await undo(walk, moved)
    assert (await act(walk, "GET", f"/categories/{below.body['id']}")).body["parent"] == above.body["id"]


async def test_a_term_with_others_below_it_is_not_taken_back(walk: Walk) -> None:
    """The refusal names them."""
    above = await make_term(walk, "Above")
    below = await make_term(walk, "Below", above.body["id"])
    assert (await undo(walk, above, status=409))["data"]["terms"] == [below.body["id"]]
    await undo(walk, below)
    await undo(walk, above)


async def test_an_image_that_is_gone_is_not_featured_again(walk: Walk) -> None:
    """An undo that would do nothing else is refused; a page that comes back does so without it."""
    image = await make_image(walk)
    page = await act(walk, "POST", "/pages", {"title": "Page", "featured_media": image})
    path = f"/pages/{page.body['id']}"
    released = await act(walk, "PATCH", path, {"featured_media": 0})
    await undo(walk, await act(walk, "PATCH", path, {"featured_media": image, "title": "Other"}))
    await act(walk, "PATCH", path, {"featured_media": image})
    deleted = await act(walk, "DELETE", f"{path}?force=true")
    await act(walk, "DELETE", f"/media/{image}?force=true")
    await undo(walk, deleted)
    restored = (await act(walk, "GET", path)).body
    assert (restored["title"]["rendered"], restored["featured_media"]) == ("Page", 0)
    await act(walk, "PATCH", path, {"title": "New", "expected_revision": restored["revision"]})
    assert (await undo(walk, released, status=409))["code"] == "conflict"


async def test_the_featured_image_comes_back_with_its_file(walk: Walk) -> None:
    """The deletion of a file is undone with what it took from pages."""
    image = await make_image(walk)
    page = await act(walk, "POST", "/pages", {"title": "Page", "featured_media": image})
    await undo(walk, await act(walk, "DELETE", f"/media/{image}?force=true"))
    assert (await act(walk, "GET", f"/pages/{page.body['id']}")).body["featured_media"] == image


async def test_a_file_of_very_many_items_is_not_deleted(walk: Walk) -> None:
    """Each of them would get a new revision while others wait."""
    image = await make_image(walk)
    page = await act(walk, "POST", "/pages", {"title": "Page"})
    with closing(connect(walk.data / "sitehand.db")) as connection, connection:
        names = [row[1] for row in connection.execute("PRAGMA table_info(items)") if row[1] != "id"]
        others = ", ".join(
            {"slug": "'s' || n", "path": "'/s' || n", "featured_media": str(image)}.get(n, n) for n in names
        )
        connection.execute(
            f"WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 2001)"
            f" INSERT INTO items ({', '.join(names)}) SELECT {others} FROM items, many WHERE id = ?",
            [page.body["id"]],
        )
    refused = await act(walk, "DELETE", f"/media/{image}?force=true", status=409)
    assert refused.body["message"] == f"More than 2,000 items have media {image} as their featured image."


async def test_a_reply_comes_back_without_the_comment_that_is_gone(walk: Walk) -> None:
    """It stands where the deletion of that comment moved other replies."""
    post = (await act(walk, "POST", "/posts", {"title": "Post", "status": "publish"})).body["id"]
    comment = (await act(walk, "POST", "/comments", {"post": post, "content": "One"})).body["id"]
    reply = (await act(walk, "POST", "/comments", {"post": post, "content": "Two", "parent": comment})).body["id"]
    deleted = await act(walk, "DELETE", f"/comments/{reply}?force=true")
    await act(walk, "DELETE", f"/comments/{comment}?force=true")
    await undo(walk, deleted)
    assert (await act(walk, "GET", f"/comments/{reply}")).body["parent"] == 0


async def test_a_comment_with_replies_is_not_taken_back(walk: Walk) -> None:
    """The refusal names them."""
    post = (await act(walk, "POST", "/posts", {"title": "Post", "status": "publish"})).body["id"]
    comment = await act(walk, "POST", "/comments", {"post": post, "content": "One"})
    wanted = {"post": post, "content": "Two", "parent": comment.body["id"]}
    reply = await act(walk, "POST", "/comments", wanted)
    assert (await undo(walk, comment, status=409))["data"]["comments"] == [reply.body["id"]]


async def test_redirects_lead_to_no_other_ones(walk: Walk) -> None:
    """One that is put back neither leads on from a redirect nor to one."""
    target = await act(walk, "POST", "/pages", {"title": "Alpha", "status": "publish"})
    first = await act(walk, "POST", "/redirects", {"source": "/one", "target": target.body["link"]})
    gone = await act(walk, "DELETE", f"/redirects/{first.body['id']}")
    second = await act(walk, "POST", "/redirects", {"source": "/two", "target": "/one/"})
    assert (await undo(walk, gone, status=409))["message"].startswith("Newer changes block the undo:")
    await act(walk, "DELETE", f"/redirects/{second.body['id']}")
    await undo(walk, gone)


@pytest.mark.parametrize("wanted", ["redo", "moved back", "deleted"])
async def test_a_redirect_to_a_page_blocks_no_undo_of_its_moves(walk: Walk, wanted: str) -> None:
    """What a move leaves behind may lead on from a redirect that somebody made: visitors get there."""
    page = await act(walk, "POST", "/pages", {"title": "Alpha", "slug": "a", "status": "publish"})
    path = f"/pages/{page.body['id']}"
    made = await act(walk, "POST", "/redirects", {"source": "/old", "target": "/a/"})
    moved = await act(walk, "PATCH", path, {"slug": "b"})
    if wanted == "redo":
        await undo(walk, await act(walk, "POST", "/changes/undo", {"id": moved.change_id}))
    elif wanted == "moved back":
        await undo(walk, await act(walk, "PATCH", path, {"slug": "a"}))
    else:
        await undo(walk, await act(walk, "DELETE", f"{path}?force=true"))
    assert (await act(walk, "GET", path)).body["slug"] == "b"
    await undo(walk, await act(walk, "DELETE", f"/redirects/{made.body['id']}"))


async def test_a_page_takes_the_address_of_the_one_above_it(walk: Walk) -> None:
    """When that one is deleted and both have one slug; an undo gives each its own again."""
    team = await act(walk, "POST", "/pages", {"title": "Team", "status": "publish"})
    below = {"title": "Team", "slug": "team", "status": "publish", "parent": team.body["id"]}
    child = await act(walk, "POST", "/pages", below)
    deleted = await act(walk, "DELETE", f"/pages/{team.body['id']}?force=true")
    moved = (await act(walk, "GET", f"/pages/{child.body['id']}")).body
    assert moved["link"] == team.body["link"]
    await undo(walk, deleted)
    links = [(await act(walk, "GET", f"/pages/{each.body['id']}")).body["link"] for each in (team, child)]
    assert links == [team.body["link"], child.body["link"]]
