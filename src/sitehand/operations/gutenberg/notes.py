"""Operations on notes: what those who work on an item say about it, as a whole or about one of its blocks.

A note is beside its item and not part of it. One on a block is named by the block, so that it moves with that:
to name it there is an edit of the item.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NotRequired, cast

from pydantic import Field

from sitehand.blocks.addresses import find_block
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Update
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.note_marks import write_mark
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import Release
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import open_to, operation
from sitehand.operation.view_options import ViewOptions
from sitehand.operation.write import item_of, object_of
from sitehand.operations.gutenberg.arguments import Address, OneItem
from sitehand.operations.gutenberg.editing import EditedItem, Outcome, edit_content, prepare_edit, tell, tell_blocks
from sitehand.site.content import Deleted, Listing
from sitehand.site.host import Host
from sitehand.site.notes import Note, NoteQuery, NoteStore, NoteText
from sitehand.site.values import UNSET, Id, Input


class NoteId(ViewOptions):
    """One note, and whether to see the raw text too."""

    id: Id


class NewNote(OneItem):
    """A note to add to an item."""

    content: NoteText
    block: Address = Field(default=UNSET.default, description="on this block, which edits the item")


class NewReply(Input):
    """A reply to a note."""

    id: Id
    content: NoteText


class NoteResolution(Input):
    """A note that is done with, or not."""

    id: Id
    reopen: bool = False


class OneNote(Input):
    """One note or reply."""

    id: Id


class Marking(OneItem):
    """A block that is to name a note."""

    block: Address
    note: Id


class AddedNote(Note):
    """A new note; with `item`, as it is now, when a block of it names the note."""

    item: NotRequired[EditedItem]


def tell_added(result: Mapping[str, Any]) -> dict[str, Any]:
    """The brief form: the id of the note, and what the item and its block are called now."""
    told = tell_outcome(result)
    return {**told, "item": tell_blocks(result["item"])} if "item" in result else told


of_notes = partial(operation, category="gutenberg", needs="notes")
opened = open_to("content")
writes_notes = partial(of_notes, access="write", stored=True)
changes_note = partial(writes_notes, brief=tell_outcome, target=object_of("note"))


def notes_of(host: Host) -> NoteStore:
    """The notes of a host that offers them; the gate has seen to it that this one does."""
    if host.notes is None:
        raise TypeError("The host offers notes and has none.")
    return host.notes


async def check_own(ctx: Context, items: Sequence[int]) -> None:
    """Refuse notes on others' items to who changes only its own. Raises Problem: not_own_object, invalid_arguments."""
    if ctx.services.gate.owns_only(ctx.caller) and not items:
        detail = Detail(path="post", expected="ids of items that this key created", got="none")
        message = "This key sees the notes on items that it created."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="Name them in post.", details=[detail])
    await ctx.services.ownership.check_items(ctx.caller, items)


async def open_own(ctx: Context, note_id: int) -> NoteStore:
    """The notes, where the caller may work on the item of this one. Raises Problem: not_found, not_own_object."""
    notes = notes_of(ctx.host)
    if ctx.services.gate.owns_only(ctx.caller):
        await check_own(ctx, [(await notes.get(note_id, "view"))["post"]])
    return notes


def mark(text: str, arguments: Marking, release: Release) -> Outcome:
    """Have a block name a note."""
    outline = read_outline(text)
    entry = find_block(outline, Fingerprints(outline), arguments.block)
    update = Update(arguments.block, write_mark(entry, arguments.note))
    edited = edit_blocks(text, [update], release.dialect, blocks=release.blocks)
    return Outcome(edited.source, tell(edited))


@asynccontextmanager
async def prepare_mark(ctx: Context, new: NewNote) -> AsyncIterator[None]:
    """Edit the text under the id that the note will have, if no other comes before it."""
    coming = await notes_of(ctx.host).foresee() if new.block is not None else None
    if coming is None:
        yield
        return
    async with prepare_edit(mark)(ctx, Marking(id=new.id, block=new.block, note=coming)):
        yield


@opened
@of_notes("GET /notes", access="read")
async def list_notes(ctx: Context, query: NoteQuery) -> Listing[Note]:
    """List editors' notes on pages and posts, which visitors never see."""
    await check_own(ctx, query.post)
    return await notes_of(ctx.host).find(query)


@opened
@of_notes("GET /notes/{id}", access="read", brief=leave_raw)
async def get_note(ctx: Context, wanted: NoteId) -> Note:
    """Read one note or reply."""
    note = await notes_of(ctx.host).get(wanted.id, wanted.context)
    await check_own(ctx, [note["post"]])
    return note


@opened
@writes_notes(
    "POST /items/{id}/notes",
    status=201,
    target=item_of(),
    brief=tell_added,
    prepare=prepare_mark,
    example={"content": "Is this still true?", "block": "0.2"},
)
async def add_note(ctx: Context, new: NewNote) -> AddedNote:
    """Add a note to a page or post, or to a block of it."""
    await check_own(ctx, [new.id])
    note = cast(AddedNote, await notes_of(ctx.host).create(new.id, new.content, ctx.caller.label))
    if new.block is not None:
        marking = Marking(id=new.id, block=new.block, note=note["id"])
        note["item"] = cast(EditedItem, await edit_content(ctx, marking, mark))
    return note


@opened
@changes_note("POST /notes/{id}/replies", status=201, example={"content": "Yes, checked today."})
async def reply_to_note(ctx: Context, new: NewReply) -> Note:
    """Reply to a note."""
    return await (await open_own(ctx, new.id)).reply(new.id, new.content, ctx.caller.label)


@opened
@changes_note("POST /notes/{id}/resolve", idempotent=True)
async def resolve_note(ctx: Context, wanted: NoteResolution) -> Note:
    """Resolve a note, or open it again."""
    return await (await open_own(ctx, wanted.id)).set_status(
        wanted.id, "open" if wanted.reopen else "resolved", ctx.caller.label
    )


@opened
@changes_note("DELETE /notes/{id}", destructive=True)
async def delete_note(ctx: Context, wanted: OneNote) -> Deleted[Note]:
    """Delete a note with the replies to it, or one reply."""
    return Deleted(deleted=True, previous=await (await open_own(ctx, wanted.id)).delete(wanted.id))
