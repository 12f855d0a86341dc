"""Changes of one block's attributes and text, in its delimiter and in its HTML alike, so that the two agree."""

from collections.abc import Mapping
from typing import Any

from sitehand.blocks.bindings import check_unbound
from sitehand.blocks.catalogue import BlockType, Origin, Where
from sitehand.blocks.changes import merge_attributes, write_block_attributes
from sitehand.blocks.checking import check_attributes
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.inner_html import change_html, has_own_html
from sitehand.blocks.locks import check_update
from sitehand.blocks.making import is_default, plain_numbers, writes_html
from sitehand.blocks.outline import BLANK, Entry, Outline, read_outline
from sitehand.blocks.places import refuse_unclosed
from sitehand.blocks.reading import read_block, read_comment, read_misfits
from sitehand.blocks.richtext import clean_rich_text
from sitehand.blocks.splices import Splice, TextChange
from sitehand.errors import Code, Problem

HARMLESS = frozenset({"lock", "metadata", "templateLock"})
"""Attributes that no HTML shows, whatever the block is."""
TEXTS = ("content", "text", "summary", "value")
"""The attributes that are a block's text, the first that it has."""


def update_block(
    outline: Outline,
    entry: Entry,
    block: BlockType | None,
    attributes: Mapping[str, Any],
    release: Dialect,
    *,
    replace: bool,
) -> TextChange:
    """Merge attributes into those of a block, where null removes one.

    With `replace` they replace those of its delimiter; what its HTML alone has, such as its text, stays unless named.
    Raises Problem: invalid_arguments for attributes that the block does not take, conflict for a lock, and for HTML
    that is not what the release writes, where it would have to change.
    """
    if not entry.closed:
        refuse_unclosed(entry)
    check_update(outline, entry, block, attributes)
    check_unbound(entry, attributes)
    given = {name: value for name, value in attributes.items() if value is not None}
    checked = check_attributes(block, given, release) if block else given
    if block is None or not _writes_html(entry, block):
        return _update_delimiter(outline, entry, block, attributes, replace=replace)
    old = read_block(entry, block)
    cleared = [name for name, value in attributes.items() if value is None]
    cleaned = clean_rich_text(block, checked)
    kept = {name: value for name, value in old.items() if not replace or _only_html(block, name)}
    new = merge_attributes(kept, {**cleaned, **dict.fromkeys(cleared)})
    misfits = {} if replace else {n: v for n, v in read_misfits(entry, block).items() if n not in {*attributes, *old}}
    splices = [
        *_change_comment(outline, entry, block, {**old, **misfits}, {**new, **misfits}),
        *change_html(entry, block, old, new, release),
    ]
    change = TextChange(sorted(splices), [entry.span.start])
    _check_agreement(outline, entry, block, new, change)
    return change


def find_text(block: BlockType) -> str:
    """The attribute that is a block's text. Raises Problem(invalid_arguments) for a block without any."""
    for name in TEXTS:
        if name in block.attributes and block.attributes[name].source and not block.attributes[name].unused:
            return name
    raise Problem(
        Code.INVALID_ARGUMENTS, f"{block.name} has no text of its own.", hint="Change its attributes, or a block in it."
    )


def _writes_html(entry: Entry, block: BlockType) -> bool:
    """Whether its HTML can be made anew. One that the site renders may hold HTML of its own, unless it is core's."""
    return writes_html(block) and (block.origin is Origin.CORE or not has_own_html(entry))


def _update_delimiter(
    outline: Outline, entry: Entry, block: BlockType | None, attributes: Mapping[str, Any], *, replace: bool
) -> TextChange:
    """A block whose HTML cannot be made: its delimiter alone, as long as no HTML can depend on it."""
    old = read_comment(entry)
    new = merge_attributes({} if replace else old, attributes)
    differing = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    in_html = {name for name in attributes if block and _only_html(block, name)}
    if in_html or (has_own_html(entry) and not differing <= HARMLESS):
        raise Problem(
            Code.CONFLICT,
            f"{entry.block.name} stores HTML, and how it follows from these attributes {_explain_unknown(block)}.",
            hint="Replace the block by markup that the site's own editor has written.",
        )
    return write_block_attributes(outline, entry, new, list(block.attributes) if block else ())


def _explain_unknown(block: BlockType | None) -> str:
    if block is None or block.origin is Origin.CORE:
        return "is not known for this release"
    return "only its own JavaScript knows"


def _only_html(block: BlockType, name: str) -> bool:
    return name in block.attributes and block.attributes[name].where is Where.HTML


def _change_comment(
    outline: Outline, entry: Entry, block: BlockType, old: Mapping[str, Any], new: Mapping[str, Any]
) -> list[Splice]:
    """In the delimiter what changed changes; the rest stays as it is there, unknown attributes too."""
    if entry.block.opener is None:  # text between blocks
        return []
    comment = read_comment(entry)
    for name in {*old, *new, *comment}:
        known = block.attributes.get(name)
        if name in old and name in new and old[name] == new[name]:
            continue
        if name in new and not (known and (known.where is Where.HTML or is_default(known, new[name]))):
            comment[name] = plain_numbers(new[name])
        else:
            comment.pop(name, None)
    return list(write_block_attributes(outline, entry, comment, list(block.attributes)).splices)


def _check_agreement(
    outline: Outline, entry: Entry, block: BlockType, new: Mapping[str, Any], change: TextChange
) -> None:
    """Raises Problem(invalid_arguments) for attributes that cannot be read back: they would be lost."""
    shift = sum(len(splice.text) - (splice.end - splice.start) for splice in change.splices)
    text = change.apply(outline.source)[entry.span.start : entry.span.end + shift]
    roots = read_outline(text).roots
    if not roots:  # A text without delimiters is a block only as long as it says something.
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{block.name} would be left without text.",
            hint="Delete the block to remove its text.",
        )
    stored = read_block(roots[0], block)
    lost = [name for name, value in new.items() if name in block.attributes and not _kept(block, name, value, stored)]
    if lost:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{block.name} does not store {', '.join(lost)} beside its other attributes.",
            hint="Leave them out, or change what they depend on, such as the address of a link.",
            details=[
                {"path": f"attributes.{name}", "expected": "nothing", "got": repr(new[name])[:80]} for name in lost
            ],
        )


def _kept(block: BlockType, name: str, value: Any, stored: Mapping[str, Any]) -> bool:
    """White space at the ends of a text may be that around the blocks behind it."""
    attribute, found = block.attributes[name], stored.get(name)
    if isinstance(value, str) and isinstance(found, str):
        return found.strip(BLANK) == value.strip(BLANK)
    return found == value or (name not in stored and (is_default(attribute, value) or attribute.local))
