"""A key with the role author changes what it made itself and nothing else, through whatever door and operation."""

from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.operation.policy import Rule
from sitehand.owner import perform
from tests.choices import set_rules
from tests.pictures import draw
from tests.service import Service, open_service

BASE = "/sitehand/v1"
REFUSED = (403, "not_own_object")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key of three roles."""
    async with open_service(tmp_path, roles=("admin", "editor", "author")) as opened:
        yield opened


async def send(service: Service, method: str, path: str, body: Any = None, *, role: str = "author") -> Any:
    """The answer to a call: its status and its body."""
    headers = {"X-API-Key": service.keys.get(role, role)}
    answer = await service.http.request(method, f"{BASE}{path}", json=body, headers=headers)
    return answer.status_code, answer.json()


async def make(service: Service, path: str, body: Any = None, *, role: str = "editor") -> int:
    """The id of a new object."""
    status, made = await send(service, "POST", path, body or {"title": "One", "content": "<p>x</p>"}, role=role)
    assert status == 201, made
    return int(made["id"])


async def refuse(service: Service, method: str, path: str, body: Any = None) -> None:
    """See the author refused."""
    status, answer = await send(service, method, path, body)
    assert (status, answer["code"]) == REFUSED, answer


@pytest.mark.parametrize("noun", ["pages", "posts"])
async def test_an_author_writes_publishes_and_deletes_its_own(service: Service, noun: str) -> None:
    """From the creation to the end, and takes it back."""
    made = await make(service, f"/{noun}", role="author")
    assert (await send(service, "PATCH", f"/{noun}/{made}", {"status": "publish"}))[0] == 200
    status, gone = await send(service, "DELETE", f"/{noun}/{made}?force=true")
    assert status == 200
    assert (await send(service, "POST", "/changes/undo", {"id": gone["change_id"]}))[0] == 200
    assert (await send(service, "PATCH", f"/{noun}/{made}", {"title": "Still its own"}))[0] == 200


async def test_an_author_is_told_that_its_page_is_the_front_page(service: Service) -> None:
    """It stays, and so does the posts page: to remove either changes a setting; an editor may."""
    front, posts = [await make(service, "/pages", {"title": "Mine", "status": "publish"}, role="author") for _ in "ab"]
    parts = assemble(service.settings)
    chosen = {"show_on_front": "page", "page_on_front": front, "page_for_posts": posts}
    await perform(parts, "set_site_settings", chosen)
    await parts.close()
    for page, name in ((front, "front page"), (posts, "posts page")):
        status, refused = await send(service, "DELETE", f"/pages/{page}")
        assert ((status, refused["code"]), f"the site's {name}" in refused["message"]) == (REFUSED, True), refused
        assert "Ask an editor" in refused["data"]["hint"]
        assert (await send(service, "DELETE", f"/pages/{page}", role="editor"))[0] == 200


@pytest.mark.parametrize("noun", ["pages", "posts"])
async def test_an_author_reads_others_and_leaves_them(service: Service, noun: str) -> None:
    """Neither changed nor trashed nor deleted, nor tried, and nothing of it stays."""
    theirs = await make(service, f"/{noun}")
    before = await send(service, "GET", f"/{noun}/{theirs}")
    assert before[0] == 200
    for method, path, body in (
        ("PATCH", f"/{noun}/{theirs}", {"title": "Mine"}),
        ("PATCH", f"/{noun}/{theirs}?dry_run=true", {"title": "Mine"}),
        ("DELETE", f"/{noun}/{theirs}", None),
        ("DELETE", f"/{noun}/{theirs}?force=true", None),
    ):
        await refuse(service, method, path, body)
    assert await send(service, "GET", f"/{noun}/{theirs}") == before


async def test_tools_refuse_the_same(service: Service) -> None:
    """With the same code."""
    theirs = await make(service, "/pages")
    result = await service.tool("update_page", {"id": theirs, "title": "Mine"}, role="author")
    assert (result["isError"], result["structuredContent"]["code"]) == (True, "not_own_object")


@pytest.mark.parametrize("mode", ["atomic", "each"])
@pytest.mark.parametrize("dry_run", [False, True])
async def test_batches_know_what_they_made(service: Service, mode: str, dry_run: bool) -> None:
    """A part may change what an earlier one made, and no part what others made."""
    theirs = await make(service, "/pages")
    own = [
        {"method": "POST", "path": "/pages", "body": {"title": "New"}},
        {"method": "PATCH", "path": "/pages/{#0.id}", "body": {"title": "Newer"}},
        {"method": "DELETE", "path": "/pages/{#0.id}?force=true"},
    ]
    _, modes = await send(service, "POST", "/batch", {"mode": mode, "dry_run": dry_run, "requests": own})
    assert [part["status"] for part in modes["responses"]] in ([201, 200, 200], [200, 200, 200]), modes
    foreign = [*own[:1], {"method": "PATCH", "path": f"/pages/{theirs}", "body": {"title": "Mine"}}]
    status, answer = await send(service, "POST", "/batch", {"mode": mode, "dry_run": dry_run, "requests": foreign})
    codes = [answer["code"]] if "code" in answer else [part["body"].get("code") for part in answer["responses"]]
    assert codes[-1] == "not_own_object", (status, answer)


async def test_what_follows_from_a_change_counts(service: Service) -> None:
    """A page above another's, which would move, and a tag on another's post are not deleted."""
    above = await make(service, "/pages", role="author")
    await make(service, "/pages", {"title": "Below", "parent": above})
    await refuse(service, "DELETE", f"/pages/{above}?force=true")
    tag = await make(service, "/tags", {"name": "Mine"}, role="author")
    assert (await send(service, "PATCH", f"/tags/{tag}", {"name": "Mine still"}))[0] == 200
    await make(service, "/posts", {"title": "Theirs", "tags": [tag]})
    await refuse(service, "DELETE", f"/tags/{tag}")


async def test_an_author_makes_tags_and_no_categories(service: Service) -> None:
    """And changes no term of others, but gives its own posts any of them."""
    category = await make(service, "/categories", {"name": "News"})
    tag = await make(service, "/tags", {"name": "Theirs"})
    await refuse(service, "POST", "/categories", {"name": "Mine"})
    await refuse(service, "PATCH", f"/categories/{category}", {"name": "Mine"})
    await refuse(service, "DELETE", f"/tags/{tag}")
    post = {"title": "Mine", "categories": [category], "tags": [tag, "Brand new"]}
    status, made = await send(service, "POST", "/posts", post)
    assert (status, made["categories"], len(made["tags"])) == (201, [category], 2)


async def test_nobodys_objects_are_nobodys(service: Service) -> None:
    """Of what the record of creators does not have, only others than authors change anything."""
    made = await make(service, "/pages", role="author")
    parts = assemble(service.settings)
    await parts.database.transact(lambda connection: connection.exec_driver_sql("DELETE FROM creators"))
    await parts.close()
    await refuse(service, "PATCH", f"/pages/{made}", {"title": "Mine"})
    assert (await send(service, "PATCH", f"/pages/{made}", {"title": "Theirs"}, role="editor"))[0] == 200


async def test_an_undo_brings_back_no_more_than_ones_own(service: Service) -> None:
    """What an author once did to others, when it could, it cannot take back."""
    theirs = await make(service, "/pages")
    status, changed = await send(service, "PATCH", f"/pages/{theirs}", {"title": "Changed"}, role="editor")
    parts = assemble(service.settings)
    by = "UPDATE changes SET caller = (SELECT 'key:' || id FROM api_keys WHERE role = 'author') WHERE id = ?"
    await parts.database.transact(lambda connection: connection.exec_driver_sql(by, (changed["change_id"],)))
    await parts.close()
    assert status == 200
    await refuse(service, "POST", "/changes/undo", {"id": changed["change_id"]})


async def test_no_approval_lifts_it(service: Service) -> None:
    """A change is refused before it is pending, and when it is approved after the record says otherwise."""
    theirs, own = await make(service, "/pages"), await make(service, "/pages", role="author")
    parts = assemble(service.settings)
    await set_rules(parts.database, [Rule(role="author")])
    await refuse(service, "PATCH", f"/pages/{theirs}", {"title": "Mine"})
    fine = await make_pending(service, f"/pages/{own}", {"title": "Fine"})
    status, answer = await send(service, "POST", f"/pending/{fine}/approve", {}, role="admin")
    assert (status, answer["result"]["title"]["rendered"]) == (200, "Fine")
    late = await make_pending(service, f"/pages/{own}", {"title": "Late"})
    await parts.database.transact(lambda connection: connection.exec_driver_sql("DELETE FROM creators"))
    await parts.close()
    status, answer = await send(service, "POST", f"/pending/{late}/approve", {}, role="admin")
    assert (status, answer["code"]) == REFUSED


async def make_pending(service: Service, path: str, body: Any) -> int:
    """The id of the author's change that needs approval."""
    status, answer = await send(service, "PATCH", path, body)
    assert status == 202, answer
    return int(answer["pending"]["id"])


