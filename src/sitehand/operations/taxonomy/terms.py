"""Operations on terms: one set for every taxonomy, and for categories and tags under WordPress's paths too."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.site.content import Deleted, Listing
from sitehand.site.terms import CATEGORY, TAG, Removal, TaxonomyName, Term, TermFields, TermName, TermQuery, Tree
from sitehand.site.values import Id, IdOrNone, Input, InQuery

LIST = "/taxonomies/{taxonomy}/terms"
ONE = f"{LIST}/{{id}}"
BASES = {"/categories": {"taxonomy": CATEGORY}, "/tags": {"taxonomy": TAG}}


def below_bases(rest: str) -> Mapping[str, Mapping[str, str]]:
    """WordPress's own paths for categories and tags."""
    return {f"{base}{rest}": fixed for base, fixed in BASES.items()}


class TermId(Input):
    """One term."""

    taxonomy: TaxonomyName
    id: Id


class TreeQuery(Input):
    """The terms of a taxonomy as a tree."""

    taxonomy: TaxonomyName
    top: IdOrNone = Field(0, description="only what is below this term")


class NewTerm(TermFields):
    """A term to create."""

    taxonomy: TaxonomyName
    name: TermName


class ChangedTerm(TermFields):
    """Changes to a term."""

    taxonomy: TaxonomyName
    id: Id


class TermRemoval(Input):
    """One term to delete; there is no trash for terms."""

    taxonomy: TaxonomyName
    id: Id
    reassign: Annotated[IdOrNone, InQuery()] = Field(
        0, description="term that its posts get instead; by default the default category, or no tag"
    )
    force: Annotated[bool, InQuery()] = Field(True, description="WordPress's; terms have no trash")


@operation(f"GET {LIST}", shortcuts=below_bases(""), category="taxonomy", needs="terms", access="read", remember=True)
async def list_terms(ctx: Context, query: TermQuery) -> Listing[Term]:
    """List or search categories, tags, or the terms of another taxonomy."""
    return await ctx.host.terms.find(query)


@operation("GET /taxonomies/{taxonomy}/tree", category="taxonomy", needs="terms", access="read", remember=True)
async def get_term_tree(ctx: Context, query: TreeQuery) -> Tree:
    """All terms of a taxonomy in tree order."""
    return await ctx.host.terms.tree(query.taxonomy, query.top)


@operation(
    f"GET {ONE}", shortcuts=below_bases("/{id}"), category="taxonomy", needs="terms", access="read", remember=True
)
async def get_term(ctx: Context, wanted: TermId) -> Term:
    """Read one term."""
    return await ctx.host.terms.get(wanted.taxonomy, wanted.id)


@operation(
    f"POST {LIST}",
    shortcuts=below_bases(""),
    category="taxonomy",
    needs="terms",
    access="write",
    status=201,
    example={"name": "Recipes"},
    brief=tell_outcome,
    stored=True,
)
async def create_term(ctx: Context, term: NewTerm) -> Term:
    """Create a category, a tag, or another term."""
    return await ctx.host.terms.create(term.taxonomy, term)


@operation(
    f"PUT|PATCH {ONE}",
    shortcuts=below_bases("/{id}"),
    category="taxonomy",
    needs="terms",
    access="write",
    idempotent=True,
    destructive=True,
    example={"name": "Our recipes"},
    target=object_of("term"),
    brief=tell_outcome,
    stored=True,
)
async def update_term(ctx: Context, term: ChangedTerm) -> Term:
    """Change the given fields of a term; others stay."""
    return await ctx.host.terms.update(term.taxonomy, term.id, term)


@operation(
    f"DELETE {ONE}",
    shortcuts=below_bases("/{id}"),
    category="taxonomy",
    needs="terms",
    access="write",
    destructive=True,
    target=object_of("term"),
    brief=tell_outcome,
    stored=True,
)
async def delete_term(ctx: Context, removal: TermRemoval) -> Deleted[Term]:
    """Delete a term permanently; its posts stay."""
    wanted = Removal(removal.taxonomy, removal.id, removal.reassign)
    return Deleted(deleted=True, previous=await ctx.host.terms.delete(wanted, ctx.caller.id))
