"""Giving an item its terms and its featured image, and nothing else."""

from functools import partial
from typing import Literal, cast

from pydantic import Field

from sitehand.errors import Code, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import item_of, object_of
from sitehand.site.content import ItemFields, Page, Post, PostFields, TagName
from sitehand.site.terms import TAG, TermQuery
from sitehand.site.values import NOT_GIVEN, Id, IdOrNone, Input

writes_item = partial(
    operation, category="content", access="write", idempotent=True, destructive=True, brief=tell_outcome, stored=True
)


class AssignedTerms(Input):
    """Terms of a post."""

    id: Id
    categories: list[Id] = Field(default=NOT_GIVEN, max_length=100)
    tags: list[Id | TagName] = Field(default=NOT_GIVEN, max_length=200, description="by id or name")
    mode: Literal["replace", "add", "remove"] = "replace"


class FeaturedImage(Input):
    """The featured image of an item."""

    id: Id
    media: IdOrNone = Field(description="0: none")


@writes_item(
    "PUT /posts/{id}/terms", target=object_of("post"), needs="terms", example={"tags": ["Bread"], "mode": "add"}
)
async def set_terms(ctx: Context, wanted: AssignedTerms) -> Post:
    """Replace, add or remove categories and tags of a post."""
    post = await ctx.host.posts.get(wanted.id, "view")
    fields = {}
    if wanted.categories is not None:
        fields["categories"] = _combine(post["categories"], wanted.categories, wanted.mode)
    if wanted.tags is not None:
        given = await _name_ids(ctx, wanted) if wanted.mode == "remove" else wanted.tags
        fields["tags"] = _combine(post["tags"], given, wanted.mode)
    return await ctx.host.posts.update(wanted.id, PostFields.model_validate(fields), ctx.caller.id)


@writes_item("PUT /items/{id}/featured-media", target=item_of(), example={"media": 12})
async def set_featured_image(ctx: Context, wanted: FeaturedImage) -> Page | Post:
    """Set or remove the featured image of a page or post."""
    kind = await ctx.host.items.kind_of(wanted.id)
    if ctx.host.kinds[kind].is_part:
        message = f"The {kind} {wanted.id} has no featured image."
        raise Problem(
            Code.CONFLICT, message, hint="Pages, posts and custom items have one. Put the image into its blocks."
        )
    store = ctx.host.store(kind)
    changed = await store.update(wanted.id, ItemFields(featured_media=wanted.media), ctx.caller.id)
    return cast(Page | Post, changed)


def _combine(now: list[int], given: list[int | str] | list[int], mode: str) -> list[int | str]:
    if mode == "remove":
        return [each for each in now if each not in given]
    return list(dict.fromkeys([*now, *given])) if mode == "add" else list(given)


async def _name_ids(ctx: Context, wanted: AssignedTerms) -> list[int | str]:
    """Ids in place of the names of tags that the post has; a name that it has not stays, and removes nothing."""
    found = await ctx.host.terms.find(TermQuery(taxonomy=TAG, post=wanted.id, per_page=100))
    ids = {term["name"].casefold(): term["id"] for term in found.items}
    return [ids.get(each.casefold(), each) if isinstance(each, str) else each for each in wanted.tags]
