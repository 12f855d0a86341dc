"""Decides, without a database, what of an export is imported and in which order, and reports the rest."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sitehand.hosts.builtin.importing.addresses import UNNAMED
from sitehand.hosts.builtin.importing.collections import name_collections
from sitehand.hosts.builtin.importing.comments import choose_comments
from sitehand.hosts.builtin.importing.elementor import META
from sitehand.hosts.builtin.importing.footnotes import NAME as FOOTNOTES
from sitehand.hosts.builtin.importing.ordering import order_by_parent
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.templates import CONDITIONS, LIBRARY_TYPE, Template, select_templates
from sitehand.site.content import STATUSES
from sitehand.site.elementor_templates import LIBRARY
from sitehand.site.export import Entry, Export, ExportedTerm
from sitehand.site.terms import CATEGORY, COLLECTION, FORMAT, TAG

PARTS = {"wp_block": "pattern", "wp_navigation": "navigation"}
"""What WordPress calls the types of items that are shown within others, and this site."""
NO_TYPES: Mapping[str, bool] = {}
NO_NAME = (
    "the file names none (no wp:base_blog_url, no link), so that links to its old addresses stay; "
    "imported again unchanged, the file changes nothing, and a later export comes in as new items"
)
NO_FIELDS = "this site has no such field"
MENU_PARENT = "_menu_item_menu_item_parent"
_USED_META = {
    "page": {"_thumbnail_id", "_wp_trash_meta_status", FOOTNOTES, *META},
    "post": {"_thumbnail_id", "_wp_trash_meta_status", FOOTNOTES, *META},
    "attachment": {"_wp_attachment_image_alt"},
    LIBRARY: {"_wp_trash_meta_status", *META, CONDITIONS},
}
_MENU_META = {"_menu_item_type", "_menu_item_object", "_menu_item_object_id", "_menu_item_url", MENU_PARENT}
_EMPTY_MENU_META = ("", 'a:1:{i:0;s:0:"";}', "a:0:{}")


@dataclass(frozen=True, slots=True)
class Selection:
    """What is written, parents before children everywhere. Menu entries come by the menu's slug."""

    templates: Sequence[Template]
    terms: Sequence[ExportedTerm]
    menus: Sequence[ExportedTerm]
    media: Sequence[Entry]
    items: Sequence[Entry]
    menu_entries: dict[str, list[Entry]]

    @property
    def steps(self) -> int:
        """How many things there are to write."""
        entries = sum(map(len, self.menu_entries.values()))
        comments = sum(len(entry.comments) for entry in self.items)
        things = (self.templates, self.terms, self.menus, self.media, self.items)
        return sum(map(len, things)) + comments + entries


def select_import(export: Export, now: str, report: ImportReport, types: Mapping[str, bool] = NO_TYPES) -> Selection:
    """The selection; everything in the export that is not in it has a line in the report.

    `types` are those that are registered here, and whether their items have parents.
    """
    nested = {"page": True, "post": False, **dict.fromkeys(PARTS.values(), False), **types}
    _report_site(export, report)
    entries = list(_name_parts(_drop_repeated(export.entries, report), report))
    items = _select_items(entries, now, report, nested)
    media = [entry for entry in entries if entry.type == "attachment" and _accept_media(entry, report)]
    menu_entries = _select_menu_entries(export.entries, report)
    library = [entry for entry in entries if entry.type == LIBRARY and LIBRARY not in nested]
    templates = select_templates(library, report)
    for entry in entries:
        if entry.type not in (*nested, "attachment", "nav_menu_item", LIBRARY):
            report.leave_out(f"items of type {entry.type}", "the site has no such type", entry.label)
    _report_parts(items, media, templates, report)
    declared, media = name_collections(export.terms, media, items, report)
    terms = _select_terms(declared, [*items, *media], report)
    return Selection(templates, terms, _select_menus(export, menu_entries), media, items, menu_entries)


def _report_site(export: Export, report: ImportReport) -> None:
    if not export.settings:
        reason = "a file does not tell all settings; this site's stay as they are"
        report.leave_out("the exported site's name, description and language", reason)
    if export.source.endswith(UNNAMED):
        report.adjust("the exported site", NO_NAME)
    report.leave_out("authors' e-mail addresses", "the site keeps none", count=len(export.authors))
    for fault in export.damaged:
        report.leave_out("items", "they are damaged; the rest of the file is not", fault)
    for name, count in export.unread.items():
        report.leave_out(f"elements <{name}>", "the importer does not know them", count=count)


