"""The built-in site with snippets: what stands in `hosts/builtin/host.py` and `schema.py` for a noun."""

from dataclasses import fields
from typing import Any

from sitehand.site.host import Host
from sitehand.store.database import Database
from tests.recipe.host import RecipeHost
from tests.recipe.kinds import SNIPPET
from tests.recipe.snippets import Snippets


def build_host(host: Host, database: Database) -> RecipeHost:
    """The host with the noun's field, filled; its kind is in `KINDS`, when it is the port's."""
    given: dict[str, Any] = {each.name: getattr(host, each.name) for each in fields(host)}
    return RecipeHost(**{**given, "kinds": host.kinds.extended(SNIPPET)}, snippets=Snippets(database))
