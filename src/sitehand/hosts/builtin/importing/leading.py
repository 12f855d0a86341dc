"""Leads the texts of an import to items and notes that came in after them: what names them was not known before."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitehand.blocks.note_marks import move_text
from sitehand.hosts.builtin.importing.items import IMPORTER
from sitehand.hosts.builtin.importing.links import Links
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.states import read_state, store_item
from sitehand.site.export import Entry


class Led(NamedTuple):
    """An item whose texts name others that are here by now: the texts as they were written, and as they are to be."""

    item_id: int
    written: Mapping[str, str]
    wanted: Mapping[str, str]

    @property
    def characters(self) -> int:
        """Of the texts."""
        return sum(map(len, self.wanted.values()))


def find_led(session: Session, entries: Sequence[Entry], links: Links) -> list[Led]:
    """The items of an import that these links change."""
    found = []
    for entry in entries:
        written = _write_texts(entry, session.links, session.known_notes)
        wanted = _write_texts(entry, links, session.notes)
        if written != wanted:
            found.append(Led(session.items[entry.source_id], written, wanted))
    return found


def lead_texts(session: Session, found: Sequence[Led]) -> Iterator[None]:
    """Store these texts, one item a step; what somebody has changed, or the import has left alone, stays."""
    for each in found:
        state = read_state(session.connection, each.item_id)
        if state is not None and all(state[name] == text for name, text in each.written.items()):
            store_item(session.connection, {**state, **each.wanted}, by=IMPORTER, at=session.now, action="update")
        yield


def _write_texts(entry: Entry, links: Links, notes: Mapping[int, int]) -> dict[str, str]:
    texts = {"content": move_text(links.rewrite(entry.content), notes), "excerpt": links.rewrite(entry.excerpt)}
    return {"title": entry.title, **texts}
