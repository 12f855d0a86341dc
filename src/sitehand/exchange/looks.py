"""How a block looks, between CSS and its attributes: colours, fonts, spacing, borders and alignment.

Both ways go through declarations of CSS, which Elementor's settings and the attributes of blocks can each be read as.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.styles import PATHS, SIDES, pick, write_css, write_value
from sitehand.blocks.supports import BORDER, TEXT_ALIGNMENTS, find_text_alignment
from sitehand.exchange.site import VARIABLE, Site

TYPOGRAPHY: Mapping[str, tuple[str, str]] = {
    "font-family": ("fontFamily", "__experimentalFontFamily"),
    "font-size": ("fontSize", "fontSize"),
    "font-style": ("fontStyle", "__experimentalFontStyle"),
    "font-weight": ("fontWeight", "__experimentalFontWeight"),
    "letter-spacing": ("letterSpacing", "__experimentalLetterSpacing"),
    "line-height": ("lineHeight", "lineHeight"),
    "text-decoration": ("textDecoration", "__experimentalTextDecoration"),
    "text-transform": ("textTransform", "__experimentalTextTransform"),
}
"""Properties of CSS, with the member of `style.typography` that each is, and the support of it."""
NAMED: Mapping[str, str] = {
    "color.text": "textColor",
    "color.background": "backgroundColor",
    "border.color": "borderColor",
}
"""The attribute that names a preset in place of a value in `style`."""
PRESETS: Mapping[str, tuple[str, str]] = {
    "textColor": ("color", "color"),
    "backgroundColor": ("background-color", "color"),
    "borderColor": ("border-color", "color"),
    "gradient": ("background", "gradient"),
    "fontSize": ("font-size", "font-size"),
    "fontFamily": ("font-family", "font-family"),
}
"""Attributes that name a preset: the property of CSS and the kind of the preset."""


SIDED = re.compile(r"border\.(?:top|right|bottom|left)\..*")


class Declaration(NamedTuple):
    """A property and its value. `names` are the settings or attributes that it was read from."""

    property: str
    value: str
    names: tuple[str, ...]


def dress(block: BlockType, declared: Iterable[Declaration], release: Dialect) -> tuple[dict[str, Any], set[str]]:
    """The attributes by which a block looks so, as far as it supports that, and the names of what they carry over."""
    attributes: dict[str, Any] = {}
    refused: set[str] = set()
    read: set[str] = set()
    for each in declared:
        fits = _set_alignment if each.property == "text-align" else _set_style
        (read if fits(attributes, block, each, release) else refused).update(each.names)
    return attributes, read - refused


def _set_alignment(attributes: dict[str, Any], block: BlockType, each: Declaration, release: Dialect) -> bool:
    path = find_text_alignment(block, release) if each.value in TEXT_ALIGNMENTS else ""
    if path:
        _put(attributes, path, each.value)
    return bool(path)


def _set_style(attributes: dict[str, Any], block: BlockType, each: Declaration, _release: Dialect) -> bool:
    path = next((path for find in FINDERS for path in find(block, each.property)), "")
    if not path or "style" not in block.attributes:
        return each.property in IDLE and each.value in ("0", "0px")
    if each.value.startswith(f"{VARIABLE}color|"):
        name = NAMED.get(path)
        if name not in block.attributes:
            return False
        attributes[str(name)] = each.value.rsplit("|", 1)[1]
    else:
        _put(attributes, f"style.{path}", each.value)
    return True


def _put(attributes: dict[str, Any], path: str, value: Any) -> None:
    *way, last = path.split(".")
    for name in way:
        attributes = attributes.setdefault(name, {})
    attributes[last] = value


def _find_color(block: BlockType, name: str) -> Iterator[str]:
    support = block.supports.get("color")
    if name == "color" and support and pick(support, "text") is not False:
        yield "color.text"
    if name == "background-color" and support and pick(support, "background") is not False:
        yield "color.background"
    if name == "background" and pick(support, "gradients"):
        yield "color.gradient"


def _find_typography(block: BlockType, name: str) -> Iterator[str]:
    member, support = TYPOGRAPHY.get(name, ("", ""))
    if member and pick(block.supports, f"typography.{support}"):
        yield f"typography.{member}"


def _find_spacing(block: BlockType, name: str) -> Iterator[str]:
    box, _, side = name.partition("-")
    support = pick(block.supports, f"spacing.{box}") if box in ("margin", "padding") else None
    axis = "vertical" if side in ("top", "bottom") else "horizontal"
    if support is True or (isinstance(support, list) and {side, axis} & set(support)):
        yield f"spacing.{box}.{side}"


def _find_border(block: BlockType, name: str) -> Iterator[str]:
    head, _, rest = name.partition("-")
    support = block.supports.get(BORDER) if head == "border" else None
    feature = rest.rpartition("-")[2]
    if support and (support is True or pick(support, feature)):
        yield f"border.{rest.replace('-', '.')}"


def _find_box(block: BlockType, name: str) -> Iterator[str]:
    if name == "min-height" and pick(block.supports, "dimensions.minHeight"):
        yield "dimensions.minHeight"
    if name == "box-shadow" and block.supports.get("shadow"):
        yield "shadow"


FINDERS: tuple[Callable[[BlockType, str], Iterator[str]], ...] = (
    _find_color,
    _find_typography,
    _find_spacing,
    _find_border,
    _find_box,
)
"""Each finds the place of a property in `style`, where a block supports it."""
IDLE = frozenset(f"{box}-{side}" for box in ("margin", "padding") for side in SIDES)
"""Properties that say nothing where they are zero."""


def list_declarations(attributes: Mapping[str, Any], site: Site) -> Iterator[Declaration]:
    """The look of a block as CSS: values of presets in place of their names. Sides that are not said are zero."""
    for name, (property, kind) in PRESETS.items():
        if attributes.get(name) and (value := site.find_preset(kind, str(attributes[name]))):
            yield Declaration(property, value, (name,))
    style = attributes.get("style")
    for path in PATHS:
        value = pick(style, path)
        if value not in (None, "", {}) and not SIDED.fullmatch(path):
            yield from _list_path(path, value, site)
    yield from _list_border(pick(style, "border"), site)
    align = pick(attributes, "style.typography.textAlign") or attributes.get("textAlign")
    if align and isinstance(align, str):
        names = ("textAlign", "style.typography.textAlign")
        yield Declaration("text-align", {"left": "start", "right": "end"}.get(align, align), names)


def _list_border(border: Any, site: Site) -> Iterator[Declaration]:
    """What a border is by default, and a border whose sides are as wide as each wants, and else alike."""
    if pick(border, "width") and not pick(border, "style"):
        yield Declaration("border-style", "solid", ())
    said = {side: pick(border, side) for side in SIDES}
    sides = {side: each for side, each in said.items() if _is_side(each)}
    looks = {(each.get("style", "solid"), each.get("color", "")) for each in sides.values()}
    if len(looks) != 1:
        return
    ((style, color),) = looks
    names = tuple(f"style.border.{side}" for side in sides)
    yield Declaration("border-width", " ".join(sides.get(side, {}).get("width", "0px") for side in SIDES), names)
    yield Declaration("border-style", style, names)
    if color:
        yield Declaration("border-color", _resolve(write_value(color), site), names)


def _is_side(value: Any) -> bool:
    """Whether a value is one side of a border, of which each member is a text."""
    return (
        isinstance(value, Mapping) and bool(value.get("width")) and all(isinstance(one, str) for one in value.values())
    )


def _list_path(path: str, value: Any, site: Site) -> Iterator[Declaration]:
    style: Any = value
    for name in reversed(path.split(".")):
        style = {name: style}
    names = (f"style.{path}",)
    written = {name: _resolve(str(each), site) for name, each in write_css(style, Dialect.V7_1).items()}
    box = path.partition(".")[2]
    if box in ("margin", "padding") and isinstance(value, Mapping):
        yield Declaration(box, " ".join(written.get(f"{box}-{side}", "0px") for side in SIDES), names)
        return
    yield from (Declaration(name, each, names) for name, each in written.items())


def _resolve(value: str, site: Site) -> str:
    """A value with that of the preset that it names."""
    prefix = "var(--wp--preset--"
    if not value.startswith(prefix):
        return value
    kind, _, slug = value.removeprefix(prefix).removesuffix(")").partition("--")
    return site.find_preset(kind, slug) or value
