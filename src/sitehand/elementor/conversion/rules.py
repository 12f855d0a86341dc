"""Settings of sections and columns as those of containers.

Source: the controls of Elementor 4.3, and the CSS of its sections: the gap of a section is the padding of its columns,
and columns are 100 % wide on telephones.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sitehand.elementor.rendering.values import SHARES, SIDES, write_number

Settings: TypeAlias = Mapping[str, Any]
Rule: TypeAlias = Callable[[Any, Settings], dict[str, Any] | None]
"""Makes settings of a container from a value and all settings of the element; None where the container has none."""
SUFFIXES = ("_widescreen", "_laptop", "_tablet_extra", "_tablet", "_mobile_extra", "_mobile")
GAPS = {"default": 10, "no": 0, "custom": 0, "narrow": 5, "extended": 15, "wide": 20, "wider": 30}
"""Pixels around the content of a column."""
PLACES = {"top": "flex-start", "middle": "center", "center": "center", "bottom": "flex-end"}
SPREADS = {name: name for name in ("space-between", "space-around", "space-evenly")}
BY_COLUMNS = {"gap", "gap_columns_custom", "content_position", "structure"}
"""Settings of a section that its columns take."""


WHOLE = {"reverse_order_tablet", "reverse_order_mobile"}
"""Settings that only look like those of a breakpoint."""


def split_name(name: str) -> tuple[str, str]:
    """The name of a setting, and that of its breakpoint as it stands at its end."""
    suffix = next((each for each in SUFFIXES if name.endswith(each) and name not in WHOLE), "")
    return name.removesuffix(suffix), suffix


def slider(size: float, unit: str = "px") -> dict[str, Any]:
    """A size."""
    return {"unit": unit, "size": round(size, 4), "sizes": []}


def gap(size: str) -> dict[str, Any]:
    """A gap that is equal between rows and columns, in pixels."""
    return {"unit": "px", "column": size, "row": size, "isLinked": True}


def sides(size: str, unit: str = "px") -> dict[str, Any]:
    """A value with four equal sides."""
    return {"unit": unit, **dict.fromkeys(SIDES, size), "isLinked": True}


def has_sides(value: Any) -> bool:
    """Whether four sides say anything: the editor stores empty ones too, which draw nothing."""
    return isinstance(value, dict) and any(value.get(side) not in ("", None) for side in SIDES)


def percent(value: Any) -> float:
    """A width in per cent, as a column stores it; 0 where there is none."""
    number = write_number(value)
    size = float(number) if number else 0
    return size if 0 < size <= 100 else 0  # noqa: PLR2004 - per cent


def _choose(name: str, values: Mapping[str, str]) -> Rule:
    def rule(value: Any, _settings: Settings) -> dict[str, Any] | None:
        found = values.get(value) if isinstance(value, str) else None
        return {name: found} if found else None

    return rule


def _is_size(value: Any) -> bool:
    """Whether a value is a size as a container takes it, whatever it says."""
    if not isinstance(value, dict) or not isinstance(value.get("unit", ""), str):
        return False
    return write_number(value.get("size")) != "" or (
        value.get("unit") == "custom" and isinstance(value.get("size"), str)
    )


def _rule_height(value: Any, settings: Settings) -> dict[str, Any] | None:
    """Whatever `custom_height` says comes by its own rule, which stands later."""
    if value == "full":
        return {"min_height": slider(100, "vh")}
    return {"min_height": slider(400)} if value == "min-height" else {}


def _rule_custom_height(of: str) -> Rule:
    def rule(value: Any, settings: Settings) -> dict[str, Any] | None:
        return {"min_height": value} if settings.get(of) == "min-height" and _is_size(value) else None

    return rule


def _rule_boxed(value: Any, settings: Settings) -> dict[str, Any] | None:
    boxed = settings.get("layout", "boxed") == "boxed"
    return {"boxed_width": value} if boxed and _is_size(value) else None


def _rule_position(value: Any, settings: Settings) -> dict[str, Any] | None:
    """Align the columns, which only shows where the section is higher than they are."""
    return _choose("flex_align_items", {**PLACES, "stretch": "stretch"})(value, settings) if is_high(settings) else {}


def is_high(settings: Settings) -> bool:
    """Whether a section has a height of its own."""
    return any(settings.get(name) in ("full", "min-height") for name in ("height", "height_inner"))


def _rule_reverse_tablet(value: Any, _settings: Settings) -> dict[str, Any] | None:
    return {"flex_direction_tablet": "row-reverse", "flex_direction_mobile": "row"} if value else {}


def _rule_reverse_mobile(value: Any, _settings: Settings) -> dict[str, Any] | None:
    """Columns are below each other there."""
    return {"flex_direction_mobile": "column-reverse"} if value else {}


def _rule_share(value: Any, _settings: Settings) -> dict[str, Any] | None:
    size = percent(value)
    return {"width": slider(SHARES.get(size, size), "%")} if size else None


def _rule_own_share(value: Any, _settings: Settings) -> dict[str, Any] | None:
    """A width that somebody has set is drawn as it stands."""
    size = percent(value)
    return {"width": slider(size, "%")} if size else None


def _rule_space(value: Any, _settings: Settings) -> dict[str, Any] | None:
    number = write_number(value)
    return {"flex_gap": gap(number)} if number else None


def _rule_custom_gap(_value: Any, settings: Settings) -> dict[str, Any] | None:
    return {} if settings.get("gap") == "custom" else None


def _nothing(_value: Any, _settings: Settings) -> dict[str, Any] | None:
    return {}


SECTION: Mapping[str, Rule] = {
    "layout": _choose("content_width", {"boxed": "boxed", "full_width": "full"}),
    "content_width": _rule_boxed,
    "height": _rule_height,
    "height_inner": _rule_height,
    "custom_height": _rule_custom_height("height"),
    "custom_height_inner": _rule_custom_height("height_inner"),
    "column_position": _rule_position,
    "reverse_order_tablet": _rule_reverse_tablet,
    "reverse_order_mobile": _rule_reverse_mobile,
    **dict.fromkeys(sorted(BY_COLUMNS), _nothing),
    "gap_columns_custom": _rule_custom_gap,
}
COLUMN: Mapping[str, Rule] = {
    "_column_size": _rule_share,
    "_inline_size": _rule_own_share,
    "content_position": _choose("flex_justify_content", {**PLACES, **SPREADS}),
    "space_between_widgets": _rule_space,
}
"""In an order in which what stands later holds."""
