"""What a text says when Elementor has decoded it: the settings of its dynamic tags, and CSS in Base64.

Decoders that disagree would hide something from one of them, so that a text is decoded in every way in which it can be.
Source: `Manager::tag_text_to_tag_data` of Elementor, and PHP's `urldecode`, `json_decode` and `base64_decode`.
"""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import unquote_plus

import orjson

TAG = "[elementor-tag"
_TAG = re.compile(r"\[elementor-tag.[^\]\n]*\]?")
_SETTINGS = re.compile(r'settings="(.*?)(?:"\]|$)', re.MULTILINE)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_NO_BASE64 = re.compile(r"[^A-Za-z0-9+/]+")
_FOR_ADDRESSES = str.maketrans("-_", "+/")


def list_settings(text: str) -> list[str]:
    """The settings of dynamic tags as they are written: of each tag in a text, and of a text that is one tag.

    Each is there once. The time is linear, since no match begins within another.
    """
    within = (each for tag in _TAG.finditer(text) if (each := _SETTINGS.search(tag[0])))
    return list(dict.fromkeys(each[1] for found in (within, _SETTINGS.finditer(text)) for each in found))


def cut_settings(text: str) -> str:
    """A text without the settings that it has."""
    return _SETTINGS.sub("", text)


def decode_quoted(text: str) -> list[Any]:
    """What a text is when it is unquoted, is JSON, or both: values, and texts that are none. Empty for plain text."""
    return list(_decode_quoted(text))


def _decode_quoted(text: str) -> Iterator[Any]:
    # Bytes that are no UTF-8 are replaced: PHP reads no JSON where there are some.
    for each in dict.fromkeys((unquote_plus(text), text)):
        with suppress(ValueError):
            if each.lstrip()[:1] in ("{", "[", '"'):
                yield read_json(each)
                continue
        plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), each)
        if plain != text:
            yield plain


def decode_base64(text: str) -> list[str]:
    """What PHP makes of Base64: it passes over all that is none. Also in the alphabet of addresses."""
    return [_decode_base64(each) for each in dict.fromkeys((text, text.translate(_FOR_ADDRESSES)))]


def _decode_base64(text: str) -> str:
    kept = _NO_BASE64.sub("", text)
    whole = kept[:-1] if len(kept) % 4 == 1 else kept
    return b64decode(whole + "=" * (-len(whole) % 4)).decode(errors="replace")


def read_json(text: str) -> Any:
    """The value of a text. Raises ValueError where PHP reads none: numbers of any size are numbers there."""
    with suppress(orjson.JSONDecodeError):
        return orjson.loads(text)
    try:
        return json.loads(text, parse_int=float)
    except RecursionError as error:
        raise ValueError("The JSON is nested too deeply.") from error
