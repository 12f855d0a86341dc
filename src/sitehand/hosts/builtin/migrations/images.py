"""The images of texts and of Elementor documents as migration 0042 stores them.

Frozen: what the application makes of a text may change, what this migration makes of an old site may not. A change of
the stored form needs a migration of its own. Source: `blocks/images.py` and `elementor/pictures.py` of 3.8.0.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any
from urllib.parse import urlsplit

from turbohtml import Token, TokenType, tokenize

MAX_IMAGES, MAX_ADDRESS = 1_000, 2_000
UNREAD = frozenset({"script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp", "plaintext"})
UNSEEN = UNREAD | {"template", "noscript", "object"}
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


def list_pictures(data: str, page_settings: str = "") -> list[Picture]:
    """The first pictures of a document in order, each once; none of a text that is no document."""
    document, page = _read(data), _read(page_settings)
    behind = _list_behind(page) if isinstance(page, dict) else ()
    elements = document.get("content") if isinstance(document, dict) else document
    try:
        return list(islice(dict.fromkeys(chain(behind, _walk(elements))), MAX_IMAGES))
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
            yield from read_images(value)


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
    """Of what is drawn by a style: a file that is named by its id alone is not drawn."""
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
        yield from read_images(value)


def _take_plain(value: Any) -> Any:
    return value.get("value") if isinstance(value, dict) else value


def _tell(url: Any, file: Any) -> Iterator[Picture]:
    if isinstance(url, str) and url.strip():
        yield from [url.strip()] if is_on_the_web(url.strip()) else []
    elif ID.fullmatch(str(file)):
        yield int(file)


def _list_objects(values: Any) -> Iterable[dict[str, Any]]:
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def read_images(html: str) -> list[str]:
    """The addresses of the first images in order, each once. One inside of a script or a template is none."""
    found: dict[str, None] = {}
    unseen = ""
    for token in tokenize(html):
        tag = token.tag or ""
        if token.type is TokenType.START_TAG:
            unseen = unseen or (tag if tag in UNSEEN else "")
            if tag == "img" and not unseen and (address := _read_source(token)):
                found[address] = None
        elif token.type is TokenType.END_TAG and tag == unseen:
            unseen = ""
        if len(found) == MAX_IMAGES:
            break
    return list(found)


def is_on_the_web(address: str) -> bool:
    """Whether it is an http(s) address, or one that follows from where the text stands, of a length that is told."""
    try:
        is_short = 0 < len(address) <= MAX_ADDRESS
        return is_short and address.isprintable() and urlsplit(address).scheme in ("", "http", "https")
    except ValueError:
        return False


def _read_source(token: Token) -> str:
    address = next((value or "" for name, value in token.attrs or () if name == "src"), "").strip()
    return address if is_on_the_web(address) else ""
