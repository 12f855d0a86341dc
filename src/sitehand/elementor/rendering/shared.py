"""Global classes and variables that a document names, as rules before those of its elements, so that theirs win."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sitehand.elementor.rendering.atomic.styles import style_classes
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.sheet import Sheet
from sitehand.elementor.rendering.values import write_color, write_expression, write_family
from sitehand.elementor.shared.entries import Items
from sitehand.elementor.shared.names import find_named

MAX_NAMED = 1_000


class Shared(NamedTuple):
    """Global classes by id, in their order, and the values of variables by the names that CSS refers to them by."""

    classes: dict[str, Any]
    variables: dict[str, str]


def choose_shared(data: str, classes: Items, variables: Items) -> Shared:
    """The classes and variables that the text of a document names, and those that these classes name in turn. Both keep
    their order.
    """
    named = _find_names(data)
    chosen = {each: style for each, style in classes.items() if each in named}
    named |= _find_names(json.dumps(chosen))
    values = {name: value for name, value in _name_values(variables) if name in named}
    return Shared(chosen, values)


def style_shared(references: References, sheet: Sheet, root: str) -> None:
    """Write the variables and classes below the selector `root`."""
    for name, value in references.variables.items():
        sheet.add(root, f"--{name}", value)
    style_classes(references.classes, sheet, references, root)


def _find_names(text: str) -> set[str]:
    return set(find_named(text)[:MAX_NAMED])


def _name_values(variables: Items) -> Iterator[tuple[str, str]]:
    """The value of each variable, as CSS, by its id and by its label."""
    for identifier, variable in variables.items():
        value = _write_value(variable)
        yield from ((name, value) for name in (identifier, str(variable.get("label"))) if value)


def _write_value(variable: Mapping[str, Any]) -> str:
    value, kind = variable.get("value"), str(variable.get("type"))
    if not isinstance(value, str):
        return ""
    if kind == "global-color-variable":
        return write_color(value)
    return write_family(value) if kind == "global-font-variable" else write_expression(value)