def _drop_repeated(entries: Iterable[Entry], report: ImportReport) -> list[Entry]:
    """Every entry but menu items once: files that were put together from two exports repeat some."""
    found: dict[int, Entry] = {}
    kept = []
    for entry in entries:
        if entry.type != "nav_menu_item" and found.setdefault(entry.source_id, entry) is not entry:
            report.leave_out("repeated items", "the file has another item with the same id before it", entry.label)
        else:
            kept.append(entry)
    return kept


def _name_parts(entries: Iterable[Entry], report: ImportReport) -> Iterator[Entry]:
    """The entries, with patterns and navigations as this site calls them, where they have no terms. A plugin's type of
    such a name is something else.
    """
    for entry in entries:
        if entry.type in PARTS.values():
            report.leave_out(f"items of type {entry.type}", "the site has something else of this name", entry.label)
        else:
            yield replace(entry, type=PARTS[entry.type], terms=[]) if entry.type in PARTS else entry


def _select_items(entries: Iterable[Entry], now: str, report: ImportReport, nested: Mapping[str, bool]) -> list[Entry]:
    accepted = [entry for entry in entries if entry.type in nested and _accept_item(entry, report)]
    chosen = [choose_comments(_adapt(entry, now, report, nested[entry.type]), report) for entry in accepted]
    ordered, circular = order_by_parent(chosen, lambda entry: entry.source_id, lambda entry: entry.parent)
    for entry in ordered:
        if entry.source_id in circular:
            report.adjust("pages", "the parent closes a circle; now at the top level", entry.label)
    return [replace(entry, parent=0) if entry.source_id in circular else entry for entry in ordered]


def _accept_item(entry: Entry, report: ImportReport) -> bool:
    if entry.status not in STATUSES:
        report.leave_out(f"{entry.type}s", f'the site has no status "{entry.status}"', entry.label)
        return False
    return True


def _adapt(entry: Entry, now: str, report: ImportReport, is_nested: bool) -> Entry:
    """The entry as this site can hold it: a moment that has come publishes, one that has not waits."""
    if not is_nested and entry.parent:
        report.adjust(f"{entry.type}s", f"{entry.type}s have no parent here", entry.label)
        entry = replace(entry, parent=0)
    if entry.local_date:
        report.adjust(f"{entry.type}s", "only the local date was there; it is taken as UTC", entry.label)
    if not entry.date:
        report.adjust(f"{entry.type}s", "there was no date; it is the date of the import", entry.label)
    due = entry.date <= now
    if entry.status == "future" and due:
        report.adjust(f"{entry.type}s", "scheduled for a moment that has passed; now published", entry.label)
        return replace(entry, status="publish")
    if entry.status == "publish" and not due:
        report.adjust(f"{entry.type}s", "published with a date to come; now scheduled", entry.label)
        return replace(entry, status="future")
    return entry


def _accept_media(entry: Entry, report: ImportReport) -> bool:
    if entry.status not in ("inherit", "publish"):
        report.leave_out("attachments", f'media here are public, and its status is "{entry.status}"', entry.label)
        return False
    if not entry.attachment_url.lower().startswith(("http://", "https://")):
        report.leave_out("attachments", "there is no web address of the file", entry.label)
        return False
    return True


def _report_parts(
    items: Sequence[Entry], media: Sequence[Entry], templates: Sequence[Template], report: ImportReport
) -> None:
    """The parts of imported entries that the site has no place for."""
    for entry in (*items, *media, *(each.entry for each in templates)):
        for key in sorted(entry.meta.keys() - _USED_META.get(entry.type, _USED_META["page"])):
            report.leave_out("custom fields", NO_FIELDS, _shorten_key(key))
        for key in entry.repeated:
            report.leave_out("values of custom fields", "only the last of a field is read", _shorten_key(key))
    report.leave_out("comment and ping settings", "visitors cannot comment here", count=len(items))
    for entry in media:
        report.leave_out("comments", "files here have none", entry.label, count=len(entry.comments))


def _shorten_key(key: str) -> str:
    """WordPress caches each embedded address under a key of its own."""
    return "_oembed_*" if key.startswith("_oembed_") else key


