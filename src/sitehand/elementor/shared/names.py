"""Labels of global classes and variables where elements name them: stored are their ids."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sitehand.elementor.style.tokens import Untranslatable, typed

SORTS = {
    "color": "global-color-variable",
    "font": "global-font-variable",
    "size": "global-size-variable",
}
"""The sorts of variables, and the types of values that refer to one."""
PLACES = {"color": "color", "font-family": "font", "size": "size"}
"""Types of plain values, and the sort of variable that may stand there."""
_NAMED = (
    re.compile(r'"(g-[\w-]{1,60})"'),
    re.compile(r'"(e-gv-[\w-]{1,60})"'),
    re.compile(r"var\(\s*--([\w-]{1,64})\s*[,)]"),
)
"""Each begins with plain characters, for which a long text is searched three times as fast."""
_VARIABLE = re.compile(r"var\(\s*--([\w-]{1,64})\s*\)")


def find_named(text: str) -> list[str]:
    """What a text of JSON names, in its order: ids of classes and variables, and what is in `var()`."""
    found = sorted((each.start(), each[1]) for pattern in _NAMED for each in pattern.finditer(text))
    return list(dict.fromkeys(name for _, name in found))


class Variable(NamedTuple):
    """A variable: its id and its sort, a key of `SORTS`."""

    id: str
    sort: str


@dataclass(frozen=True, slots=True)
class SharedNames:
    """The ids of classes, and the variables, by label."""

    classes: Mapping[str, str]
    variables: Mapping[str, Variable]

    @property
    def labels(self) -> dict[str, str]:
        """The labels of classes and variables, by id."""
        variables = {each.id: label for label, each in self.variables.items()}
        return {**{each: label for label, each in self.classes.items()}, **variables}

    def find_meant(self, label: str) -> set[str]:
        """What a label may stand for: the ids of a class and of a variable, or itself, as an id of the kit does."""
        folded = label.casefold()
        return {label} | {each for each, known in self.labels.items() if known.casefold() == folded}


def name_variables(value: Any, variables: Mapping[str, Variable]) -> Any:
    """A typed value in which `var(--label)` refers to the variable. Raises Untranslatable for one of another sort."""
    if isinstance(value, list):
        return [name_variables(each, variables) for each in value]
    if not isinstance(value, dict):
        return value
    key, inner = value.get("$$type"), value.get("value")
    if isinstance(key, str) and key in PLACES:
        text = inner.get("size") if isinstance(inner, dict) else inner
        found = _VARIABLE.fullmatch(text) if isinstance(text, str) else None
        variable = variables.get(found[1]) if found else None
        return value if variable is None else _refer(variable, PLACES[key], str(text))
    return {name: name_variables(each, variables) for name, each in value.items()}


def _refer(variable: Variable, sort: str, text: str) -> dict[str, Any]:
    if variable.sort != sort:
        raise Untranslatable(f"`{text}` is a {variable.sort}, and a {sort} is expected here")
    return typed(SORTS[sort], variable.id)
