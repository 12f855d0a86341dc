"""Chooses the host that serves, and what its database holds: the WordPress that the data folder is connected to, whose
data folder has the ledger alone, or the built-in site.

Only the one that serves is imported.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.settings import Settings
from sitehand.site.host import Host
from sitehand.store.connection import ConnectionTable
from sitehand.store.database import Database
from sitehand.store.folder import find_connected, has_site, read_connected
from sitehand.store.ledger_schema import LEDGER
from sitehand.store.schema import Schema


def choose_schema(path: Path, *, connecting: bool = False) -> Schema:
    """The schema of a database file. `connecting`: of a new one, of a folder that will be connected with a WordPress.

    The tables of a site that was there before it was connected stay as they are.
    """
    if (site := read_connected(path)) or (connecting and not has_site(path)):
        return replace(LEDGER, site=site)
    from sitehand.hosts.builtin.schema import SITE  # noqa: PLC0415

    return SITE


def open_host(
    settings: Settings,
    database: Database,
    connections: ConnectionTable,
    clock: Callable[[], datetime],
    block_types: Iterable[tuple[str, Any]] = (),
    widgets: Iterable[tuple[str, Any]] = (),
) -> Host:
    """The host; nothing is migrated, and nobody is asked. `block_types` and `widgets` of Elementor are those of
    plugins, with where each is from.

    Raises Problem: conflict when the folder is not connected any more, invalid_arguments for what is faulty of those.
    """
    from sitehand.hosts.block_types import add_block_types  # noqa: PLC0415
    from sitehand.hosts.elementor_widgets import add_widgets  # noqa: PLC0415

    host = _open_host(settings, database, connections, clock)
    return add_widgets(add_block_types(host, settings.block_types, block_types), widgets)


def _open_host(
    settings: Settings, database: Database, connections: ConnectionTable, clock: Callable[[], datetime]
) -> Host:
    if database.schema.site:
        from sitehand.hosts.wordpress import life as wordpress  # noqa: PLC0415

        return wordpress.open_host(connections, database, clock, look=settings.check_visible)
    from sitehand.hosts.builtin import life as builtin  # noqa: PLC0415

    return builtin.open_host(settings, database, clock)


def check_host(database: Database) -> None:
    """Raise Problem(conflict) when the folder was connected or disconnected since the database was opened."""
    if find_connected(database) != database.schema.site:
        raise Problem(
            Code.CONFLICT,
            "The data folder was connected with another site meanwhile.",
            hint="Start the service again.",
        )
