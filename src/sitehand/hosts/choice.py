"""Which host serves: the WordPress that the data folder is connected with, or the built-in site.

Only the one that serves is imported.
"""

from collections.abc import Callable
from datetime import datetime

from sitehand.errors import Code, Problem
from sitehand.settings import Settings
from sitehand.site.host import Host
from sitehand.store.connection import ConnectionTable
from sitehand.store.database import Database
from sitehand.store.folder import read_connected


def open_host(
    settings: Settings, database: Database, connections: ConnectionTable, clock: Callable[[], datetime]
) -> Host:
    """The host; nothing is migrated, and nobody is asked. Raises Problem(conflict)."""
    if read_connected(database.path):
        from sitehand.hosts.wordpress import life as wordpress  # noqa: PLC0415

        return wordpress.open_host(connections, database, clock, look=settings.check_visible)
    from sitehand.hosts.builtin import life as builtin  # noqa: PLC0415

    return builtin.open_host(settings, database, clock)


def check_host(host: Host, database: Database) -> None:
    """Raise Problem(conflict) when the folder was connected or disconnected since the host was opened."""
    if bool(read_connected(database.path)) != (host.name == "wordpress"):
        raise Problem(
            Code.CONFLICT,
            "The data folder was connected with another site meanwhile.",
            hint="Start the service again.",
        )
