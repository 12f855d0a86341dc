"""The attributes of a block as the editor reads them: those of its delimiter, and those of its HTML by selector.

HTML is read by HTML5's rules. Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/blocks,
src/api/parser/get-block-attributes.js.
"""

from collections.abc import Mapping
from typing import Any

from turbohtml import Element, parse_fragment

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.catalogue import Attribute, BlockType
from sitehand.blocks.checking import TYPES
from sitehand.blocks.elements import write_number
from sitehand.blocks.outline import BLANK, Entry
from sitehand.blocks.tree import FREEFORM

MISSING = object()
"""What an attribute is that is not there, for which None would be a value."""
UNITS: Mapping[tuple[str, str], str] = {
    ("core/spacer", "height"): "px",
    ("core/spacer", "width"): "px",
    ("core/column", "width"): "%",
}
"""The units of attributes that older releases wrote as numbers, by block and attribute: the editor adds them when it
opens such a block.
"""


def read_comment(entry: Entry) -> dict[str, Any]:
    """The attributes in the delimiter of a block."""
    return read_attributes(entry.tree.attributes_text(entry.block)) or {}


def read_values(entry: Entry, block: BlockType) -> dict[str, Any]:
    """The attributes in the delimiter of a block, with the units that a number had before."""
    found = read_comment(entry)
    old = {name: unit for (kind, name), unit in UNITS.items() if kind == block.name and _is(found.get(name), "number")}
    return found | {name: f"{write_number(found[name])}{unit}" for name, unit in old.items()}


def read_block(entry: Entry, block: BlockType | None) -> dict[str, Any]:
    """The attributes of a block that differ from the default. Of a block without a table, those of the delimiter.

    As in the editor, a value of its delimiter that does not fit the attribute is none: `read_misfits` has these.
    """
    if block is None:
        return read_comment(entry)
    values = read_values(entry, block)
    found = {name: value for name, value in values.items() if _takes(block.attributes.get(name), value)}
    html = entry.tree.inner_html(entry.block).strip(BLANK) if entry.closed else ""
    if entry.block.name == FREEFORM:
        return {"content": html}
    sourced = [one for one in block.attributes.values() if one.source and not (one.local or one.unused)]
    # Once for all of them: a plugin's block may have thousands.
    root = parse_fragment(html if any(one.source != "raw" for one in sourced) else "")
    read = {one.name: _read(one, html, root) for one in sourced} if html else {}
    found |= {name: value for name, value in read.items() if value is not MISSING}
    if "anchor" in block.attributes and "anchor" not in found and html and (anchor := _read_anchor(html)):
        found["anchor"] = anchor  # 7.1 takes it from the HTML of before
    return found


def read_misfits(entry: Entry, block: BlockType | None) -> dict[str, Any]:
    """The values of a block's delimiter that the editor leaves out.

    They are not of the attribute's type or not among its values, or the attribute is read from the HTML.
    """
    if block is None:
        return {}
    values = read_values(entry, block)
    return {name: value for name, value in values.items() if not _takes(block.attributes.get(name), value)}


def _takes(attribute: Attribute | None, value: Any) -> bool:
    """Whether a value of the delimiter is one of the attribute. Of unknown attributes nobody can say."""
    if attribute is None:
        return True
    # True is not 1, as in JavaScript.
    offered = attribute.values is None or any(
        value == one and isinstance(value, bool) is isinstance(one, bool) for one in attribute.values
    )
    return offered and not attribute.source and (not attribute.types or any(_is(value, one) for one in attribute.types))


def _is(value: Any, name: str) -> bool:
    """Whether a value is of a type. The editor takes any number for an integer."""
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES["number" if name == "integer" else name])


def _read(attribute: Attribute, html: str, root: Element) -> Any:
    if attribute.source == "raw":
        return html
    value = read_element(attribute, root)
    return MISSING if attribute.has_default and value == attribute.default else value


def read_element(attribute: Attribute, root: Element) -> Any:
    """The value of an attribute within an element; MISSING where there is none."""
    if attribute.source == "query":
        return [_read_row(attribute.query, one) for one in root.select(attribute.selector or "*")] or MISSING
    found = root.select_one(attribute.selector) if attribute.selector else root
    if attribute.source == "attribute" and "boolean" in attribute.types:
        return found is not None and (attribute.html_attribute or attribute.name) in found.attrs
    if found is None:
        return MISSING
    if attribute.source == "attribute":
        name = attribute.html_attribute or attribute.name
        return found.attr(name) if name in found.attrs else MISSING
    if attribute.source in ("tag", "text"):
        return found.tag if attribute.source == "tag" else found.text
    return found.inner_html if attribute.source in ("rich-text", "html") else MISSING


def _read_row(query: Mapping[str, Attribute], element: Element) -> dict[str, Any]:
    row = {name: read_element(one, element) for name, one in query.items()}
    return {name: value for name, value in row.items() if value is not MISSING}


def _read_anchor(html: str) -> str | None:
    root = parse_fragment(html).select_one("*")
    return root.attr("id") if root is not None else None
