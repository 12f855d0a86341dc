"""A kind of object that this site does not know is hidden, and is not put back, whichever door asks."""

import io
import json
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kind
from sitehand.site.kinds import KINDS
from sitehand.store.export import Form, Span, export_changes
from sitehand.store.journal import write_entry
from sitehand.store.undo import Undo
from tests.promises.dumps import dump_state
from tests.promises.walk import Walk, open_walk

SECRET = "the pin of the gadget"
GADGET = ObjectChange("gadget", "7", SECRET, {"pin": SECRET}, {"pin": SECRET + "!"})
BY = Attribution("key:1", "Script", "admin", "turn_gadget", Origin("rest"), {"id": 7, "pin": SECRET})
KNOWN = KINDS.extended(Kind(name="gadget", singular="gadget", plural="gadgets"))


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service whose journal tells of a gadget, which a plugin had, and of a term."""
    async with open_walk(tmp_path) as opened:
        yield opened


async def add_entry(walk: Walk, *objects: ObjectChange) -> int:
    """An entry in the journal."""
    parts = assemble(walk.service.settings)
    try:
        return await parts.database.transact(lambda connection: write_entry(connection, BY, objects))
    finally:
        await parts.close()


async def test_no_undo_puts_it_back(walk: Walk) -> None:
    """Not even the rest of the change: 409, and nothing is otherwise than before."""
    page = await walk.rest("POST", "/pages", {"title": "A"})
    made = ObjectChange("page", str(page.body["id"]), "A", {"title": "B"}, {"title": "A"})
    number = await add_entry(walk, made, GADGET)
    before = dump_state(walk.data)
    refused = await walk.rest("POST", "/changes/undo", {"id": number})
    assert (refused.status, refused.code) == (409, "conflict")
    assert "a kind that it does not know" in refused.body["message"]
    assert dump_state(walk.data) == before


async def test_what_is_known_and_has_no_place_here_is_refused_alike(walk: Walk) -> None:
    """A host may tell of kinds that only another version of it keeps."""
    number = await add_entry(walk, GADGET)
    parts = assemble(walk.service.settings)
    try:
        with pytest.raises(Exception, match="a kind that it does not know"):
            async with parts.host.transactions.open() as transaction:
                with in_call(transaction=transaction):
                    await Undo(parts.database, parts.host.transactions, KNOWN).undo([number], parts.clock())
    finally:
        await parts.close()


async def test_it_is_hidden(walk: Walk) -> None:
    """Its fields, its label and the arguments of the call: in the journal, in its files, and on the screens."""
    number = await add_entry(walk, GADGET)
    shown = await walk.rest("GET", f"/changes/{number}")
    assert shown.body["objects"][0]["fields"] == [{"field": "pin", "secret": "changed"}]
    assert shown.body["arguments"] == {"id": "(hidden)", "pin": "(hidden)"}
    listed = await walk.rest("GET", "/changes")
    assert listed.body[0]["objects"] == [{"kind": "gadget", "id": "7", "label": "", "action": "update"}]
    assert SECRET not in json.dumps([shown.body, listed.body])
    parts = assemble(walk.service.settings)
    forms: tuple[Form, ...] = ("jsonl", "csv")
    try:
        for form in forms:
            out = io.StringIO(newline="")
            write = partial(export_changes, out=out, form=form, span=Span(), report=lambda *_: None, kinds=KINDS)
            await parts.database.read(write, long=True)
            assert "gadget" in out.getvalue()
            assert SECRET not in out.getvalue()
    finally:
        await parts.close()
