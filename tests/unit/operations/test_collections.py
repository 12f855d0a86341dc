"""Collections of files through the doors: given in bulk and by query, shown first, told in the journal, taken back."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service

OF = "media_collection"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """An empty site."""
    async with open_service(tmp_path, roles=("admin", "author")) as opened:
        yield opened


async def call(service: Service, tool: str, **arguments: Any) -> Any:
    """What a tool answers."""
    return (await service.tool(tool, arguments))["structuredContent"]


async def make(service: Service, *names: str) -> list[int]:
    """The ids of new collections."""
    return [(await call(service, "create_term", taxonomy=OF, name=name))["id"] for name in names]


async def add(service: Service, *titles: str, **fields: Any) -> list[int]:
    """The ids of new files, which one call adds."""
    items = [{"data": "data:,Bread", "title": title, **fields} for title in titles]
    saved = await call(service, "save_items", type="attachment", items=items, mode="atomic")
    return [each["body"]["id"] for each in saved["responses"]]


async def read(service: Service, *files: int) -> list[list[int]]:
    """The collections that files are in."""
    return [(await call(service, "get_media", id=file))["collections"] for file in files]


async def test_files_are_given_collections_by_query(service: Service) -> None:
    """A dry run shows them and writes nothing; those that have them already do not change; one undo takes all back."""
    rye, oats = await make(service, "Rye", "Oats")
    one, two, three = await add(service, "Rye field", "Rye loaf", "Bell", collections=[oats])
    wanted: dict[str, Any] = {"type": "media", "search": "rye", "add_terms": {OF: [rye]}, "remove_terms": {OF: [oats]}}
    shown = await call(service, "assign_terms", **wanted, dry_run=True)
    fields = [{"field": "collections", "before": [oats], "after": [rye]}]
    told = [(each["kind"], each["id"], each["fields"]) for each in shown["changes"]]
    assert told == [("media", str(file), fields) for file in (one, two)]
    assert await read(service, one, two, three) == [[oats]] * 3
    done = await call(service, "assign_terms", **wanted)
    assert [(each["id"], each["collections"]) for each in done["items"]] == [(one, [rye]), (two, [rye])]
    again = await call(service, "assign_terms", type="attachment", terms={OF: [rye]}, add_terms={OF: [rye]})
    assert (again["total"], again["items"], again["changed"]) == (2, [], False)
    listed = await call(service, "list_media", collections=[oats])
    assert [each["id"] for each in listed["items"]] == [three]
    assert not (await service.tool("undo_change", {"id": done["change_id"]})).get("isError")
    assert await read(service, one, two, three) == [[oats]] * 3


async def test_what_is_deleted_comes_back_with_its_collections(service: Service) -> None:
    """A collection to its files, and a file to its collections; a file that has changed since stands in the way."""
    (rye,) = await make(service, "Rye")
    (file,) = await add(service, "Loaf", collections=[rye])
    known = await call(service, "get_media", id=file)
    gone = await call(service, "delete_term", taxonomy=OF, id=rye)
    assert await read(service, file) == [[]]
    assert not (await service.tool("undo_change", {"id": gone["change_id"]})).get("isError")
    assert await call(service, "get_media", id=file) == known
    gone = await call(service, "delete_media", id=file, force=True)
    assert (await call(service, "get_term", taxonomy=OF, id=rye))["count"] == 0
    assert not (await service.tool("undo_change", {"id": gone["change_id"]})).get("isError")
    assert await call(service, "get_media", id=file) == known
    assert (await call(service, "get_term", taxonomy=OF, id=rye))["count"] == 1
    changed = await call(service, "update_media", id=file, collections=[], expected_revision=known["revision"])
    late = await service.tool("update_media", {"id": file, "collections": [], "expected_revision": known["revision"]})
    assert (late["isError"], late["structuredContent"]["code"]) == (True, "revision_conflict")
    gone = await call(service, "delete_term", taxonomy=OF, id=rye)
    refused = await service.tool("undo_change", {"id": changed["change_id"]})
    assert f"the term {rye} is gone" in refused["structuredContent"]["message"]
    assert (refused["isError"], refused["structuredContent"]["code"]) == (True, "conflict")
    assert await read(service, file) == [[]]


async def test_an_author_files_what_is_its_own(service: Service) -> None:
    """It makes no collections, and puts no file of others into one."""
    (rye,) = await make(service, "Rye")
    (theirs,) = await add(service, "Theirs")
    own = await service.tool("create_media", {"data": "data:,Bread", "collections": [rye]}, role="author")
    assert await read(service, own["structuredContent"]["id"]) == [[rye]]
    for tool, arguments in (
        ("assign_terms", {"type": "attachment", "include": [theirs], "add_terms": {OF: [rye]}}),
        ("create_term", {"taxonomy": OF, "name": "Oats"}),
    ):
        refused = await service.tool(tool, arguments, role="author")
        assert refused["structuredContent"]["code"] == "not_own_object", tool


async def test_a_refusal_names_what_was_given(service: Service) -> None:
    """What files do not have: other taxonomies, a status, terms that are not there."""
    (file,) = await add(service, "Loaf")
    for given, path in (
        ({"add_terms": {OF: [999]}}, f"add_terms.{OF}"),
        ({"add_categories": [1]}, "add_categories"),
        ({"status": ["publish"], "add_terms": {OF: [1]}}, "status"),
        ({"categories": [1], "add_terms": {OF: [1]}}, "terms.category"),
    ):
        refused = await service.tool("assign_terms", {"type": "attachment", "include": [file], **given})
        assert [each["path"] for each in refused["structuredContent"]["data"]["details"]] == [path]
