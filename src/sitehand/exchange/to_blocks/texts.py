"""Headings, texts, lists, quotes, HTML and shortcodes as blocks."""

import html
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sitehand.blocks.converting.html import read_classic
from sitehand.blocks.converting.html import read_html as read_complete
from sitehand.blocks.converting.losses import list_lost
from sitehand.blocks.delimiters import find_delimiters
from sitehand.blocks.making import FREEFORM, NewBlock, make_blocks
from sitehand.blocks.markup import check_markup
from sitehand.blocks.plain_html import find_plain
from sitehand.errors import Problem
from sitehand.exchange.to_blocks.drawing import replace_plain
from sitehand.exchange.to_blocks.registry import becomes_blocks
from sitehand.exchange.to_blocks.source import Look, Source

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
ALIGNED = ("core/paragraph", "core/heading")


def write_link(content: str, link: Mapping[str, str]) -> str:
    """HTML within a link, if there is one."""
    if not link or not content:
        return content
    names = {"href": "url", "target": "linkTarget", "rel": "rel"}
    given = "".join(f' {name}="{html.escape(link[key])}"' for name, key in names.items() if key in link)
    return f"<a{given}>{content}</a>"


def make_heading(source: Source, title: str, tag: str, look: Look | None = None) -> NewBlock:
    """A heading, or a paragraph where the element is none for those who read by headings."""
    if tag not in HEADINGS:
        return source.make("core/paragraph", {"content": title}, look)
    return source.make("core/heading", {"content": title, "level": int(tag[1])}, look)


@becomes_blocks("heading")
def convert_heading(source: Source) -> list[NewBlock]:
    """A heading."""
    settings = source.settings
    title = write_link(settings.text("title"), source.read_link())
    look = Look("title_color", "align", "typography")
    return [make_heading(source, title, settings.text("header_size", "h2"), look)]


@becomes_blocks("text-editor")
def convert_text(source: Source) -> list[NewBlock]:
    """The blocks of a text. What says how all of it looks is said by the one block, or by a group around several."""
    blocks = read_html(source, "editor", source.settings.text("editor"))
    look = Look("text_color", "align", "typography")
    if len(blocks) == 1 and blocks[0].name in ALIGNED:
        return [source.make(blocks[0].name, blocks[0].attributes, look)]
    group = source.make("core/group", {}, look, blocks)
    align = source.element.settings.get("align")
    if isinstance(align, str) and align:
        dressed = [source.make(each.name, {}, _only_align()) if each.name in ALIGNED else each for each in blocks]
        pairs = zip(blocks, dressed, strict=True)
        blocks = [_merge(one, other) if one is not other else one for one, other in pairs]
    plain = not group.attributes
    return list(blocks) if plain else [NewBlock(group.name, {**group.attributes, **LAYOUT}, blocks)]


LAYOUT: Mapping[str, Any] = {"layout": {"type": "constrained"}}


def _only_align() -> Look:
    return Look("", "align", "", "", "", "", "", "")


def _merge(block: NewBlock, other: NewBlock) -> NewBlock:
    """A block with the alignment of another."""
    style = {**block.attributes.get("style", {}), **other.attributes.get("style", {})}
    given = {name: value for name, value in other.attributes.items() if name in ("align", "textAlign")}
    return NewBlock(block.name, {**given, **block.attributes, **({"style": style} if style else {})}, block.inner)


def read_html(source: Source, setting: str, text: str) -> list[NewBlock]:
    """The blocks of HTML in a setting; attributes that no block has are told."""
    release = source.site.release.dialect
    blocks = list(replace_plain(read_classic(text, release), release))
    for lost in list_lost(text, make_blocks(blocks, release)):
        source.report.leave_out(source.id, f"{setting} <{lost.element}> {lost.attribute}", lost.value)
    return blocks


@becomes_blocks("icon-list")
def convert_list(source: Source) -> list[NewBlock]:
    """A list, without the icons."""
    rows = source.rows("icon_list")
    items = [
        NewBlock("core/list-item", {"content": write_link(row.text("text"), source.read_link("link", row))})
        for row in rows
    ]
    if any((row.object("selected_icon").values or row.text("icon")) for row in rows):
        source.report.change(source.id, "icon_list", "a list with the marks of the theme in place of icons")
    return [source.make("core/list", {}, Look("text_color", "", "icon_typography"), items)] if items else []


@becomes_blocks("html")
def convert_html(source: Source) -> list[NewBlock]:
    """HTML as it is where no block is for it; block markup in it becomes the blocks again that it was."""
    text = source.settings.text("html")
    release = source.site.release.dialect
    if next(find_delimiters(text), None) is not None:
        try:
            return [NewBlock(FREEFORM, {"content": check_markup(text, freeform=False).text})]
        except Problem:
            pass  # HTML with something in it that looks like a block
    if find_plain(text):
        return list(replace_plain(read_complete(text, release), release))
    return [source.make("core/html", {"content": text}, NO_LOOK)] if text.strip() else []


