"""Every kind of edit leaves a page of the theme as the release's own editor would store it."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Duplicate, Edit, Insert, Move, Remove, Replace, Transform, Unwrap, Update, Wrap
from sitehand.blocks.making import NewBlock, make_blocks
from sitehand.blocks.outline import read_outline
from sitehand.blocks.places import Place, Relation
from sitehand.errors import Code, Problem
from tests.unit.blocks.test_updates import Theme, theme

__all__ = ["theme"]
EMPTY_PAIR = re.compile(r"<!-- wp:(\S+)( {.*?})? -->\s*<!-- /wp:\1 -->")
"""A block whose last block is gone keeps both delimiters: the edit is about the other one. The editor writes one."""


def list_edits(path: str, other: str, release: Dialect) -> dict[str, Edit]:
    """One of each kind, of a block and another one."""
    text = make_blocks([NewBlock("core/paragraph", {"content": "New"})], release)
    group = make_blocks([NewBlock("core/group")], release)
    return {
        "insert": Insert(Place(Relation.AFTER, path), text),
        "class": Update(path, {"className": "is-mine"}),
        "colours": Update(path, {"backgroundColor": "accent", "style": {"spacing": {"padding": {"top": "3px"}}}}),
        "anchor": Update(path, {"anchor": "here"}),
        "no style": Update(path, {"style": None}),
        "move": Move(path, Place(Relation.END)),
        "move in": Move(path, Place(Relation.FIRST_IN, other)),
        "duplicate": Duplicate(path),
        "remove": Remove(path),
        "replace": Replace(path, text),
        "wrap": Wrap([path], group),
        "unwrap": Unwrap(path),
        "group": Transform(path, "core/group"),
    }


def canonical(theme: Theme) -> Iterator[str]:
    """The documents of the theme as its editor stores them, but for those that it would write anew once more."""
    for source, _ in theme.documents:
        stored = theme.editor.check(source)["serialized"]
        checked = theme.editor.check(stored)
        if stored and checked["serialized"] == stored and all_valid(checked["blocks"]):
            yield stored


def all_valid(blocks: list[dict[str, Any]]) -> bool:
    """Of blocks and those in them."""
    return all(block["valid"] and all_valid(block["inner"]) for block in blocks)


def test_any_edit_of_a_page(theme: Theme) -> None:
    """Valid, and the bytes that the editor itself would write; what cannot be done is refused."""
    done, wrong = Counter[str](), []
    for number, source in enumerate(canonical(theme)):
        entries = [entry for entry in read_outline(source) if entry.block.name]
        for turn, name in enumerate(list_edits("0", "0", theme.release)):
            path, other = (entries[(number * 7 + turn * step) % len(entries)].path for step in (1, 3))
            try:
                edited = edit_blocks(source, [list_edits(path, other, theme.release)[name]], theme.release).source
            except Problem as problem:
                assert problem.code in (Code.CONFLICT, Code.INVALID_ARGUMENTS), problem
                continue
            checked = theme.editor.check(edited)
            if checked["serialized"] != EMPTY_PAIR.sub(r"<!-- wp:\1\2 /-->", edited) or not all_valid(
                checked["blocks"]
            ):
                wrong.append((name, path, source, edited))
            done[name] += edited != source
    assert wrong == []
    assert min(done.values()) > 5, done
