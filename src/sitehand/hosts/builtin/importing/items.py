"""Writes an export's pages and posts, each with its terms, unless a person changed it here since the last import."""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

from sqlalchemy import Connection, bindparam, select

from sitehand.blocks.note_marks import move_text
from sitehand.errors import Problem
from sitehand.hosts.builtin.elementor import name_columns
from sitehand.hosts.builtin.importing.addresses import leave_redirect
from sitehand.hosts.builtin.importing.custom_fields import merge_fields
from sitehand.hosts.builtin.importing.elementor import take_document
from sitehand.hosts.builtin.importing.notes import find_notes
from sitehand.hosts.builtin.importing.people import find_author
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.parts import ELEMENTOR, SEO
from sitehand.hosts.builtin.passwords import hash_password, password_matches
from sitehand.hosts.builtin.references import find_status
from sitehand.hosts.builtin.slugs import MAX_LENGTH, add_ending, assign_slug
from sitehand.hosts.builtin.states import State, next_id, read_state, store_item
from sitehand.hosts.builtin.tables import authors, item_terms, items, media, revisions, terms
from sitehand.hosts.builtin.translations import check_place
from sitehand.hosts.builtin.trees import is_below
from sitehand.site.content import TRASHED, UNNAMED_STATUSES, UNTRASHED_STATUSES
from sitehand.site.export import Entry
from sitehand.store.prepared import Prepared

IMPORTER = "import"
"""Who the revisions of an import are by; no key has this name."""
THUMBNAIL = "_thumbnail_id"
SCHEDULE = "schedule"
"""Who publishes what is due: no change by a person."""
SELECT_IMPORTED = Prepared(select(items.c.id, items.c.date).where(items.c.import_source == bindparam("source")))


def write_item(session: Session, entry: Entry) -> None:
    """One page or post, after its parent."""
    row = SELECT_IMPORTED.first(session.connection, {"source": session.name_source(entry.source_id)})
    item_id = int(row["id"]) if row else 0
    author = find_author(session, entry.creator)
    if item_id:  # before the content is moved: marks in it name the notes here
        find_notes(session, entry, item_id)
    wanted = {
        "type": entry.type,
        "status": entry.status,
        "title": entry.title,
        "content": move_text(session.links.rewrite(entry.content), session.known_notes),
        "excerpt": session.links.rewrite(entry.excerpt),
        "menu_order": entry.menu_order,
        "sticky": entry.sticky,
        "parent": _find_parent(session, entry, item_id),
        "author": author,
        "featured_media": _find_picture(session, entry),
        "date": entry.date or (row["date"] if row else session.now),
    }
    uses = {(use.taxonomy, use.slug) for use in entry.terms if use.taxonomy != "nav_menu"}
    used = {session.terms[use] for use in uses}
    session.require(authors, author)
    for term in used:
        session.require(terms, term)
    belongings: State = {"terms": sorted(used), **_list_parts(session, entry, item_id)}
    session.items[entry.source_id] = _save_item(session, entry, item_id, wanted, belongings)


def _list_parts(session: Session, entry: Entry, item_id: int) -> State:
    """The document, SEO fields and custom fields of an item, where the export tells of any."""
    seo = {} if entry.seo is None else {"seo": dict(entry.seo)}
    document = take_document(entry, session.report)
    here = replace(document, data=session.links.rewrite_document(document.data))
    return {"elementor": name_columns(here), **seo, **merge_fields(session, entry, item_id)}


def _find_parent(session: Session, entry: Entry, item_id: int) -> int:
    """The id of the page above; 0, with a remark, when it is not here or stands below the page itself."""
    if not entry.parent:
        return 0
    parent = session.find_imported(items, session.items, entry.parent)
    if find_status(session.connection, parent, entry.type) is None:
        session.report.adjust("pages", "the parent is not here; now at the top level", entry.label)
        return 0
    if is_below(session.connection, "items", parent, item_id):
        session.report.adjust("pages", "the parent closes a circle; now at the top level", entry.label)
        return 0
    return parent


def _find_picture(session: Session, entry: Entry) -> int:
    named = entry.meta.get(THUMBNAIL, "").strip()
    if named in ("", "0", "-1"):
        return 0
    number = int(named) if re.fullmatch("[0-9]{1,18}", named) else 0
    picture = session.find_imported(media, session.media, number)
    if not picture:
        session.report.adjust(f"{entry.type}s", "the featured image is not here; now without", entry.label)
    return picture


