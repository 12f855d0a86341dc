"""The HTML of blocks that hold others, and of those that part them."""

import math
import re

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import join_classes, round_number, write_element, write_number
from sitehand.blocks.saves.draft import BUTTON, Draft
from sitehand.blocks.styles import Style, preset_class, write_css
from sitehand.blocks.supports import border_classes, color_classes

DIGITS = 12
"""Digits behind the point of a width in percent."""


def save_inner(draft: Draft) -> str:
    """The blocks in it alone: the site writes what is around them."""
    return draft.inner


def save_nothing(draft: Draft) -> str:
    """The site writes it all."""
    return ""


def save_container(draft: Draft) -> str:
    """An element around the blocks in it; of some blocks the author chooses which."""
    return draft.wrap(draft["tagName"] or "div", draft.inner)


def save_comments(draft: Draft) -> str:
    """The HTML of a comments block; empty where the site draws comments as it did before there were blocks for them."""
    return "" if draft["legacy"] else save_container(draft)


def save_columns(draft: Draft) -> str:
    """Columns, which stand below each other on a small screen unless told otherwise."""
    align = draft["verticalAlignment"]
    classes = join_classes(
        align and f"are-vertically-aligned-{align}", not draft["isStackedOnMobile"] and "is-not-stacked-on-mobile"
    )
    return draft.wrap("div", draft.inner, classes=classes)


def save_column(draft: Draft) -> str:
    """A width without a digit is none."""
    align, width = draft["verticalAlignment"], draft["width"]
    style = {"flex-basis": _round_percent(width)} if width and re.search(r"\d", width) else None
    classes = join_classes(align and f"is-vertically-aligned-{align}")
    return draft.wrap("div", draft.inner, classes=classes, style=style)


def save_buttons(draft: Draft) -> str:
    """A row of buttons."""
    sized = draft["fontSize"] or draft["style.typography.fontSize"]
    return draft.wrap("div", draft.inner, classes=join_classes(bool(sized) and "has-custom-font-size"))


def save_button(draft: Draft) -> str:
    """A link in a box of its own: colours and the like are the link's."""
    style = draft["style"] or {}
    tag = draft["tagName"] or "a"
    link = tag != "button"
    align, width = draft["textAlign"], draft["width"]  # of 6.8
    css: Style = {}
    for part in ("border", "color", "spacing", "shadow", "typography"):
        css |= write_css({part: style.get(part)}, draft.release)
    css.pop("writing-mode", None)
    sized = draft["fontSize"] or draft["style.typography.fontSize"]
    alignment = draft["style.typography.textAlign"]
    classes = join_classes(
        "wp-block-button__link",
        color_classes(draft.attributes),
        border_classes(draft.attributes),
        preset_class(draft["fontFamily"], "font-family"),
        alignment and f"has-text-align-{alignment}",
        preset_class(draft["fontSize"], "font-size"),
        align and f"has-text-align-{align}",
        draft["style.border.radius"] == 0 and "no-border-radius",
        bool(sized) and "has-custom-font-size",
        BUTTON,
    )
    properties = {
        "type": None if link else draft["type"] or "button",
        "class": classes,
        "href": draft["url"] if link else None,
        "title": draft["title"],
        "style": css,
        "target": draft["linkTarget"] if link else None,
        "rel": draft["rel"] if link else None,
    }
    wide = f"has-custom-width wp-block-button__width-{write_number(width)}" if width else ""
    old = draft.release is Dialect.V6_8
    return draft.wrap(
        "div",
        write_element(tag, properties, draft["text"] or ""),
        classes=wide if old else None,
    )


def save_separator(draft: Draft) -> str:
    """A line, whose colour is that of its background and of its text."""
    slug, custom = draft["backgroundColor"], draft["style.color.background"]
    opacity = draft["opacity"]
    classes = join_classes(
        bool(slug or custom) and "has-text-color",
        preset_class(slug, "color"),
        opacity == "css" and "has-css-opacity",
        opacity == "alpha-channel" and "has-alpha-channel-opacity",
        color_classes(draft.attributes),
    )
    css = write_css({"color": draft["style.color"]}, draft.release)
    style = {"background-color": css.get("background-color"), "color": None if slug else custom}
    return draft.wrap(draft["tagName"] or "hr", classes=classes, style=style)


def save_spacer(draft: Draft) -> str:
    """The markup of a block of empty space."""
    stretched = draft["style.layout.selfStretch"] in ("fill", "fit")
    style = {"height": None if stretched else _spacing(draft["height"]), "width": _spacing(draft["width"])}
    return draft.wrap("div", style=style, aria_hidden=True)


def save_social_links(draft: Draft) -> str:
    """A row of symbols."""
    classes = join_classes(
        draft["size"],
        draft["showLabels"] and "has-visible-labels",
        bool(draft["iconColorValue"]) and "has-icon-color",
        bool(draft["iconBackgroundColorValue"]) and "has-icon-background-color",
    )
    return draft.wrap("ul", draft.inner, classes=classes)


def _round_percent(width: str) -> str:
    if not width.endswith("%"):
        return width
    number = re.match(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)", width)
    rounded = round_number(float(number[0]) * 10**DIGITS) / 10**DIGITS if number else math.nan
    return f"{write_number(rounded)}%"


def _spacing(value: object) -> object:
    preset = re.search(r"var:preset\|spacing\|(.+)", value) if isinstance(value, str) else None
    return f"var(--wp--preset--spacing--{preset[1]})" if preset else value or None
