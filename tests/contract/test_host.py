"""A host as a whole."""

from sitehand.site.host import Host
from tests.recipe.checks import check_stores


async def test_every_kind_is_read_where_it_says(host: Host) -> None:
    """Previews, resources and screens find its objects there."""
    check_stores(host)
