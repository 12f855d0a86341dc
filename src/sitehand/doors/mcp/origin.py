"""The check of `Host` and `Origin`, so that a page in somebody's browser cannot reach a service beside it.

Source: MCP, Transports, Security (DNS rebinding).
"""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import Request

from sitehand.errors import Code, Problem
from sitehand.site.addresses import DEFAULT_PORTS, Authority, read_authority, read_origin, to_ascii

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
ANY = "*"


class OriginCheck:
    """Lets the site's own address, this machine, and what the settings name pass. `*` names everything.

    `hosts` are Host headers ("example.org" for every port, "example.org:8443" for one), `origins` Origin headers.
    """

    def __init__(self, site_url: str, hosts: Iterable[str], origins: Iterable[str]) -> None:
        site = urlsplit(site_url)
        hosts, origins = [site.netloc, *hosts], [f"{site.scheme}://{site.netloc}", *origins]
        self._any_host, self._any_origin = ANY in hosts, ANY in origins
        self._hosts = {read_authority(to_ascii(host)) for host in hosts}
        self._origins = {read_origin(to_ascii(origin.rstrip("/"))) for origin in origins}
        self._port = DEFAULT_PORTS.get(site.scheme)

    def check(self, request: Request) -> None:
        """Raise Problem: host_forbidden, origin_forbidden."""
        hosts, origins = (request.headers.getlist(name) for name in ("host", "origin"))
        if not (len(hosts) == 1 and self._knows_host(hosts[0])):
            raise Problem(
                Code.HOST_FORBIDDEN,
                f"This service does not serve {_show('host', hosts or [''])}.",
                hint="Use the site's address. The owner can allow others (SITEHAND_URL, SITEHAND_ALLOWED_HOSTS).",
            )
        if origins and not (len(origins) == 1 and self._knows_origin(origins[0])):
            raise Problem(
                Code.ORIGIN_FORBIDDEN,
                f"Pages of {_show('origin', origins)} cannot call this service.",
                hint="The owner can allow them (SITEHAND_ALLOWED_ORIGINS).",
            )

    def _knows_host(self, text: str) -> bool:
        given = read_authority(text)
        if given is None:
            return False
        known = {Authority(given.host, None), Authority(given.host, given.port or self._port)}
        return self._any_host or given.host in LOOPBACK or not known.isdisjoint(self._hosts)

    def _knows_origin(self, text: str) -> bool:
        given = read_origin(text)
        if given is None:
            return self._any_origin and text == "null"  # what pages without an origin send, such as files
        local = given.host in LOOPBACK and given.scheme in DEFAULT_PORTS
        return self._any_origin or local or given in self._origins


def _show(noun: str, values: list[str]) -> str:
    return f"the {noun} {values[0][:200]!r}" if len(values) == 1 else f"{len(values)} {noun}s at once"
