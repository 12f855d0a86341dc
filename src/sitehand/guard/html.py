"""What HTML a caller may add: what WordPress lets those write who lack `unfiltered_html`, unless the owner said more.

It is decided from what a write does, whatever the operation, and on every host. What is stored already may stay, and an
undo brings it back.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sitehand.blocks.outline import Outline, read_outline
from sitehand.errors import Code, Detail, Problem
from sitehand.guard.call import current_call
from sitehand.operation.caller import Caller
from sitehand.operation.markup.known import KNOWN
from sitehand.operation.markup.pieces import Found
from sitehand.operation.markup.texts import find_in_json, find_in_text, find_in_values
from sitehand.site.capabilities import Capabilities
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kind, Kinds

MAX_TOLD = 5
MAX_SHOWN = 120


class _Place(NamedTuple):
    """A piece in a field of an object."""

    change: ObjectChange
    field: str
    found: Found


class HtmlRule:
    """Refuses HTML that a caller may not add. `capabilities` tells whether the site takes all HTML."""

    def __init__(self, kinds: Kinds, capabilities: Callable[[], Capabilities]) -> None:
        self._kinds = kinds
        self._capabilities = capabilities

    async def prepare(self, caller: Caller, texts: Sequence[str]) -> None:
        """Read long texts of a call before its transaction, where nobody waits for that."""
        if not self._is_free(caller):
            await asyncio.to_thread(lambda: [KNOWN.read(find_in_text, text) for text in texts])

    def check(self, caller: Caller, objects: Sequence[ObjectChange]) -> None:
        """Raise Problem(html_not_allowed) with the first places where a write adds what is not allowed."""
        if self._is_free(caller) or current_call().undone:
            return
        if added := _find_added(objects, self._kinds):
            raise _refuse(added, self._explain(caller))

    def _is_free(self, caller: Caller) -> bool:
        return caller.grants.unfiltered_html and self._capabilities().offers("unfiltered_html")

    def _explain(self, caller: Caller) -> str:
        if caller.grants.unfiltered_html:
            return self._capabilities().explain("unfiltered_html")
        return "Only the owner, and keys that the owner created with unfiltered_html, can add it."


def _find_added(objects: Sequence[ObjectChange], kinds: Kinds) -> list[_Place]:
    """Pieces that a write adds to an object, beyond those that it had."""
    return [place for each in objects for place in _find_added_to(each, kinds[each.kind])]


def _find_added_to(change: ObjectChange, kind: Kind) -> list[_Place]:
    after = _find_in_fields(change, kind, change.after) if change.after and kind.shown else []
    if not after:
        return []
    known = Counter(place.found.piece for place in _find_in_fields(change, kind, change.before or {}))
    added = []
    for place in after:
        if known[place.found.piece]:
            known[place.found.piece] -= 1
        else:
            added.append(place)
    return added


def _find_in_fields(change: ObjectChange, kind: Kind, fields: Mapping[str, Any]) -> list[_Place]:
    places: list[_Place] = []
    for name, value in fields.items():
        # Most fields of a page hold a text without a tag, or a number. JSON may write the `<` of one as an escape.
        if isinstance(value, str):
            if "<" not in value and not (value and kind.forms.get(name) == "json"):
                continue
        elif not value or isinstance(value, int):
            continue
        if not kind.hides(change.object, name):
            places += [_Place(change, name, found) for found in _find_in_field(kind, name, value)]
    return places


def _find_in_field(kind: Kind, name: str, value: Any) -> list[Found]:
    form = kind.forms.get(name, "content")
    if not isinstance(value, str):
        return find_in_values(value, form, name)
    if form in ("json", "content"):
        return KNOWN.read(find_in_json if form == "json" else find_in_text, value)
    return find_in_text(value, form)


def _refuse(added: Sequence[_Place], why: str) -> Problem:
    first = added[0]
    more = f", and {len(added) - 1} more" if len(added) > 1 else ""
    kind = first.change.kind.replace("_", " ")
    target = f"the new {kind}" if first.change.before is None else f"the {kind} {first.change.object}"
    return Problem(
        Code.HTML_NOT_ALLOWED,
        f"This adds {first.found.piece.what} to {target}{more}, which is not allowed. {why}",
        hint="Leave it out, or ask the owner. What is stored already may stay as it is.",
        details=_list_details(added[:MAX_TOLD]),
    )


def _list_details(places: Sequence[_Place]) -> list[Detail]:
    read = cache(read_outline)  # most pieces of a write are in one text, and reading a long one takes a second
    return [_detail(place, read) for place in places]


def _detail(place: _Place, read: Callable[[str], Outline]) -> Detail:
    where = [place.field, _find_block(place, read), place.found.path]
    got = f"{place.found.piece.what}: {place.found.piece.source}"
    return Detail(
        path=", ".join(filter(None, where)), expected="HTML that WordPress allows authors", got=got[:MAX_SHOWN]
    )


def _find_block(place: _Place, read: Callable[[str], Outline]) -> str:
    """The block of a text that has a piece."""
    text = (place.change.after or {}).get(place.field)
    at = place.found.at
    if not isinstance(text, str) or "<!-- wp:" not in text or at is None:
        return ""
    around = read(text).find_around(at + 1)
    return f"block {around[-1].path}" if around else ""
