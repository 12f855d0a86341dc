"""Snippets, short texts that themes take in: what stands in `site/<noun>.py`, its types and Protocol."""

from typing import Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.content import Listing
from sitehand.site.values import UNSET, Id, Input


class Snippet(TypedDict):
    """One snippet."""

    id: int
    name: str
    text: str
    revision: str


class SnippetId(Input):
    """One snippet."""

    id: Id


class SnippetQuery(Input):
    """A page of the list."""

    page: int = Field(1, ge=1, le=1_000_000)
    per_page: int = Field(10, ge=1, le=100)


class SnippetFields(Input):
    """What a caller may change."""

    name: str = Field(UNSET.default, min_length=1, max_length=200)
    text: str = Field(UNSET.default, max_length=10_000)


class SnippetStore(Protocol):
    """Reading and writing snippets. Raises Problem(not_found)."""

    async def find(self, query: SnippetQuery) -> Listing[Snippet]: ...
    async def get(self, snippet_id: int) -> Snippet: ...
    async def create(self, fields: SnippetFields) -> Snippet: ...
    async def update(self, snippet_id: int, fields: SnippetFields) -> Snippet: ...
    async def delete(self, snippet_id: int) -> Snippet: ...
