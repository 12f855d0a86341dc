"""A place in a list, from which its next page is read without counting the pages before."""

import base64
import binascii
import json
from dataclasses import astuple, dataclass
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from sitehand.errors import Code, Detail, Problem
from sitehand.site.values import MAX_ID, Id

MAX_SHOWN = 40
Number = Annotated[int, Field(ge=-MAX_ID, le=MAX_ID)]
_FORM: TypeAdapter[tuple[str, str, str | Number | float, int, int]] = TypeAdapter(
    tuple[str, str, str | Number | float, Id, Annotated[int, Field(ge=1, le=MAX_ID)]]
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last item that was shown, by what the list is ordered by (`key`), and the number of the page that follows."""

    orderby: str
    order: str
    key: str | int | float
    id: int
    page: int

    def write(self) -> str:
        """The cursor as callers get it: opaque, and fit for an address."""
        return base64.urlsafe_b64encode(json.dumps(astuple(self), ensure_ascii=False).encode()).decode().rstrip("=")

    @classmethod
    def read(cls, written: str, orderby: str, order: str) -> "Cursor":
        """The cursor that `write` wrote. Raises Problem(invalid_arguments) for another, or one of another order."""
        try:
            # A cursor stands in addresses, without the padding of base64.
            decoded = base64.b64decode(written + "=" * (-len(written) % 4), altchars=b"-_", validate=True)
            cursor = cls(*_FORM.validate_json(decoded, strict=True))
        except (ValueError, binascii.Error, ValidationError):
            raise _refuse("an unchanged next_cursor", written) from None
        if (cursor.orderby, cursor.order) != (orderby, order):
            raise _refuse(
                f"a cursor of the order {orderby} {order}", f"one of {cursor.orderby} {cursor.order}"[:MAX_SHOWN]
            )
        return cursor


def _refuse(expected: str, got: str) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"cursor: expected {expected}.",
        hint="Send the next_cursor of the previous page with the same search, filters and order.",
        details=[Detail(path="cursor", expected=expected, got=got[:MAX_SHOWN])],
    )
