"""Notes of an export: what editors left each other on items and their blocks. WordPress keeps them since 6.9."""

from typing import Any

from sqlalchemy import bindparam, func, or_, select

from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.notes import notes
from sitehand.hosts.builtin.tables import items
from sitehand.site.export import Comment, Entry
from sitehand.store.prepared import Prepared

DOING = "Writing notes"
NOTE = "note"
"""The type of comment in which WordPress keeps notes."""
STATUSES = {"1": "resolved", "0": "open", "": "open", "post-trashed": "open"}
DID = {"resolved": "resolved", "reopen": "reopened"}
"""What a reply did to its note, and the status that it has for that."""
SAME = Prepared(
    select(notes.c.id)
    .where(
        notes.c.post == bindparam("post"),
        notes.c.date == bindparam("date"),
        notes.c.author_name == bindparam("author_name"),
        notes.c.content == bindparam("content"),
        func.coalesce(notes.c.parent, 0) == func.coalesce(bindparam("parent"), 0),
        or_(notes.c.parent.is_(None), notes.c.status == bindparam("status")),
    )
    .order_by(notes.c.id)
    .limit(1)
)
"""The note that an earlier import brought, whether it has been resolved here or not."""


def find_notes(session: Session, entry: Entry, item_id: int) -> None:
    """Remember which notes on an item are here already, so that its text can name them."""
    for each in entry.comments:
        if each.type == NOTE and not each.parent:
            found = SAME.scalar(session.connection, _describe(session, each, item_id))
            if found is not None:
                session.known_notes[each.source_id] = int(found)


def write_note(session: Session, entry: Entry, note: Comment) -> None:
    """One note or reply, after what it replies to. One that is here already stays as it is."""
    item_id = session.items[entry.source_id]
    session.require(items, item_id)
    row = _describe(session, note, item_id)
    if row["parent"]:
        session.require(notes, row["parent"])
    found = SAME.scalar(session.connection, row)
    session.count("notes", "created" if found is None else "unchanged", DOING)
    note_id = session.insert_row(notes, row) if found is None else int(found)
    session.notes[note.source_id] = row["parent"] or note_id


def _describe(session: Session, note: Comment, item_id: int) -> dict[str, Any]:
    """The row of a note. A reply to a reply is one to the note, as everywhere here."""
    parent = session.notes.get(note.parent)
    return {
        "post": item_id,
        "parent": parent,
        "status": DID.get(note.did, "") if parent else STATUSES[note.status],
        "author_name": note.author_name,
        "date": note.date or session.now,
        "content": note.content,
    }
