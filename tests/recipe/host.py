"""A host with snippets: what stands in `site/host.py` for a noun, a field."""

from dataclasses import dataclass

from sitehand.site.host import Host
from tests.recipe.site import SnippetStore


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeHost(Host):
    """A host with the field that a noun of the port has in `Host`."""

    snippets: SnippetStore
