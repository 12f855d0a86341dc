"""Writes an export's menus and their entries."""

import re
from collections.abc import Iterator, Mapping, Sequence

from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.tables import items, menu_entries, menus
from sitehand.site.export import Entry, ExportedTerm

DOING = "Writing menus"
SAFE_STARTS = ("http://", "https://", "mailto:", "tel:", "/", "#", "?")
ARCHIVES = {"category": "/category", "post_tag": "/tag"}


def write_menu(
    session: Session, menu: ExportedTerm, entries: Sequence[Entry], terms: Mapping[int, ExportedTerm]
) -> Iterator[None]:
    """A menu, then its entries, one a step, parents first; `terms` are the export's by their ids there."""
    row = session.find_row(menus, slug=menu.slug)
    if row is None:
        menu_id = session.insert_row(menus, {"slug": menu.slug, "name": menu.name})
    else:
        menu_id = row["id"]
        if row["name"] != menu.name:
            session.report.adjust("menus", "here already under another name, which stays", menu.slug)
    session.count("menus", "unchanged" if row else "created", DOING)
    yield
    placed = {0: 0}
    for entry in entries:
        session.require(menus, menu_id)
        placed[entry.source_id] = _write_entry(session, menu, menu_id, placed[entry.parent], entry, terms)
        yield


def _write_entry(
    session: Session, menu: ExportedTerm, menu_id: int, parent: int, entry: Entry, terms: Mapping[int, ExportedTerm]
) -> int:
    """The entry's id; of one that leads nowhere its parent's, so that what is below it moves up."""
    target = _find_target(session, entry, terms)
    if target is None:
        session.report.leave_out("menu entries", "their target is not here; entries below them move up", entry.label)
        session.step(DOING)
        return parent
    values = {
        "menu_id": menu_id,
        "parent": parent,
        "position": entry.menu_order,
        "import_source": session.name_source(f"{menu.slug}/{entry.source_id}"),
        **target,
    }
    entry_id, outcome = session.save_row(menu_entries, values)
    session.menu_entries += 1
    session.count("menu entries", outcome, DOING)
    return entry_id


def _find_target(session: Session, entry: Entry, terms: Mapping[int, ExportedTerm]) -> dict[str, str | int] | None:
    """Title, URL and item of an entry. An entry for an item that has no title of its own shows the item's."""
    kind, object_id = entry.meta.get("_menu_item_type"), entry.meta.get("_menu_item_object_id", "").strip()
    if kind == "custom":
        url = session.links.rewrite_address(entry.meta.get("_menu_item_url", "").strip())
        return {"title": entry.title, "url": url, "item_id": 0} if url.lower().startswith(SAFE_STARTS) else None
    if not re.fullmatch("[0-9]{1,19}", object_id):
        return None
    if kind == "post_type":
        item_id = session.find_imported(items, session.items, int(object_id))
        return {"title": entry.title, "url": "", "item_id": item_id} if item_id else None
    term = terms.get(int(object_id)) if kind == "taxonomy" else None
    if term is None or term.taxonomy not in ARCHIVES:
        return None
    return {"title": entry.title or term.name, "url": f"{ARCHIVES[term.taxonomy]}/{term.slug}/", "item_id": 0}
