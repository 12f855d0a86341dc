"""Plain CSS as settings of sections, containers and classic widgets: their groups for text, boxes, borders and layout.

What CSS says is read as for atomic elements (`sheet.py`); here each property finds the setting that is it. What has
none is refused: Elementor keeps custom CSS for Pro.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sitehand.elementor.catalogue.controls import Control, ElementType
from sitehand.elementor.findings import Fault
from sitehand.elementor.style.sheet import Variant
from sitehand.elementor.style.tokens import Untranslatable

TEXT = (
    *("font-family", "font-size", "font-weight", "font-style", "text-transform", "text-decoration"),
    *("line-height", "letter-spacing", "word-spacing"),
)
SETTINGS: Mapping[str, tuple[str, ...]] = {
    **{name: tuple(f"{each}typography_{name.replace('-', '_')}" for each in ("", "title_")) for name in TEXT},
    "color": ("title_color", "button_text_color", "text_color"),
    "text-align": ("align", "text_align"),
    "background": ("background_color", "_background_color"),
    "padding": ("text_padding", "padding", "_padding"),
    "margin": ("margin", "_margin"),
    "border-style": ("border_border", "_border_border"),
    "border-width": ("border_width", "_border_width"),
    "border-color": ("border_color", "_border_color"),
    "border-radius": ("border_radius", "_border_radius"),
    "box-shadow": ("box_shadow_box_shadow", "button_box_shadow_box_shadow", "_box_shadow_box_shadow"),
    "gap": ("flex_gap",),
    "min-height": ("min_height",),
    **{name: (f"flex_{name.replace('-', '_')}",) for name in ("justify-content", "align-items", "align-content")},
    **{name: (name.replace("-", "_"),) for name in ("flex-direction", "flex-wrap")},
}
"""Where a property may be set, the setting of the element's own content first."""
CORNERS = ("start-start", "start-end", "end-end", "end-start")
SIDES = ("block-start", "inline-end", "block-end", "inline-start")
STORED_SIDES = ("top", "right", "bottom", "left")
LENGTHS = ("hOffset", "vOffset", "blur", "spread")
STORED_LENGTHS = ("horizontal", "vertical", "blur", "spread")


def convert_to_settings(variant: Variant, found: ElementType) -> tuple[dict[str, Any], list[Fault]]:
    """The settings that a variant says, without their breakpoint, and a fault for each property that has none here."""
    settings: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, part in variant.parts.items():
        setting = next((each for each in SETTINGS.get(name, ()) if each in found.controls), "")
        if variant.state:
            expected = f"settings for {variant.state}, which get_widget names, in place of CSS"
            faults.append(Fault(name, "no_state", expected, part.value))
            continue
        try:
            if not setting:
                raise Untranslatable(f"a property that `{found.name}` has a setting for: {_list_properties(found)}")
            settings[setting] = _convert(found.controls[setting], part.value)
        except Untranslatable as why:
            faults.append(Fault(name, "no_setting", str(why), part.value))
    return settings, faults


def _list_properties(found: ElementType) -> str:
    return ", ".join(name for name, some in SETTINGS.items() if not found.controls.keys().isdisjoint(some)) or "none"


def _convert(control: Control, value: Mapping[str, Any]) -> Any:
    convert = _CONVERTERS.get(control.type, _take_text)
    return convert(control, value)


def _take_text(_control: Control, value: Mapping[str, Any]) -> Any:
    inner = value["value"]
    if value["$$type"] == "background":
        if set(inner) != {"color"}:
            raise Untranslatable("a background of one colour; get_widget names the settings for more")
        inner = inner["color"]["value"]
    if not isinstance(inner, str):
        raise Untranslatable("one word or colour")
    return inner


def _take_size(control: Control, value: Mapping[str, Any]) -> dict[str, Any]:
    size, unit = _read_size(value)
    if unit == "custom" and "custom" not in control.units:
        raise Untranslatable(f"a size in {', '.join(control.units)}")
    return {"size": size, "unit": unit}


def _take_sides(_control: Control, value: Mapping[str, Any]) -> dict[str, Any]:
    names = CORNERS if value["$$type"].startswith("border-radius") else SIDES
    inner = dict.fromkeys(names, value) if value["$$type"] == "size" else value["value"]
    if set(inner) != set(names):
        raise Untranslatable("all four sides, since Elementor leaves out a rule with a blank one")
    sizes = [_read_size(inner[name]) for name in names]
    unit = _name_unit(sizes)
    sides = {side: str(size) for side, (size, _) in zip(STORED_SIDES, sizes, strict=True)}
    return {"unit": unit, **sides, "isLinked": len(set(sides.values())) == 1}


def _take_gaps(_control: Control, value: Mapping[str, Any]) -> dict[str, Any]:
    inner = {"column": value, "row": value} if value["$$type"] == "size" else value["value"]
    sizes = [_read_size(inner[name]) for name in ("column", "row")]
    column, row = (str(size) for size, _ in sizes)
    return {"column": column, "row": row, "isLinked": column == row, "unit": _name_unit(sizes)}


def _take_shadow(_control: Control, value: Mapping[str, Any]) -> dict[str, Any]:
    shadows = value["value"]
    if not isinstance(shadows, list) or len(shadows) != 1 or shadows[0]["value"].get("position"):
        raise Untranslatable("one shadow, outside")
    inner = shadows[0]["value"]
    sizes = [_read_size(inner[name]) for name in LENGTHS]
    if _name_unit(sizes) != "px":
        raise Untranslatable("a shadow in px")
    lengths = {stored: size for stored, (size, _) in zip(STORED_LENGTHS, sizes, strict=True)}
    return {**lengths, "color": inner["color"]["value"]}


def _read_size(value: Mapping[str, Any]) -> tuple[Any, str]:
    """Size and unit; a plain number, as `line-height` takes it, is as many em."""
    inner = value["value"]
    if value["$$type"] != "size" or inner["unit"] == "auto":
        raise Untranslatable("sizes")
    try:
        return (float(inner["size"]), "em") if inner["unit"] == "custom" else (inner["size"], inner["unit"])
    except ValueError:
        return inner["size"], "custom"


def _name_unit(sizes: list[tuple[Any, str]]) -> str:
    """The unit that all have; nothing in any unit is nothing."""
    units = {unit for size, unit in sizes if size} or {sizes[0][1]}
    if len(units) > 1:
        raise Untranslatable("one unit for all sides")
    return units.pop()


_CONVERTERS: Mapping[str, Callable[[Control, Mapping[str, Any]], Any]] = {
    "slider": _take_size,
    "dimensions": _take_sides,
    "gaps": _take_gaps,
    "box_shadow": _take_shadow,
}
