"""What belongs to an object of another table, as fields of that object, told whole before and after.

A host names its own in its schema: an item's terms and its Elementor document, the entries of a menu.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, RowMapping, Table, bindparam, delete, insert, select, update

from sitehand.site.changes import ObjectChange
from sitehand.store.prepared import Prepared

Row = dict[str, Any]
Fields = dict[str, Any]
Context = Mapping[int, str]
"""What joining rows needs to know of others, such as the taxonomy of each term."""
Objects = dict[tuple[str, str], ObjectChange]
"""What changed in each object, by its kind and id."""
READ_AT_ONCE = 500


def read_nothing(_connection: Connection, _rows: Iterable[Row], _noted: Objects) -> Context:
    """Most rows are joined without knowing of others."""
    return {}


def write_apart(_connection: Connection, _owner: int) -> AbstractContextManager[None]:
    """Do nothing: for most owners, nothing follows from several rows together."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Part:
    """A table whose rows belong to objects of another. `kind` is that of its rows in the notes, and in old entries."""

    kind: str
    table: Table
    owner: Column[Any]
    owned_by: tuple[str, ...]
    owners: Table
    owner_kind: ColumnElement[Any]
    label: Column[Any]
    fields: tuple[str, ...]
    join: Callable[[Iterable[Row], Context], Fields]
    split: Callable[[int, Mapping[str, Any]], list[Row]]
    read_context: Callable[[Connection, Iterable[Row], Objects], Context] = read_nothing
    """Reads what `join` needs; of what is gone as it was noted."""
    together: Callable[[Connection, int], AbstractContextManager[None]] = write_apart
    """Entered while several rows of one owner are written, so that what follows from them follows once."""

    def name_row(self, row: Row) -> str:
        """The id that a row has in the notes."""
        return ":".join(str(row[column.name]) for column in self.table.primary_key)

    def find_row(self, name: str) -> list[ColumnElement[bool]]:
        """What is true of the row with that id alone."""
        keys = zip(self.table.primary_key, name.split(":"), strict=True)
        return [column == int(value) for column, value in keys]

    def read_rows(self, connection: Connection, owners: Iterable[int]) -> dict[int, dict[str, Row]]:
        """The rows that belong to each owner, by their ids."""
        wanted = sorted(owners)
        found: dict[int, dict[str, Row]] = {owner: {} for owner in wanted}
        if len(wanted) == 1:
            rows = _select_one(self.owner).all(connection, {"owner": wanted[0]})
            return {wanted[0]: {self.name_row(row): row for row in rows}}
        for start in range(0, len(wanted), READ_AT_ONCE):
            query = select(self.table).where(self.owner.in_(wanted[start : start + READ_AT_ONCE]))
            for row in map(take_row, connection.execute(query).mappings()):
                found[row[self.owner.name]][self.name_row(row)] = row
        return found

    def read_fields(self, connection: Connection, owner: int) -> Fields:
        """What belongs to one object now."""
        rows = self.read_rows(connection, [owner])[owner].values()
        return self.join(rows, self.read_context(connection, rows, {}))

    @property
    def empty(self) -> Fields:
        """The fields of an object to which nothing belongs."""
        return self.join((), {})


@cache
def _select_one(owner: Column[Any]) -> Prepared:
    """The rows of one owner, which every write of it asks for, and an undo for each object."""
    return Prepared(select(owner.table).where(owner == bindparam("owner")))


def take_fields(part: Part, side: Mapping[str, Any]) -> Fields:
    """The fields of an object that tell what belongs to it."""
    return {name: side[name] for name in part.fields if name in side}


def write_fields(connection: Connection, part: Part, owner: int, fields: Fields) -> None:
    """Give an object what belongs to it, in these fields; the others stay as they are."""
    if not fields:
        return
    now = part.read_rows(connection, [owner])[owner]
    known = part.join(now.values(), part.read_context(connection, now.values(), {}))
    wanted = {part.name_row(row): row for row in part.split(owner, {**known, **fields})}
    with part.together(connection, owner):
        for name in now.keys() - wanted.keys():
            connection.execute(delete(part.table).where(*part.find_row(name)))
        for name, row in wanted.items():
            if row != now.get(name):
                _put_row(connection, part, name, row)


def take_row(row: RowMapping) -> Row:
    """A row under plain names: those of SQLAlchemy are of a kind of text that not every writer of JSON takes."""
    return {str(name): value for name, value in row.items()}


def _put_row(connection: Connection, part: Part, name: str, row: Row) -> None:
    """Write a row. What belongs to another object by now comes back from there."""
    if not connection.execute(update(part.table).where(*part.find_row(name)).values(row)).rowcount:
        connection.execute(insert(part.table).values(row))
