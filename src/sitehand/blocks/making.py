"""New blocks from their attributes: the markup that the editor of a release would store."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sitehand.blocks.attributes import write_attributes
from sitehand.blocks.catalogue import Attribute, BlockType, Kind, Origin, Where, read_catalogue
from sitehand.blocks.checking import check_attributes
from sitehand.blocks.delimiters import count_delimiters
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.richtext import clean_rich_text
from sitehand.blocks.saves import SAVES
from sitehand.blocks.saves.draft import Draft
from sitehand.errors import Code, Problem

MAX_DEPTH = 50
"""How deep blocks may be within blocks."""
Types = Mapping[str, BlockType]
"""Block types by name."""
FREEFORM = "core/freeform"
"""Text between blocks: the one block without delimiters."""


@dataclass(frozen=True, slots=True)
class NewBlock:
    """A block to make. `attributes` are those of the comment and of the HTML alike."""

    name: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    inner: "Sequence[NewBlock]" = ()


def make_blocks(blocks: Sequence[NewBlock], release: Dialect, known: Types | None = None) -> str:
    """The markup of blocks that follow each other. Raises Problem(invalid_arguments) as `make_block` does."""
    return "\n\n".join(make_block(block, release, known) for block in blocks)


def _make_inner(blocks: Sequence[NewBlock], release: Dialect, known: Types | None, depth: int) -> str:
    if blocks and depth > MAX_DEPTH:
        _refuse_depth()
    return "\n\n".join(_make(block, release, known, depth) for block in blocks)


def _refuse_depth() -> NoReturn:
    raise Problem(
        Code.INVALID_ARGUMENTS,
        f"Blocks are nested more than {MAX_DEPTH} times, or attributes or HTML more deeply than can be read.",
        hint="Nest them less.",
    )


def make_block(block: NewBlock, release: Dialect, known: Types | None = None) -> str:
    """The markup of a block and of those in it. `known` are the blocks that there are, by default those of the release.

    Raises Problem(invalid_arguments) for a block that the release does not have or that cannot be made from attributes,
    and for attributes that it does not have, with each fault in the details.
    """
    try:
        return _make(block, release, known, 1)
    except RecursionError:
        _refuse_depth()


def _make(block: NewBlock, release: Dialect, known: Types | None, depth: int) -> str:
    kind = find_type(block.name, release, known)
    if kind.leaf and block.inner:
        raise Problem(Code.INVALID_ARGUMENTS, f"{kind.name} has blocks in it.", hint=explain_leaf(kind.name))
    attributes = clean_rich_text(kind, check_attributes(kind, _without_nulls(block.attributes), release))
    return write_block(kind, attributes, _make_inner(block.inner, release, known, depth + 1), release)


def explain_leaf(name: str) -> str:
    """Why no block may stand in one of this name."""
    return f"{name} holds no blocks: the editor would lose them. Put them before or after it."


def find_type(name: str, release: Dialect, known: Types | None = None) -> BlockType:
    """The block of a name, which can be made. Raises Problem(invalid_arguments)."""
    full = name if "/" in name else f"core/{name}"
    found = (read_catalogue(release) if known is None else known).get(full)
    if found is None or not writes_html(found):
        lacks = f"WordPress {release} has no block {name}" if found is None else _explain_unknown_html(found)
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{lacks}, so it cannot be made from attributes.",
            hint="Give the block as markup instead.",
        )
    return found


def writes_html(block: BlockType) -> bool:
    """Whether the HTML of a block can be made here: that of core's blocks can, and where there is none."""
    return block.kind is Kind.DYNAMIC or block.name in SAVES or block.name == FREEFORM


def _explain_unknown_html(block: BlockType) -> str:
    if block.origin is Origin.CORE:
        return f"The HTML of {block.name} is not known"
    return f"Only the JavaScript of {block.name} writes its HTML"


def write_block(kind: BlockType, attributes: Mapping[str, Any], inner: str, release: Dialect) -> str:
    """The markup of a block with attributes that were checked, around the markup of the blocks in it."""
    html = write_html(kind, attributes, inner, release)
    if kind.name == FREEFORM:
        return html
    check_delimiters(kind, html, inner)
    return write_delimiters(kind.name, comment_attributes(kind, attributes), html)


def write_html(kind: BlockType, attributes: Mapping[str, Any], inner: str, release: Dialect) -> str:
    """What is between the delimiters of a block."""
    if kind.name == FREEFORM:
        return str(attributes.get("content", ""))
    defaults = {name: one.default for name, one in kind.attributes.items() if one.has_default}
    save = SAVES.get(kind.name)
    known = {name: value for name, value in attributes.items() if name in kind.attributes}
    return save(Draft(kind, {**defaults, **known}, inner, release)) if save else inner


def check_delimiters(kind: BlockType, html: str, inner: str) -> None:
    """Raise Problem(invalid_arguments) for HTML with a delimiter that is of no block in it.

    It would end this block, or begin another that nobody has checked.
    """
    # Most HTML has no `wp:` of its own, which is known sooner than its delimiters are found.
    if html.count("wp:") > inner.count("wp:") and count_delimiters(html) > count_delimiters(inner):
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"A text of {kind.name} holds a delimiter of blocks.",
            hint="Write it as &lt;!-- wp:... --&gt; to show it, or give the blocks as markup.",
        )


def write_delimiters(name: str, attributes: Mapping[str, Any], html: str) -> str:
    """A block in its delimiters; without HTML it is one delimiter."""
    short = name.removeprefix("core/")
    begin = f"wp:{short} {write_attributes(attributes)}" if attributes else f"wp:{short}"
    return f"<!-- {begin} -->\n{html}\n<!-- /wp:{short} -->" if html else f"<!-- {begin} /-->"


def is_default(attribute: Attribute, value: Any) -> bool:
    """Whether a value is the one that an attribute has when nothing is stored. No text is none."""
    if attribute.has_default:
        return _same(attribute.default, value)
    return attribute.where is Where.HTML and value in ("", False)


def comment_attributes(kind: BlockType, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes that the delimiter has, in its order: none that the HTML has, none as it is by default."""
    kept = {
        name: attributes[name]
        for name, one in kind.attributes.items()
        if name in attributes and one.where is not Where.HTML and not one.local
        if not (one.has_default and _same(one.default, attributes[name]))
    }
    return {name: plain_numbers(value) for name, value in kept.items()}


def plain_numbers(value: Any) -> Any:
    """A value with numbers as JavaScript writes them."""
    if isinstance(value, dict):
        return {name: plain_numbers(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain_numbers(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1, and the order of keys counts, as in the editor."""
    return json.dumps(plain_numbers(one)) == json.dumps(plain_numbers(other))


def _without_nulls(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value is not None}
