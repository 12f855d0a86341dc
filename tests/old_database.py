"""Databases as older versions left them: both chains of migrations up to a number, which one table tells before 3.8."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from sitehand.hosts.builtin.schema import SITE
from sitehand.store.chain import LEDGER_CHAIN, SITE_VERSION
from sitehand.store.joint_chain import LAST
from sitehand.store.migration import upgrade_chain


@contextmanager
def open_old_database(path: Path, version: str) -> Iterator[Connection]:
    """A connection to a new database of that version, in a transaction that the end of the block commits."""
    path.touch()
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        for chain in SITE.chains:
            upgrade_chain(connection, chain, max(number for number in chain.versions if number <= version))
        if version <= LAST:
            connection.exec_driver_sql(f"DROP TABLE {SITE_VERSION}")
            connection.exec_driver_sql(f"UPDATE {LEDGER_CHAIN.version_table} SET version_num = ?", (version,))
        yield connection
