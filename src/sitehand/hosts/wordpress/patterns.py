"""Patterns of a WordPress: its own, which are posts of the type `wp_block`, and those that are registered there."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.content import Content
from sitehand.hosts.wordpress.item_shape import Shape
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import Action, Fields, Json, Request, SecretMarks
from sitehand.site.content import ListQuery
from sitehand.site.patterns import Pattern, PatternFields, RegisteredPattern

KIND, ROUTE = "pattern", "/wp/v2/blocks"
REGISTERED = "/wp/v2/block-patterns/patterns"
SYNC = "wp_pattern_sync_status"
UNSYNCED = "unsynced"


class PatternItems(Items):
    """Implements `resources.Resource` for patterns.

    Whether one is synced WordPress shows at the top and takes among `meta`, where null removes it (6.3 and later).
    """

    def __init__(self, client: Client, marks: SecretMarks, clock: Callable[[], datetime]) -> None:
        super().__init__(client, KIND, marks, clock, Shape(ROUTE))

    @property
    def names(self) -> frozenset[str]:
        return super().names | {"synced"}

    def list_fields(self, *, full: bool) -> list[str]:
        """Whether it is synced too."""
        return [*super().list_fields(full=full), SYNC]

    def fields(self, value: Json) -> Fields:
        return {**super().fields(value), "synced": value.get(SYNC) != UNSYNCED}

    def write_body(self, given: Fields) -> Json:
        body = super().write_body({name: value for name, value in given.items() if name != "synced"})
        if "synced" in given:
            body["meta"] = {**dict(body.get("meta") or {}), SYNC: None if given["synced"] else UNSYNCED}
        return body

    def predict(self, before: Json | None, body: Json) -> Json:
        meta = dict(body.get("meta") or {})
        sync = meta.pop(SYNC, (before or {}).get(SYNC)) or ""
        rest = {name: value for name, value in body.items() if name != "meta"} | ({"meta": meta} if meta else {})
        return {**super().predict(before, rest), SYNC: sync}

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        """The request for a change. For a new pattern it leaves out a null that would remove the sync status: WordPress
        refuses it.
        """
        if action == "create" and (body.get("meta") or {}).get(SYNC, "") is None:
            body = {**body, "meta": {name: value for name, value in body["meta"].items() if name != SYNC}}
        return super().request(action, object_id, body)


class Patterns(Content[Pattern, ListQuery, PatternFields]):
    """Implements `site.content.ContentStore` for patterns."""

    def _add_own(self, item: Pattern, value: Json) -> None:
        item["synced"] = value.get(SYNC) != UNSYNCED


class WordPressRegisteredPatterns:
    """Implements `site.patterns.RegisteredPatterns`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def all(self) -> Sequence[RegisteredPattern]:
        """All registered patterns, in the order of WordPress."""
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
