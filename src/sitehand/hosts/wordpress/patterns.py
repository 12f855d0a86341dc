"""Patterns of a WordPress: its own, which are posts of the type `wp_block`, and those that are registered there."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import Json, Seal
from sitehand.site.content import ItemFields, ListQuery
from sitehand.site.patterns import Pattern, RegisteredPattern

KIND, ROUTE = "pattern", "/wp/v2/blocks"
REGISTERED = "/wp/v2/block-patterns/patterns"
SYNC = "wp_pattern_sync_status"
UNSYNCED = "unsynced"


class PatternItems(Items):
    """Implements `resources.Resource` for patterns."""

    def __init__(self, client: Client, seal: Seal, clock: Callable[[], datetime]) -> None:
        super().__init__(client, KIND, seal, clock, route=ROUTE)

    def list_fields(self, *, full: bool) -> list[str]:
        """Whether it is synced too."""
        return [*super().list_fields(full=full), SYNC]


class Patterns(Content[Pattern, ListQuery, ItemFields]):
    """Implements `site.content.ContentStore` for patterns."""

    def _add_own(self, item: Pattern, value: Json) -> None:
        item["synced"] = value.get(SYNC) != UNSYNCED


class WordPressRegisteredPatterns:
    """Implements `site.patterns.RegisteredPatterns`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def all(self) -> Sequence[RegisteredPattern]:
        """In the order of WordPress."""
        found = (await self._client.read(REGISTERED, {})).value
        return [
            RegisteredPattern(
                name=each["name"],
                title=each["title"],
                description=each.get("description", ""),
                categories=each.get("categories", ()),
                content=each["content"],
            )
            for each in found
        ]
