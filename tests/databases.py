"""Databases for tests: each shape is migrated once in a process, and copied from then on.

Tests of the migrations themselves call those of `sitehand.store.migration`.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sitehand.store import migration
from sitehand.store.chain import Chain
from sitehand.store.database import Database
from sitehand.store.schema import Schema


async def migrate(database: Database) -> bool:
    """What `migration.migrate` does; where there is no database yet, with a copy of an empty one."""
    make_database(database.path, database.schema)
    return await migration.migrate(database)


def make_database(path: Path, schema: Schema) -> None:
    """An empty database in a file of its own, unless there is one already."""
    if not path.exists():
        write_database(path, _read_empty(schema.chains))


def write_database(path: Path, content: bytes) -> None:
    """A database file with this content; like those of the service it is its owner's alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(content)


@cache
def _read_empty(chains: tuple[Chain, ...]) -> bytes:
    """The file that `upgrade` makes."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        migration.upgrade(path, Schema(chains=chains, tracked=()))
        return path.read_bytes()
