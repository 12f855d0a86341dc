"""Operations on terms: one set for every taxonomy, and for categories and tags under WordPress's paths too."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated

from pydantic import Field, field_validator

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import change_many, operation
from sitehand.operation.write import object_of
from sitehand.site.alike import Alike, group_alike
from sitehand.site.content import Deleted, Listing, take_page
from sitehand.site.terms import (
    CATEGORY,
    MAX_TREE,
    TAG,
    Merger,
    OrderedTerms,
    Removal,
    TaxonomyName,
    Term,
    TermFields,
    TermName,
    TermOrder,
    TermQuery,
    Tree,
)
from sitehand.site.values import Id, IdOrNone, Input, InQuery, Paging

LIST = "/taxonomies/{taxonomy}/terms"
ONE = f"{LIST}/{{id}}"
BASES = {"/categories": {"taxonomy": CATEGORY}, "/tags": {"taxonomy": TAG}}


def below_bases(rest: str) -> Mapping[str, Mapping[str, str]]:
    """WordPress's own paths for categories and tags."""
    return {f"{base}{rest}": fixed for base, fixed in BASES.items()}


reads_terms = partial(operation, category="taxonomy", needs="terms", access="read", remember=True)
writes_terms = partial(operation, category="taxonomy", needs="terms", access="write", brief=tell_outcome, stored=True)
changes_term = partial(writes_terms, destructive=True, target=object_of("term"))


class TermId(Input):
    """One term."""

    taxonomy: TaxonomyName
    id: Id


class TreeQuery(Input):
    """The terms of a taxonomy as a tree."""

    taxonomy: TaxonomyName
    top: IdOrNone = Field(0, description="only what is below this term")


class AlikeQuery(Paging):
    """Which groups of a taxonomy's terms; the biggest come first."""

    taxonomy: TaxonomyName
    per_page: int = Field(100, ge=1, le=100)


class NewTerm(TermFields):
    """A term to create."""

    taxonomy: TaxonomyName
    name: TermName


class ChangedTerm(TermFields):
    """Changes to a term."""

    taxonomy: TaxonomyName
    id: Id


class TermMerger(Input):
    """A term to merge into another."""

    taxonomy: TaxonomyName
    id: Id
    into: Id = Field(description="term that gets its posts and what is below it")


class TermRemoval(Input):
    """One term to delete; there is no trash for terms."""

    taxonomy: TaxonomyName
    id: Id
    reassign: Annotated[IdOrNone, InQuery()] = Field(
        0, description="term that its posts get instead; by default the default category, or no tag"
    )
    force: Annotated[bool, InQuery()] = Field(True, description="WordPress's; terms have no trash")


class WantedOrder(Input):
    """The order of the terms right below one."""

    taxonomy: TaxonomyName
    parent: IdOrNone = Field(0, description="0: those at the top level")
    ids: list[Id] = Field(max_length=MAX_TREE, description="first to last; siblings that are left out follow by name")

    @field_validator("ids")
    @classmethod
    def _check_once(cls, ids: list[int]) -> list[int]:
        if len(set(ids)) < len(ids):
            raise ValueError("each term once")
        return ids


@reads_terms(f"GET {LIST}", shortcuts=below_bases(""))
async def list_terms(ctx: Context, query: TermQuery) -> Listing[Term]:
    """List or search categories, tags, or the terms of another taxonomy."""
    return await ctx.host.terms.find(query)


@reads_terms("GET /taxonomies/{taxonomy}/tree")
async def get_term_tree(ctx: Context, query: TreeQuery) -> Tree:
    """All terms of a taxonomy in tree order."""
    return await ctx.host.terms.tree(query.taxonomy, query.top)


@reads_terms("GET /taxonomies/{taxonomy}/alike")
async def list_alike_terms(ctx: Context, query: AlikeQuery) -> Listing[Alike]:
    """Terms that may be duplicates, for merge_terms: same words in other case, order or plural."""
    tree = await ctx.host.terms.tree(query.taxonomy, 0)
    return take_page(group_alike(tree["items"]), query, complete=tree["complete"])


@reads_terms(f"GET {ONE}", shortcuts=below_bases("/{id}"))
async def get_term(ctx: Context, wanted: TermId) -> Term:
    """Read one term."""
    return await ctx.host.terms.get(wanted.taxonomy, wanted.id)


@writes_terms(f"POST {LIST}", shortcuts=below_bases(""), status=201, example={"name": "Recipes"})
async def create_term(ctx: Context, term: NewTerm) -> Term:
    """Create a category, a tag, or another term."""
    return await ctx.host.terms.create(term.taxonomy, term)


@changes_term(f"PUT|PATCH {ONE}", shortcuts=below_bases("/{id}"), idempotent=True, example={"name": "Our recipes"})
async def update_term(ctx: Context, term: ChangedTerm) -> Term:
    """Change the given fields of a term; others stay."""
    return await ctx.host.terms.update(term.taxonomy, term.id, term)


@change_many
@writes_terms(
    "PUT /taxonomies/{taxonomy}/order",
    needs="term_order",
    brief=None,
    idempotent=True,
    example={"ids": [7, 5]},
)
async def order_terms(ctx: Context, wanted: WantedOrder) -> OrderedTerms:
    """Put the terms below a parent in an order, for trees, category lists and orderby=menu_order."""
    return await ctx.host.terms.order(TermOrder(wanted.taxonomy, wanted.parent, wanted.ids))


@change_many
@changes_term(f"POST {ONE}/merge", example={"into": 7})
async def merge_terms(ctx: Context, merger: TermMerger) -> Term:
    """Give the posts of a term, and the terms below it, to another, and delete it."""
    return await ctx.host.terms.merge(Merger(merger.taxonomy, merger.id, merger.into), ctx.caller.id)


@changes_term(f"DELETE {ONE}", shortcuts=below_bases("/{id}"))
async def delete_term(ctx: Context, removal: TermRemoval) -> Deleted[Term]:
    """Delete a term permanently; its posts stay."""
    wanted = Removal(removal.taxonomy, removal.id, removal.reassign)
    return Deleted(deleted=True, previous=await ctx.host.terms.delete(wanted, ctx.caller.id))
