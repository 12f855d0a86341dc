"""Headings, texts, lists, quotes, HTML and shortcodes as widgets."""

from collections.abc import Sequence

from turbohtml import Element, parse_fragment

from sitehand.blocks.outline import Entry, walk
from sitehand.exchange.to_elements.media import RELATIONS, TARGETS, read_picture
from sitehand.exchange.to_elements.registry import Part, becomes_elements
from sitehand.exchange.to_elements.source import Source

TEXTS = ("core/paragraph", "core/list", "core/list-item", "core/heading", "core/quote", "core/code")
"""Blocks whose HTML says all of them, so that they can stand in a text."""


def is_text(entries: Sequence[Entry]) -> bool:
    """Whether blocks are texts, and those in them too."""
    return all(each.block.name in TEXTS for entry in entries for each in walk(entry))


@becomes_elements("heading")
def convert_heading(source: Source) -> list[Part]:
    """A heading, which is a link where all of it is one."""
    level = source.attributes.get("level", 2)
    title, link = _split_link(source.text("content"))
    given = {"title": title, "header_size": f"h{level}", **({"link": link} if link else {})}
    return [source.widget("heading", given)]


def _split_link(content: str) -> tuple[str, Part]:
    """The text and the link around it. One around a part of it, or with more than a widget has, stays in the text."""
    nodes = [node for node in parse_fragment(content).children if isinstance(node, Element) or node.text.strip()]
    only = nodes[0] if len(nodes) == 1 else None
    if not isinstance(only, Element) or only.tag != "a" or set(only.attrs) - {"href", "target", "rel"}:
        return content, {}
    target, rel = only.attr("target") or "", (only.attr("rel") or "").split()
    if target not in TARGETS or not RELATIONS.issuperset(rel):
        return content, {}
    flags = {"is_external": "on" if target == "_blank" else "", "nofollow": "on" if "nofollow" in rel else ""}
    return only.inner_html, {"url": only.attr("href") or "", **flags}


@becomes_elements("paragraph")
def convert_paragraph(source: Source) -> list[Part]:
    """A text of one paragraph."""
    drop = {"drop_cap": "yes"} if source.attributes.get("dropCap") else {}
    direction = source.text("direction")
    begin = f'<p dir="{direction}">' if direction in ("ltr", "rtl") else "<p>"
    return [source.widget("text-editor", {"editor": f"{begin}{source.text('content')}</p>", **drop})]


@becomes_elements("list", "code", "preformatted", "verse", "pullquote")
def convert_text(source: Source) -> list[Part] | None:
    """A text with the HTML of the block, which says how it looks; none where blocks other than texts are in it."""
    if not is_text(source.entry.inner):
        return None
    settings = {"editor": source.read_html(), **source.list_hidden()}
    return [{"elType": "widget", "widgetType": "text-editor", "settings": settings}]


@becomes_elements("freeform")
def convert_freeform(source: Source) -> list[Part]:
    """Convert text from before there were blocks."""
    return [source.widget("text-editor", {"editor": source.read_html()})]


@becomes_elements("quote")
def convert_quote(source: Source) -> list[Part] | None:
    """Words of somebody who is named; a quote of nobody is a text."""
    cited, inner = source.text("citation"), [source.open(entry) for entry in source.entry.inner]
    pictures = inner[:1] if inner and inner[0].entry.block.name == "core/image" else []
    words = inner[len(pictures) :]
    if cited and all(each.entry.block.name == "core/paragraph" for each in words):
        said = "<br><br>".join(each.text("content") for each in words)
        given = {"testimonial_content": said, "testimonial_name": cited, "testimonial_alignment": "start"}
        face = read_picture(pictures[0].attributes) if pictures else {}
        return [source.widget("testimonial", {**given, "testimonial_image": face})]
    return convert_text(source)


@becomes_elements("html")
def convert_html(source: Source) -> list[Part]:
    """Convert HTML, which stays as it is."""
    return [source.widget("html", {"html": source.text("content")})]


@becomes_elements("shortcode")
def convert_shortcode(source: Source) -> list[Part]:
    """A shortcode."""
    return [source.widget("shortcode", {"shortcode": source.text("text") or source.read_html()})]
