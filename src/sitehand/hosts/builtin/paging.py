"""What lists in SQL share: one page of rows in a stable order, and the filters of whatever has an id and a date."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol

from sqlalchemy import ColumnElement, FromClause, Select

from sitehand.site.values import Paging, iso


class Dated(Protocol):
    """A query for rows with an id and a date."""

    @property
    def include(self) -> Sequence[int]: ...
    @property
    def exclude(self) -> Sequence[int]: ...
    @property
    def after(self) -> datetime | None: ...
    @property
    def before(self) -> datetime | None: ...


def select_page(
    rows: Select[Any], query: Paging, direction: Literal["asc", "desc"], *keys: ColumnElement[Any]
) -> Select[Any]:
    """One page of the rows, in the order of the keys: the last of them is unique, so that no row is on two pages."""
    order = [key.desc() if direction == "desc" else key.asc() for key in keys]
    return rows.order_by(*order).limit(query.per_page).offset(query.offset)


def filter_dated(table: FromClause, query: Dated) -> Iterator[ColumnElement[bool]]:
    """The conditions on ids and dates."""
    if query.include:
        yield table.c.id.in_(query.include)
    if query.exclude:
        yield table.c.id.not_in(query.exclude)
    if query.after is not None:
        yield table.c.date > iso(query.after)
    if query.before is not None:
        yield table.c.date < iso(query.before)
