"""Names of hosts and origins, read exactly: what is odd in any way is none.

Other parsers differ over user names, backslashes, dots at the end and numbers in place of names, and between two that
differ an attacker finds a way. Sources: RFC 3986, 3.2; RFC 6454, 6; RFC 5891; WHATWG URL, Host parsing.
"""

import ipaddress
import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import idna

AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([1-9][0-9]{0,4}))?")
LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://(.*)")
DEFAULT_PORTS = {"http": 80, "https": 443}
IN_PATHS = "/%:@!$&'()*+,;=~[]|"
"""What browsers leave as it is."""
MAX_NAME = 253
MAX_PORT = 65535
MAX_AUTHORITY = MAX_NAME + len(":65535")
KEPT_AUTHORITIES = 256
"""A service has few names, and nearly every request brings one of them."""


class Authority(NamedTuple):
    """A host as it is compared (lower case, IPv6 in brackets and compressed), and the port that was given."""

    host: str
    port: int | None


class WebOrigin(NamedTuple):
    """An origin; the port is the scheme's own where none was given."""

    scheme: str
    host: str
    port: int | None


def read_authority(text: str) -> Authority | None:
    """The host and port of a Host header; None when it is anything else, or not in the form that is sent."""
    return _parse_authority(text) if len(text) <= MAX_AUTHORITY else None


@lru_cache(KEPT_AUTHORITIES)
def _parse_authority(text: str) -> Authority | None:
    found = AUTHORITY.fullmatch(text.lower()) if text.isascii() else None
    host = _read_host(found[1]) if found else None
    if found is None or host is None or int(found[2] or 0) > MAX_PORT:
        return None
    return Authority(host, int(found[2]) if found[2] else None)


def read_origin(text: str) -> WebOrigin | None:
    """The origin in an Origin header; None when it is anything else, such as `null` or an address with a path."""
    found = ORIGIN.fullmatch(text.lower()) if text.isascii() else None
    authority = read_authority(found[2]) if found else None
    if found is None or authority is None:
        return None
    return WebOrigin(found[1], authority.host, authority.port or DEFAULT_PORTS.get(found[1]))


def find_origin(address: str) -> WebOrigin | None:
    """The origin that a whole address leads to, in whatever script its name is; None for what names no host."""
    try:
        parts = urlsplit(address)
        return read_origin(to_ascii(f"{parts.scheme}://{parts.netloc}"))
    except ValueError:
        return None


def to_ascii(text: str) -> str:
    """What a person wrote, with a name in another script as it is sent. Raises ValueError for a name that none is."""
    if text.isascii():
        return text
    scheme, mark, rest = text.rpartition("://")
    name, colon, port = rest.partition(":")
    return scheme + mark + idna.encode(name, uts46=True).decode() + colon + port


def spell(address: str) -> str:
    """The address of a site as browsers write it: the name in ASCII and lower case, no port that goes without saying,
    and the path escaped. What is no address stays.
    """
    parts = urlsplit(address)
    origin = read_origin(to_ascii(f"{parts.scheme}://{parts.netloc}"))
    if origin is None:
        return address
    port = "" if origin.port == DEFAULT_PORTS.get(origin.scheme) else f":{origin.port}"
    return f"{origin.scheme}://{origin.host}{port}{quote(parts.path, safe=IN_PATHS)}"


def _read_host(name: str) -> str | None:
    try:
        if name.startswith("["):
            return f"[{ipaddress.IPv6Address(name[1:-1]).compressed}]"
        labels = name.split(".")
        # What ends in a number can only be an IPv4 address (URL Standard, host parsing).
        if NUMBER.fullmatch(labels[-1]):
            return str(ipaddress.IPv4Address(name))
    except ValueError:
        return None
    return name if len(name) <= MAX_NAME and all(map(LABEL.fullmatch, labels)) else None
