"""What the cleaner leaves out of HTML that somebody wrote, as a notice for whoever wrote it.

The cleaner itself does not say. This looks at the tags alone, once and in linear time, by the cleaner's own lists.
"""

import html
import re
from collections.abc import Iterable, Iterator

from sitehand.hosts.builtin.rendering import ATTRIBUTES, SCHEMES
from sitehand.site.content import Notice

ADDRESSES = frozenset({"href", "src", "cite", "longdesc", "poster"})
MAX_NAMED = 10
_TAG = re.compile(r"""<([a-zA-Z][a-zA-Z0-9-]*+)((?:[^<>"']|"[^"]*+"|'[^']*+')*+)""")
_ATTRIBUTE = re.compile(r"""([^\s"'/=]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"']++))?""")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*+:", re.IGNORECASE)
_KNOWN = {tag: ATTRIBUTES["*"] | names for tag, names in ATTRIBUTES.items()}
_BLANK = re.compile(r"[\x00-\x20]+")


def list_removals(raw: str, allowed: frozenset[str]) -> list[str]:
    """What the cleaner takes out of a text that may have these tags: `<script>`, `onclick`, `javascript:`."""
    return list(dict.fromkeys(_find(raw, allowed))) if "<" in raw else []


def notice_removals(found: Iterable[str]) -> Notice:
    """What to say of what was taken out."""
    named = list(dict.fromkeys(found))
    more = f" and {len(named) - MAX_NAMED} more" if len(named) > MAX_NAMED else ""
    message = f"Visitors do not get {', '.join(named[:MAX_NAMED])}{more}. The text is stored unchanged."
    return Notice(code="html_removed", message=message)


def _find(raw: str, allowed: frozenset[str]) -> Iterator[str]:
    for found in _TAG.finditer(raw):
        tag = found[1].lower()
        if tag not in allowed:
            yield f"<{tag[:40]}>"
            continue
        if not found[2]:
            continue
        known = _KNOWN.get(tag, _KNOWN["*"])
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
