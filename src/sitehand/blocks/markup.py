"""New block markup, before it goes into a text."""

from collections.abc import Sequence
from typing import NamedTuple

from sitehand.blocks.delimiters import find_delimiters
from sitehand.blocks.outline import Outline, read_outline
from sitehand.blocks.tree import FREEFORM
from sitehand.errors import Code, Problem


class Markup(NamedTuple):
    """Whole blocks, and where each begins that is in no other."""

    text: str
    starts: Sequence[int]


def check_markup(markup: str, *, freeform: bool) -> Markup:
    """The blocks, without the white space around them.

    Raises Problem(invalid_arguments) for markup without a block, with one that is not closed or closed twice, and for
    text between blocks unless `freeform` is true: within a block nothing says whose it is.
    """
    if fault := _find_fault(markup):
        raise Problem(Code.INVALID_ARGUMENTS, fault, hint="Every block that is opened is closed, the innermost first.")
    outline = read_outline(markup)
    if not outline.roots:
        raise Problem(Code.INVALID_ARGUMENTS, "The markup has no block.", hint="Give at least one block.")
    if not freeform:
        _refuse_freeform(outline)
    start = outline.roots[0].span.start
    return Markup(markup[start : outline.roots[-1].span.end], [root.span.start - start for root in outline.roots])


def _find_fault(markup: str) -> str:
    names: list[str] = []
    for delimiter in find_delimiters(markup):
        if delimiter.void:
            continue
        if not delimiter.closes:
            names.append(delimiter.name)
        elif not names or names.pop() != delimiter.name:
            return f"The markup closes {delimiter.name} where that is not the block to close."
    return f"The markup never closes {names[-1]}." if names else ""


def _refuse_freeform(outline: Outline) -> None:
    if any(entry.block.name == FREEFORM for entry in outline.roots):
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The markup has text that is in no block.",
            hint="Put it into a block, such as core/paragraph.",
        )
