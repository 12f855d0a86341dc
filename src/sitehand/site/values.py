"""The values that the port's types are made of: ids, moments, text, and the strict base of all arguments."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

MAX_ID = 2**63 - 1
SECONDS = len("2026-07-28T09:30:00")
_DATE_EXPECTED = "must be a date and time in ISO 8601, such as 2026-07-28T09:30:00Z"


def parse_moment(value: Any) -> Any:
    """ISO 8601 to an aware UTC datetime; a value without an offset is UTC, as `date_gmt` is in WordPress.

    Raises ValueError for anything else.
    """
    if isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not re.match(r"[1-9]\d{3}-\d\d-\d\d", value):
        raise ValueError(_DATE_EXPECTED)
    try:
        moment = datetime.fromisoformat(value)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise ValueError(_DATE_EXPECTED) from None
    return moment.replace(microsecond=0)


def iso(moment: datetime) -> str:
    """The one way a moment is written: UTC, whole seconds, `Z`."""
    in_utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return in_utc.isoformat(timespec="seconds")[:SECONDS] + "Z"


def utc_now() -> datetime:
    """The clock that is used when nobody gives another."""
    return datetime.now(UTC)


Id = Annotated[int, Field(ge=1, le=MAX_ID)]
IdOrNone = Annotated[int, Field(ge=0, le=MAX_ID)]
"""An id, or 0 for none, as WordPress writes it."""
Moment = Annotated[datetime, BeforeValidator(parse_moment), WithJsonSchema({"type": "string", "format": "date-time"})]
AnyJson = Annotated[Any, WithJsonSchema({"type": ["object", "array", "string", "number", "boolean"]})]
"""Any value of JSON. In an address it is written as JSON; what is none there is text."""
NOT_GIVEN: Any = None
UNSET: Any = Field(default=NOT_GIVEN)
"""The default of an argument that may be left out but not be null; `model_fields_set` tells."""


@dataclass(frozen=True, slots=True)
class InQuery:
    """Marks an argument that REST takes from the query string although the method has a body."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """Marks an argument that says how much to answer, and nothing of what to do."""


@dataclass(frozen=True, slots=True)
class WholeBody:
    """Marks an argument that replaces a whole body of text: who sends it should have read what it replaces."""


@dataclass(frozen=True, slots=True)
class Bracketed:
    """Marks a list of conditions, which a query string spells `where[price][gt]=10`."""


class Input(BaseModel):
    """The arguments of an operation: strict types, nothing unknown.

    What checks them is built at the first call: 250 of them at each start cost as much as 2,000 calls.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class Paging(Input):
    """The page of a list, by WordPress's query names."""

    page: int = Field(1, ge=1, le=1_000_000)
    per_page: int = Field(10, ge=1, le=100)

    @property
    def offset(self) -> int:
        """How many come before the page."""
        return (self.page - 1) * self.per_page


class NoArguments(Input):
    """An operation that takes none."""
