"""Types of content of a WordPress: its own, and those that its plugins and theme have registered."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import REASONS
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import list_supports
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
        """The types whose content visitors may see; not the parts of a theme, such as templates."""
        answer = await self._client.recall(ROUTE, {"context": "edit"})
        found = [value for value in answer.value.values() if value["viewable"]]
        return [_describe(value, is_custom=value["slug"] in self._custom) for value in found]

    async def custom(self) -> Sequence[str]:
        """The types that WordPress's own controller reads and writes."""
        return self._custom

    async def register(self, name: str, fields: TypeFields, *, known: bool = False) -> ContentType:
        """Raises Problem(not_supported)."""
        raise _refuse()

    async def unregister(self, name: str) -> ContentType:
        """Raises Problem(not_supported)."""
        raise _refuse()


def _describe(value: Mapping[str, Any], *, is_custom: bool) -> ContentType:
    """A type in the port's shape; of one whose items can be written also what they have."""
    shown = {name: value[name] for name in SHOWN}
    if is_custom:
        shown |= {"labels": {name: value["labels"][name] for name in ("name", "singular_name")}, "public": True}
        shown |= {"has_archive": bool(value["has_archive"]), "supports": list_supports(value)}
    return cast(ContentType, shown)


def _refuse() -> Problem:
    return Problem(Code.NOT_SUPPORTED, REASONS["type_registration"], hint="list_types shows the types that there are.")
