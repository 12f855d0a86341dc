"""Links that open a popup of Elementor Pro by its address: the id of the popup is in Base64 in it.

Such as `#elementor-action%3Aaction%3Dpopup%3Aopen%26settings%3DeyJpZCI6IjEyIn0%3D`, whose settings are `{"id":"12"}`.
"""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from functools import partial
from urllib.parse import quote, unquote

_LINK = re.compile(
    r"(elementor-action(?::|%3A)action(?:=|%3D)popup(?::|%3A)(?:open|toggle)(?:&amp;|&#0?38;|&|%26|\\u0026)settings(?:=|%3D))"
    r"((?:[A-Za-z0-9+=]|\\?/|%2[BF]|%3D){8,400})"
    r"(?![A-Za-z0-9+=/]|\\/|%2[BF]|%3D)",  # the whole of the settings: a changed part would not fit the rest
    re.IGNORECASE,
)
_ID = re.compile(r'(?<="id":)("?)(\d{1,15})(?=\1[,}])')


def find_opened(text: str) -> Iterator[str]:
    """The ids of the popups that links in a text open. Linear in the text."""
    return (each[2] for link in _LINK.finditer(text) for each in _ID.finditer(_decode(link[2])))


def renumber_opened(text: str, numbers: Mapping[str, int]) -> str:
    """The text with links to the popups that `numbers` gives for these; all else stays as it is."""
    return _LINK.sub(partial(_renumber, numbers=numbers), text)


def _renumber(link: re.Match[str], numbers: Mapping[str, int]) -> str:
    settings = _decode(link[2])
    changed = _ID.sub(lambda each: f"{each[1]}{numbers.get(each[2], each[2])}", settings)
    return link[0] if changed == settings else link[1] + _encode(changed, is_quoted="%" in link[1])


def _decode(written: str) -> str:
    """The settings in a link as JSON; "" of what is no Base64."""
    try:
        return base64.b64decode(unquote(written.replace("\\/", "/")), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _encode(settings: str, *, is_quoted: bool) -> str:
    written = base64.b64encode(settings.encode()).decode()
    return quote(written, safe="") if is_quoted else written
