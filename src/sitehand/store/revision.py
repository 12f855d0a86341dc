"""Revision tokens: short names of stored states, equal when the states are."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

import orjson


def name_state(values: Iterable[Any]) -> str:
    """12 hexadecimal characters for the values in their order."""
    canonical = json.dumps(list(values), ensure_ascii=False, separators=(",", ":"))
    return _name(canonical.encode("utf-8", "surrogatepass"))


def name_item(values: Iterable[Any], terms: Sequence[int], digests: str = "") -> str:
    """The token of a page or post: of its fields in their order, of the ids of its terms if it has any, and of what
    else belongs to it, by the digests of that.
    """
    more = [list(terms), digests] if digests else [list(terms)] if terms else []
    named = [*values, *more]
    try:
        return _name(orjson.dumps(named))  # of texts and numbers of 64 bits the same JSON, and much sooner
    except orjson.JSONEncodeError:
        return name_state(named)


def _name(canonical: bytes) -> str:
    return hashlib.blake2b(canonical, digest_size=6).hexdigest()
