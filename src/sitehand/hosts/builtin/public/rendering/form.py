"""The form of a text: its HTML, sanitised and with WordPress's layout classes, and a slot for each dynamic block.

It follows from the text alone. Delimiters are read as a stream, so that blocks that are never closed repeat nothing.
"""

import re
import secrets
from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.delimiters import Delimiter, find_delimiters
from sitehand.errors import Problem
from sitehand.hosts.builtin.hidden_blocks import leave_out_hidden
from sitehand.hosts.builtin.public.rendering.backgrounds import draw_pictures, find_place, name_slot
from sitehand.hosts.builtin.public.rendering.dressing import dress
from sitehand.hosts.builtin.public.rendering.emptiness import shows_nothing
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Form, Slot, mend_halves
from sitehand.hosts.builtin.rendering import SLOT_TAG, clean_fragment

MAX_DEPTH = 20
"""Slots within slots; what is deeper keeps its stored HTML alone."""
CONTEXT = frozenset(
    f"core/{name}"
    for name in (
        *("comments-pagination", "navigation", "playlist", "query", "query-pagination", "social-links", "tabs"),
        "terms-query",
    )
)
"""Blocks whose attributes say what the blocks in them show."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""How JSON escapes a surrogate; one of a pair is none that a page could hold."""


@dataclass(slots=True)
class _Fragment:
    """HTML that is sanitised as one, with a mark for each slot in it."""

    html: list[str] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """A block that is not closed yet; `fragment` is its own if it is dynamic."""

    name: str
    attributes: Attributes
    context: Mapping[str, Attributes]
    fragment: _Fragment | None
    begun: bool = False
    """Whether HTML of it was read."""


def build_form(raw: str, dynamic: Container[str]) -> Form:
    """The form of a text with blocks. `dynamic` are the blocks that get slots."""
    raw = leave_out_hidden(raw)
    builder = _Builder(raw, dynamic)
    try:
        for delimiter in find_delimiters(raw):
            if not builder.take(delimiter):
                break
    except Problem:  # more delimiters than anybody writes: as it is stored
        return (clean_fragment(raw).html,)
    return builder.finish()


class _Builder:
    def __init__(self, raw: str, dynamic: Container[str]) -> None:
        self._raw = raw
        self._dynamic = dynamic
        self._at = 0
        self._open: list[_Open] = []
        self._fragments = [_Fragment()]
        self._secret = _choose_secret(raw)

    def take(self, delimiter: Delimiter) -> bool:
        """False for a closer with nothing to close: all that follows is text, as WordPress reads it."""
        if delimiter.closes and not self._open:
            return False
        self._add_text(self._at, delimiter.start)
        self._at = delimiter.end
        if delimiter.closes:
            self._close()
        else:
            self._begin(delimiter)
        return True

    def finish(self) -> Form:
        """The form, with the rest of the text and blocks that were never closed."""
        self._add_text(self._at, len(self._raw))
        while self._open:
            self._close()
        return self._clean(self._fragments[0])

    def _begin(self, delimiter: Delimiter) -> None:
        attributes = _read(self._raw[slice(*delimiter.attributes)] if delimiter.attributes else "{}")
        context = self._open[-1].context if self._open else {}
        if delimiter.name in CONTEXT:
            context = {**context, delimiter.name: attributes}
        is_slot = delimiter.name in self._dynamic and len(self._fragments) <= MAX_DEPTH
        block = _Open(delimiter.name, attributes, context, _Fragment() if is_slot else None)
        self._open.append(block)
        if block.fragment:
            self._fragments.append(block.fragment)
        if delimiter.void:
            self._close()

    def _close(self) -> None:
        block = self._open.pop()
        if block.fragment is None:
            return
        inner = self._clean(self._fragments.pop())
        self._add_slot(Slot(block.name, block.attributes, inner, block.context))

    def _add_slot(self, slot: Slot) -> None:
        parent = self._fragments[-1]
        # The secret tells our slots from what an author may write.
        parent.html.append(f'<{SLOT_TAG} name="{self._secret}-{len(parent.slots)}"></{SLOT_TAG}>')
        parent.slots.append(slot)

    def _add_text(self, start: int, end: int) -> None:
        html = self._raw[start:end]
        block = self._open[-1] if self._open else None
        if block and not block.begun and not block.fragment and html.strip():
            block.begun = True
            html = "" if shows_nothing(html, block.name) else self._dress(html, block)
        at = find_place(html, block.name, block.attributes) if block else None
        if block and at is not None:
            self._fragments[-1].html.append(html[:at])
            self._add_slot(Slot(name_slot(block.name), block.attributes))
        self._fragments[-1].html.append(html[at or 0 :])

    def _dress(self, html: str, block: _Open) -> str:
        return dress(draw_pictures(html, block.name, block.attributes), block.name, block.attributes)

    def _clean(self, fragment: _Fragment) -> Form:
        """The parts of a fragment. A mark is an element that only this text's secret makes one; in an attribute it is
        none, since quotes are written otherwise there.
        """
        cleaned = clean_fragment("".join(fragment.html)).html
        mark = rf'<{SLOT_TAG} name="{self._secret}-([0-9]+)"></{SLOT_TAG}>'
        pieces = re.split(mark, cleaned)
        parts = [fragment.slots[int(piece)] if number % 2 else piece for number, piece in enumerate(pieces)]
        return tuple(part for part in parts if part)


def _read(text: str) -> Attributes:
    values = read_attributes(text)
    return Attributes(mend_halves(values) if _HALF.search(text) else values)


def _choose_secret(raw: str) -> str:
    """Some letters that the text does not have."""
    while (secret := secrets.token_hex(8)) in raw:
        pass
    return secret
