"""Operations on taxonomies."""

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.terms import Taxonomy, TaxonomyName
from sitehand.site.values import Input, NoArguments


class WantedTaxonomy(Input):
    """One taxonomy."""

    taxonomy: TaxonomyName


@operation("GET /taxonomies", category="taxonomy", needs="terms", access="read", remember=True)
async def list_taxonomies(ctx: Context, _: NoArguments) -> dict[str, Taxonomy]:
    """The taxonomies of the site, by their names."""
    return {each["slug"]: each for each in await ctx.host.terms.taxonomies()}


@operation("GET /taxonomies/{taxonomy}", category="taxonomy", needs="terms", access="read", remember=True)
async def get_taxonomy(ctx: Context, wanted: WantedTaxonomy) -> Taxonomy:
    """Read one taxonomy."""
    return await ctx.host.terms.taxonomy(wanted.taxonomy)
