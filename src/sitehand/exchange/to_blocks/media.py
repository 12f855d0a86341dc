"""Pictures, films, buttons, lines and room as blocks."""

import re
from collections.abc import Mapping
from typing import Any

from sitehand.blocks.converting.embeds import find_address, make_embed
from sitehand.blocks.making import NewBlock
from sitehand.elementor.rendering.values import write_size
from sitehand.exchange.to_blocks.registry import becomes_blocks
from sitehand.exchange.to_blocks.source import GLOBALS, Look, Source
from sitehand.exchange.to_blocks.texts import read_picture, write_destination

SIZES = ("thumbnail", "medium", "large", "full")
JUSTIFIED = {"start": "left", "end": "right", "left": "left", "center": "center", "right": "right"}
LEADS = ("none", "file")
"""Where the pictures of a gallery lead in both forms."""
COLUMNS = [str(number) for number in range(1, 9)]
PROVIDERS = ("youtube", "vimeo", "dailymotion", "videopress")
SERVICES = re.compile(r"fa[bsrl]? fa-([a-z]+)")
ICONS = {"envelope": "mail", "rss": "feed", "link": "chain", "globe": "chain"}
"""Names of icons that are services by another name."""


@becomes_blocks("image")
def convert_image(source: Source) -> list[NewBlock]:
    """A picture with its caption and its link."""
    settings = source.settings
    picture = read_picture(source, settings.object("image").values)
    if not picture:
        return []
    if source.choice("caption_source", ("none", "custom")) == "custom":
        picture["caption"] = settings.text("caption")
    size = source.choice("image_size", SIZES, "large")
    picture |= {"sizeSlug": size} if size else {}
    picture |= _read_destination(source, picture["url"])
    if source.choice("align", ("left", "start", "center")) == "center":
        picture["align"] = "center"
    width = source.element.settings.get("width")
    if isinstance(width, dict) and width.get("unit") == "px" and write_size(width):
        picture["width"] = source.read_size("width")
    return [source.make("core/image", picture, Look(border="image_border", padding="", shadow=""))]


def _read_destination(source: Source, address: str) -> dict[str, Any]:
    kind = source.choice("link_to", ("none", "file", "custom"))
    if kind == "file":
        return {"href": address, "linkDestination": "media"}
    return write_destination(source.read_link() if kind == "custom" else {})


@becomes_blocks("button")
def convert_button(source: Source) -> list[NewBlock]:
    """A row with one button."""
    return [make_buttons(source, [make_button(source)])]


def make_button(source: Source) -> NewBlock:
    """A button."""
    look = Look("button_text_color", "", "typography", "background", "", "text_padding", "border")
    link = source.read_link()
    known = {"text": source.settings.text("text"), **link}
    button = source.make("core/button", known, look)
    names = ("anchor", "className", "metadata")
    return NewBlock(button.name, {key: value for key, value in button.attributes.items() if key not in names})


def make_buttons(source: Source, buttons: list[NewBlock]) -> NewBlock:
    """A row of buttons, at its side or in the middle."""
    place = JUSTIFIED.get(source.choice("align", JUSTIFIED), "")
    layout = {"layout": {"type": "flex", "justifyContent": place}} if place else {}
    return source.make("core/buttons", layout, Look(padding="", background="", border="", shadow=""), buttons)


@becomes_blocks("divider")
def convert_divider(source: Source) -> list[NewBlock]:
    """A line."""
    source.choice("style", ("solid",))
    color = source.element.settings.get("color")
    attributes: dict[str, Any] = {}
    if GLOBALS not in source.element.settings and isinstance(color, str) and color:
        attributes = {"style": {"color": {"background": source.settings.text("color")}}}
    return [source.make("core/separator", attributes, Look(background="", padding="", border="", shadow=""))]


@becomes_blocks("spacer")
def convert_spacer(source: Source) -> list[NewBlock]:
    """Convert empty space."""
    height = source.read_size("space") or "50px"
    return [source.make("core/spacer", {"height": height}, Look(background="", padding="", border="", shadow=""))]


@becomes_blocks("video")
def convert_video(source: Source) -> list[NewBlock] | None:
    """A film of the site, or one of another site."""
    settings, kind = source.settings, source.settings.text("video_type", "youtube")
    look = Look(background="", padding="", border="", shadow="")
    if kind == "hosted":
        name = "external_url" if settings.flag("insert_url") else "hosted_url"
        address = settings.object(name).text("url")
        poster = settings.object("poster").text("url")
        flags = {"loop": settings.flag("loop"), "muted": settings.flag("mute"), "autoplay": settings.flag("autoplay")}
        given = {name: True for name, on in flags.items() if on}
        given |= {} if settings.flag("controls", default=True) else {"controls": False}
        return [source.make("core/video", {"src": address, "poster": poster, **given}, look)] if address else None
    address = settings.text(f"{kind}_url") or settings.text("link" if kind == "youtube" else f"{kind}_link")
    found = find_address(address) if kind in PROVIDERS else None
    if not found:
        return None
    return [source.make("core/embed", make_embed(found, source.site.release.dialect).attributes, look)]


@becomes_blocks("image-gallery", "image-carousel")
def convert_gallery(source: Source) -> list[NewBlock] | None:
    """Pictures in columns; those of a carousel too, which does not move then."""
    carousel = source.element.kind == "image-carousel"
    rows = source.rows("carousel" if carousel else "wp_gallery")
    pictures = [each for row in rows if (each := read_picture(source, row.values))]
    if not pictures:
        return None
    if carousel:
        source.report.change(source.id, "carousel", "a gallery, which does not move")
    place, usual = ("link_to", "none") if carousel else ("gallery_link", "file")
    linked = source.choice(place, LEADS, usual) == "file"
    to = {"linkDestination": "media"} if linked else {}
    images = [NewBlock("core/image", {**each, **to, **({"href": each["url"]} if linked else {})}) for each in pictures]
    number = source.choice("gallery_columns", COLUMNS) if not carousel else ""
    given: Mapping[str, Any] = {"linkTo": "media" if linked else "none", **({"columns": int(number)} if number else {})}
    return [source.make("core/gallery", given, Look(padding="", background="", border=""), images)]


@becomes_blocks("social-icons")
def convert_social(source: Source) -> list[NewBlock] | None:
    """Links to profiles, by the names of the services."""
    links, rows = [], source.rows("social_icon_list")
    said = [source.read_link("link", row) for row in rows]
    opens = any(said) and all("linkTarget" in link for link in said if link)
    for number, (row, link) in enumerate(zip(rows, said, strict=True)):
        icon, place = SERVICES.match(row.object("social_icon").text("value")), f"social_icon_list.{number}"
        if icon is None and row.object("social_icon").values.get("value"):
            source.report.change(source.id, f"{place}.social_icon", "the sign of a link")
        if "linkTarget" in link and not opens:
            source.report.leave_out(source.id, f"{place}.link.is_external", "on")
        name, rel = icon[1] if icon else "chain", "nofollow" if "nofollow" in link.get("rel", "") else ""
        known = {"url": link.get("url", ""), "service": ICONS.get(name, name), **({"rel": rel} if rel else {})}
        links.append(NewBlock("core/social-link", known))
    given = {"openInNewTab": True} if opens else {}
    look = Look(padding="", background="", border="")
    return [source.make("core/social-links", given, look, links)] if links else None
