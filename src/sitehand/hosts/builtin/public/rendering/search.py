"""A form to search the site."""

from sitehand.hosts.builtin.public.rendering.markup import escape
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap, write_attributes

NAME = "wp-block-search"
POSITIONS = ("button-outside", "button-inside", "no-button", "button-only")
ICON = (
    '<svg class="search-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">'
    '<circle cx="13" cy="11" r="5.25" fill="none" stroke="currentColor" stroke-width="1.5"></circle>'
    '<path d="M9.3 14.7 5 19" fill="none" stroke="currentColor" stroke-width="1.5"></path></svg>'
)


@renders("core/search")
def draw_search(block: Slot, scene: Scene) -> str:
    """The field with its label, and a button in words or with an icon."""
    given = block.attributes
    position = given.choice("buttonPosition", POSITIONS)
    has_icon = given.flag("buttonUseIcon")
    number = f"{NAME}__input-{scene.work.number(NAME)}"
    classes = [f"{NAME}__{position}"]
    if position != "no-button":
        classes.append(f"{NAME}__{'icon' if has_icon else 'text'}-button")
    inside = f"{_draw_field(given, number)}{_draw_button(given, has_icon) if position != 'no-button' else ''}"
    width = _write_width(given)
    box = f"<div{write_attributes(**{'class': f'{NAME}__inside-wrapper'}, style=width)}>{inside}</div>"
    action = {"role": "search", "method": "get", "action": scene.site.local_url("/")}
    return wrap(block, "form", _draw_label(given, number) + box, *classes, **action)


def _draw_label(given: Attributes, number: str) -> str:
    label = given.text("label") or "Search"
    shown = "" if given.flag("showLabel", default=True) and given.text("label", "Search") else " screen-reader-text"
    return f'<label class="{NAME}__label{shown}" for="{number}">{escape(label)}</label>'


def _draw_field(given: Attributes, number: str) -> str:
    placeholder = escape(given.text("placeholder"))
    return (
        f'<input class="{NAME}__input" id="{number}" placeholder="{placeholder}" value="" type="search" name="s"'
        ' maxlength="200" required>'
    )


def _draw_button(given: Attributes, has_icon: bool) -> str:
    words = given.text("buttonText") or "Search"
    classes = f"{NAME}__button{' has-icon' if has_icon else ''} wp-element-button"
    content = ICON if has_icon else escape(words)
    return f'<button aria-label="{escape(words)}" class="{classes}" type="submit">{content}</button>'


def _write_width(given: Attributes) -> str:
    unit = given.choice("widthUnit", ("px", "%"))
    return f"width: {given.number('width', 0, 0, 5000)}{unit}" if given.number("width", 0, 0, 5000) else ""
