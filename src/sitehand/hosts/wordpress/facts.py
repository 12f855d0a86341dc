"""Asks a WordPress what it is, and who the service is there."""

from collections.abc import Collection

from sitehand.hosts.wordpress.capabilities import NAMESPACES
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import find_types
from sitehand.hosts.wordpress.seo import find_plugins
from sitehand.hosts.wordpress.version import read_version
from sitehand.site.connection import RIGHTS, Facts

ME = "/wp/v2/users/me"
UNFILTERED = "wp:action-unfiltered-html"
"""The link of an item that this user may write any HTML into."""


async def read_facts(client: Client) -> Facts:
    """What WordPress says now, in seven requests or more. Raises Problem."""
    index = (await client.read("/", {"_fields": ["name", "home", "namespaces"]})).value
    user = (await client.read(ME, {"context": "edit", "_fields": ["username", "roles", "capabilities"]})).value
    rights = {name for name, has in dict(user["capabilities"]).items() if has}
    home, held = str(index["home"]), await _confirm_html(client, rights)
    found = await find_types(client)
    return Facts(
        root=str(client.root),
        home=home,
        name=str(index["name"]),
        user=str(user["username"]),
        roles=list(user["roles"]),
        version=await read_version(client, home),
        rights=[name for name in RIGHTS if name in held],
        namespaces=[name for name in NAMESPACES if name in index["namespaces"]],
        seo=await find_plugins(client),
        types=found.types,
        taxonomies=found.taxonomies,
    )


async def _confirm_html(client: Client, rights: Collection[str]) -> Collection[str]:
    """The rights that hold: a multisite, or a constant in its configuration, may take unfiltered_html away."""
    query = {"context": "edit", "per_page": 1, "_fields": "_links", "status": "any"}
    if "unfiltered_html" not in rights or "edit_posts" not in rights:
        return rights
    for route in ("/wp/v2/posts", "/wp/v2/pages"):
        for item in (await client.read(route, query)).value:
            return rights if UNFILTERED in item["_links"] else set(rights) - {"unfiltered_html"}
    return rights
