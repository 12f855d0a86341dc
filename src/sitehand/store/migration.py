"""Brings the database to the newest shape on start.

Alembic is imported only when there is something to do: the usual start compares two version numbers.
"""

import asyncio
import sqlite3
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import NullPool

from sitehand.errors import Code, Problem
from sitehand.store.connections import BUSY_TIMEOUT_MILLISECONDS
from sitehand.store.database import Database

FOLDER = Path(__file__).parent / "migrations"


@cache
def newest_version() -> str:
    """The number of the last migration, as its file name begins: `0001`."""
    return max(path.name[:4] for path in (FOLDER / "versions").glob("[0-9][0-9][0-9][0-9]_*.py"))


def stored_version(path: Path) -> str:
    """The version that a database file has; empty when it is new."""
    if not path.exists():
        return ""
    with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_MILLISECONDS / 1000)) as connection:
        return _read_version(connection)


async def migrate(database: Database) -> bool:
    """Upgrade the database when it is older than the code, and hold its folder. Returns whether anything was done.

    Raises Problem(conflict) when the database is newer than the code, and while the folder is being restored. Processes
    that start at once wait for the first.
    """
    _make_folder(database.path.parent)
    database.occupancy.take()
    if stored_version(database.path) == newest_version():
        return False
    return await asyncio.to_thread(upgrade, database.path)


def upgrade(path: Path) -> bool:
    """Run what is missing in one transaction; makes the folder. False when another process was faster.

    A new folder and a new file are for their owner alone: they hold what signs the sessions of the admin screens.
    """
    _make_folder(path.parent)
    path.touch(mode=0o600)
    _prepare_file(path)
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "connect", _begin_nothing_alone)
    event.listen(engine, "begin", _begin_exclusive)
    with engine.begin() as connection:
        version = _read_version(cast(sqlite3.Connection, connection.connection.driver_connection))
        if version == newest_version():
            return False
        if version > newest_version():
            raise Problem(
                Code.CONFLICT,
                f"The database {path} has a newer version ({version}) than this program ({newest_version()}).",
                hint="Update Sitehand: pip install --upgrade sitehand. The database was not changed.",
            )
        _run_alembic(connection)
    return True


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _run_alembic(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - see the module's docstring
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _prepare_file(path: Path) -> None:
    """Switch a new file to WAL, patiently: SQLite does not wait by itself when several do this at once.

    That it gives pages back must be said before; in a file that has tables it has no effect.
    """
    for attempt in range(100):
        try:
            with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_MILLISECONDS / 1000)) as connection:
                connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
                connection.execute("PRAGMA journal_mode=WAL")
                return
        except sqlite3.OperationalError:
            if attempt == 99:  # noqa: PLR2004
                raise
            time.sleep(0.05)


def _read_version(connection: sqlite3.Connection) -> str:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return ""
        raise
    return str(row[0]) if row else ""


def _begin_nothing_alone(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MILLISECONDS}")


def _begin_exclusive(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN EXCLUSIVE")
