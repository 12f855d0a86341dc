"""Types of content of a WordPress: its own, and those that its plugins and theme have registered."""

from collections.abc import Sequence
from typing import cast

from sitehand.hosts.wordpress.client import Client
from sitehand.site.types import ContentType

ROUTE = "/wp/v2/types"
SHOWN = ("name", "slug", "description", "hierarchical", "rest_base", "taxonomies")


class WordPressTypes:
    """Implements `site.types.TypeStore`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def all(self) -> Sequence[ContentType]:
        """Those that visitors may see content of; not the parts of a theme, such as templates."""
        answer = await self._client.recall(ROUTE, {"context": "edit"})
        found = [value for value in answer.value.values() if value["viewable"]]
        return [cast(ContentType, {name: value[name] for name in SHOWN}) for value in found]
