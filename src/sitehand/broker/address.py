"""Addresses of a broker: https, or http on this machine alone.

Sources: RFC 8414, 2 and 6; RFC 9700, 4.1; OAuth 2.1, 1.5.
"""

import ipaddress
from urllib.parse import urlsplit

MAX_LENGTH = 2000


class WrongAddress(ValueError):
    """The address is not one that a broker may have; the text says why."""


def check_issuer(url: str) -> str:
    """The issuer, as it is. Raises WrongAddress."""
    check_address(url)
    if "?" in url:
        raise WrongAddress("an issuer must not have a query")
    return url


def check_address(url: str, *, beside: str | None = None) -> str:
    """The address, as it is; `beside` is the issuer that names it. Raises WrongAddress.

    A broker elsewhere may not send this site to its own machine's http services.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise WrongAddress("it is not a valid address") from None
    if len(url) > MAX_LENGTH or not url.isascii() or not url.isprintable() or " " in url or not host:
        raise WrongAddress("it is not a valid address")
    if "#" in url or "@" in parts.netloc:
        raise WrongAddress("it must not contain a fragment or a user name")
    if parts.scheme == "https":
        return url
    if parts.scheme == "http" and is_loopback(host) and (beside is None or beside.startswith("http:")):
        return url
    raise WrongAddress("it must use https (http only for a broker on this machine)")


def check_resource(url: str) -> str:
    """A resource identifier: an absolute address without a fragment (RFC 8707, 2). Raises WrongAddress."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise WrongAddress("it is not a valid address") from None
    if not url.isascii() or not url.isprintable() or " " in url or '"' in url or len(url) > MAX_LENGTH:
        raise WrongAddress("it is not a valid address")
    if not parts.scheme or not (parts.netloc or parts.path) or "#" in url:
        raise WrongAddress("it must be an absolute address without a fragment")
    return url


def is_loopback(host: str) -> bool:
    """Whether a host name is this machine's own."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
