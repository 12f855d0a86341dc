"""Whether a block's HTML is what its release writes of its attributes, as the editor asks when it opens a page."""

from dataclasses import dataclass
from typing import Any, NoReturn

from turbohtml import Element, Node, Text, parse_fragment

from sitehand.blocks.bindings import check_unbound, read_bindings
from sitehand.blocks.catalogue import BlockType, Kind
from sitehand.blocks.delimiters import find_delimiters
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.html import is_blank
from sitehand.blocks.inner_html import own_html
from sitehand.blocks.locks import check_update
from sitehand.blocks.making import write_html
from sitehand.blocks.outline import BLANK, Entry, Outline, read_outline
from sitehand.blocks.patches import HOLE
from sitehand.blocks.places import refuse_unclosed
from sitehand.blocks.reading import read_block
from sitehand.blocks.saves import SAVES
from sitehand.blocks.splices import Splice, TextChange
from sitehand.errors import Code, Problem


@dataclass(frozen=True, slots=True)
class Difference:
    """What a block's HTML is, and what the release would write. A `HOLE` stands for the blocks in it."""

    found: str
    expected: str


def find_difference(entry: Entry, block: BlockType, release: Dialect) -> Difference | None:
    """How a block's HTML differs from what the release writes of its attributes; None where the two are equivalent.

    The editor may know an older form of the block, and take it all the same. Of blocks whose HTML we cannot make, None.
    """
    if block.kind is Kind.DYNAMIC or block.name not in SAVES:
        return None
    found = own_html(entry).strip(BLANK)
    expected = write_html(block, read_block(entry, block), HOLE if entry.inner else "", release)
    try:
        return None if is_equivalent(found, expected) else Difference(found, expected)
    except RecursionError:  # nobody writes HTML that deep
        return Difference(found, expected)


def set_html(outline: Outline, entry: Entry, block: BlockType | None, html: str, release: Dialect) -> TextChange:
    """Other HTML for a block without blocks. Raises Problem(conflict) where the editor would find it broken."""
    if not entry.closed:
        refuse_unclosed(entry)
    check_update(outline, entry, block, ["HTML"])
    check_unbound(entry, read_bindings(entry))
    if entry.inner or any(True for _ in find_delimiters(html)):
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"The HTML of the block {entry.path} cannot be replaced: there are blocks in the old or in the new.",
            hint="Update its attributes, or replace the block as a whole.",
        )
    change = TextChange([_splice(entry, html)], [entry.span.start])
    if block:
        _check(entry, block, change.apply(outline.source), release)
    return change


def _check(entry: Entry, block: BlockType, source: str, release: Dialect) -> None:
    new = read_outline(source).find_start(entry.span.start)
    difference = find_difference(new, block, release) if new else None
    if difference:
        _refuse(entry, block, difference)


def _refuse(entry: Entry, block: BlockType, difference: Difference) -> NoReturn:
    raise Problem(
        Code.CONFLICT,
        f"The editor would find the block {entry.path} ({block.name}) broken with this HTML.",
        hint="Change attributes instead, or use the HTML that is expected for those that it has.",
        extra={"expected": difference.expected},
    )


def _splice(entry: Entry, html: str) -> Splice:
    opener, closer = entry.block.opener, entry.block.closer
    if opener is None:  # white space around it would not be its own
        return Splice(*entry.span, html.strip(BLANK))
    if closer is None:
        name = opener.name.removeprefix("core/")
        return Splice(opener.end - len("/-->"), opener.end, f"-->\n{html}\n<!-- /wp:{name} -->")
    return Splice(opener.end, closer.start, f"\n{html}\n")


def is_equivalent(one: str, other: str) -> bool:
    """Whether the editor takes both for the same HTML: it ignores white space, the order of attributes and classes, and
    how styles are written.
    """
    return _normalize(parse_fragment(one)) == _normalize(parse_fragment(other))


def _normalize(element: Element) -> list[Any]:
    return [_show(node) for node in element.children if not is_blank(node)]


def _show(node: Node) -> Any:
    if isinstance(node, Element):
        return node.tag, {name: _show_value(name, node.attr(name)) for name in node.attrs}, _normalize(node)
    return " ".join(node.data.split()) if isinstance(node, Text) else HOLE


def _show_value(name: str, value: Any) -> Any:
    if name == "class":
        return set(value.split())
    if name == "style":
        declarations = (one.partition(":") for one in value.split(";") if one.strip())
        return {key.strip(): " ".join(rest.split()) for key, _, rest in declarations}
    return value
