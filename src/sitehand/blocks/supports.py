"""What the supports of a block add to its outermost element: classes, styles, its id and its label.

Each looks at attributes that many blocks share. Their order decides that of the classes and attributes.
Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/block-editor, hooks.
"""

from collections.abc import Mapping
from typing import Any

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import Properties, join_classes
from sitehand.blocks.styles import pick, preset_class, write_css

ALIGNMENTS = ("left", "center", "right", "wide", "full")
TEXT_ALIGNMENTS = ("left", "center", "right")
SKIP = "__experimentalSkipSerialization"
"""The key of a support that says that the block writes it itself: true, or a list of what."""
BORDER = "__experimentalBorder"
STYLED = ("typography", BORDER, "color", "dimensions", "background", "spacing", "shadow")
TYPOGRAPHY = (
    *("lineHeight", "fontSize", "__experimentalFontStyle", "__experimentalFontWeight", "__experimentalFontFamily"),
    *("textAlign", "textColumns", "__experimentalTextDecoration", "textIndent", "__experimentalWritingMode"),
    *("__experimentalTextTransform", "__experimentalLetterSpacing", "fitText"),
)
PARTS = {BORDER: "border", "gradients": "gradient"}
"""Parts of `style` whose name is not that of the support."""


def add_supports(
    block: BlockType, attributes: Mapping[str, Any], release: Dialect, properties: Properties
) -> Properties:
    """The properties of a block's outermost element, with those that its save gives."""
    properties = dict(properties)
    style = attributes.get("style") or {}
    for add in SHARED if release is Dialect.V6_8 else (*SHARED, _add_custom_css_class, _add_fit_text_class):
        add(properties, block, attributes, style)
    _add_color_classes(properties, block, attributes, style)
    if style and has_style(block.supports):
        properties["style"] = write_css(_leave_out(block, style), release) | (properties.get("style") or {})
    _add_font_classes(properties, block, attributes)
    if block.supports.get("className", True):
        own = f"wp-block-{block.name.removeprefix('core/').replace('/', '-')}"
        properties["class"] = " ".join(dict.fromkeys([own, *properties.get("class", "").split()]))
    return {name: value for name, value in properties.items() if name != "class" or value}


def find_alignments(block: BlockType) -> list[str]:
    """The values of `align` that a block supports."""
    support = block.supports.get("align")
    if isinstance(support, list):
        return [value for value in ALIGNMENTS if value in support]
    wide = block.supports.get("alignWide", True)
    return [value for value in ALIGNMENTS if support is True and (wide or value not in ("wide", "full"))]


def find_text_alignment(block: BlockType, release: Dialect) -> str:
    """The path of the attribute that says how a block's text is aligned; empty where none does."""
    if pick(block.supports, "typography.textAlign"):
        return "style.typography.textAlign"
    name = "align" if block.name == "core/paragraph" and release is Dialect.V6_8 else "textAlign"
    return name if name in block.attributes else ""


def skips(block: BlockType, support: str, feature: str = "") -> bool:
    """Whether a block writes a support, or one feature of it, itself."""
    said = pick(block.supports.get(support), SKIP)
    return feature in said if isinstance(said, list) else bool(said)


def color_classes(attributes: Mapping[str, Any]) -> str:
    """The classes of the colours of an element."""
    style = attributes.get("style") or {}
    background, gradient = attributes.get("backgroundColor"), attributes.get("gradient")
    text = attributes.get("textColor")
    custom_gradient = pick(style, "color.gradient")
    return join_classes(
        preset_class(text, "color"),
        gradient_class(gradient),
        None if gradient or custom_gradient else preset_class(background, "background-color"),
        bool(text or pick(style, "color.text")) and "has-text-color",
        bool(background or pick(style, "color.background") or gradient or custom_gradient) and "has-background",
        bool(pick(style, "elements.link.color")) and "has-link-color",
    )


def border_classes(attributes: Mapping[str, Any]) -> str:
    """The classes of the border of an element."""
    slug = attributes.get("borderColor")
    custom = pick(attributes.get("style"), "border.color")
    return join_classes(bool(slug or custom) and "has-border-color", preset_class(slug, "border-color"))


def gradient_class(slug: Any) -> str | None:
    """The class of a gradient of the theme."""
    return f"has-{slug}-gradient-background" if slug else None


def has_style(supports: Mapping[str, Any]) -> bool:
    """Whether a block has any support that `style` is for."""
    typography = supports.get("typography")
    return any(pick(typography, name) for name in TYPOGRAPHY) or any(supports.get(name) for name in STYLED[1:])


def _prepend(properties: Properties, name: str) -> None:
    properties["class"] = join_classes(name, properties.get("class"))


