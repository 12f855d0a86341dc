"""Asks a WordPress, before it is connected and after; what knows one is imported when somebody asks."""

from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from sitehand.site.connection import Check, Facts, Found
from sitehand.store.connection import ConnectionTable

# A service with the built-in site must start fast and stay small.
# ruff: noqa: PLC0415


class WordPressInquiry:
    """Implements `site.connection.Inquiry`."""

    def __init__(self, connections: ConnectionTable) -> None:
        self._connections = connections

    async def find(self, address: str) -> tuple[Found, list[Check]]:
        """The WordPress at an address, and what keeps it from being connected."""
        from sitehand.hosts.wordpress.authorizing import write_request
        from sitehand.hosts.wordpress.connecting import list_obstacles
        from sitehand.hosts.wordpress.discovery import discover, same_host
        from sitehand.hosts.wordpress.version import read_public_version

        found = await discover(address)
        if same_host(found.home, found.root):
            found = replace(found, version=await read_public_version(found.home))
        authorize = write_request(found.authorize) if found.authorize else None
        return replace(found, authorize=authorize), list_obstacles(found)

    def may_return(self, found: Found, url: str) -> bool:
        """Whether WordPress gives the password back to a screen at this address."""
        from sitehand.hosts.wordpress.authorizing import may_return

        return may_return(found.version, url)

    async def enter(self, found: Found, user: str, password: str) -> Facts:
        """What the WordPress says to this user. Raises Problem."""
        from sitehand.hosts.wordpress.connecting import try_connection

        return await try_connection(found, user, password)

    def exchanged(self, root: str, user: str, password: str) -> AbstractAsyncContextManager[str]:
        """Another password for one that stood in an address."""
        from sitehand.hosts.wordpress.connecting import exchanged

        return exchanged(root, user, password)

    async def examine(self) -> list[Check]:
        """What `doctor` finds about the WordPress that is connected now."""
        from sitehand.hosts.wordpress.diagnosis import diagnose

        connection = self._connections.current()
        if connection is None:
            return []
        return [check async for check in diagnose(connection.facts, connection.password)]
