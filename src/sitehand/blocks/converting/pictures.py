"""Pictures, sounds and videos of classic HTML."""

import re
from collections.abc import Sequence
from typing import Any

from turbohtml import Element, Node, parse_fragment

from sitehand.blocks.converting.nodes import elements_of, only_element, read_common, read_value
from sitehand.blocks.converting.shortcodes import Shortcode
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import write_number
from sitehand.blocks.making import NewBlock

_ALIGN = re.compile(r"(?:^|\s)align(left|center|right)(?:\s|$)")
_NUMBER = re.compile(r"(?:^|\s)wp-image-(\d{1,18})(?:\s|$)")
SOURCES = ("src", "mp3", "m4a", "ogg", "wav", "wma", "mp4", "m4v", "webm", "ogv", "flv")


def find_pictures(nodes: Sequence[Node]) -> list[Element]:
    """The pictures of a paragraph that are blocks, or their links: those that are aligned, or all without text."""
    alone = not any(node.text.strip() for node in nodes)
    found = [image for node in nodes if isinstance(node, Element) for image in _images(node)]
    return [_with_link(image) for image in found if alone or _ALIGN.search(read_value(image, "class") or "")]


def make_image(figure: Element, release: Dialect) -> NewBlock | None:
    """The block of a picture, its link or its figure; None without a picture."""
    image = next(iter(_images(figure)), None)
    if image is None:
        return None
    classes = f"{read_value(figure, 'class') or ''} {read_value(image, 'class') or ''}"
    align, number = _ALIGN.search(classes), _NUMBER.search(classes)
    attributes: dict[str, Any] = {
        "url": read_value(image, "src"),
        "alt": read_value(image, "alt"),
        "title": read_value(image, "title"),
        "id": int(number[1]) if number else None,
        "align": align[1] if align else None,
        "caption": next((one.inner_html for one in figure.find_all("figcaption")), None),
        **_read_link(figure, image),
        **({} if release is Dialect.V6_8 else _read_size(image)),
    }
    common = read_common(figure) if figure.tag == "figure" else {}
    return NewBlock("core/image", {**common, **_given(attributes)})


def make_figure(figure: Element, release: Dialect) -> NewBlock | None:
    """The block of a figure that holds one picture, its link and its caption; None for any other."""
    captions = [node for node in elements_of(figure) if node.tag == "figcaption"]
    only = only_element([node for node in figure.children if node not in captions[:1]])
    link = only_element(only.children) if only is not None and only.tag == "a" else only
    return make_image(figure, release) if link is not None and link.tag == "img" else None


def make_captioned(shortcode: Shortcode, release: Dialect) -> NewBlock | None:
    """The picture of a `[caption]` with what it says; None without a picture."""
    content = parse_fragment(shortcode.content or "")
    images = [image for node in elements_of(content) for image in _images(node)]
    if not images:
        return None
    picture = _with_link(images[0]).extract()
    made = make_image(picture, release)
    if made is None:
        return None
    number = re.search(r"\d{1,18}", shortcode.named.get("id", ""))
    align = shortcode.named.get("align", "").removeprefix("align")
    caption = content.inner_html.strip() or shortcode.named.get("caption", "")
    more = {"caption": caption, "id": int(number[0]) if number else None, "align": align if align != "none" else None}
    return NewBlock("core/image", {**made.attributes, **_given(more)})


def make_player(element: Element) -> NewBlock | None:
    """The block of an `audio` or `video` with an address; None for any other."""
    source = read_value(element, "src") or next((read_value(one, "src") for one in element.find_all("source")), None)
    if element.tag not in ("audio", "video") or not source:
        return None
    switches = {name: True for name in ("autoplay", "loop", "muted") if name in element.attrs}
    attributes = {"src": source, "preload": read_value(element, "preload"), **switches}
    if element.tag == "audio":
        attributes.pop("muted", None)
    else:
        attributes["poster"] = read_value(element, "poster")
        attributes["playsInline"] = True if "playsinline" in element.attrs else None
        attributes["controls"] = None if "controls" in element.attrs else False
    return NewBlock(f"core/{element.tag}", _given(attributes))


def make_played(shortcode: Shortcode) -> NewBlock | None:
    """The block of `[audio]` or `[video]`; None without an address."""
    named = (shortcode.named.get(name) for name in SOURCES)
    source = next(filter(None, (*named, *shortcode.plain)), None)
    if not source:
        return None
    attributes = {"src": source, "preload": shortcode.named.get("preload"), "poster": shortcode.named.get("poster")}
    switches = {name: True for name in ("autoplay", "loop") if shortcode.named.get(name) in ("on", "1", "true", name)}
    if shortcode.name == "audio":
        attributes.pop("poster")
    return NewBlock(f"core/{shortcode.name}", _given({**attributes, **switches}))


def _images(element: Element) -> list[Element]:
    return [element] if element.tag == "img" else list(element.find_all("img"))


def _with_link(image: Element) -> Element:
    """The picture, or the link around it alone."""
    parent = image.parent
    alone = isinstance(parent, Element) and parent.tag == "a" and only_element(parent.children) is image
    return parent if alone and isinstance(parent, Element) else image


def _read_link(figure: Element, image: Element) -> dict[str, Any]:
    link = image.closest("a")
    if link is None or not read_value(link, "href"):
        return {}
    names = {"href": "href", "rel": "rel", "linkClass": "class", "linkTarget": "target"}
    return {name: read_value(link, one) for name, one in names.items()} | {"linkDestination": "custom"}


def _read_size(image: Element) -> dict[str, Any]:
    width, height = (_read_pixels(image, name) for name in ("width", "height"))
    ratio = {"aspectRatio": write_number(width / height)} if width and height else {}
    if width:
        return {"width": f"{width}px", "height": "auto", **ratio}
    return {"width": "auto", "height": f"{height}px"} if height else {}


def _read_pixels(image: Element, name: str) -> int | None:
    value = read_value(image, name) or ""
    return int(value) if re.fullmatch(r"[0-9]{1,6}", value) else None


def _given(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value not in (None, "")}
