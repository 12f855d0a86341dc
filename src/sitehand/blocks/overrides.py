"""Pattern overrides: what a reference to a pattern shows in place of the pattern's own texts and pictures.

In the pattern a block has a name and the binding `core/pattern-overrides` (`metadata`); in the reference, `content` has
the values by that name. Source: https://developer.wordpress.org/block-editor/reference-guides/block-api/block-bindings/
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitehand.blocks.bindings import OVERRIDES, read_bindings
from sitehand.blocks.editor import MAX_EDITS, edit_blocks
from sitehand.blocks.edits import Update
from sitehand.blocks.outline import read_outline
from sitehand.blocks.reading import read_comment
from sitehand.blocks.release import Release
from sitehand.errors import Problem


def apply_overrides(pattern: str, content: Any, release: Release) -> str:
    """The markup of a pattern with the values of a reference. What does not fit stays as the pattern has it."""
    if not isinstance(content, dict) or not content:
        return pattern
    updates = [*_list_updates(pattern, content)][:MAX_EDITS]
    try:
        return _apply(pattern, updates, release)
    except Problem:  # the others fit all the same
        return _apply_fitting(pattern, updates, release)


def _apply(pattern: str, updates: Sequence[Update], release: Release) -> str:
    return edit_blocks(pattern, updates, release.dialect, blocks=release.blocks).source


def _apply_fitting(pattern: str, updates: Sequence[Update], release: Release) -> str:
    for update in updates:
        try:
            pattern = _apply(pattern, [update], release)
        except Problem:
            continue
    return pattern


def _list_updates(pattern: str, content: Mapping[str, Any]) -> Iterator[Update]:
    """An update for each block that may be overridden, and is."""
    for entry in read_outline(pattern):
        metadata = read_comment(entry).get("metadata")
        name = metadata.get("name") if isinstance(metadata, dict) else None
        values = content.get(name) if isinstance(name, str) else None
        bound = {one for one, source in read_bindings(entry).items() if source.get("source") == OVERRIDES}
        if not isinstance(values, dict) or not bound:
            continue
        fitting = {one: value for one, value in values.items() if one in bound and isinstance(value, str)}
        if fitting:
            yield Update(entry.path, fitting)
