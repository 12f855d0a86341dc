"""SEO fields are a part of their item: of its revision, its difference, its undo and its copy."""

from collections.abc import AsyncIterator

import pytest

from tests.promises.walk import Walk, open_walk
from tests.samples.seo.fields import WHOLE


@pytest.fixture(scope="module")
async def walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A service with a site of its own."""
    async with open_walk(tmp_path_factory.mktemp("seo")) as opened:
        yield opened


async def create(walk: Walk) -> tuple[str, str]:
    """A page: the path of its SEO fields, and its revision."""
    made = (await walk.rest("POST", "/pages", {"title": "Bread", "status": "publish"})).body
    return f"/items/{made['id']}/seo", made["revision"]


async def test_fields_are_set_one_by_one(walk: Walk) -> None:
    """What is left out stays, what is empty is removed; each change is one difference of the item."""
    path, revision = await create(walk)
    made = await walk.rest("PATCH", path, WHOLE, role="editor")
    assert {name: made.body[name] for name in WHOLE} == WHOLE
    changed = await walk.rest("PATCH", path, {"title": "", "robots": []}, role="editor")
    assert (changed.body["title"], changed.body["robots"], changed.body["og_title"]) == ("", [], "Bread!")
    assert len({revision, made.body["revision"], changed.body["revision"]}) == 3
    record = (await walk.rest("GET", f"/changes/{changed.change_id}")).body["objects"]
    assert [(each["kind"], [field["field"] for field in each["fields"]]) for each in record] == [("page", ["seo"])]
    assert (await walk.rest("PATCH", path, {"title": ""})).body["changed"] is False
    stale = await walk.rest("PATCH", path, {"title": "Late", "expected_revision": revision})
    assert stale.status == 409


async def test_an_undo_brings_fields_back(walk: Walk) -> None:
    """Of a change and of a deletion, with the revision of then; a copy has them too."""
    path, revision = await create(walk)
    item = path.removesuffix("/seo").removeprefix("/items")
    first = await walk.rest("PATCH", path, WHOLE)
    clone = (await walk.rest("POST", f"/items{item}/clone")).body
    copied = (await walk.rest("GET", f"/items/{clone['id']}/seo")).body
    assert ({name: copied[name] for name in WHOLE}, copied["revision"]) == (WHOLE, clone["revision"])
    gone = await walk.rest("DELETE", f"/pages{item}?force=true")
    assert (await walk.rest("GET", path)).status == 404
    assert (await walk.rest("POST", "/changes/undo", {"id": gone.change_id})).status == 200
    back = (await walk.rest("GET", path)).body
    assert back["revision"] == first.body["revision"]
    assert {name: back[name] for name in WHOLE} == WHOLE
    assert (await walk.rest("POST", "/changes/undo", {"id": first.change_id})).status == 200
    assert (await walk.rest("GET", path)).body["revision"] == revision


async def test_several_items_are_set_in_one_call(walk: Walk) -> None:
    """Each for itself, or all or nothing; authors set none."""
    one, two = [int((await create(walk))[0].split("/")[2]) for _ in range(2)]
    told = await walk.rest("POST", "/seo/bulk", {"items": [{"id": one, "title": "A"}, {"id": two, "robots": ["all"]}]})
    assert [each["status"] for each in told.body["responses"]] == [200, 400]
    both = {"items": [{"id": one, "title": "B"}, {"id": two, "robots": ["all"]}], "mode": "atomic"}
    assert (await walk.rest("POST", "/seo/bulk", both)).status == 400
    assert (await walk.rest("GET", f"/items/{one}/seo")).body["title"] == "A"
    assert (await walk.rest("PATCH", f"/items/{one}/seo", {"title": "C"}, role="author")).status == 403
