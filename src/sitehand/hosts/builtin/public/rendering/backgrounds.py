"""Pictures of covers and beside text that the editor does not store as pictures: the featured one of the post, and one
that stays where it is, is repeated or stands behind a group, which is CSS that loads something.
"""

import html
import re

from sitehand.hosts.builtin.public.rendering.dressing import MAX_HEAD, read_classes, walk_tags
from sitehand.hosts.builtin.public.rendering.slots import Attributes
from sitehand.hosts.builtin.public.rendering.values import write_styles, write_value

PLACES = {"core/cover": "wp-block-cover__inner-container", "core/media-text": "wp-block-media-text__media"}
"""The element at which the featured picture stands: before that of a cover's words, first in that of media."""
FITS = {"contain": "contain", "auto": "none"}
FIXED, END = "wp-block-cover__image-background", "</div>"


def name_slot(name: str) -> str:
    """The slot of the featured picture in a block of this name. No delimiter has such a name."""
    return f"{name} picture"


def find_place(text: str, name: str, attributes: Attributes) -> int | None:
    """Where in this HTML of a block the featured picture stands; None where it has none."""
    if name not in PLACES or not attributes.flag("useFeaturedImage"):
        return None
    found = _find_tag(text, PLACES[name])
    return found and (found.start() if name == "core/cover" else found.end())


def find_focus(attributes: Attributes) -> str:
    """The point of a picture that is seen however it is cut, as CSS; empty where its author chose none."""
    given = attributes.inner("focalPoint").values
    point = [value for axis in ("x", "y") if isinstance(value := given.get(axis), int | float) and 0 <= value <= 1]
    return " ".join(f"{value * 100:.0f}%" for value in point) if len(point) == len("xy") else ""


def draw_pictures(text: str, name: str, attributes: Attributes) -> str:
    """The first HTML of a block, with what is in its CSS as pictures."""
    match name:
        case "core/cover":
            return _draw_fixed(text, attributes)
        case "core/group":
            return _draw_behind(text, attributes)
    return text


def _draw_behind(text: str, attributes: Attributes) -> str:
    """The HTML of a group with a picture behind what is in it."""
    given = attributes.inner("style").inner("background")
    source = html.escape(given.inner("backgroundImage").text("url"))
    found = next(walk_tags(text[:MAX_HEAD]), None)
    if not source or not found:
        return text
    fit = FITS.get(given.text("backgroundSize"), "cover")
    styles = write_styles(
        iter((("object-fit", fit), ("object-position", write_value(given.text("backgroundPosition")))))
    )
    image = f'<img class="background-image" src="{source}" alt="" style="{styles}">'
    return f"{text[: found.end()]}{image}{text[found.end() :]}"


def _draw_fixed(text: str, attributes: Attributes) -> str:
    """The HTML of a cover whose picture stays where it is or is repeated, with one that fills the cover."""
    found = _find_tag(text, FIXED)
    if not found or not text.startswith(END, found.end()) or found["name"].lower() != "div":
        return text
    source, alt = (html.escape(attributes.text(each)) for each in ("url", "alt"))
    style = f' style="object-position:{focus}"' if (focus := find_focus(attributes)) else ""
    classes = " ".join(read_classes(found["rest"]))
    image = f'<img class="{classes}" src="{source}" alt="{alt}"{style}>'
    return f"{text[: found.start()]}{image}{text[found.end() + len(END) :]}"


def _find_tag(text: str, name: str) -> re.Match[str] | None:
    """The first tag with this class."""
    tags = walk_tags(text[:MAX_HEAD])
    return next((tag for tag in tags if name in tag["rest"] and name in read_classes(tag["rest"])), None)
