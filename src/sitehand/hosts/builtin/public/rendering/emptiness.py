"""Static blocks of which WordPress shows nothing: an image without an address, a button without words."""

import re

from sitehand.hosts.builtin.public.rendering.dressing import MAX_HEAD, walk_tags

_SOURCE = re.compile(r"""(?<=\s)src\s*+=\s*+["']?+[^"'\s>]""", re.IGNORECASE)
_ENDS = re.compile(r"</(?:a|button)\b", re.IGNORECASE)


def shows_nothing(text: str, name: str) -> bool:
    """Whether the HTML of a block is one that a visitor would only stumble over."""
    if name == "core/image":
        return any(_SOURCE.search(rest) is None for rest, _ in _find_first(text, ("img",)))
    return name == "core/button" and any(_ENDS.match(text, end) for _, end in _find_first(text, ("a", "button")))


def _find_first(text: str, names: tuple[str, ...]) -> list[tuple[str, int]]:
    """The attributes of the first of these elements, and where its tag ends; nothing where there is none."""
    tags = (tag for tag in walk_tags(text[:MAX_HEAD]) if tag["name"].lower() in names and not tag["close"])
    return [(tag["rest"], tag.end()) for tag in tags][:1]
