"""Atomic elements as blocks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitehand.blocks.converting.embeds import find_address, make_embed
from sitehand.blocks.making import NewBlock
from sitehand.elementor.document import Element
from sitehand.elementor.rendering.addresses import write_source
from sitehand.elementor.rendering.atomic.props import list_link_attributes, read_id, read_object, read_text
from sitehand.elementor.rendering.atomic.styles import list_declarations
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.style.local import list_classes
from sitehand.exchange.looks import Declaration, dress
from sitehand.exchange.to_blocks.media import SIZES
from sitehand.exchange.to_blocks.registry import becomes_blocks
from sitehand.exchange.to_blocks.source import ALIGNMENTS, Source
from sitehand.exchange.to_blocks.texts import HEADINGS, write_link

SIDES = {"block-start": "top", "block-end": "bottom", "inline-start": "left", "inline-end": "right"}
NOWHERE = References()
VARIABLE = re.compile(r"var\(--([\w-]+)\)")
"""A variable of the site, which pages of blocks do not declare."""
PLACES = {"start": "left", "flex-start": "left", "end": "right", "flex-end": "right"}


def make(source: Source, name: str, attributes: Mapping[str, Any], inner: Sequence[NewBlock] = ()) -> NewBlock:
    """A block with the local styles of an element that it can have; those that it cannot are told."""
    declared = list(_list_styles(source))
    known = [each for each in declared if not VARIABLE.search(each.value)]
    dressed, read = dress(source.site.release.describe(name), known, source.site.release.dialect)
    for each in declared:
        if each not in known or not set(each.names) <= read:
            source.report.leave_out(source.id, f"styles {each.property}", each.value)
    _tell_variants(source)
    styles = (source.element.fields or {}).get("styles")
    if isinstance(styles, dict) and set(list_classes(source.element.settings)) <= set(styles):
        source.noted.names.add("classes")  # its own, which were read above
    identifier = read_text(source.settings.values.get("_cssid"))
    named: dict[str, Any] = {"anchor": identifier} if identifier else {}
    editor = (source.element.fields or {}).get("editor_settings")
    label = editor.get("title") if isinstance(editor, dict) else None
    if isinstance(label, str) and label:
        named["metadata"] = {"name": label}
    return NewBlock(name, {**named, **dressed, **attributes}, inner)


def _list_styles(source: Source) -> Iterator[Declaration]:
    """The declarations of the desktop, without a state, in the words of pages that are read from left to right."""
    for variant in _list_variants(source.element):
        if _is_plain(variant):
            for property, value in list_declarations(variant.get("props"), NOWHERE):
                name = property
                for logical, side in SIDES.items():
                    name = name.replace(logical, side)
                if value:
                    written = ALIGNMENTS.get(value, value) if name == "text-align" else value
                    written = VARIABLE.sub(lambda found: source.site.variables.get(found[1], found[0]), written)
                    yield Declaration(name, written, (property,))


def _list_variants(element: Element) -> Iterator[Mapping[str, Any]]:
    styles = (element.fields or {}).get("styles")
    for style in styles.values() if isinstance(styles, dict) else ():
        variants = style.get("variants") if isinstance(style, dict) else None
        yield from (each for each in variants if isinstance(each, dict)) if isinstance(variants, list) else ()


def _read_meta(variant: Mapping[str, Any]) -> tuple[Any, Any]:
    meta = variant.get("meta")
    return (meta.get("breakpoint"), meta.get("state")) if isinstance(meta, dict) else (None, None)


def _is_plain(variant: Mapping[str, Any]) -> bool:
    breakpoint, state = _read_meta(variant)
    return breakpoint in (None, "desktop") and not state


def _tell_variants(source: Source) -> None:
    for variant in _list_variants(source.element):
        if (variant.get("custom_css") or {}) not in ({}, {"raw": ""}):
            source.report.leave_out(source.id, "styles custom_css", variant["custom_css"])
        if not _is_plain(variant) and variant.get("props"):
            place = " ".join(str(each) for each in _read_meta(variant) if each)
            source.report.leave_out(source.id, f"styles at {place}", ", ".join(variant["props"]))


def _read_link(source: Source) -> dict[str, str]:
    found = list_link_attributes(source.settings.values.get("link"), NOWHERE)
    given = {"url": found.get("href", ""), "linkTarget": found.get("target", ""), "rel": found.get("rel", "")}
    return {name: value for name, value in given.items() if value}


@becomes_blocks("e-heading")
def convert_heading(source: Source) -> list[NewBlock]:
    """A heading."""
    tag = read_text(source.settings.values.get("tag")) or "h2"
    title = write_link(read_text(source.settings.values.get("title")), _read_link(source))
    if tag not in HEADINGS:
        return [make(source, "core/paragraph", {"content": title})]
    return [make(source, "core/heading", {"content": title, "level": int(tag[1])})]


@becomes_blocks("e-paragraph")
def convert_paragraph(source: Source) -> list[NewBlock]:
    """A paragraph."""
    content = write_link(read_text(source.settings.values.get("paragraph")), _read_link(source))
    return [make(source, "core/paragraph", {"content": content})]


@becomes_blocks("e-button")
def convert_button(source: Source) -> list[NewBlock]:
    """A row with one button."""
    text = {"text": read_text(source.settings.values.get("text")), **_read_link(source)}
    return [NewBlock("core/buttons", {}, [make(source, "core/button", text)])]


@becomes_blocks("e-image")
def convert_image(source: Source) -> list[NewBlock] | None:
    """A picture."""
    image = read_object(source.settings.values.get("image"))
    picture, size = read_object(image.get("src")), read_text(image.get("size"))
    address, number = write_source(read_text(picture.get("url"))), read_id(picture.get("id"))
    if not address:
        return None
    link = _read_link(source)
    linked = {"href": link.pop("url"), "linkDestination": "custom", **link} if link else {}
    alt = read_text(picture.get("alt")) or source.site.alts.get(number, "")
    known: dict[str, Any] = {"id": number} if number else {}
    if size in SIZES:
        known["sizeSlug"] = size
    elif size:
        source.report.leave_out(source.id, "image.size", size)
    return [make(source, "core/image", {"url": address, "alt": alt, **known, **linked})]


@becomes_blocks("e-divider")
def convert_divider(source: Source) -> list[NewBlock]:
    """A line."""
    return [make(source, "core/separator", {})]


@becomes_blocks("e-youtube")
def convert_film(source: Source) -> list[NewBlock] | None:
    """A film of YouTube."""
    address = find_address(read_text(source.settings.values.get("source")))
    embed = make_embed(address, source.site.release.dialect) if address else None
    return [make(source, embed.name, embed.attributes)] if embed else None


@becomes_blocks("e-div-block", "e-flexbox")
def convert_box(source: Source) -> list[NewBlock]:
    """A group. One that is outermost goes over the whole page."""
    layout: dict[str, Any] = {"type": "default"}
    if source.element.kind == "e-flexbox":
        said = dict(item for variant in _list_variants(source.element) for item in _read_flex(variant))
        down = said.get("flex-direction") == "column"
        place = said.get("align-items" if down else "justify-content", "")
        direction = {"orientation": "vertical"} if down else {"flexWrap": said.get("flex-wrap", "nowrap")}
        justified = {"justifyContent": PLACES.get(place, place)} if place in (*PLACES, "center") else {}
        layout = {"type": "flex", **direction, **justified}
    wide = {"align": "full"} if source.is_outermost else {}
    return [make(source, "core/group", {**wide, "layout": layout}, source.convert(source.element.children))]


def _read_flex(variant: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if _is_plain(variant):
        yield from list_declarations(variant.get("props"), NOWHERE)