NO_LOOK = Look("", "", "", "", "", "", "", "")


@becomes_blocks("shortcode")
def convert_shortcode(source: Source) -> list[NewBlock]:
    """A shortcode."""
    return [NewBlock("core/shortcode", {"text": source.settings.text("shortcode")})]


@becomes_blocks("testimonial")
def convert_testimonial(source: Source) -> list[NewBlock]:
    """A quote, with the person who is quoted and the picture of that person."""
    given = [source.settings.text(f"testimonial_{name}") for name in ("content", "name", "job")]
    link = source.read_link() if given[1] else {}
    cited = ", ".join(filter(None, (write_link(given[1], link), given[2])))
    words = _make_texts(source, (given[0], "content_content_color", "content_typography"))
    inner, look = [*list_pictures(source, "testimonial_image"), *words], Look("", "testimonial_alignment")
    return [source.make("core/quote", {"citation": cited}, look, inner)]


def list_pictures(source: Source, name: str, link: Mapping[str, str] = MappingProxyType({})) -> list[NewBlock]:
    """The picture that a setting names, if it does, within a link, if there is one."""
    attributes = read_picture(source, source.settings.object(name).values)
    return [NewBlock("core/image", {**attributes, **write_destination(link)})] if attributes else []


def write_destination(link: Mapping[str, str]) -> dict[str, str]:
    """A link as a picture has it."""
    others = {name: value for name, value in link.items() if name != "url"}
    return {"href": link["url"], "linkDestination": "custom", **others} if link else {}


def read_picture(source: Source, value: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of a picture `{url, id, alt}`; none without an address."""
    address, number = value.get("url"), str(value.get("id") or "")
    if not isinstance(address, str) or not address.strip():
        return {}
    identifier = int(number) if number.isdecimal() and len(number) < len("1000000000000000") else 0
    alt = value.get("alt") if isinstance(value.get("alt"), str) else ""
    known = {"id": identifier} if identifier else {}
    return {"url": address, "alt": alt or source.site.alts.get(identifier, ""), **known}


@becomes_blocks("icon-box", "image-box")
def convert_box(source: Source) -> list[NewBlock]:
    """A group of a picture, a heading and a text."""
    settings = source.settings
    title, text = settings.text("title_text"), settings.text("description_text")
    link = source.read_link() if title or source.settings_of.object("image").text("url") else {}
    inner = [
        *list_pictures(source, "image", link),
        *_make_title(source, write_link(title, link), settings.text("title_size", "h3")),
        *_make_texts(source, (text, "description_color", "description_typography")),
    ]
    return [source.make("core/group", LAYOUT, None, inner)]


def _make_title(source: Source, title: str, tag: str) -> list[NewBlock]:
    if tag not in HEADINGS:
        return _make_texts(source, (title, "title_color", "title_typography"))
    attributes = {"content": title, "level": int(tag[1])}
    return [source.make_part("core/heading", attributes, "title_color", "title_typography")] if title else []


def _make_texts(source: Source, *parts: tuple[str, str, str]) -> list[NewBlock]:
    """A paragraph for each part that says something, with the settings of its colour and of its font."""
    return [source.make_part("core/paragraph", {"content": text}, *look) for text, *look in parts if text]


@becomes_blocks("alert")
def convert_alert(source: Source) -> list[NewBlock]:
    """A group of a title and a text."""
    title, text = source.settings.text("alert_title"), source.settings.text("alert_description")
    inner = _make_texts(
        source,
        (f"<strong>{title}</strong>" if title else "", "title_color", "alert_title"),
        (text, "description_color", "alert_description"),
    )
    look = Look(background="", border="")
    return [source.make("core/group", LAYOUT, look, inner)]


@becomes_blocks("counter")
def convert_counter(source: Source) -> list[NewBlock]:
    """The number that it ends at, and its title; it does not count up."""
    settings = source.settings
    parts = [settings.text(name) for name in ("prefix", "ending_number", "suffix")]
    source.report.change(source.id, "ending_number", "a text that does not count up")
    inner = _make_texts(
        source,
        (html.escape("".join(parts), quote=False), "number_color", "typography_number"),
        (settings.text("title"), "title_color", "typography_title"),
    )
    return [source.make("core/group", LAYOUT, None, inner)]


@becomes_blocks("menu-anchor")
def convert_anchor(source: Source) -> list[NewBlock]:
    """A place without height that links lead to."""
    return [NewBlock("core/spacer", {"height": "0px", "anchor": source.settings.text("anchor")})]
