"""The element around a dynamic block: its classes and styles, from what WordPress lets an author choose for any block.

Source: https://developer.wordpress.org/block-editor/reference-guides/block-api/block-supports/
"""

import html
import re
from collections.abc import Iterator

from sitehand.hosts.builtin.public.rendering.element_colors import list_element_styles
from sitehand.hosts.builtin.public.rendering.layout import list_layout_classes, list_layout_styles
from sitehand.hosts.builtin.public.rendering.looks import list_looks
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.states import list_state_classes, list_state_styles
from sitehand.hosts.builtin.public.rendering.values import write_styles
from sitehand.hosts.builtin.public.rendering.viewports import list_viewport_classes

PRESETS = {
    "color": "textColor",
    "background-color": "backgroundColor",
    "background": "gradient",
    "font-size": "fontSize",
}
"""The attribute that names a preset for a property, by a class."""
OUTSIDE = ("className", "align", "anchor", "metadata")
"""Attributes that the element around a drawing has, where the others are the drawing's."""
ALIGNMENTS = ("", "left", "center", "right", "wide", "full")
_SLUG = re.compile("[A-Za-z0-9_-]{1,100}")
_UPPER = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=[0-9])")


def wrap(block: Slot, tag: str, content: str, *classes: str, **more: str) -> str:
    """The content in the block's own element. `more` are further attributes of it, not escaped yet."""
    names = [*classes, *_list_classes(block)]
    styles = ";".join(filter(None, (write_styles(list_styles(block)), more.pop("style", ""))))
    anchor = block.attributes.text("anchor")
    given = {"style": styles, "class": " ".join(dict.fromkeys(filter(None, names))), "id": anchor, **more}
    return f"<{tag}{write_attributes(**given)}>{content}</{tag}>"


def write_attributes(**values: str) -> str:
    """Attributes of an element, without those that are empty; `aria_label` is `aria-label`."""
    written = ((name.replace("_", "-"), value) for name, value in values.items() if value)
    return "".join(f' {name}="{html.escape(value)}"' for name, value in written)


def _list_classes(block: Slot) -> Iterator[str]:
    given = block.attributes
    yield from given.text("className").split()[:20]
    yield f"wp-block-{block.name.removeprefix('core/').replace('/', '-')}"
    if alignment := given.choice("align", ALIGNMENTS):
        yield f"align{alignment}"
    if alignment := text_alignment(given):
        yield f"has-text-align-{alignment}"
    yield from list_preset_classes(given)
    yield from list_layout_classes(block.name, given)
    yield from list_viewport_classes(block.name, given)
    yield from list_state_classes(block.name, given)


def text_alignment(given: Attributes) -> str:
    """Where its text stands: an attribute until 6.8, a style since."""
    style = given.inner("style").inner("typography").text("textAlign")
    return next((each for each in (style, given.text("textAlign")) if each in ("left", "center", "right")), "")


def list_preset_classes(given: Attributes) -> Iterator[str]:
    """The classes of colours and fonts, those of presets too."""
    style = given.inner("style")
    color = style.inner("color")
    presets = {name: write_slug(given.text(name)) for name in ("textColor", "backgroundColor", "gradient", "fontSize")}
    if presets["textColor"] or color.text("text"):
        yield "has-text-color"
    if presets["backgroundColor"] or presets["gradient"] or color.text("background") or color.text("gradient"):
        yield "has-background"
    if style.inner("elements").inner("link").inner("color").text("text"):
        yield "has-link-color"
    yield from list_border_classes(given)
    endings = {"textColor": "color", "backgroundColor": "background-color", "gradient": "gradient-background"}
    yield from (f"has-{slug}-{endings.get(name, 'font-size')}" for name, slug in presets.items() if slug)
    if family := write_slug(given.text("fontFamily")):
        yield f"has-{family}-font-family"


def list_border_classes(given: Attributes) -> Iterator[str]:
    """The classes of a border's colour."""
    if given.text("borderColor") or given.inner("style").inner("border").text("color"):
        yield "has-border-color"
    if slug := write_slug(given.text("borderColor")):
        yield f"has-{slug}-border-color"


def write_slug(value: str) -> str:
    """A preset's name as it stands in classes: with hyphens where its letters change their kind."""
    return _UPPER.sub("-", value).lower() if _SLUG.fullmatch(value) else ""


def list_styles(block: Slot) -> Iterator[tuple[str, str]]:
    """The properties that its author chose, each with its value; an empty one counts for nothing."""
    given = block.attributes
    for css, value in list_looks(given.inner("style")):
        if not given.text(PRESETS.get(css, "")):
            yield css, value
    yield from list_layout_styles(block.name, given)
    yield from list_element_styles(given)
    yield from list_state_styles(block.name, given)