def _save_item(session: Session, entry: Entry, item_id: int, wanted: State, belongings: State) -> int:
    """Create the item, which has no id yet, change it, or leave it; its id."""
    connection, doing = session.connection, f"Writing {entry.type}s"
    wanted["id"] = item_id or next_id(connection)
    stored = read_state(connection, item_id) if item_id else None
    wanted["locale"] = _find_locale(connection, stored, wanted["parent"])
    _assign_slug(connection, session, entry, wanted)
    keeps = stored is not None and password_matches(stored["password"], entry.password)
    wanted["password"] = stored["password"] if stored and keeps else hash_password(entry.password)
    if stored is None:
        values = {**_first_state(session, entry), **wanted, **_leave_empty(belongings)}
        _store(connection, session, entry, values, "create")
        session.count(f"{entry.type}s", "created", doing)
    elif _has_belongings(connection, wanted["id"], belongings) and all(stored[name] == wanted[name] for name in wanted):
        session.count(f"{entry.type}s", "unchanged", doing)
    elif why := _find_hindrance(connection, {**stored, **wanted}):
        session.report.leave_out(f"changes of {entry.type}s", why, entry.label)
        session.step(doing)
    else:
        values = {**stored, **wanted, **belongings, "modified": entry.modified or session.now}
        _store(connection, session, entry, values, "update")
        session.count(f"{entry.type}s", "updated", doing)
    return int(wanted["id"])


def _find_hindrance(connection: Connection, values: State) -> str:
    """Why an item that is here already is left as it is; "" for no reason."""
    if read_last_writer(connection, values["id"]) != IMPORTER:
        return "changed here since the last import"
    try:
        check_place(connection, values)
    except Problem:
        return "no place in its locale beside its translations and the pages below it"
    return ""


def _find_locale(connection: Connection, stored: State | None, parent: int) -> str:
    """The locale of its parent, which a page below another has, also one that is here already; else its own."""
    above = read_state(connection, parent) if parent else None
    return str(above["locale"] if above else stored["locale"] if stored else "")


def _assign_slug(connection: Connection, session: Session, entry: Entry, wanted: State) -> None:
    """WordPress quotes slugs in other scripts, which are stored plain here; the address is the same."""
    plain = unquote(entry.slug, errors="ignore")
    if not plain and entry.status in UNNAMED_STATUSES | {"trash"}:
        wanted["slug"] = ""
        return
    gives_up = plain and entry.status == "trash" and TRASHED not in plain
    slug = add_ending(plain[:MAX_LENGTH], TRASHED) if gives_up else plain
    assign_slug(connection, wanted, slug, session.reserved)
    lossy = quote(plain).lower() != quote(entry.slug, safe="/%").lower()
    if entry.slug and (wanted["slug"] != slug or lossy):
        name = f"{entry.label} ({wanted['slug']})"
        session.report.adjust(f"{entry.type}s", "the slug is taken or no whole address; changed", name)


def _leave_empty(belongings: State) -> State:
    """What a new item gets: no document that is empty, which would be looked for while others wait to write."""
    return {name: value for name, value in belongings.items() if name != "elementor" or any(value.values())}


def _first_state(session: Session, entry: Entry) -> dict[str, Any]:
    """What only a new item gets: later the site itself keeps it."""
    before = entry.meta.get("_wp_trash_meta_status", "")
    floating = entry.status in UNNAMED_STATUSES and (entry.local_date or not entry.date)
    return {
        "import_source": session.name_source(entry.source_id),
        "modified": entry.modified or min(entry.date or session.now, session.now),
        "floating_date": floating,
        "status_before_trash": (before if before in UNTRASHED_STATUSES else "draft") if entry.status == "trash" else "",
    }


def _store(connection: Connection, session: Session, entry: Entry, values: State, action: str) -> None:
    """Store the item, and lead to it from where visitors have found it."""
    store_item(connection, values, by=IMPORTER, at=session.now, action=action)
    if values["status"] == "publish":
        leave_redirect(connection, session.old, entry.link, values["id"], session.now)


def _has_belongings(connection: Connection, item_id: int, belongings: State) -> bool:
    """Whether an item has these terms and this Elementor document, and these SEO fields if any are known. Custom fields
    are only among its belongings where they change.
    """
    used = connection.execute(select(item_terms.c.term_id).where(item_terms.c.item_id == item_id)).scalars()
    found = {"terms": sorted(used), "elementor": ELEMENTOR.read_fields(connection, item_id)}
    return {**found, **(SEO.read_fields(connection, item_id) if "seo" in belongings else {})} == belongings


def read_last_writer(connection: Connection, item_id: int) -> str:
    """Who left the newest revision of an item, but for the schedule."""
    query = select(revisions.c.by).where(revisions.c.item_id == item_id, revisions.c.by != SCHEDULE)
    return connection.execute(query.order_by(revisions.c.id.desc()).limit(1)).scalar() or ""