def _append(properties: Properties, *names: str | bool | None) -> None:
    properties["class"] = join_classes(properties.get("class"), *names)


def _add_align(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    if attributes.get("align") and attributes["align"] in find_alignments(block):
        _prepend(properties, f"align{attributes['align']}")


def _add_text_align(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    value = pick(style, "typography.textAlign")
    support = pick(block.supports, "typography.textAlign")
    valid = TEXT_ALIGNMENTS if support is True else support or ()
    if value in TEXT_ALIGNMENTS and value in valid and not skips(block, "typography", "textAlign"):
        _prepend(properties, f"has-text-align-{value}")


def _add_id(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    if block.supports.get("anchor") and attributes.get("anchor"):
        properties["id"] = attributes["anchor"]


def _add_label(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    if block.supports.get("ariaLabel") and attributes.get("ariaLabel") and not skips(block, "ariaLabel"):
        properties["aria-label"] = attributes["ariaLabel"]


def _add_class_name(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    if block.supports.get("customClassName", True) and attributes.get("className"):
        _append(properties, attributes["className"])


def _add_border_class(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    support = block.supports.get(BORDER)
    wanted = attributes.get("borderColor") or style
    if wanted and (support is True or pick(support, "color")) and not skips(block, BORDER, "color"):
        _append(properties, border_classes(attributes))


def _add_custom_css_class(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    if block.supports.get("customCSS", True) and str(pick(style, "css") or "").strip():
        _append(properties, "has-custom-css")


def _add_fit_text_class(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    if pick(block.supports, "typography.fitText") and attributes.get("fitText"):
        _append(properties, "has-fit-text")


def _add_color_classes(properties: Properties, block: BlockType, attributes: Mapping[str, Any], style: Any) -> None:
    """Add the classes of colours. A background's preset stays beside a gradient's, unlike in `color_classes`."""
    support = block.supports.get("color")
    values = {name: attributes.get(name) for name in ("backgroundColor", "textColor", "gradient")}
    if not has_colors(support) or not (style or any(values.values())) or pick(support, SKIP) is True:
        return
    text, background, gradient = (not skips(block, "color", name) for name in ("text", "background", "gradients"))
    gradients = pick(support, "gradients")
    custom_gradient = gradients and pick(style, "color.gradient")
    filled = values["backgroundColor"] or pick(style, "color.background") or (gradients and values["gradient"])
    link = not skips(block, "color", "link") and pick(style, "elements.link.color")
    _append(
        properties,
        text and preset_class(values["textColor"], "color"),
        gradient and gradient_class(values["gradient"]),
        background and not custom_gradient and preset_class(values["backgroundColor"], "background-color"),
        bool(text and (values["textColor"] or pick(style, "color.text"))) and "has-text-color",
        bool((background or gradient) and (filled or custom_gradient)) and "has-background",
        bool(link) and "has-link-color",
    )


def has_colors(support: Any) -> bool:
    """Whether it colours anything: text and background unless it says no."""
    if not isinstance(support, dict):
        return bool(support)
    wanted = any(support.get(name) is True for name in ("link", "gradient"))
    return wanted or any(support.get(name) is not False for name in ("background", "text"))


def _add_font_classes(properties: Properties, block: BlockType, attributes: Mapping[str, Any]) -> None:
    for name, key, suffix in (
        ("fontFamily", "__experimentalFontFamily", "font-family"),
        ("fontSize", "fontSize", "font-size"),
    ):
        supported = pick(block.supports, f"typography.{key}") and not skips(block, "typography", name)
        if supported and attributes.get(name):
            _append(properties, preset_class(attributes[name], suffix))


def _leave_out(block: BlockType, style: Mapping[str, Any]) -> Mapping[str, Any]:
    """The style without what the block writes itself, and without what the site alone writes."""
    # Parts are taken out of objects in it, which the caller keeps.
    left = {name: dict(part) if isinstance(part, Mapping) else part for name, part in style.items()}
    left.pop("background", None)
    if isinstance(left.get("dimensions"), dict):
        left["dimensions"].pop("aspectRatio", None)
    for support in (BORDER, "color", "typography", "dimensions", "spacing", "shadow"):
        said = pick(block.supports.get(support), SKIP)
        part = PARTS.get(support, support)
        if said is True:
            left.pop(part, None)
        elif isinstance(said, list) and isinstance(left.get(part), dict):
            for feature in said:
                left[part].pop(PARTS.get(feature, feature), None)
    return left


SHARED = (_add_align, _add_text_align, _add_id, _add_label, _add_class_name, _add_border_class)
"""Steps that both releases run before those for colours."""
