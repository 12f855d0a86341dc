"""Boxes in a list of objects, each with an id in its name: which of them are ticked."""

from collections.abc import Mapping

from sitehand.errors import Code, Problem
from sitehand.site.values import MAX_ID

BOX = "item."
"""What the name of a box begins with; the rest is the object's id."""


def read_ticked(form: Mapping[str, str], most: int) -> list[int]:
    """The ids of the ticked objects, of which the screen shows so many. Raises Problem for what it does not send."""
    ticked = [name.removeprefix(BOX) for name in form if name.startswith(BOX)]
    if len(ticked) > most or not all(
        each.isascii() and each.isdecimal() and len(each) < len(str(MAX_ID)) for each in ticked
    ):
        raise Problem(Code.INVALID_ARGUMENTS, "The form has other items than the screen shows. Nothing was changed.")
    return [int(each) for each in ticked]
