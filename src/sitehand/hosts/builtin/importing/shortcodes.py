"""Finds what in a text WordPress would have replaced when it showed it: shortcodes and embedded addresses."""

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

# https://codex.wordpress.org/Shortcode; [caption] is shown here too (`rendering.expand_captions`).
_BUILT_IN = frozenset({"audio", "embed", "gallery", "playlist", "video"})
_SHOWN = frozenset({"caption"})
_OPENING = re.compile(r"(?<!\[)\[([a-zA-Z][\w-]{0,49})((?:\s[^\[\]]*)?)/?\](?!\])")
_CLOSING = re.compile(r"\[/([a-zA-Z][\w-]{0,49})\]")
# WordPress embeds what an address alone on its line leads to.
_ALONE = re.compile(r"^[ \t]*(https?://[^\s<>]+)[ \t\r]*$", re.MULTILINE)
_FRAME = re.compile(r"""<(?:iframe|embed)\b[^<>]*?\ssrc\s*=\s*["']?([^\s"'<>]+)""", re.IGNORECASE)


def count_shortcodes(text: str) -> Counter[str]:
    """How often each shortcode stands in a text, by name. Other words in brackets, such as [sic], are none."""
    closed = set(_CLOSING.findall(text))
    found = Counter(name for name, attributes in _OPENING.findall(text) if _is_one(name, attributes, closed))
    return Counter({name: count for name, count in found.items() if name not in _SHOWN})


def _is_one(name: str, attributes: str, closed: set[str]) -> bool:
    return name in _BUILT_IN or name in closed or "=" in attributes or "_" in name


def count_embeds(text: str) -> Counter[str]:
    """How often something is embedded from each host."""
    return Counter(host for address in _find_addresses(text) if (host := _read_host(address)))


def _find_addresses(text: str) -> Iterator[str]:
    yield from _ALONE.findall(text)
    yield from _FRAME.findall(text)


def _read_host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
