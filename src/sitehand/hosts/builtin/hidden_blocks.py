"""Blocks that their author shows to nobody (`metadata.blockVisibility: false`), as WordPress 6.9 and later let them."""

from collections.abc import Iterator

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.delimiters import Delimiter, find_delimiters
from sitehand.errors import Problem

KEY = "blockVisibility"


def leave_out_hidden(raw: str) -> str:
    """A text without its hidden blocks and what is in them. One that is never closed takes all that follows with it."""
    if KEY not in raw:
        return raw
    try:
        return "".join(_list_shown(raw))
    except Problem:  # more delimiters than anybody writes: no block of it is read as one
        return raw


def _list_shown(raw: str) -> Iterator[str]:
    at = depth = hidden_from = 0  # the depth within the hidden block, 0 outside
    for delimiter in find_delimiters(raw):
        if delimiter.closes and not depth:  # all that follows is text
            break
        if not hidden_from and _is_hidden(raw, delimiter):
            yield raw[at : delimiter.start]
            hidden_from = depth + 1
        if not delimiter.void:
            depth += -1 if delimiter.closes else 1
        if depth < hidden_from:
            at, hidden_from = delimiter.end, 0
    if not hidden_from:
        yield raw[at:]


def _is_hidden(raw: str, delimiter: Delimiter) -> bool:
    if delimiter.closes or delimiter.attributes is None:
        return False
    metadata = (read_attributes(raw[slice(*delimiter.attributes)]) or {}).get("metadata")
    return isinstance(metadata, dict) and metadata.get(KEY) is False
