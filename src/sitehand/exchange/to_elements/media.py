"""Pictures, films, buttons, lines and room as widgets."""

import re
from collections.abc import Mapping
from typing import Any

from sitehand.exchange.to_elements.registry import Part, becomes_elements
from sitehand.exchange.to_elements.source import Source

MAX_ID = 2**53
"""Ids are whole numbers, which JavaScript too has up to here."""
SIZES = ("thumbnail", "medium", "large", "full")
TARGETS = ("", "_blank", "_self")
RELATIONS = frozenset({"nofollow", "noopener", "noreferrer"})
"""What links of widgets say beside their address; the last two where they open another window."""
ALIGNED = {"left": "start", "center": "center", "right": "end"}
PROVIDERS = {"youtube": r"(?:youtube\.com|youtu\.be)/", "vimeo": r"vimeo\.com/", "dailymotion": r"dailymotion\.com/"}
SIZE = re.compile(r"(-?[0-9.]+)(px|%|em|rem|vw|vh)")
ICONS = {"mail": "fas fa-envelope", "feed": "fas fa-rss", "chain": "fas fa-link"}


def read_size(text: Any) -> Part:
    """A size as a slider has it; nothing for what is none."""
    found = SIZE.fullmatch(text) if isinstance(text, str) else None
    if not found or found[1].count(".") > 1 or not found[1].strip("-."):
        return {}
    number = float(found[1])
    return {"unit": found[2], "size": int(number) if number.is_integer() else number}


def read_length(source: Source, name: str) -> Part:
    """An attribute that is a size, as a slider has it; nothing, and not carried over, for what is none."""
    found = read_size(source.attributes.values_of.get(name))
    source.attributes.names |= {name} if found else set()
    return found


def read_picture(attributes: Mapping[str, Any], url: str = "url", number: str = "id", alt: str = "alt") -> Part:
    """A picture as widgets name it."""
    given = {"url": attributes.get(url) or "", "id": read_id(attributes.get(number))}
    return {**given, "alt": attributes.get(alt) or "", "source": "library"} if given["url"] else {}


def read_id(value: Any) -> int | str:
    """The id of a file; "" for what cannot be one."""
    return int(value) if isinstance(value, int | float) and 0 < value <= MAX_ID else ""


def read_link(source: Source, name: str) -> Part:
    """A link; nothing where it leads nowhere."""
    address, rel = source.attributes.get(name), str(source.attributes.values_of.get("rel") or "").split()
    source.attributes.names |= {"rel"} if RELATIONS.issuperset(rel) else set()
    blank = source.choice("linkTarget", TARGETS) == "_blank"
    flags = {"is_external": "on" if blank else "", "nofollow": "on" if "nofollow" in rel else ""}
    return {"url": address, **flags} if address else {}


@becomes_elements("image")
def convert_image(source: Source) -> list[Part] | None:
    """A picture with its caption and its link."""
    picture = read_picture(source.attributes)
    if not picture:
        return None
    caption, link = source.text("caption"), read_link(source, "href")
    given: Part = {"image": picture, "image_size": source.choice("sizeSlug", SIZES) or "full"}
    given |= {"caption_source": "custom", "caption": caption} if caption else {}
    kind = source.text("linkDestination")
    given |= {"link_to": "file"} if link and kind == "media" else {"link_to": "custom", "link": link} if link else {}
    given |= {"width": width} if (width := read_length(source, "width")) else {}
    align = source.choice("align", ALIGNED)
    given |= {"align": ALIGNED[align]} if align else {}
    if align in ("left", "right"):
        source.report.change(source.path, "align", "at its side, and no text flows around it")
    made = source.widget("image", given)
    return [{**made, "settings": {_name_own(name): value for name, value in made["settings"].items()}}]


def _name_own(name: str) -> str:
    """The border of a picture is its own, and not that of the widget around it."""
    return f"image{name}" if name.startswith("_border_") else name


@becomes_elements("gallery")
def convert_gallery(source: Source) -> list[Part] | None:
    """Convert pictures in columns."""
    inner = [source.open(entry) for entry in source.entry.inner]
    gallery = [{"id": read_id(each.attributes.get("id")), "url": each.text("url")} for each in inner]
    if not gallery or any(each.entry.block.name != "core/image" or not each.text("url") for each in inner):
        return None
    columns, to = source.attributes.get("columns"), LINKED.get(source.choice("linkTo", LINKED), "none")
    for each in inner:
        _read_destination(each, to)
    number = str(int(columns)) if isinstance(columns, int | float) and 1 <= columns <= 10 else str(min(len(inner), 3))  # noqa: PLR2004 - what Elementor takes, and what WordPress shows
    given = {"wp_gallery": gallery, "gallery_columns": number, "gallery_link": to, "thumbnail_size": "large"}
    return [source.widget("image-gallery", given)]


