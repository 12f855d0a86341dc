"""The HTML of blocks of text."""

import re

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import join_classes, write_element
from sitehand.blocks.saves.draft import Draft

_ADDRESS = re.compile(r"^(\s*https?:)//([^\s<>\"]+\s*)$", re.MULTILINE)


def save_paragraph(draft: Draft) -> str:
    """The markup of a paragraph, without a drop cap where its text stands at the end or in the middle."""
    old = draft.release is Dialect.V6_8
    align = draft["align"] if old else draft["style.typography.textAlign"]
    dropped = draft["dropCap"] and align not in ("right", "center")
    classes = join_classes(dropped and "has-drop-cap", _text_align(draft, "align"))
    return draft.wrap("p", draft["content"] or "", classes=classes, dir=draft["direction"])


def save_heading(draft: Draft) -> str:
    """`level` is 1 to 6."""
    classes = _text_align(draft) if draft.release is Dialect.V6_8 else None
    return draft.wrap(f"h{draft['level']}", draft["content"] or "", classes=classes)


def save_list(draft: Draft) -> str:
    """Its items are blocks."""
    ordered = draft["ordered"]
    kind = draft["type"] if ordered and draft["type"] != "decimal" else None
    style = {"list-style-type": kind}
    given = {"reversed": draft["reversed"], "start": draft["start"], "style": style}
    return draft.wrap("ol" if ordered else "ul", draft.inner, **given)


def save_list_item(draft: Draft) -> str:
    """Its text, then the list in it."""
    return draft.wrap("li", draft["content"] or "", draft.inner)


def save_quote(draft: Draft) -> str:
    """Its blocks, then its source."""
    classes = join_classes(draft["textAlign"] and f"has-text-align-{draft['textAlign']}")
    return draft.wrap("blockquote", draft.inner, _cite(draft), classes=classes)


def save_pullquote(draft: Draft) -> str:
    """A quote within a figure."""
    quote = write_element("blockquote", {}, write_element("p", {}, draft["value"] or ""), _cite(draft))
    return draft.wrap("figure", quote, classes=_text_align(draft) if draft.release is Dialect.V6_8 else None)


def save_code(draft: Draft) -> str:
    """The markup of code, without what a site would take for a shortcode or for the address of something to embed."""
    text = (draft["content"] or "").replace("[", "&#91;")
    return draft.wrap("pre", write_element("code", {}, _ADDRESS.sub(r"\1&#47;&#47;\2", text, count=1)))


def save_preformatted(draft: Draft) -> str:
    """Text with its white space."""
    return draft.wrap("pre", draft["content"] or "")


def save_verse(draft: Draft) -> str:
    """The HTML of a verse: preformatted text in the typeface of its surroundings."""
    classes = _text_align(draft) if draft.release is Dialect.V6_8 else None
    return draft.wrap("pre", draft["content"] or "", classes=classes)


def save_details(draft: Draft) -> str:
    """Its summary, then its blocks."""
    summary = write_element("summary", {}, draft["summary"] or "Details")
    after = {"name": draft["name"] or None, "open": draft["showContent"]}
    return draft.wrap("details", summary, draft.inner, after=after)


def _text_align(draft: Draft, name: str = "textAlign") -> str:
    """6.8 has this class from an attribute of the block; 7.1 from its style, as a support."""
    value = draft[name] if draft.release is Dialect.V6_8 else None
    return join_classes(value and f"has-text-align-{value}")


def _cite(draft: Draft) -> str:
    return write_element("cite", {}, draft["citation"]) if draft["citation"] else ""
