"""A text as HTML with slots: where dynamic blocks stand, and what their authors gave them."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from sitehand.site.values import MAX_ID

_DIGITS = re.compile("-?[0-9]{1,15}")

Form = Sequence[Union[str, "Slot"]]
"""Sanitised HTML and slots, in order."""


class Attributes:
    """The attributes of a block, each read as what the block needs: a value of another type counts as left out."""

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self.values = values or {}

    def text(self, name: str, default: str = "") -> str:
        """An attribute that is text; else the default."""
        value = self.values.get(name)
        return value if isinstance(value, str) else default

    def choice(self, name: str, among: Sequence[str]) -> str:
        """An attribute whose value must be one of these; else the first of them."""
        value = self.values.get(name)
        return value if isinstance(value, str) and value in among else among[0]

    def flag(self, name: str, *, default: bool = False) -> bool:
        """An attribute that is true or false; else the default."""
        value = self.values.get(name)
        return value if isinstance(value, bool) else default

    def number(self, name: str, default: int, least: int = 0, most: int = 100) -> int:
        """A whole number within bounds; digits count as one: patterns of themes store an offset so."""
        value = self.values.get(name)
        if isinstance(value, str) and _DIGITS.fullmatch(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MAX_ID:
            return default
        return min(most, max(least, int(value)))

    def inner(self, name: str) -> "Attributes":
        """The attributes within an attribute."""
        value = self.values.get(name)
        return Attributes(value if isinstance(value, dict) else None)

    def ids(self, name: str, most: int = 100) -> tuple[int, ...]:
        """Ids in a list, given as they are or as objects with an `id`."""
        value = self.values.get(name)
        listed = value if isinstance(value, list) else []
        found = [each.get("id") if isinstance(each, dict) else each for each in listed]
        return tuple(each for each in found if isinstance(each, int) and 0 <= each <= MAX_ID)[:most]


@dataclass(frozen=True, slots=True)
class Slot:
    """A dynamic block in a text. `inner` is what is between its delimiters.

    `context` holds the attributes of the blocks around it that say what it shows, by their names.
    """

    name: str
    attributes: Attributes
    inner: Form = ()
    context: Mapping[str, Attributes] = field(default_factory=dict)


def mend_halves(value: Any) -> Any:
    """A value as JSON has it, with a question mark for half a surrogate pair, which no page can hold."""
    return json.loads(json.dumps(value, ensure_ascii=False).encode(errors="replace"))


def keep_slots(form: Form) -> Form:
    """The blocks of a form alone, where a block's own element is made anew."""
    return tuple(part for part in form if isinstance(part, Slot))