LINKED = {"media": "file", "none": "none"}
"""Where the pictures of a gallery lead."""


def _read_destination(picture: Source, to: str) -> None:
    """Note what a picture says as its gallery does."""
    picture.choice("sizeSlug", ("large",))
    picture.choice("linkDestination", [name for name, kind in LINKED.items() if kind == to])
    if to == "file":
        picture.choice("href", (picture.text("url"),))


@becomes_elements("buttons")
def convert_buttons(source: Source) -> list[Part]:
    """The buttons of a row, in a container where there are several."""
    place, _ = source.layout("justifyContent"), source.layout("type")
    buttons = source.convert(source.entry.inner)
    if len(buttons) == 1:
        buttons[0]["settings"] |= {"align": place} if place in ALIGNED else {}
        return buttons
    across = {"left": "flex-start", "right": "flex-end"}.get(place, place)
    down = source.layout("orientation") == "vertical"
    row = {"flex_direction": "column" if down else "row", "flex_wrap": "wrap", "content_width": "full"}
    return [source.box(buttons, {**row, **({"flex_justify_content": across} if across else {})})]


@becomes_elements("button")
def convert_button(source: Source) -> list[Part]:
    """A button."""
    link = read_link(source, "url")
    return [source.widget("button", {"text": source.text("text"), **({"link": link} if link else {})})]


@becomes_elements("separator")
def convert_separator(source: Source) -> list[Part]:
    """A line."""
    slug, style = source.text("backgroundColor"), source.attributes.values_of.get("style")
    color = source.site.find_preset("color", slug)
    if isinstance(style, dict) and isinstance(style.get("color"), dict) and "background" in style["color"]:
        color = str(style["color"]["background"])
        source.attributes.names.add("style.color.background")
    made = source.widget("divider", {"color": color})
    for name in ("_background_color", "_background_background"):
        made["settings"].pop(name, None)
    made["settings"].get("__globals__", {}).pop("_background_color", None)
    if not made["settings"].get("__globals__", True):
        del made["settings"]["__globals__"]
    return [made]


@becomes_elements("spacer")
def convert_spacer(source: Source) -> list[Part]:
    """Convert empty space."""
    height = source.text("height")
    value = source.site.find_preset("spacing", height.rsplit("|", 1)[-1]) if height.startswith("var:") else height
    size = read_size(value or "100px") or {"unit": "custom", "size": value}
    return [source.widget("spacer", {"space": size})]


@becomes_elements("embed")
def convert_embed(source: Source) -> list[Part] | None:
    """A film of a site that Elementor plays; any other address stands alone in a text, which WordPress shows."""
    address = source.text("url")
    if not address:
        return None
    _ = source.text("providerNameSlug"), source.text("type"), source.attributes.get("responsive")
    found = (name for name, pattern in PROVIDERS.items() if re.match(rf"https?://(?:[a-z]+\.)?{pattern}", address))
    kind = next(found, "")
    if kind:
        return [source.widget("video", {"video_type": kind, f"{kind}_url": address})]
    return [source.widget("text-editor", {"editor": f"<p>{address.replace('&', '&amp;')}</p>"})]


@becomes_elements("video")
def convert_video(source: Source) -> list[Part] | None:
    """A film of the site."""
    address, number = source.text("src"), read_id(source.attributes.get("id"))
    if not address:
        return None
    given: Part = {"video_type": "hosted", "hosted_url": {"url": address, "id": number}}
    given |= {"poster": {"url": source.text("poster"), "id": ""}} if source.text("poster") else {}
    for name, setting in {"loop": "loop", "muted": "mute", "autoplay": "autoplay"}.items():
        given |= {setting: "yes"} if source.attributes.get(name) else {}
    return [source.widget("video", given)]


@becomes_elements("social-links")
def convert_social(source: Source) -> list[Part] | None:
    """Convert links to profiles."""
    if any(entry.block.name != "core/social-link" for entry in source.entry.inner):
        return None
    rows = []
    for link in map(source.open, source.entry.inner):
        service, address = link.text("service"), link.text("url")
        icon = ICONS.get(service, f"fab fa-{service}")
        library = "fa-brands" if icon.startswith("fab") else "fa-solid"
        linked = {"link": {"url": address}} if address else {}
        rows.append({"social_icon": {"value": icon, "library": library}, **linked})
    return [source.widget("social-icons", {"social_icon_list": rows})] if rows else None
