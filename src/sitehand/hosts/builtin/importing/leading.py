"""Leads the texts of an import to items and notes that came in after them: what names them was not known before."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitehand.blocks.note_marks import move_text
from sitehand.hosts.builtin.importing.footnotes import NAME, read_footnotes
from sitehand.hosts.builtin.importing.items import IMPORTER
from sitehand.hosts.builtin.importing.links import Links
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.parts import VALUES
from sitehand.hosts.builtin.states import State, read_state, store_item
from sitehand.site.export import Entry


class Led(NamedTuple):
    """An item whose texts name others that are here by now: the texts as written, and as wanted."""

    item_id: int
    written: Mapping[str, str]
    wanted: Mapping[str, str]
    footnotes: tuple[str, str]
    """The footnotes of the text, as written and as wanted."""

    @property
    def characters(self) -> int:
        """Characters of the wanted texts."""
        return sum(map(len, (*self.wanted.values(), self.footnotes[1])))


def find_led(session: Session, entries: Sequence[Entry], links: Links) -> list[Led]:
    """The items of an import that these links change."""
    found = []
    for entry in entries:
        written = _write_texts(entry, session.links, session.known_notes)
        wanted = _write_texts(entry, links, session.notes)
        before, after = (read_footnotes(entry, each) for each in (session.links, links))
        if written != wanted or before != after:
            found.append(Led(session.items[entry.source_id], written, wanted, (before, after)))
    return found


def lead_texts(session: Session, found: Sequence[Led]) -> Iterator[None]:
    """Store these texts, one item a step; what somebody has changed, or the import has left alone, stays."""
    for each in found:
        state = read_state(session.connection, each.item_id)
        if state is not None and all(state[name] == text for name, text in each.written.items()):
            values = {**state, **each.wanted, **_lead_footnotes(session, each)}
            store_item(session.connection, values, by=IMPORTER, at=session.now, action="update")
        yield


def _lead_footnotes(session: Session, led: Led) -> State:
    """The item's custom fields with the wanted footnotes, if it has those that were written."""
    before, after = led.footnotes
    fields = VALUES.read_fields(session.connection, led.item_id)["fields"]
    return {"fields": {**fields, NAME: after}} if before != after and fields.get(NAME) == before else {}


def _write_texts(entry: Entry, links: Links, notes: Mapping[int, int]) -> dict[str, str]:
    texts = {"content": move_text(links.rewrite(entry.content), notes), "excerpt": links.rewrite(entry.excerpt)}
    return {"title": entry.title, **texts}
