"""Types of content of a WordPress: its own, and those that its plugins and theme have registered."""

from collections.abc import Sequence
from typing import cast

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import REASONS
from sitehand.hosts.wordpress.client import Client
from sitehand.site.types import ContentType, TypeFields

ROUTE = "/wp/v2/types"
SHOWN = ("name", "slug", "description", "hierarchical", "rest_base", "taxonomies")


class WordPressTypes:
    """Implements `site.types.TypeStore`."""

    def __init__(self, client: Client, custom: Sequence[str]) -> None:
        """`custom` are the types that were found when the service started."""
        self._client = client
        self._custom = custom

    async def all(self) -> Sequence[ContentType]:
        """Those that visitors may see content of; not the parts of a theme, such as templates."""
        answer = await self._client.recall(ROUTE, {"context": "edit"})
        found = [value for value in answer.value.values() if value["viewable"]]
        return [cast(ContentType, {name: value[name] for name in SHOWN}) for value in found]

    async def custom(self) -> Sequence[str]:
        """Those that WordPress's own controller reads and writes."""
        return self._custom

    async def register(self, name: str, fields: TypeFields) -> ContentType:
        """Raises Problem(not_supported)."""
        raise _refuse()

    async def unregister(self, name: str) -> ContentType:
        """Raises Problem(not_supported)."""
        raise _refuse()


def _refuse() -> Problem:
    return Problem(Code.NOT_SUPPORTED, REASONS["type_registration"])
