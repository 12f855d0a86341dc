"""Footnotes that come with the items of an export."""

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert

from sitehand.hosts.builtin.tables import item_fields
from sitehand.store.database import Database
from tests.exports import make_entry
from tests.statements import execute, fetch
from tests.unit.hosts.builtin.importing.test_importer import figures, names
from tests.unit.hosts.builtin.importing.test_surroundings import bring_in

FOOTNOTES = '[{"id":"n-1","content":"See <a href=\\"https://old.example/?p=2\\">there</a> \\u00e9"}]'


async def read_fields(database: Database) -> list[dict[str, Any]]:
    """The custom fields of all items."""
    return [json.loads(row["data"]) for row in await fetch(database, "SELECT data FROM item_fields ORDER BY item_id")]


async def test_footnotes_come_with_their_item(database: Database) -> None:
    """Their links lead to what came in after them; a second time nothing changes; empty ones take them away."""
    noted, other = make_entry(1, meta={"footnotes": FOOTNOTES}), make_entry(2, "post")
    for entries, outcome, found in (
        ([noted, other], (1, 0, 0), FOOTNOTES.replace("https://old.example/?p=2", "/2020/01/item-2/")),
        ([noted, other], (0, 0, 1), FOOTNOTES.replace("https://old.example/?p=2", "/2020/01/item-2/")),
        ([replace(noted, meta={"footnotes": "[]"}), other], (0, 1, 0), "[]"),
        ([replace(noted, meta={}), other], (0, 0, 1), "[]"),
        ([replace(noted, meta={"footnotes": ""}), other], (0, 1, 0), None),
    ):
        report = await bring_in(database, entries=entries)
        assert figures(report)["pages"] == outcome
        assert names(report, "no custom fields") == []
        assert await read_fields(database) == ([{"footnotes": found}] if found else [])


@pytest.mark.parametrize("footnotes", ["x" * 20_001, "\U0001f600" * 9_000])
async def test_footnotes_without_room_are_named(database: Database, footnotes: str) -> None:
    """The item comes without them: the field holds so many characters, and a list so many bytes of each item."""
    report = await bring_in(database, entries=[make_entry(1, meta={"footnotes": footnotes})])
    assert figures(report)["pages"] == (1, 0, 0)
    assert names(report, "cannot hold them") == ['page 1 "Item 1"']
    assert await read_fields(database) == []


async def test_a_field_of_the_same_name_stays(database: Database) -> None:
    """Where a group here gives the name to something else, an export with empty footnotes takes nothing away."""
    await bring_in(database, entries=[make_entry(1)])
    await execute(database, insert(item_fields).values(item_id=1, data='{"footnotes": 7}', digest="0"))
    report = await bring_in(database, entries=[make_entry(1, content="New", meta={"footnotes": ""})])
    assert figures(report)["pages"] == (0, 1, 0)
    assert await read_fields(database) == [{"footnotes": 7}]
