"""The companion: a must-use plugin for WordPress, which tells what its REST API leaves out. All works without it."""

from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx2

from sitehand.hosts.wordpress.answer import read_json
from sitehand.hosts.wordpress.client import join_route
from sitehand.site.connection import Check

FILE = Path(__file__).with_name("sitehand-companion.php")
ELEMENTOR_PART = Path(__file__).with_name("elementor.php")
"""What follows in the same file, since a site has one, without its head."""
HEAD = "<?php\nnamespace Sitehand\\Companion;\n"
NAMESPACE = "sitehand/v1"
VERSION = "1.2.0"
"""The version of the plugin in this package; the plugin's own header must say the same."""
HEADER = "X-Sitehand-Companion"
"""The version, in each of its answers."""
PLACE = f"wp-content/mu-plugins/{FILE.name}"
INSTALL = f"sitehand wordpress companion > {FILE.name}, and put it at {PLACE} of the WordPress."


def read_plugin() -> str:
    """The plugin as it is put on a site."""
    return FILE.read_text() + ELEMENTOR_PART.read_text().removeprefix(HEAD)


def is_installed(index: Any) -> bool:
    """Whether the index of the REST API names it."""
    return isinstance(index, dict) and NAMESPACE in (index.get("namespaces") or ())


async def check_companion(http: httpx2.AsyncClient, root: str, index: Any) -> Check:
    """Whether the index of the REST API names it, in which version, and what it adds. Without it all is well."""
    if not is_installed(index):
        told = f"not installed; it adds edit locks, faster reads and cache purges. Optional: {INSTALL}"
        return Check("companion", True, told)
    url = join_route(httpx2.URL(root), f"/{NAMESPACE}/companion", {})
    try:
        response = await http.get(url)
        told = read_json(response.content)
    except (httpx2.HTTPError, ValueError):
        return Check("companion", False, "did not answer", f"Put its file in place again: {INSTALL}")
    if response.status_code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        cure = "Give the WordPress user a role that may edit posts or pages, such as Editor."
        return Check("companion", False, "refuses the WordPress user", cure)
    return _check_version(response.headers.get(HEADER, ""), told)


def _check_version(version: str, told: Any) -> Check:
    if not version or not isinstance(told, dict) or "offers" not in told:
        return Check("companion", False, "answers something else", f"Put its file in place again: {INSTALL}")
    text = f"{version}: {', '.join(told['offers'])}"
    return Check("companion", version == VERSION, text, f"This Sitehand has {VERSION}. Replace it: {INSTALL}")
