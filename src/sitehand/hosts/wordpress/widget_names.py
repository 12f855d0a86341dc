"""How WordPress calls widgets with blocks: `block-3`, where the number is what it counts."""

import re
from collections.abc import Mapping

STORED_IN = "the widgets"
"""WordPress stores all widgets with blocks in one option, and the lists of all areas in another."""
_NAME = re.compile(r"block-([1-9][0-9]{0,17})")


def read_number(name: str) -> int | None:
    """The number in the name; None of other widgets."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else None


def write_name(number: int) -> str:
    """The name with that number."""
    return f"block-{number}"


def rename_widget(name: str, made: Mapping[int, int]) -> str:
    """The name of a widget that has got another number; any other text as it is."""
    number = read_number(name)
    return name if number is None or number not in made else write_name(made[number])
