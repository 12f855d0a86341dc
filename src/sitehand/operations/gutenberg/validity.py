"""Whether the editor would find the blocks of an item in order."""

from typing import NotRequired, cast

import orjson
from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.design.presets import Presets
from sitehand.blocks.fingerprints import Fingerprint, Fingerprints
from sitehand.blocks.outline import Outline, read_outline
from sitehand.blocks.problems import (
    MAX_HTML,
    BlockProblem,
    Found,
    find_preset_repair,
    find_problems,
    find_repair,
    tell_problem,
)
from sitehand.blocks.release import Release
from sitehand.operation.context import Context
from sitehand.operations.gutenberg.arguments import OneText
from sitehand.operations.gutenberg.design import read_presets
from sitehand.operations.gutenberg.reading import MAX_BYTES, reads_blocks
from sitehand.operations.gutenberg.texts import StoredText, read_text, work_out

MAX_REPAIRS = 20
"""Repairs that one answer looks for, each of which costs as much as an edit of the whole text."""
MAX_WORK = 3_000_000
"""Characters of all these edits together: some seconds. The first repair is always looked for."""


class Validation(TypedDict):
    """The faults of an item's blocks, as many as there is room for; `total` counts all."""

    id: NotRequired[int]
    ref: NotRequired[str]
    revision: str
    total: int
    items: list[BlockProblem]


class ValidityQuery(OneText):
    """Whose blocks, and how long the answer may be."""

    max_bytes: int = Field(20_000, ge=500, le=MAX_BYTES)


@reads_blocks("GET /items/{id}/blocks/problems")
async def validate_blocks(ctx: Context, query: ValidityQuery) -> Validation:
    """Find blocks that the editor may call invalid, or that name unknown presets, with repairs. Changes nothing."""
    stored = await read_text(ctx, query)
    presets = await read_presets(ctx)
    return await work_out(lambda: _validate(stored, query, presets))


def _validate(stored: StoredText, query: ValidityQuery, presets: Presets) -> Validation:
    outline = read_outline(stored.text)
    fingerprints = Fingerprints(outline).all()
    items: list[BlockProblem] = []
    repairs = min(MAX_REPAIRS, MAX_WORK // max(1, len(stored.text)) or 1)
    total, room = 0, query.max_bytes
    for found in find_problems(outline, stored.release, presets):
        total += 1
        if room:
            shown = _show(found, fingerprints[found.entry], outline, stored.release, repair=total <= repairs)
            if repair := find_preset_repair(shown, presets):
                shown["repair"] = repair
            room = max(0, room - len(orjson.dumps(shown)))
            items += [shown] if room else []
    validation = Validation(revision=stored.revision, total=total, items=items)
    return cast(Validation, {**stored.named, **validation})


def _show(found: Found, fingerprint: Fingerprint, outline: Outline, release: Release, *, repair: bool) -> BlockProblem:
    problem = tell_problem(found, fingerprint)
    offered = find_repair(outline, problem, problem["expected"], release) if repair and "expected" in problem else None
    if offered:
        problem["repair"] = offered
    return _cut(problem)


def _cut(problem: BlockProblem) -> BlockProblem:
    """The expected HTML once: in the repair, where there is one."""
    left_out = {"expected"} if "repair" in problem else set()
    shown = {name: value for name, value in problem.items() if name not in left_out}
    if "expected" in shown:
        shown["expected"] = str(shown["expected"])[:MAX_HTML]
    return cast(BlockProblem, shown)
