"""The pictures of a document: what its elements show, and what lies behind them.

A picture is told by its address or, where the document names a file of the site alone, by the id of that.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from sitehand.elementor.rendering.addresses import write_source

MAX_PICTURES = 1_000
Picture = str | int
OF_WIDGETS: Mapping[str, str] = {
    "image": "image",
    "image-box": "image",
    "image-gallery": "wp_gallery",
    "image-carousel": "carousel",
    "testimonial": "testimonial_image",
    "testimonial-carousel": "slides",
}
"""The setting in which a widget has a picture, a list of them, or a list of rows that each have one as `image`."""
BEHIND = (
    *("background", "background_hover", "background_overlay", "_background"),
    *("button_background_hover", "accordion_background_normal", "tabs_title_background_color"),
)
"""The groups of settings that say what lies behind an element or a part of it."""
SIZES = ("", "_tablet", "_mobile")
ID = re.compile(r"[1-9][0-9]{0,14}")
TYPED = frozenset({"image-src", "svg-src"})
"""Types of values of atomic elements that are files."""
FILM = "e-self-hosted-video"
"""Its picture is the poster of a film."""


class Html(str):
    """A text that an element shows, with pictures in it."""

    __slots__ = ()


def list_pictures(data: str, page_settings: str, read_html: Callable[[str], Iterable[str]]) -> list[Picture]:
    """The first pictures of a document in order, each once; none of a text that is no document.

    `read_html` gives the addresses of the images in HTML.
    """
    document, page = _read(data), _read(page_settings)
    behind = _list_behind(page) if isinstance(page, dict) else ()
    elements = document.get("content") if isinstance(document, dict) else document
    try:
        found = chain(behind, _walk(elements))
        named = (name for each in found for name in (read_html(each) if isinstance(each, Html) else [each]))
        return list(islice(dict.fromkeys(named), MAX_PICTURES))
    except RecursionError:  # deeper than anything is drawn
        return []


def _read(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None


def _walk(elements: Any) -> Iterator[Picture]:
    """The pictures of elements and of those in them."""
    for element in _list_objects(elements):
        settings = element.get("settings")
        if isinstance(settings, dict):
            yield from _list_of_element(element, settings)
        yield from _walk(element.get("elements"))


def _list_of_element(element: Mapping[str, Any], settings: Mapping[str, Any]) -> Iterator[Picture]:
    widget = str(element.get("widgetType") or element.get("elType"))
    if widget.startswith("e-"):
        yield from _list_typed([settings if widget != FILM else {}, element.get("styles")])
        return
    yield from _list_behind(settings)
    if widget in OF_WIDGETS:
        yield from _list_shown(settings.get(OF_WIDGETS[widget]))
    if widget == "video" and settings.get("show_image_overlay") == "yes":
        yield from _list_shown(settings.get("image_overlay"))
    for value in settings.values():
        if isinstance(value, str) and "<img" in value:
            yield Html(value)


def _list_behind(settings: Mapping[str, Any]) -> Iterator[Picture]:
    """What lies behind an element, and over that, where it is switched on. A film or a show has one still."""
    for group in BEHIND:
        kind = settings.get(f"{group}_background")
        if kind == "classic":
            for size in SIZES:
                yield from _list_addresses(settings.get(f"{group}_image{size}"))
        elif kind == "video":
            yield from _list_addresses(settings.get(f"{group}_video_fallback"))
        elif kind == "slideshow":
            yield from islice(_list_addresses(settings.get(f"{group}_slideshow_gallery")), 1)


def _list_shown(value: Any) -> Iterator[Picture]:
    for each in _list_objects(value if isinstance(value, list) else [value]):
        picture = each.get("image", each)
        yield from _tell(picture.get("url"), picture.get("id")) if isinstance(picture, dict) else ()


def _list_addresses(value: Any) -> Iterator[Picture]:
    """Pictures that a style draws, by their addresses: it does not draw a file that is named by its id alone."""
    for each in _list_objects(value if isinstance(value, list) else [value]):
        yield from _tell(each.get("url"), None)


def _list_typed(value: Any) -> Iterator[Picture]:
    """Files within typed values of an atomic element, and images in their HTML."""
    if isinstance(value, list):
        for each in value:
            yield from _list_typed(each)
    elif isinstance(value, dict) and value.get("$$type") in TYPED:
        parts = value.get("value")
        if isinstance(parts, dict):
            yield from _tell(*(_take_plain(parts.get(name)) for name in ("url", "id")))
    elif isinstance(value, dict):
        for each in value.values():
            yield from _list_typed(each)
    elif isinstance(value, str) and "<img" in value:
        yield Html(value)


def _take_plain(value: Any) -> Any:
    return value.get("value") if isinstance(value, dict) else value


def _tell(url: Any, file: Any) -> Iterator[Picture]:
    if isinstance(url, str) and url.strip():
        yield from filter(None, [write_source(url) if url.isprintable() else ""])
    elif ID.fullmatch(str(file)):
        yield int(file)


def _list_objects(values: Any) -> Iterable[dict[str, Any]]:
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []
