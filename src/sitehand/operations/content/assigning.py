"""Giving an item its terms and its featured image, and nothing else."""

from collections.abc import Sequence
from functools import partial
from typing import Literal, cast

from pydantic import Field

from sitehand.errors import Code, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import item_of
from sitehand.site.content import ItemFields, Page, Post, TagName
from sitehand.site.custom_items import CustomItem
from sitehand.site.item_terms import ItemTerms, gather_terms, name_given
from sitehand.site.terms import GivenTerms, TaxonomyName, TermQuery
from sitehand.site.values import NOT_GIVEN, Id, IdOrNone, Input

MEMBERS = {"replace": "terms", "add": "add", "remove": "remove"}
"""The member of `ItemTerms` for each mode."""
PER_PAGE = 100
writes_item = partial(
    operation, category="content", access="write", idempotent=True, destructive=True, brief=tell_outcome, stored=True
)


class AssignedTerms(Input):
    """Terms of an item."""

    id: Id
    categories: list[Id] = Field(default=NOT_GIVEN, max_length=100)
    tags: list[Id | TagName] = Field(default=NOT_GIVEN, max_length=200, description="by id or name")
    terms: dict[TaxonomyName, GivenTerms] = Field(
        default=NOT_GIVEN, max_length=20, description='of any taxonomy, by id or name: {"genre": ["Rye"]}'
    )
    mode: Literal["replace", "add", "remove"] = "replace"


class FeaturedImage(Input):
    """The featured image of an item."""

    id: Id
    media: IdOrNone = Field(description="0: none")


@writes_item(
    "PUT /items/{id}/terms",
    shortcuts={"/posts/{id}/terms": {}},
    target=item_of(),
    needs="terms",
    example={"tags": ["Bread"], "mode": "add"},
)
async def set_terms(ctx: Context, wanted: AssignedTerms) -> Page | Post | CustomItem:
    """Replace, add or remove the terms of an item: categories, tags, custom taxonomies."""
    given = gather_terms(wanted)
    if wanted.mode == "remove":
        given = {taxonomy: await _name_ids(ctx, wanted.id, taxonomy, some) for taxonomy, some in given.items()}
    fields = ItemTerms.model_validate({MEMBERS[wanted.mode]: given})
    store = ctx.host.store(await ctx.host.items.kind_of(wanted.id))
    with name_given(wanted):
        return cast(Page | Post | CustomItem, await store.update(wanted.id, fields, ctx.caller.id))


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


async def _name_ids(ctx: Context, item_id: int, taxonomy: str, given: Sequence[int | str]) -> list[int]:
    """Ids in place of the names of terms to remove; a name that the item has not removes nothing."""
    ids = [each for each in given if isinstance(each, int)]
    names = {each.casefold() for each in given if isinstance(each, str)}
    page = 1
    while names:
        found = await ctx.host.terms.find(TermQuery(taxonomy=taxonomy, post=item_id, page=page, per_page=PER_PAGE))
        ids += [term["id"] for term in found.items if term["name"].casefold() in names]
        if found.total <= page * PER_PAGE:
            break
        page += 1
    return ids
