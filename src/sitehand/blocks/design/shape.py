"""What a design system may hold: each path of theme.json 3 that is written here, and what is there.

Left out are what loads files (font faces, background images), what the site would have to draw (duotone), and free CSS.
Source: https://schemas.wp.org/trunk/theme.json
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, Union

from sitehand.blocks.design.presets import PRESETS, PresetKind
from sitehand.blocks.design.values import (
    COLOR,
    CSS,
    CSS_OR_NUMBER,
    FLAG,
    FLUID,
    GRADIENT,
    LENGTH,
    NAME,
    PRESET_SLUG,
    UNIT_LIST,
    Value,
    one_of,
)

Shape: TypeAlias = Union[Value, "Members", "PresetList", "Free", "Either"]
SIDES = ("top", "right", "bottom", "left")
CORNERS = ("topLeft", "topRight", "bottomLeft", "bottomRight")


@dataclass(frozen=True, slots=True)
class Members:
    """An object with these members; `named` is what members of any block's name are."""

    of: Mapping[str, Shape]
    blocks: "Members | None" = None


@dataclass(frozen=True, slots=True)
class PresetList:
    """A list of presets of a kind; `entry` is each of them, where `value` has to be."""

    kind: PresetKind
    entry: Members


@dataclass(frozen=True, slots=True)
class Free:
    """Any tree of names, whose leaves are values."""

    leaf: Value


@dataclass(frozen=True, slots=True)
class Either:
    """A plain value, or an object."""

    value: Value
    members: Members


def _all(shape: Shape, *names: str) -> dict[str, Shape]:
    return dict.fromkeys(names, shape)


def _list(path: str, value: Shape, **more: Shape) -> PresetList:
    kind = PRESETS[path]
    return PresetList(kind, Members({"slug": PRESET_SLUG, "name": NAME, kind.value: value, **more}))


FONT_SIZE = {"fluid": Either(FLUID, Members(_all(LENGTH, "min", "max")))}
SETTINGS_OF_BLOCK: Mapping[str, Shape] = {
    "border": Members(_all(FLAG, "color", "radius", "style", "width")),
    "color": Members(
        {
            "palette": _list("color.palette", COLOR),
            "gradients": _list("color.gradients", GRADIENT),
            **_all(FLAG, "background", "button", "caption", "custom", "customDuotone", "customGradient"),
            **_all(FLAG, "defaultDuotone", "defaultGradients", "defaultPalette", "heading", "link", "text"),
        }
    ),
    "custom": Free(CSS_OR_NUMBER),
    "dimensions": Members(_all(FLAG, "aspectRatio", "defaultAspectRatios", "height", "minHeight", "minWidth", "width")),
    "layout": Members({**_all(LENGTH, "contentSize", "wideSize"), "allowEditing": FLAG}),
    "shadow": Members({"presets": _list("shadow.presets", CSS), "defaultPresets": FLAG}),
    "spacing": Members(
        {
            "spacingSizes": _list("spacing.spacingSizes", LENGTH),
            "units": UNIT_LIST,
            **_all(FLAG, "blockGap", "customSpacingSize", "defaultSpacingSizes", "margin", "padding"),
        }
    ),
    "typography": Members(
        {
            "fontSizes": _list("typography.fontSizes", LENGTH, **FONT_SIZE),
            "fontFamilies": _list("typography.fontFamilies", CSS),
            "fluid": Either(FLUID, Members(_all(LENGTH, "minFontSize", "minViewportWidth", "maxViewportWidth"))),
            **_all(FLAG, "customFontSize", "defaultFontSizes", "dropCap", "fontStyle", "fontWeight", "letterSpacing"),
            **_all(FLAG, "lineHeight", "textAlign", "textColumns", "textDecoration", "textTransform", "writingMode"),
        }
    ),
}
SETTINGS = Members({**SETTINGS_OF_BLOCK, "appearanceTools": FLAG, "blocks": Members({}, Members(SETTINGS_OF_BLOCK))})


def is_font_title(names: Sequence[str]) -> bool:
    """Whether names below `settings.custom` lead to the title of a global font: text for people, and no CSS."""
    match names:
        case ["typography", _, "title"]:
            return True
        case _:
            return False


LINE: Mapping[str, Shape] = {"color": COLOR, "style": CSS, "width": LENGTH}
STYLE: Mapping[str, Shape] = {
    "border": Members(
        {
            **LINE,
            "radius": Either(LENGTH, Members(_all(LENGTH, *CORNERS))),
            **_all(Members(LINE), *SIDES),
        }
    ),
    "color": Members({"background": COLOR, "gradient": GRADIENT, "text": COLOR}),
    "dimensions": Members({"aspectRatio": CSS, **_all(LENGTH, "height", "minHeight", "minWidth", "width")}),
    "outline": Members({**LINE, "offset": LENGTH}),
    "shadow": CSS,
    "spacing": Members({**_all(Either(LENGTH, Members(_all(LENGTH, *SIDES))), "margin", "padding"), "blockGap": CSS}),
    "typography": Members(
        {
            **_all(CSS, "fontFamily", "fontStyle", "letterSpacing", "textDecoration", "textIndent", "textShadow"),
            **_all(CSS_OR_NUMBER, "fontWeight", "lineHeight", "textColumns"),
            "fontSize": CSS,
            "textAlign": one_of("left", "center", "right", "justify", "start", "end"),
            "textTransform": one_of("none", "uppercase", "lowercase", "capitalize", "inherit"),
            "writingMode": CSS,
        }
    ),
}
STATES = (":link", ":any-link", ":visited", ":hover", ":focus", ":focus-visible", ":active")
"""The states of an element, in the order of their rules: what is done to a link wins over what it is."""
ELEMENTS = Members(
    {
        **_all(Members({**STYLE, **_all(Members(STYLE), *STATES)}), "link", "button"),
        **_all(Members(STYLE), "heading", "h1", "h2", "h3", "h4", "h5", "h6", "caption", "cite"),
    }
)
STYLES = Members(
    {**STYLE, "elements": ELEMENTS, "blocks": Members({}, Members({**STYLE, "elements": ELEMENTS}))},
)
DESIGN = Members({"settings": SETTINGS, "styles": STYLES})
"""Unknown here and kept where it is stored: what this table leaves out."""
