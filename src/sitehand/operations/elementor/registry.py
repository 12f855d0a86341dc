"""The catalogue of elements that holds on a site: its own registry, or the one that Sitehand brings."""

from typing import NamedTuple

from sitehand.elementor.catalogue.catalogue import Catalogue, load_catalogue
from sitehand.elementor.catalogue.registry import read_registry
from sitehand.operation.context import Context


class Known(NamedTuple):
    """The catalogue. `note` says why it is not the site's own where that could not be read."""

    catalogue: Catalogue
    note: str = ""


async def read_known(ctx: Context) -> Known:
    """What the site says of its elements, where it says anything; it is asked now and then, and not by each call."""
    registry = ctx.host.elementor_registry
    if registry is None:
        return Known(load_catalogue())
    found = await registry.read(read_registry)
    return Known(found.made or load_catalogue(), found.note)
