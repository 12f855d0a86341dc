"""What the cleaner leaves out of HTML that somebody wrote, as a notice for whoever wrote it.

The cleaner itself does not say. This looks at the tags alone, once and in linear time, by the cleaner's own lists.
"""

import asyncio
import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from sitehand.hosts.builtin.rendering import ATTRIBUTES, BLOCK_TAGS, INLINE_TAGS, SCHEMES, TITLE_TAGS
from sitehand.site.content import Notice

ALLOWED: Mapping[str, frozenset[str]] = {
    "title": TITLE_TAGS,
    "content": INLINE_TAGS | BLOCK_TAGS,
    "excerpt": INLINE_TAGS | BLOCK_TAGS,
}
"""The tags that the texts of an item may have."""
AT_ONCE = 20_000
"""Characters that are looked at in the event loop; more go to a thread."""
ADDRESSES = frozenset({"href", "src", "cite", "longdesc", "poster"})
MAX_NAMED = 10
_TAG = re.compile(r"""<([a-zA-Z][a-zA-Z0-9-]*+)((?:[^<>"']|"[^"]*+"|'[^']*+')*+)""")
_ATTRIBUTE = re.compile(r"""([^\s"'/=]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"']++))?""")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*+:", re.IGNORECASE)
_BLANK = re.compile(r"[\x00-\x20]+")


async def notice_removals(given: Mapping[str, Any]) -> list[Notice]:
    """A notice of what visitors will not get of these fields, when there is any such thing."""
    texts = {name: given[name] for name in ALLOWED if "<" in given.get(name, "")}
    long = sum(map(len, texts.values())) > AT_ONCE
    found = await asyncio.to_thread(list_removals, texts) if long else list_removals(texts)
    if not found:
        return []
    more = f" and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
    message = f"Visitors do not get {', '.join(found[:MAX_NAMED])}{more}. The text itself is stored as it was sent."
    return [Notice(code="html_removed", message=message)]


def list_removals(texts: Mapping[str, str]) -> list[str]:
    """What the cleaner takes out of these texts: `<script>`, `onclick`, `javascript:`; each once, in their order."""
    return list(dict.fromkeys(each for name, raw in texts.items() for each in _find(raw, ALLOWED[name])))


def _find(raw: str, allowed: frozenset[str]) -> Iterator[str]:
    for found in _TAG.finditer(raw):
        tag = found[1].lower()
        if tag not in allowed:
            yield f"<{tag[:40]}>"
            continue
        known = ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set())
        for attribute in _ATTRIBUTE.finditer(found[2]):
            name = attribute[1].lower()
            if name not in known and not name.startswith(("data-", "aria-")):
                yield name[:40]
            elif name in ADDRESSES and (scheme := _find_scheme(attribute[2] or "")):
                yield scheme


def _find_scheme(value: str) -> str:
    """The scheme of an address when it is one that the cleaner does not let pass, else nothing."""
    found = _SCHEME.match(_BLANK.sub("", html.unescape(value.strip("\"'")[:200])))
    return found[0].lower() if found and found[0].lower().rstrip(":") not in SCHEMES else ""
