"""Chains of migrations: the ledger has one, and a host whose tables are in the same file has another.

Which migration a file has, is in a table of the chain's own.
"""

from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sitehand.errors import Code, Problem
from sitehand.store.sqlite.driver import DriverConnection
from sitehand.store.sqlite.files import list_tables, open_read_only

NO_VERSION = ""


class NewerDatabase(Problem):
    """A database that a later version of this program has made."""

    def __init__(self, path: Path, version: str, newest: str) -> None:
        super().__init__(
            Code.CONFLICT,
            f"The database {path} has a newer version ({version}) than this program ({newest}).",
            hint="Update Sitehand: pip install --upgrade sitehand. The database was not changed.",
        )


@dataclass(frozen=True)
class Chain:
    """A folder of migrations, and the table that says which was run last."""

    folder: Path
    version_table: str

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The numbers of the migrations in their order, as their file names begin: `0001`."""
        return tuple(sorted(path.name[:4] for path in (self.folder / "versions").glob("[0-9][0-9][0-9][0-9]_*.py")))

    @property
    def newest(self) -> str:
        """The number of the last migration."""
        return self.versions[-1]

    def read(self, connection: DriverConnection) -> str:
        """The version that a database has; empty when it has none of these tables."""
        if self.version_table not in list_tables(connection):
            return NO_VERSION
        row = connection.execute(f'SELECT version_num FROM "{self.version_table}"').fetchone()  # noqa: S608
        return str(row[0]) if row else NO_VERSION

    def read_file(self, path: Path) -> str:
        """The version that a database file has; empty when it is new."""
        if not path.exists():
            return NO_VERSION
        with closing(open_read_only(path)) as connection:
            return self.read(connection)


SITE_VERSION = "site_version"
"""The version table of a site whose tables are beside the ledger's."""
LEDGER_CHAIN = Chain(Path(__file__).parent / "migrations", "alembic_version")
"""Until 3.8 there was this one alone, for the site's tables too."""
