"""Rich text: HTML within a block, as a browser would write it back.

The editor reads a block's HTML by HTML5's rules and writes it anew. So text goes into a block in that form, and text
that would not stay where it is put is refused.
"""

from collections.abc import Mapping
from typing import Any

from turbohtml import Element, parse_fragment

from sitehand.blocks.catalogue import Attribute, BlockType
from sitehand.blocks.outline import BLANK
from sitehand.errors import Code, Problem

HTML = ("rich-text", "html")
"""The sources of attributes that are HTML."""
CELLS = {"td", "th"}
TAGS = {
    "core/accordion-heading": "span",
    "core/heading": "h2",
    "core/list-item": "li",
    "core/preformatted": "pre",
    "core/verse": "pre",
    "core/code": "code",
    "core/details": "summary",
    "core/file": "a",
}
"""The element that holds the text of a block, where the selector is not one name."""


def clean_rich_text(block: BlockType, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes with rich text as a browser writes it. Raises Problem(invalid_arguments)."""
    return {name: _clean(block, block.attributes[name], value, name) for name, value in attributes.items()}


def write_rich_text(text: str, tag: str, path: str) -> str:
    """The text as content of an element, as a browser writes it.

    Raises Problem(invalid_arguments) for HTML that does not stay within that element, such as a paragraph in another.
    """
    table = ("<table><tbody><tr>", "</tr></tbody></table>") if tag in CELLS else ("", "")
    parsed = parse_fragment(text, "math math" if tag == "math" else tag)
    cleaned = "" if _is_nothing(parsed) else parsed.inner_html
    whole = f"{table[0]}<{tag}>{cleaned}</{tag}>{table[1]}"
    if parse_fragment(whole).inner_html != whole:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"The HTML of {path} cannot stand within <{tag}>.",
            hint="Give text with inline elements such as strong, em, a, code and br alone; blocks go beside it.",
        )
    return cleaned


def _is_nothing(parsed: Element) -> bool:
    """Elements without text and attributes alone, which the editor takes for no text at all."""
    return not parsed.text.strip(BLANK) and not any(one.attrs or one.tag == "br" for one in parsed.find_all(True))


def find_tag(block: BlockType, attribute: Attribute) -> str:
    """The element that holds the text of an attribute."""
    selector = (attribute.selector or "").split(",")[0].split()
    return TAGS.get(block.name, "p") if not selector or not selector[-1].isalnum() else selector[-1]


def find_row_tag(attribute: Attribute) -> str:
    """The element that holds the text of a row: a cell, a button of tabs, a paragraph."""
    return (attribute.selector or "td").split(",")[0]


def _clean(block: BlockType, attribute: Attribute, value: Any, path: str) -> Any:
    if attribute.query and isinstance(value, list):
        return [_clean_row(attribute, row, f"{path}.{number}") for number, row in enumerate(value)]
    if attribute.source in HTML and isinstance(value, str):
        return write_rich_text(value, find_tag(block, attribute), path)
    return value


def _clean_row(attribute: Attribute, row: Mapping[str, Any], path: str) -> dict[str, Any]:
    cleaned: dict[str, Any] = {}
    for name, value in row.items():
        inner = attribute.query[name]
        if inner.query:
            cleaned[name] = [_clean_row(inner, one, f"{path}.{name}.{number}") for number, one in enumerate(value)]
        elif inner.source in HTML:
            cleaned[name] = write_rich_text(value, row.get("tag") or find_row_tag(attribute), f"{path}.{name}")
        else:
            cleaned[name] = value
    return cleaned
