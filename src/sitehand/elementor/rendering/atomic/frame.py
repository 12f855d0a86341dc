"""What all atomic elements have: classes, local styles, an id and attributes of their own."""

import re
from typing import Any

from sitehand.elementor.rendering.atomic.interactions import style_interactions
from sitehand.elementor.rendering.atomic.props import list_link_attributes, read_list, read_object, read_text
from sitehand.elementor.rendering.atomic.styles import style_classes
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import name_element
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.typed import CLASS

_ID = re.compile(r"[A-Za-z][\w-]{0,63}")
_ATTRIBUTE = re.compile(r"(?:data|aria)-[a-z][a-z0-9-]{0,40}|title|lang")


def get_setting(part: Part, name: str) -> Any:
    """A typed setting."""
    return part.settings.values.get(name)


def choose_tag(part: Part, options: tuple[str, ...]) -> str:
    """The tag that an element chose, or the first of those that it may have."""
    found = read_text(get_setting(part, "tag"))
    return found if found in options else options[0]


def list_atomic_classes(part: Part) -> str:
    """The classes of an element; those of the design are named as the element names them."""
    own = [each for each in read_list(get_setting(part, "classes")) if isinstance(each, str) and CLASS.fullmatch(each)]
    return " ".join(["elementor-element", name_element(part.element), f"{part.kind}-base", *own])


def list_attributes(part: Part) -> dict[str, str]:
    """The id of an element, and its attributes that say something and do nothing."""
    anchor = read_text(get_setting(part, "_cssid"))
    found = {"id": anchor if _ID.fullmatch(anchor) else ""}
    for each in read_list(get_setting(part, "attributes")):
        pair = read_object(each)
        name = read_text(pair.get("key"))
        if _ATTRIBUTE.fullmatch(name):
            found[name] = read_text(pair.get("value"))
    return found


def draw_atomic(part: Part, name: str, content: str = "", **attributes: str) -> str:
    """An atomic element as one tag. A link is the tag itself; an element without a link keeps its own."""
    style_classes((part.element.fields or {}).get("styles"), part.canvas.sheet, part.canvas.references, ".elementor")
    style_interactions(part, f".elementor .{name_element(part.element)}")
    given = {"class_": list_atomic_classes(part), **list_attributes(part), **attributes}
    return tag(name, content, **given)


def find_link(part: Part) -> dict[str, str]:
    """The attributes of the element's link."""
    return list_link_attributes(get_setting(part, "link"), part.canvas.references)
