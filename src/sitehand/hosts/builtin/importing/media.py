"""Writes an export's attachments as media, by the addresses of their files, which `files.py` fetches afterwards."""

import mimetypes

from sqlalchemy import update

from sitehand.hosts.builtin.importing.collections import add_collections
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.tables import items, media
from sitehand.site.export import Entry

DOING = "Writing media"
ALT_TEXT = "_wp_attachment_image_alt"


def write_media(session: Session, entry: Entry) -> None:
    """One attachment. Items need its id before it can know the id of the item that it hangs on: see `attach_media`."""
    source = session.name_source(entry.source_id)
    row = session.find_row(media, import_source=source)
    values = {
        "source_url": entry.attachment_url,
        "title": entry.title,
        "alt_text": entry.meta.get(ALT_TEXT, ""),
        "caption": entry.excerpt,
        "description": entry.content,
        "slug": entry.slug[:200],
        "mime_type": mimetypes.guess_type(entry.attachment_url)[0] or "",
        "date": entry.date or (row["date"] if row else session.now),
        "import_source": source,
    }
    if row and row["sha256"]:  # its file is here by now
        values |= {name: row[name] for name in ("source_url", "mime_type")}
    media_id, outcome = session.save_row(media, values)
    if add_collections(session, entry, media_id, row) and outcome == "unchanged":
        outcome = "updated"
    session.media[entry.source_id], session.media_outcomes[entry.source_id] = media_id, outcome


def attach_media(session: Session, entry: Entry) -> None:
    """Hang an attachment on its item, when that is here, and count it."""
    parent = session.find_imported(items, session.items, entry.parent)
    if entry.parent and not parent:
        session.report.adjust("attachments", "the item that they hang on is not here", entry.label)
    outcome, media_id = session.media_outcomes[entry.source_id], session.media[entry.source_id]
    changed = update(media).where(media.c.id == media_id, media.c.parent != parent).values(parent=parent)
    if session.connection.execute(changed).rowcount and outcome == "unchanged":
        outcome = "updated"
    session.count("media", outcome, DOING)
