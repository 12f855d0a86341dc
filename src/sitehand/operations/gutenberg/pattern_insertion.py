"""Putting a pattern on a page: as a reference, which follows the pattern, or as a copy of its blocks."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from sitehand.blocks.attributes import write_attributes
from sitehand.blocks.edits import Edit, Insert
from sitehand.blocks.note_marks import copy_text
from sitehand.blocks.outline import read_outline
from sitehand.blocks.reading import read_comment
from sitehand.blocks.release import Release
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import copy_blocks
from sitehand.operations.gutenberg.arguments import read_place
from sitehand.operations.gutenberg.editing import EditedContent, edit_content, needs_preparing, prepare_edit
from sitehand.operations.gutenberg.pattern_arguments import PatternInsertion
from sitehand.operations.gutenberg.patterns import REFERENCE
from sitehand.operations.gutenberg.texts import check_text, work_out
from sitehand.operations.gutenberg.writing import InsertedBlocks, edit, writes_blocks
from sitehand.site.patterns import Pattern, no_registered

MAX_WALKED = 100
"""Patterns within patterns that are looked at for one that would hold itself."""


class CopiedBlocks(InsertedBlocks):
    """Blocks that the site has already: they go in as they are."""

    def list_edits(self, release: Release) -> Sequence[Edit]:
        """The blocks at the place."""
        return [Insert(read_place(self.at), self.markup)]


@asynccontextmanager
async def prepare_insertion(ctx: Context, wanted: PatternInsertion) -> AsyncIterator[None]:
    """What the insertion of the blocks prepares. What is wrong with it, the operation will tell."""
    check_text(ctx, wanted)
    if not needs_preparing(ctx):
        yield
        return
    try:
        insertion = await _write_insertion(ctx, wanted)
    except Problem:
        yield
        return
    async with prepare_edit(edit)(ctx, insertion):
        yield


@copy_blocks
@writes_blocks("POST /items/{id}/patterns", prepare=prepare_insertion, example={"pattern": 12, "at": "end"})
async def insert_pattern(ctx: Context, wanted: PatternInsertion) -> EditedContent:
    """Insert a pattern into a page: a synced one as a reference, any other as a copy of its blocks."""
    return await edit_content(ctx, await _write_insertion(ctx, wanted), edit)


async def _write_insertion(ctx: Context, wanted: PatternInsertion) -> CopiedBlocks:
    """The blocks to insert. Raises Problem."""
    if isinstance(wanted.pattern, str):
        markup = await _read_registered(ctx, wanted.pattern)
        return _insert_copy(wanted, markup)
    pattern = await ctx.host.patterns.get(wanted.pattern, "edit")
    _check_status(pattern)
    if wanted.copy_blocks or not pattern["synced"]:
        return _insert_copy(wanted, await work_out(partial(copy_text, pattern["content"]["raw"])))
    if wanted.id is not None:
        await _check_cycle(ctx, wanted.id, pattern)
    attributes = {"ref": pattern["id"], **({"content": wanted.overrides} if wanted.overrides else {})}
    return CopiedBlocks(**_name(wanted), at=wanted.at, markup=f"<!-- wp:block {write_attributes(attributes)} /-->")


def _insert_copy(wanted: PatternInsertion, markup: str) -> CopiedBlocks:
    if wanted.overrides:
        hint = "Leave overrides out, and edit the blocks of the copy."
        raise Problem(Code.INVALID_ARGUMENTS, "Only a reference to a synced pattern has overrides.", hint=hint)
    return CopiedBlocks(**_name(wanted), at=wanted.at, markup=markup)


def _name(wanted: PatternInsertion) -> dict[str, Any]:
    named: dict[str, Any] = wanted.model_dump(include={"id", "ref"}, exclude_unset=True)
    return named


async def _read_registered(ctx: Context, name: str) -> str:
    found = next((one for one in await ctx.host.registered_patterns.all() if one.name == name), None)
    if found is None:
        raise no_registered(name)
    return found.content


def _check_status(pattern: Pattern) -> None:
    if pattern["status"] != "publish":
        message = f"The pattern {pattern['id']} is not published (status {pattern['status']})."
        raise Problem(Code.CONFLICT, message, hint="Publish it first: visitors see nothing of it otherwise.")


async def _check_cycle(ctx: Context, item_id: int, pattern: Pattern) -> None:
    """Raises Problem(conflict) for a pattern that would hold itself, through others too."""
    if await ctx.host.items.kind_of(item_id) != "pattern":
        return
    seen = {pattern["id"]}
    waiting = [pattern]
    while waiting and len(seen) <= MAX_WALKED:
        if waiting[-1]["id"] == item_id:
            message = f"The pattern {pattern['id']} would hold itself: it holds the pattern {item_id}."
            raise Problem(Code.CONFLICT, message, hint="Insert a copy of its blocks, or another pattern.")
        text = waiting.pop()["content"]["raw"]
        refs = [ref for ref in await work_out(partial(_list_refs, text)) if ref not in seen]
        seen.update(refs)
        waiting += await _read_patterns(ctx, refs)


def _list_refs(text: str) -> list[int]:
    """The patterns that a text refers to."""
    named = [entry for entry in read_outline(text) if entry.block.name == REFERENCE]
    refs: list[Any] = [read_comment(entry).get("ref") for entry in named]
    return list(dict.fromkeys(ref for ref in refs if isinstance(ref, int) and ref > 0))


async def _read_patterns(ctx: Context, ids: Sequence[int]) -> list[Pattern]:
    found = []
    for pattern_id in ids[:MAX_WALKED]:
        try:
            found.append(await ctx.host.patterns.get(pattern_id, "edit"))
        except Problem as problem:
            if problem.code is not Code.NOT_FOUND:
                raise
    return found