def _select_terms(declared: Iterable[ExportedTerm], items: Iterable[Entry], report: ImportReport) -> list[ExportedTerm]:
    """Categories, tags, collections, and used terms of other taxonomies. An item may use a term that the export does
    not declare: no export declares formats.
    """
    used: dict[tuple[str, str], ExportedTerm] = {}
    for use in (use for entry in items for use in entry.terms if use.taxonomy != "nav_menu"):
        used.setdefault((use.taxonomy, use.slug), use)
    found: dict[tuple[str, str], ExportedTerm] = {}
    for term in (term for term in declared if term.taxonomy not in ("nav_menu", LIBRARY_TYPE)):
        key = (term.taxonomy, term.slug)
        if term.taxonomy not in (CATEGORY, TAG, COLLECTION) and key not in used:
            report.leave_out(f"terms of {term.taxonomy}", "no imported item uses them", term.name)
        elif found.setdefault(key, term) is not term:
            report.leave_out(f"terms of {term.taxonomy}", "the file declares the slug twice", term.slug)
    for key in (key for key in used.keys() - found.keys() if key[0] != FORMAT):
        report.adjust("terms", "used but not declared in the export; made from their use", f"{key[0]} {key[1]}")
    return _order_terms([*found.values(), *(used[key] for key in sorted(used.keys() - found.keys()))], report)


def _order_terms(terms: Sequence[ExportedTerm], report: ImportReport) -> list[ExportedTerm]:
    ordered, circular = order_by_parent(
        terms, lambda term: (term.taxonomy, term.slug), lambda term: (term.taxonomy, term.parent)
    )
    known = {(term.taxonomy, term.slug) for term in terms}
    kept = []
    for term in ordered:
        closes = (term.taxonomy, term.slug) in circular
        if term.parent and (closes or (term.taxonomy, term.parent) not in known):
            reason = "the parent closes a circle" if closes else "the export does not have the parent"
            report.adjust("terms", f"{reason}; now at the top level", f"{term.taxonomy} {term.slug}")
            kept.append(replace(term, parent=""))
        else:
            kept.append(term)
    return kept


def _select_menus(export: Export, entries: dict[str, list[Entry]]) -> list[ExportedTerm]:
    menus = {term.slug: term for term in export.terms if term.taxonomy == "nav_menu"}
    for slug, of_menu in entries.items():
        if slug not in menus:
            menus[slug] = next(use for use in of_menu[0].terms if use.taxonomy == "nav_menu")
    return list(menus.values())


def _select_menu_entries(entries: Iterable[Entry], report: ImportReport) -> dict[str, list[Entry]]:
    """Each menu's entries. WordPress repeats ids across menus, so that parents are looked for in the same menu."""
    menus: dict[str, dict[int, Entry]] = {}
    for entry in (entry for entry in entries if entry.type == "nav_menu_item"):
        slug = next((use.slug for use in entry.terms if use.taxonomy == "nav_menu"), "")
        if not slug or entry.status != "publish":
            report.leave_out("menu items", "they are in no menu, or were never saved", entry.label)
        elif menus.setdefault(slug, {}).setdefault(entry.source_id, entry) is not entry:
            report.leave_out("menu items", "the menu has another item with the same id before it", entry.label)
    _report_menu_meta((entry for menu in menus.values() for entry in menu.values()), report)
    return {slug: _order_menu(list(menu.values()), report) for slug, menu in menus.items()}


def _report_menu_meta(entries: Iterable[Entry], report: ImportReport) -> None:
    counts: Counter[str] = Counter()
    for entry in entries:
        kept = {key: value for key, value in entry.meta.items() if value not in _EMPTY_MENU_META}
        for key in sorted(kept.keys() - _MENU_META):
            if key.startswith("_menu_item_"):
                counts[key] += 1
            else:
                report.leave_out("custom fields", NO_FIELDS, _shorten_key(key))
        counts.update(name for name in ("content", "excerpt") if getattr(entry, name).strip())
    names = {"content": "description", "excerpt": "title attribute"}
    for name, count in counts.items():
        what = f"menu items' {names.get(name, name.removeprefix('_menu_item_'))}"
        report.leave_out(what, "menu entries here have a title and a target", count=count)


def _order_menu(entries: Sequence[Entry], report: ImportReport) -> list[Entry]:
    """Parents first, with the parent's id in `parent` (WordPress keeps it in a custom field)."""
    known = {entry.source_id for entry in entries}
    placed = []
    for entry in entries:
        parent = entry.meta.get(MENU_PARENT, "0").strip() or "0"
        if parent != "0" and (not re.fullmatch("[0-9]{1,19}", parent) or int(parent) not in known):
            report.adjust("menu items", "the menu does not have the parent; now at the top level", entry.label)
            parent = "0"
        placed.append(replace(entry, parent=int(parent)))
    ordered, circular = order_by_parent(placed, lambda entry: entry.source_id, lambda entry: entry.parent)
    for entry in ordered:
        if entry.source_id in circular:
            report.adjust("menu items", "the parent closes a circle; now at the top level", entry.label)
    return [replace(entry, parent=0) if entry.source_id in circular else entry for entry in ordered]
