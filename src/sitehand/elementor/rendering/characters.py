"""Halves of characters, which no UTF-8 can hold: JSON may name them, and a page with one could not be sent."""

import re

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_HIGH, _LOW = (rf"u[dD][{digits}][0-9a-fA-F]{{2}}" for digits in ("89abAB", "c-fC-F"))
_ESCAPE = re.compile(rf"\\(?:{_HIGH}\\{_LOW}|({_HIGH}|{_LOW})|.)", re.DOTALL)


def replace_halves(text: str) -> str:
    """JSON text with U+FFFD for each half of a character, whether it stands there itself or as an escape."""
    text = text.encode("utf-8", "replace").decode()
    return _ESCAPE.sub(lambda found: r"\ufffd" if found[1] else found[0], text) if _HALF.search(text) else text
