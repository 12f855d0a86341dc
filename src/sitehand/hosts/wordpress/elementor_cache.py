"""Elementor's cache: after a write over REST visitors still get the page and the styles of before.

Elementor clears it for the whole site, and for administrators alone.
"""

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.site.content import Notice

CACHED = "elementor_cached"
"""The code of the notice that visitors may get an old page."""


async def clear_cache(client: Client) -> list[Notice]:
    """Have Elementor render all pages anew; what to say where that is not allowed, or not possible."""
    try:
        await client.write("DELETE", "/elementor/v1/cache")
    except Problem as problem:
        message = f"Visitors may see the page as it was until Elementor's cache is cleared: {problem.message}"
        return [Notice(code=CACHED, message=message)]
    return []
