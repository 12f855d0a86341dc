"""Brings the database to the newest shape on start.

Alembic is imported only when there is something to do: the usual start compares a version number for each chain.
"""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import NullPool

from sitehand.store.chain import Chain, NewerDatabase
from sitehand.store.database import Database
from sitehand.store.joint_chain import part_versions
from sitehand.store.schema import Schema
from sitehand.store.sqlite.connections import begin_alone, leave_transactions
from sitehand.store.sqlite.driver import check_engine, driver_of
from sitehand.store.sqlite.files import open_read_only, prepare

if TYPE_CHECKING:
    from sqlalchemy import MetaData


def is_newest(path: Path, schema: Schema) -> bool:
    """Whether a database file has the newest shape. Raises Problem(conflict) where SQLite is too old."""
    check_engine()
    if not path.exists():
        return False
    with closing(open_read_only(path)) as connection:
        return all(chain.read(connection) == chain.newest for chain in schema.chains)


async def migrate(database: Database) -> bool:
    """Upgrade the database when it is older than the code, and hold its folder. Returns whether anything was done.

    Raises Problem(conflict) when the database is newer than the code, where SQLite is too old, and while the folder is
    being restored. Processes that start at once wait for the first.
    """
    _make_folder(database.path.parent)
    database.occupancy.take()
    if is_newest(database.path, database.schema):
        return False
    return await asyncio.to_thread(upgrade, database.path, database.schema)


def upgrade(path: Path, schema: Schema) -> bool:
    """Run what is missing in one transaction; makes the folder. False when another process was faster.

    A new folder and a new file are for their owner alone: they hold what signs the sessions of the admin screens.
    """
    _make_folder(path.parent)
    path.touch(mode=0o600)
    prepare(path)
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "connect", _begin_nothing_alone)
    event.listen(engine, "begin", begin_alone)
    with engine.begin() as connection:
        parted = part_versions(connection, path)
        older = [chain for chain in schema.chains if _is_older(connection, chain, path)]
        for chain in older:
            _run_alembic(connection, chain)
    return parted or bool(older)


def run_chain(metadata: "MetaData") -> None:
    """What the `env.py` of a chain does: it works inside the transaction that `upgrade` has begun."""
    from alembic import context  # noqa: PLC0415 - see the module's docstring

    attributes = context.config.attributes
    context.configure(
        connection=attributes["connection"],
        version_table=attributes["version_table"],
        target_metadata=metadata,
        transactional_ddl=True,
    )
    context.run_migrations()


def upgrade_chain(connection: Connection, chain: Chain, version: str) -> None:
    """Bring a chain to a version, inside the connection's transaction."""
    from alembic import command  # noqa: PLC0415 - see the module's docstring
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(chain.folder).replace("%", "%%"))
    config.attributes.update(connection=connection, version_table=chain.version_table)
    command.upgrade(config, version)


def _run_alembic(connection: Connection, chain: Chain) -> None:
    upgrade_chain(connection, chain, "head")


def _is_older(connection: Connection, chain: Chain, path: Path) -> bool:
    """Whether the chain has something to do. Raises NewerDatabase."""
    version = chain.read(driver_of(connection))
    if version > chain.newest:
        raise NewerDatabase(path, version, chain.newest)
    return version < chain.newest


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _begin_nothing_alone(connection: Any, _record: object) -> None:
    leave_transactions(connection)
