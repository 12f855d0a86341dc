"""The HTML of a block between its delimiters, and its change when attributes change."""

from collections.abc import Mapping
from typing import Any

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.html import MarkupMismatch
from sitehand.blocks.making import check_delimiters, write_html
from sitehand.blocks.outline import BLANK, Entry
from sitehand.blocks.patches import HOLE, patch_html
from sitehand.blocks.splices import Splice
from sitehand.errors import Code, Problem


def change_html(
    entry: Entry, block: BlockType, old: Mapping[str, Any], new: Mapping[str, Any], release: Dialect
) -> list[Splice]:
    """Where a block's HTML changes with its attributes.

    Raises Problem(conflict) where it is not what they give, and Problem(invalid_arguments) for a text with a delimiter.
    """
    hole = HOLE if entry.inner else ""
    before, after = (write_html(block, attributes, hole, release) for attributes in (old, new))
    if before == after:
        return []
    check_delimiters(block, after, hole)
    opener = entry.block.opener
    if opener and opener.void and not before:
        return [_open(entry, after)]
    if opener and not after and not entry.inner and own_html(entry).strip(BLANK) == before:
        return [Splice(opener.end - len("-->"), entry.span.end, "/-->")]
    start, there = opener.end if opener else entry.span.start, own_html(entry)
    try:
        if there.count(HOLE) != len(hole) // len(HOLE):
            raise MarkupMismatch  # the author's own HTML has the mark
        splices = _patch(there, before, after)
    except MarkupMismatch:
        raise Problem(
            Code.CONFLICT,
            f"The HTML of the block {entry.path} ({block.name}) is not what WordPress {release} writes for it.",
            hint="Replace the block as a whole, or repair it first.",
        ) from None
    hole_end = there.find(HOLE) + len(HOLE) if entry.inner else len(there) + 1
    moved = entry.inner[-1].span.end - entry.inner[0].span.start - len(HOLE) if entry.inner else 0
    return [_shift(splice, start + (moved if splice.start >= hole_end else 0)) for splice in splices]


def _patch(there: str, before: str, after: str) -> list[Splice]:
    """At spans; what is no one element, such as a mark or a shortcode, as a whole, if it is what we would write."""
    try:
        return patch_html(there, before, after)
    except MarkupMismatch:
        if there.strip(BLANK) != before.strip(BLANK) or HOLE in there:
            raise
    start = len(there) - len(there.lstrip(BLANK))
    return [Splice(start, start + len(there.strip(BLANK)), after.strip(BLANK))]


def _shift(splice: Splice, by: int) -> Splice:
    return Splice(splice.start + by, splice.end + by, splice.text)


def _open(entry: Entry, html: str) -> Splice:
    """HTML for a block that had none."""
    name = entry.block.name.removeprefix("core/")
    return Splice(entry.span.end - len("/-->"), entry.span.end, f"-->\n{html}\n<!-- /wp:{name} -->")


def has_own_html(entry: Entry) -> bool:
    """Whether anything but white space and other blocks stands between a block's delimiters."""
    return bool(own_html(entry).replace(HOLE, "").strip(BLANK))


def own_html(entry: Entry) -> str:
    """What is between a block's delimiters, with a hole where its blocks are."""
    source, opener, closer = entry.tree.source, entry.block.opener, entry.block.closer
    if opener is None:
        return source[entry.span.start : entry.span.end]
    if closer is None:
        return ""
    if not entry.inner:
        return source[opener.end : closer.start]
    return f"{source[opener.end : entry.inner[0].span.start]}{HOLE}{source[entry.inner[-1].span.end : closer.start]}"
