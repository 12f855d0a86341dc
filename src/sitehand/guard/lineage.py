"""Finds callers that may be the same person: keys that one made of the other, and calls through plugins."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal

from sitehand.operation.caller import OWNER_ID

CallerKind = Literal["owner", "key", "token", "plugin"]
RESERVED_KINDS: Mapping[str, CallerKind] = {OWNER_ID: "owner", "site": "owner", "key": "key", "token": "token"}
"""By what an id begins with, up to its colon. Plugins name their callers themselves, but not like these."""
PLUGINS = "plugin"
"""What stands for every caller that plugins vouch for, and for makers from before they were kept: nobody knows who is
behind which.
"""

LOOK_ALIKES = {
    "o": "0030 03BF 03C3 043E 0585 05E1 0647 0665 06F5 07C0 0966 09E6 0A66 0AE6 0B20 0B66 0BE6 0C66 0CE6 0D20 0D66"
    " 0E50 0ED0 101D 1040 10FF 12D0 1D0F 1D11 2C9F 2D54 3007 A4F3 AB3D 102AB 10292 1042C 104EA 10516 118C8 118D7 118E0",
    "w": "026F 0461 051D 0561 13B3 13D4 1D21 A4EA 1170A 1170E 1170F 118E6 118EF",
    "n": "03BD 0274 0578 057C 2C9B A4E0 10513",
    "e": "03B5 0435 04BD 13AC 1D07 212E 2D39 A4F0 AB32 10286 118C6 118CE",
    "r": "0280 0433 13A1 13D2 1587 1D26 2C85 A4E3 AB47 AB48 104DC 16F35",
}
"""Letters and digits that look like those of "owner", small or capital, in code points of what case folding leaves of
them. Source: Unicode Technical Standard 39, confusables.txt; with small capitals. Two v are taken for a w, too.
"""
PLAIN = {int(code, 16): letter for letter, codes in LOOK_ALIKES.items() for code in codes.split()}


def kind_of(caller_id: str) -> CallerKind:
    """What kind of caller has that id."""
    return RESERVED_KINDS.get(caller_id.partition(":")[0], "plugin")


def find_line(caller_id: str, makers: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The caller and all that could be in the same hands, given who made (created or rotated) which key.

    Whoever made a key knows its value. So the line goes from maker to key and from key to maker, however often:
    ancestors, descendants, and what one maker made. It does not go through the owner or the site itself.
    """
    beside: dict[str, set[str]] = defaultdict(set)
    for key, maker in makers:
        if kind_of(maker) != "owner":
            beside[_name(key)].add(_name(maker))
            beside[_name(maker)].add(_name(key))
    line, found = {_name(caller_id)}, [_name(caller_id)]
    while found:
        new = beside[found.pop()] - line
        line |= new
        found += new
    return frozenset(line)


def is_in_line(caller_id: str, line: frozenset[str]) -> bool:
    """Whether a caller is of that line."""
    return _name(caller_id) in line


def claims_owner(label: str) -> bool:
    """Whether a label reads as the owner's, in whatever case, spacing, punctuation, accents, or form of its letters
    (NFKD), or with letters of other scripts that look like them.
    """
    plain = unicodedata.normalize("NFKD", label).casefold().translate(PLAIN)
    return "".join(filter(str.isalnum, plain)).replace("vv", "w") == OWNER_ID


def _name(caller_id: str) -> str:
    return PLUGINS if kind_of(caller_id) == "plugin" else caller_id
