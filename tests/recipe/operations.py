"""Operations on snippets: what stands in `operations/<category>/<noun>.py`."""

from functools import partial
from typing import cast

from pydantic import Field

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.site.content import Deleted, Listing
from sitehand.site.values import Id
from tests.recipe.host import RecipeHost
from tests.recipe.site import Snippet, SnippetFields, SnippetId, SnippetQuery, SnippetStore

reads_snippets = partial(operation, category="content", access="read", remember=True)
writes_snippets = partial(operation, category="content", access="write", stored=True)


class NewSnippet(SnippetFields):
    """A snippet to create."""

    name: str = Field(min_length=1, max_length=200)


class ChangedSnippet(SnippetFields):
    """Changes to a snippet."""

    id: Id


def store_of(ctx: Context) -> SnippetStore:
    """The field that `ctx.host` has, which the type of a host of the tests knows."""
    return cast(RecipeHost, ctx.host).snippets


@reads_snippets("GET /snippets")
async def list_snippets(ctx: Context, query: SnippetQuery) -> Listing[Snippet]:
    """List snippets by name."""
    return await store_of(ctx).find(query)


@reads_snippets("GET /snippets/{id}")
async def get_snippet(ctx: Context, wanted: SnippetId) -> Snippet:
    """Read one snippet."""
    return await store_of(ctx).get(wanted.id)


@writes_snippets("POST /snippets", status=201)
async def create_snippet(ctx: Context, snippet: NewSnippet) -> Snippet:
    """Create a snippet."""
    return await store_of(ctx).create(snippet)


@writes_snippets("PUT|PATCH /snippets/{id}", idempotent=True, destructive=True, target=object_of("snippet"))
async def update_snippet(ctx: Context, snippet: ChangedSnippet) -> Snippet:
    """Change the given fields of a snippet; others stay."""
    return await store_of(ctx).update(snippet.id, snippet)


@writes_snippets("DELETE /snippets/{id}", destructive=True, target=object_of("snippet"))
async def delete_snippet(ctx: Context, wanted: SnippetId) -> Deleted[Snippet]:
    """Delete a snippet permanently."""
    return Deleted(deleted=True, previous=await store_of(ctx).delete(wanted.id))
