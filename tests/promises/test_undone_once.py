"""A change is undone once, also where all is again as the change left it; its undo can be undone, and then it again."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.errors import Problem
from tests.promises.dumps import dump_stored
from tests.promises.test_batches import batch, bodies, failure, part, statuses
from tests.promises.test_staged_host import AUTHOR, OLD, open_setting, undo
from tests.promises.walk import Reply, Walk, open_walk

OTHER = {**OLD, "title": "Other", "slug": "other"}
EVERYTHING = "2000-01-01T00:00:00Z"


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an admin, an editor, and an author whose writes wait."""
    async with open_walk(tmp_path) as opened:
        yield opened


async def change_page(walk: Walk) -> tuple[int, int]:
    """A page that is renamed, and the change that did it."""
    page = (await walk.rest("POST", "/pages", {"title": "Old"})).body["id"]
    return page, await rename(walk, page)


async def rename(walk: Walk, page: int) -> int:
    """The change that gives a page its new title."""
    changed = (await walk.rest("PATCH", f"/pages/{page}", {"title": "New"})).change_id
    assert changed is not None
    return changed


async def take_back(walk: Walk, **choice: Any) -> Reply:
    """POST /changes/undo."""
    return await walk.rest("POST", "/changes/undo", choice)


def undoing(change: Any) -> dict[str, Any]:
    """A part of a batch that undoes a change."""
    return part("POST", "/changes/undo", id=change)


async def test_an_undo_takes_no_newer_change_back_that_did_the_same(walk: Walk) -> None:
    """Also as a preview, and among all since a moment: the state is that of the first change, and another made it."""
    page, changed = await change_page(walk)
    undone = (await take_back(walk, id=changed)).change_id
    assert undone is not None
    again = await rename(walk, page)
    stored = dump_stored(walk.data)
    for more in ({}, {"dry_run": True}):
        refused = await take_back(walk, id=changed, **more)
        assert (refused.status, refused.code) == (409, "conflict")
        assert refused.body["data"]["undone_by"] == undone
    assert dump_stored(walk.data) == stored
    assert (await take_back(walk, id=again)).status == 200


async def test_what_was_redone_is_undone_again(walk: Walk) -> None:
    """Once for each time, whatever the number of undos before."""
    _, changed = await change_page(walk)
    for _ in range(2):
        undone = await take_back(walk, id=changed)
        assert (undone.status, undone.body["undone"]) == (200, [changed])
        assert (await take_back(walk, id=changed)).status == 409
        assert undone.change_id is not None
        assert (await take_back(walk, id=undone.change_id)).status == 200


async def test_an_undo_is_undone_together_with_what_it_undid(walk: Walk) -> None:
    """The newest first, so that there is something to undo again; of changes that others have undone this is not so."""
    page, changed = await change_page(walk)
    undone = (await take_back(walk, id=changed)).change_id
    since = await take_back(walk, changes_since=EVERYTHING)
    assert (since.status, since.body["undone"][:2]) == (200, [undone, changed])
    assert (await walk.rest("GET", f"/pages/{page}")).status == 404
    assert (await take_back(walk, id=changed)).body["data"]["undone_by"] == since.change_id


async def test_a_request_that_undid_a_part_of_itself_is_undone_whole(walk: Walk) -> None:
    """Its own undo is no redo: the title is the one of before the request."""
    page = (await walk.rest("POST", "/pages", {"title": "Old"})).body["id"]
    parts = [part("PATCH", f"/pages/{page}", title="New"), undoing({"$ref": "#0.change_id"})]
    done = await batch(walk, *parts)
    assert statuses(done) == [200, 200]
    request = (await walk.rest("GET", f"/changes/{bodies(done)[0]['change_id']}")).body["request_id"]
    undone = await take_back(walk, request_id=request)
    assert undone.body["undone"] == [bodies(done)[1]["change_id"], bodies(done)[0]["change_id"]]
    assert (await walk.rest("GET", f"/pages/{page}")).body["title"]["rendered"] == "Old"


@pytest.mark.parametrize("between", [True, False])
async def test_a_batch_undoes_a_change_once(walk: Walk, between: bool) -> None:
    """All of an atomic one is refused; the preview of any says the same of the part. Nothing stays."""
    page, changed = await change_page(walk)
    middle = [part("PATCH", f"/pages/{page}", title="New")] if between else []
    parts = [undoing(changed), *middle, undoing(changed)]
    stored = dump_stored(walk.data)
    refused = await batch(walk, *parts, mode="atomic")
    assert failure(refused) == (len(parts) - 1, 409, "conflict")
    assert f"Change {changed} was already undone in this batch." in refused.body["message"]
    previewed = await batch(walk, *parts, dry_run=True)
    assert statuses(previewed)[-1] == 409
    assert "already undone in this batch" in bodies(previewed)[-1]["message"]
    assert dump_stored(walk.data) == stored


async def test_a_batch_takes_back_an_undo_and_then_the_change(walk: Walk) -> None:
    """Within an atomic one the change is done again once its undo is taken back, and can be undone."""
    page, changed = await change_page(walk)
    undone = (await take_back(walk, id=changed)).change_id
    done = await batch(walk, undoing(undone), undoing(changed), mode="atomic")
    assert statuses(done) == [200, 200], done.body
    assert (await walk.rest("GET", f"/pages/{page}")).body["title"]["rendered"] == "Old"


async def test_a_page_that_is_gone_comes_back_once(tmp_path: Path) -> None:
    """On a host where it comes back under a new id: the former id stays gone, so that its state tells nothing."""
    async with open_setting(tmp_path) as site:
        site.remote.pages[2] = dict(OTHER)
        gone = (await site.perform("delete_page", {"id": 1, "force": True}))["change_id"]
        back = await undo(site, AUTHOR, id=gone)
        site.remote.requests.clear()
        with pytest.raises(Problem, match="already undone") as refused:
            await undo(site, AUTHOR, id=gone)
        assert refused.value.extra == {"undone_by": back["change_id"]}
        assert (site.remote.requests, list(site.remote.pages.values())) == ([], [OTHER, OLD])
        await undo(site, AUTHOR, id=back["change_id"])
        assert site.remote.pages == {2: OTHER}
        await undo(site, AUTHOR, id=gone)
        assert list(site.remote.pages.values()) == [OTHER, OLD]
