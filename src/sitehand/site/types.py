"""Types of content: pages, posts, files, and what else a site has."""

from collections.abc import Sequence
from typing import Protocol

from typing_extensions import TypedDict

from sitehand.errors import Problem, not_found


class ContentType(TypedDict):
    """A type of content, in WordPress's shape: `slug` names it, `rest_base` is its place in REST paths."""

    name: str
    slug: str
    description: str
    hierarchical: bool
    rest_base: str
    taxonomies: list[str]


class TypeStore(Protocol):
    """Reading the types that visitors may see content of."""

    async def all(self) -> Sequence[ContentType]: ...


def find_type(types: Sequence[ContentType], name: str) -> ContentType:
    """The type of that name, or of that REST base. Raises Problem(not_found)."""
    for each in types:
        if name in (each["slug"], each["rest_base"]):
            return each
    raise no_type(name)


def no_type(name: str) -> Problem:
    """The refusal for a type that the site does not have."""
    return not_found("type", name, "list_types lists the types of content.")
