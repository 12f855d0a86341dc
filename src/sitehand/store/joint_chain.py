"""Data folders of before 3.8, in which one chain of migrations made the ledger's tables and the site's.

The two chains of today keep its numbers, each those of its own tables. So the one version that such a folder has says
how far both are.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from sitehand.store.chain import LEDGER_CHAIN, SITE_VERSION, NewerDatabase

LAST = "0013"
"""The last migration of that chain."""
SITE_NUMBERS = ("0001", "0004", "0005", "0006", "0008", "0009", "0011", "0012", "0013")
LEDGER_NUMBERS = ("0001", "0002", "0003", "0006", "0007", "0008", "0010")
"""Its migrations, as far as they were about the site's tables, and about the ledger's."""
MAKE = text(f"CREATE TABLE {SITE_VERSION} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
NOTE_SITE = text(f"INSERT INTO {SITE_VERSION} VALUES (:version)")  # noqa: S608 - a name of ours
NOTE_LEDGER = text(f"UPDATE {LEDGER_CHAIN.version_table} SET version_num = :version")  # noqa: S608


def part_versions(connection: Connection, path: Path) -> bool:
    """Give each chain its own version, in a database that has one for both; whether it had. Raises NewerDatabase."""
    tables = set(inspect(connection).get_table_names())
    if "items" not in tables or SITE_VERSION in tables:
        return False
    version = connection.exec_driver_sql(f"SELECT version_num FROM {LEDGER_CHAIN.version_table}").scalar_one()  # noqa: S608
    if version > LAST:
        raise NewerDatabase(path, version, LAST)
    connection.execute(MAKE)
    connection.execute(NOTE_SITE, {"version": _last_of(SITE_NUMBERS, version)})
    connection.execute(NOTE_LEDGER, {"version": _last_of(LEDGER_NUMBERS, version)})
    return True


def _last_of(numbers: tuple[str, ...], version: str) -> str:
    return max(number for number in numbers if number <= version)
