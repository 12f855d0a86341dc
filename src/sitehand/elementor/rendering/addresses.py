"""Addresses of a document, checked: they lead to the web, to mail or to a telephone, and run nothing."""

import re
from typing import Any
from urllib.parse import quote, urlsplit

WEB = frozenset({"", "http", "https"})
LINKS = WEB | {"mailto", "tel"}
MAX_ADDRESS = 2_000
_INVISIBLE = re.compile(r"[\x00-\x20\x7f]+")
_KEPT = "!#$%&+,/:=?[]~"
"""What stays as it is: no quote, parenthesis, backslash or semicolon, which could end an address in CSS."""
_KEPT_IN_LINKS = f"{_KEPT}*@"
"""A style sheet takes no `@` and no `/*`; in links, `@` stands in addresses of mail."""


def write_link(value: Any) -> str:
    """Where a link leads; an empty text for what is no such address."""
    return _write(value, LINKS, _KEPT_IN_LINKS)


def write_source(value: Any) -> str:
    """Where a picture, sound or film is."""
    return _write(value, WEB, _KEPT)


def _write(value: Any, schemes: frozenset[str], kept: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_ADDRESS:
        return ""
    text = _INVISIBLE.sub("%20", value.strip())
    try:
        scheme = urlsplit(text).scheme.lower()
    except ValueError:
        return ""
    return quote(text, safe=kept) if scheme in schemes and _names_its_scheme(text, scheme) else ""


def _names_its_scheme(text: str, scheme: str) -> bool:
    """Whether what is before the first colon is the scheme; what browsers might read otherwise is refused."""
    head = re.split(r"[/?#]", text, maxsplit=1)[0]
    return ":" not in head or bool(scheme)
