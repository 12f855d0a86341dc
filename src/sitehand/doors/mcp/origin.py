"""The check of `Host` and `Origin`, so that a page in somebody's browser cannot reach a service beside it.

Source: MCP, Transports, Security (DNS rebinding).
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import Request

from sitehand.errors import Code, Problem

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class OriginCheck:
    """Lets the site's own address, this machine, and what the settings name pass. `*` names everything.

    `hosts` are Host headers ("example.org" for every port, "example.org:8443" for one), `origins` Origin headers.
    """

    def __init__(self, site_url: str, hosts: Iterable[str], origins: Iterable[str]) -> None:
        site = urlsplit(site_url)
        self._hosts = {site.netloc.lower(), *(host.lower() for host in hosts)}
        self._origins = {f"{site.scheme}://{site.netloc}".lower(), *(o.lower().rstrip("/") for o in origins)}

    def check(self, request: Request) -> None:
        """Raise Problem: host_forbidden, origin_forbidden."""
        host = request.headers.get("host", "").lower()
        if not self._knows_host(host):
            raise Problem(
                Code.HOST_FORBIDDEN,
                f"This service does not answer for the host {host[:200]!r}.",
                hint="Use the site's address; the owner can add others (SITEHAND_URL, SITEHAND_ALLOWED_HOSTS).",
            )
        origin = request.headers.get("origin", "").lower()
        if origin and not self._knows_origin(origin):
            raise Problem(
                Code.ORIGIN_FORBIDDEN,
                f"Pages of {origin[:200]!r} may not call this service.",
                hint="The owner can allow them (SITEHAND_ALLOWED_ORIGINS).",
            )

    def _knows_host(self, host: str) -> bool:
        name = _host_name(f"//{host}")
        return "*" in self._hosts or host in self._hosts or name in self._hosts or name in LOOPBACK

    def _knows_origin(self, origin: str) -> bool:
        return "*" in self._origins or origin in self._origins or _host_name(origin) in LOOPBACK


def _host_name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
