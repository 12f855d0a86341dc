"""Which callers may be one and the same person: keys that one made of the other, and what calls through plugins."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal

from sitehand.operation.context import OWNER_ID

CallerKind = Literal["owner", "key", "token", "plugin"]
RESERVED_KINDS: Mapping[str, CallerKind] = {OWNER_ID: "owner", "site": "owner", "key": "key", "token": "token"}
"""By what an id begins with, up to its colon. Plugins name their callers themselves, but not like these."""
PLUGINS = "plugin"
"""What stands for every caller that plugins vouch for, and for makers from before they were kept: nobody knows who is
behind which.
"""


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
    """Whether a label reads as the owner's, in whatever case, spacing, punctuation or form of its letters (NFKC)."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", label).casefold())) == OWNER_ID


def _name(caller_id: str) -> str:
    return PLUGINS if kind_of(caller_id) == "plugin" else caller_id
