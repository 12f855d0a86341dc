"""Statements of SQLAlchemy Core that are compiled once, and run by the driver itself.

For what every write runs: Core spends ten times as long on a small statement as SQLite does. What a statement says is
Core's all the same, and so are the types of its values and columns, what is raised, and who listens.
Source: https://docs.sqlalchemy.org/en/20/core/compiler.html, https://docs.sqlalchemy.org/en/20/core/type_api.html
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import ClauseElement, Connection, Select
from sqlalchemy.engine import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import CompileError, DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

from sitehand.store.faults import explain

Values = Mapping[str, Any]
Process = Callable[[Any], Any]
NOTHING: Values = {}


class _Form(NamedTuple):
    """A statement as a dialect writes it, for values of certain names. The driver takes them by their places."""

    sql: str
    take: Callable[[Values], tuple[Any, ...]]
    """The values in the order of their places; one that is needed twice has two."""
    fixed: Values
    """What the statement itself holds."""
    written: Sequence[tuple[int, Process]]
    """How values of Python become the driver's, where they do not by themselves."""
    read: Mapping[int, Process]
    """How columns become values of Python, by their place."""


class Prepared:
    """A statement whose values are given by name. For one with an expanding `IN` use Core itself.

    Raises what Core raises: Problem for what the storage cannot do, else DBAPIError.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self.statement = statement
        self._forms: dict[tuple[str, ...], _Form] = {}

    def run(self, connection: Connection, values: Values = NOTHING) -> int:
        """Run it; how many rows it has changed."""
        return self._execute(connection, values)[0].rowcount

    def run_each(self, connection: Connection, rows: Iterable[Values]) -> None:
        """Run it for each of some rows."""
        for values in rows:
            self.run(connection, values)

    def all(self, connection: Connection, values: Values = NOTHING) -> list[dict[str, Any]]:
        """Its rows, by the names of their columns."""
        cursor, form = self._execute(connection, values)
        found = cursor.fetchall()
        if not found:
            return []
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in found]
        for place, process in form.read.items():
            name = names[place]
            for row in rows:
                row[name] = process(row[name])
        return rows

    def tuples(self, connection: Connection, values: Values = NOTHING) -> Sequence[Sequence[Any]]:
        """Its rows as the driver has them, of a statement in SQL (`text`): its columns have no types."""
        return self._execute(connection, values)[0].fetchall()

    def first(self, connection: Connection, values: Values = NOTHING) -> dict[str, Any] | None:
        """Its first row; None when there is none."""
        rows = self.all(connection, values)
        return rows[0] if rows else None

    def scalar(self, connection: Connection, values: Values = NOTHING) -> Any:
        """The first column of its first row; None when there is none."""
        cursor, form = self._execute(connection, values)
        row = cursor.fetchone()
        if row is None:
            return None
        process = form.read.get(0)
        return process(row[0]) if process else row[0]

    def _execute(self, connection: Connection, values: Values) -> tuple[DBAPICursor, _Form]:
        form = self._find_form(connection.dialect, values)
        told = form.take({**form.fixed, **values} if form.fixed else values)
        if form.written:
            told = _write(told, form.written)
        # The driver's own cursor: that of the pool guards against what no statement of ours does.
        driver: Any = connection.connection.dbapi_connection
        cursor: DBAPICursor = driver.cursor()
        sql = form.sql
        if connection._has_events or connection.engine._has_events:  # as Core asks before it looks for them
            for listener in connection.dispatch.before_cursor_execute:
                sql, told = listener(connection, cursor, sql, told, None, False)
        try:
            cursor.execute(sql, told)
        except connection.dialect.loaded_dbapi.Error as fault:
            if problem := explain(fault):
                raise problem from fault
            raise DBAPIError.instance(sql, told, fault, connection.dialect.loaded_dbapi.Error) from fault
        return cursor, form

    def _find_form(self, dialect: Dialect, values: Values) -> _Form:
        place = (dialect.name, *values)
        form = self._forms.get(place)
        if form is None:
            form = self._forms[place] = _compile(self.statement, dialect, list(values))
        return form


def _compile(statement: ClauseElement, dialect: Dialect, names: list[str]) -> _Form:
    compiled = statement.compile(dialect=dialect, column_keys=names)
    assert isinstance(compiled, SQLCompiler)  # noqa: S101 - for the type checker
    required = {name for bind, name in compiled.bind_names.items() if bind.required}
    if unknown := set(names).difference(compiled.bind_names.values()):
        raise CompileError(f"no part of the statement: {', '.join(sorted(unknown))}")
    if missing := required.difference(names):
        raise CompileError(f"no value for: {', '.join(sorted(missing))}")
    places = compiled.positiontup or ()
    binds = {
        name: bind.type.dialect_impl(dialect).bind_processor(dialect) for bind, name in compiled.bind_names.items()
    }
    columns = statement.selected_columns if isinstance(statement, Select) else ()
    shown = [each.type.dialect_impl(dialect).result_processor(dialect, None) for each in columns]
    return _Form(
        sql=str(compiled),
        take=_take(places),
        fixed={name: value for name, value in compiled.params.items() if name not in required},
        written=[(place, process) for place, name in enumerate(places) if (process := binds[name])],
        read={place: process for place, process in enumerate(shown) if process},
    )


def _take(names: Sequence[str]) -> Callable[[Values], tuple[Any, ...]]:
    """What takes the values of these names, in their order."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda values: tuple(values[name] for name in names)  # of one name, an itemgetter gives no tuple


def _write(given: Sequence[Any], written: Sequence[tuple[int, Process]]) -> tuple[Any, ...]:
    """The values as the driver's."""
    values = list(given)
    for place, process in written:
        values[place] = process(values[place])
    return tuple(values)
