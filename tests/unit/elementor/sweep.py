"""Values for a sweep over the catalogue: right ones and wrong ones of every setting."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.catalogue.schema import Schema, TypeForm
from sitehand.elementor.values import SWITCHES

MEDIUM = {"id": 1, "url": "https://e.org/a.png"}
RIGHT: dict[str, list[Any]] = {
    "number": [1, 1.5, ""],
    "color": ["", "#fff", "rgb(1 2 3 / 50%)", "var(--brand)", "transparent"],
    "media": [{**MEDIUM, "size": ""}, {"id": "", "url": ""}],
    "gallery": [[], [MEDIUM]],
    "url": [{"url": "#", "is_external": "on", "nofollow": "", "custom_attributes": "rel|me"}],
    "icons": [{"value": "fas fa-star", "library": "fa-solid"}, {"value": {"url": "a.svg", "id": 1}, "library": "svg"}],
    "image_dimensions": [{"width": "1", "height": "1"}],
    "box_shadow": [{"horizontal": 0, "vertical": 1, "blur": 2, "spread": 0, "color": "#000"}],
    "text_shadow": [{"horizontal": 0, "vertical": 1, "blur": 2, "color": "#000"}],
    "animation": ["", "none", "fadeIn"],
    "hover_animation": ["", "grow"],
    "exit_animation": ["", "fadeIn"],
}
"""Values of types that have neither options nor units."""
WRONG: dict[str, list[Any]] = {
    "slider": ["21px", 21],
    "dimensions": ["10px", 10],
    "gaps": ["10px", 10],
    "media": ["https://e.org/a.png", 7],
    "gallery": ["https://e.org/a.png", ["https://e.org/a.png"], MEDIUM],
    "url": ["#"],
    "icons": ["fas fa-star"],
    "image_dimensions": ["100x50", 100],
    "box_shadow": ["0 1px 2px 3px rgba(0, 0, 0, 0.5)"],
    "text_shadow": ["0 1px 2px red"],
    "number": ["x", "12px"],
    "color": ["ffffff"],
    "animation": ["fadeInn"],
    "exit_animation": ["fadeInn"],
    "hover_animation": ["grows"],
}
"""Values that somebody may send instead, by the type of the control; of other types a number."""
COLOR = "#fff"
FREE = ("Words", "/a", "top left")
PLAIN: dict[str, Any] = {"number": 1, "boolean": True, "string": FREE[0], "url": FREE[1], "color": COLOR}
"""Values within typed ones, where any of their kind is right."""


def list_right(control: Control) -> list[Any]:
    """Values that a control stores: each of its options, and a value of its type in each of its units."""
    sides = dict.fromkeys(("top", "right", "bottom", "left"), "1")
    if control.type == "slider":
        return [{"unit": unit, "size": size, "sizes": []} for unit in control.units for size in (0, 1.5, "")]
    if control.type == "dimensions":
        return [{"unit": unit, **sides, "isLinked": True} for unit in control.units]
    if control.type == "gaps":
        return [{"column": "1", "row": "1", "isLinked": False, "unit": unit} for unit in control.units]
    if control.fields:
        return [
            [{"_id": "aaaaaaa", name: value}] for name, field in control.fields.items() for value in list_right(field)
        ]
    if any(control.options):
        return [[each] for each in control.options] if control.multiple else list(control.options)
    return RIGHT.get(control.type, ["", control.on] if control.type in SWITCHES else ["", "text"])


def list_wrong(control: Control) -> list[Any]:
    """Values of which it is clear what they should have been."""
    if control.fields:
        name, field = next((name, field) for name, field in control.fields.items() if name != "_id")
        return [{name: list_right(field)[-1]}]
    if any(control.options):
        longest = max(control.options, key=len)
        return [longest, [f"{longest}x"]] if control.multiple else [f"{longest}x"]
    return ["true", True] if control.type in SWITCHES else WRONG.get(control.type, [5])


def list_typed(schema: Schema, depth: int = 0) -> Iterator[Any]:
    """Typed values of each form that a schema has, with each member in each of its forms."""
    for form in schema.forms:
        yield from ({"$$type": form.key, "value": value} for value in _list_values(form, depth))


def list_mistyped(value: Any) -> Iterator[Any]:
    """A typed value with one of the values in it of another kind than its type says."""
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from ([*value[:number], wrong, *value[number + 1 :]] for wrong in list_mistyped(each))
    elif isinstance(value, dict):
        if "$$type" in value:
            yield from ({**value, "value": wrong} for wrong in _list_wrong_values(value))
        for name, each in value.items():
            yield from ({**value, name: wrong} for wrong in list_mistyped(each))


def _list_wrong_values(typed: dict[str, Any]) -> Iterator[Any]:
    value = typed["value"]
    if isinstance(value, bool):
        yield "yes" if value else "no"
    elif isinstance(value, int | float):
        yield f"{value}px"
    elif isinstance(value, str):
        yield 5 if value in FREE else value.removeprefix("#") if value == COLOR else f"{value}x"
    elif isinstance(value, dict) and value.keys() == {"size", "unit"}:
        yield {**value, "unit": "zz"}
        if isinstance(value["size"], int | float):
            yield {**value, "size": f"{value['size']}"}


def _list_values(form: TypeForm, depth: int) -> Iterator[Any]:
    if form.enum:
        yield from form.enum
    elif form.pattern:
        yield FREE[2]
    elif form.key == "classes":
        yield ["a-b"]
    elif form.key in PLAIN:
        yield PLAIN[form.key]
    elif form.kind == "size":
        texts = {"custom": "calc(1px + 1em)", "auto": ""}
        yield from ({"size": texts.get(unit, 1.5), "unit": unit} for unit in form.units)
    elif form.kind == "object":
        yield from _list_objects(form, depth)
    elif form.kind == "array" and form.items:
        yield from ([each] for each in islice(list_typed(form.items, depth + 1), 40))
    elif form.kind in PLAIN:
        yield PLAIN[form.kind]


def _list_objects(form: TypeForm, depth: int) -> Iterator[Any]:
    """Objects with all members; each member goes through its values while the others begin anew."""
    values = {name: list(islice(list_typed(schema, depth + 1), 40)) for name, schema in form.shape.items()}
    values = {name: found for name, found in values.items() if found}
    for number in range(max(map(len, values.values()), default=0)):
        made = {name: found[number % len(found)] for name, found in values.items()}
        if form.key == "video-src":
            yield from ({**made, name: None} for name in ("id", "url"))
        else:
            yield {**made, "children": []} if form.key == "html-v3" else made