async def test_a_new_value_of_the_key_keeps_what_is_its_own(service: Service) -> None:
    """The key stays the same caller."""
    made = await make(service, "/pages", role="author")
    _, keys = await send(service, "GET", "/api-keys", role="admin")
    key = next(each for each in keys if each["role"] == "author")
    _, rotated = await send(service, "POST", f"/api-keys/{key['id']}/rotate", {}, role="admin")
    changed = await send(service, "PATCH", f"/pages/{made}", {"title": "Still"}, role=rotated["value"])
    assert changed[0] == 200
    other = (await send(service, "POST", "/api-keys", {"label": "Other", "role": "author"}, role="admin"))[1]["value"]
    status, answer = await send(service, "PATCH", f"/pages/{made}", {"title": "Other"}, role=other)
    assert (status, answer["code"]) == REFUSED


async def test_an_author_attaches_files_to_its_own_items_alone(service: Service) -> None:
    """As in WordPress, which asks for the right to edit the post; what an editor attached stays so."""
    own, theirs = await make(service, "/posts", role="author"), await make(service, "/pages")
    picture = {"data": f"data:image/png;base64,{b64encode(draw()).decode()}"}
    file = await make(service, "/media", {**picture, "post": own}, role="author")
    await refuse(service, "POST", "/media", {**picture, "post": theirs})
    await refuse(service, "PATCH", f"/media/{file}", {"post": theirs})
    assert (await send(service, "PATCH", f"/media/{file}", {"post": theirs}, role="editor"))[0] == 200
    assert (await send(service, "PATCH", f"/media/{file}", {"title": "Mine still"}))[0] == 200
    assert (await send(service, "PATCH", f"/media/{file}", {"post": 0}))[0] == 200
