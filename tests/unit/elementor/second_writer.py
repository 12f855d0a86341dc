"""A second writer of Elementor documents: it reads one, puts every value into the form that it knows, and writes it."""

from typing import Any

SIDES = ("top", "right", "bottom", "left", "column", "row")


def normalize(value: Any) -> Any:
    """Sides as text, sizes as numbers, links between sides as true or false, lists for empty objects of sizes.

    The order of keys stays.
    """
    if isinstance(value, list):
        return [normalize(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "$$type" in value:
        return {name: normalize(each) for name, each in value.items() if name in ("$$type", "value", "disabled")}
    found = {name: normalize(each) for name, each in value.items()}
    if "isLinked" in value:
        found |= {side: f"{value[side]}" for side in SIDES if side in value} | {"isLinked": bool(value["isLinked"])}
    if "sizes" in value:
        found |= {"sizes": list(value["sizes"]), "size": _read_size(value)}
    return found


def _read_size(value: dict[str, Any]) -> Any:
    size = value["size"]
    return float(size) if isinstance(size, str) and size and value["unit"] != "custom" else size
