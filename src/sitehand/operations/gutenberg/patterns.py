"""Operations on patterns: those of the site are items, and the operations on blocks change them by their ids."""

from collections.abc import Sequence
from functools import partial

from sitehand.blocks.addresses import find_block
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.note_marks import copy_text
from sitehand.blocks.outline import read_outline
from sitehand.errors import Code, Problem
from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.operations.gutenberg.arguments import read_agreeing
from sitehand.operations.gutenberg.in_use import check_unused
from sitehand.operations.gutenberg.pattern_arguments import (
    ChangedPattern,
    NewPattern,
    PatternId,
    PatternLine,
    PatternQuery,
    PatternRemoval,
    Selection,
)
from sitehand.operations.gutenberg.texts import StoredText, prepare_new, read_text, release_of, work_out
from sitehand.site.content import Deleted, Listing, ListQuery
from sitehand.site.patterns import Pattern, PatternFields, RegisteredPattern

reads_patterns = partial(operation, category="gutenberg", access="read", remember=True)
writes_patterns = partial(operation, category="gutenberg", access="write", brief=tell_outcome, stored=True)
changes_pattern = partial(writes_patterns, destructive=True, target=object_of("pattern"))
REFERENCE = "core/block"
PUBLISHED = "publish"
MAX_BYTES = 400_000
"""Bytes of markup in one list: a pattern without room comes without it."""


@reads_patterns("GET /patterns")
async def list_patterns(ctx: Context, query: PatternQuery) -> Listing[PatternLine]:
    """List or search patterns: the site's own, or those of its theme and plugins."""
    if query.source == "registered":
        return _choose(await ctx.host.registered_patterns.all(), query)
    asked = query.model_dump(include={"search", "status", "page", "per_page"})
    found = await ctx.host.patterns.find(ListQuery(**asked, context="edit", orderby="title", order="asc"))
    lines = _bound([(_tell(item), _read_markup(item)) for item in found.items], query)
    return Listing(lines, found.total, found.page, found.per_page, found.total_is, found.next_cursor)


def _choose(patterns: Sequence[RegisteredPattern], query: PatternQuery) -> Listing[PatternLine]:
    words = query.search.casefold()
    fitting = [one for one in patterns if words in f"{one.name} {one.title} {one.description}".casefold()]
    chosen = fitting[query.offset : query.offset + query.per_page]
    shown = [(_tell_registered(one), one.content) for one in chosen]
    return Listing(_bound(shown, query), len(fitting), query.page, query.per_page)


def _tell(item: Pattern) -> PatternLine:
    title = item["title"].get("raw", "")
    line = PatternLine(pattern=item["id"], title=title, synced=item["synced"])
    line["status"], line["revision"] = item["status"], item["revision"]
    return line


def _read_markup(item: Pattern) -> str:
    return item["content"].get("raw", "") if "content" in item else ""


def _tell_registered(one: RegisteredPattern) -> PatternLine:
    line = PatternLine(pattern=one.name, title=one.title, synced=False)
    line["description"], line["categories"] = one.description, list(one.categories)
    return line


def _bound(shown: list[tuple[PatternLine, str]], query: PatternQuery) -> list[PatternLine]:
    """The lines, with their markup where it is wanted and as long as there is room."""
    room = MAX_BYTES if query.detail == "full" else 0
    for line, markup in shown:
        size = len(markup.encode("utf-8", "surrogatepass"))
        if markup and size <= room:
            room -= size
            line["markup"] = markup
    return [line for line, _ in shown]


@reads_patterns("GET /patterns/{id}", brief=leave_raw)
async def get_pattern(ctx: Context, wanted: PatternId) -> Pattern:
    """Read one pattern of the site. get_blocks reads its blocks; block_usage of core/block tells where it is used."""
    return await ctx.host.patterns.get(wanted.id, wanted.context)


@writes_patterns(
    "POST /patterns",
    status=201,
    prepare=lambda ctx, new: prepare_new(ctx.host.patterns, lambda: _write_fields(ctx, new)),
    example={"title": "Call to action", "blocks": [{"name": "core/paragraph", "text": "Come and see."}]},
)
async def create_pattern(ctx: Context, new: NewPattern) -> Pattern:
    """Create a synced pattern from blocks, markup, or blocks of a page."""
    return await ctx.host.patterns.create(await _write_fields(ctx, new), ctx.caller.id)


async def _write_fields(ctx: Context, new: NewPattern) -> PatternFields:
    return PatternFields(title=new.title, content=await _read_new(ctx, new), status=new.status)


async def _read_new(ctx: Context, new: NewPattern) -> str:
    if new.selection is None:
        release = await release_of(ctx)
        return await work_out(lambda: read_agreeing(new, release))
    if new.blocks is not None or new.markup is not None:
        raise Problem(Code.INVALID_ARGUMENTS, "Give a selection, or blocks, or markup.", hint="One of them is enough.")
    stored = await read_text(ctx, new.selection)
    return await work_out(lambda: _cut(stored, new.selection))


def _cut(stored: StoredText, selection: Selection) -> str:
    """A copy of the selected blocks. Raises Problem(invalid_arguments) for what is no run of neighbours."""
    outline = read_outline(stored.text)
    fingerprints = Fingerprints(outline)
    entries = [find_block(outline, fingerprints, address) for address in selection.blocks]
    first = entries[0]
    if outline.siblings(first)[first.index : first.index + len(entries)] != entries:
        hint = "Name neighbours in their order."
        raise Problem(Code.INVALID_ARGUMENTS, "The blocks do not follow each other in the same place.", hint=hint)
    return copy_text(stored.text[first.span.start : entries[-1].span.end])


@changes_pattern("PUT|PATCH /patterns/{id}", idempotent=True, example={"title": "Call to action"})
async def update_pattern(ctx: Context, changed: ChangedPattern) -> Pattern:
    """Change the title or status of a pattern. The operations on blocks change its blocks, by its id."""
    given = changed.model_dump(include={"title", "status"} & changed.model_fields_set)
    if given.get("status", PUBLISHED) != PUBLISHED:
        await _check_hidden(ctx, changed.id)
    return await ctx.host.patterns.update(changed.id, PatternFields(**given), ctx.caller.id)


@changes_pattern("DELETE /patterns/{id}")
async def delete_pattern(ctx: Context, removal: PatternRemoval) -> Pattern | Deleted[Pattern]:
    """Move a pattern that is not in use to the trash, or delete it permanently."""
    await ctx.host.patterns.get(removal.id, "view")
    await check_unused(ctx, "pattern", removal.id, REFERENCE)
    if not removal.force:
        return await ctx.host.patterns.trash(removal.id, ctx.caller.id)
    return Deleted(deleted=True, previous=await ctx.host.patterns.delete(removal.id, ctx.caller.id))


async def _check_hidden(ctx: Context, pattern_id: int) -> None:
    """Raises Problem(conflict) for a pattern that visitors see, and that may be in use: pages would show nothing."""
    now = await ctx.host.patterns.get(pattern_id, "view")
    if now["status"] == PUBLISHED:
        await check_unused(ctx, "pattern", pattern_id, REFERENCE)
