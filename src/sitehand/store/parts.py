"""What belongs to an object of another table, as fields of that object: an item's terms and its Elementor document, the
entries of a menu.

A post has `categories` and `tags`, a menu has `entries`, each a list that is told whole, before and after; a page has
`elementor_data` as text.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, RowMapping, Table, delete, insert, literal, select, update

from sitehand.site.changes import ObjectChange
from sitehand.store.following import revise_once
from sitehand.store.revision import name_state
from sitehand.store.site_tables import item_elementor, item_terms, items, menu_entries, menus, terms

Row = dict[str, Any]
Fields = dict[str, Any]
Taxonomies = Mapping[int, str]
Objects = dict[tuple[str, str], ObjectChange]
"""What became of each object, by its kind and id."""

TERM_FIELDS = {"category": "categories", "post_tag": "tags"}
OTHER_TERMS = "other_terms"
"""The field with terms of every other taxonomy."""
ELEMENTOR_FIELDS = tuple(column.name for column in item_elementor.c if column.name not in ("item_id", "digest"))
READ_AT_ONCE = 500


def join_terms(rows: Iterable[Row], taxonomies: Taxonomies) -> Fields:
    """The ids of an item's terms, in order, by the field that their taxonomy has."""
    found: Fields = {name: [] for name in (*TERM_FIELDS.values(), OTHER_TERMS)}
    for term_id in sorted(row["term_id"] for row in rows):
        found[TERM_FIELDS.get(taxonomies.get(term_id, ""), OTHER_TERMS)].append(term_id)
    return found


def split_terms(item_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The rows of an item's terms."""
    return [{"item_id": item_id, "term_id": term_id} for some in fields.values() for term_id in some]


def join_entries(rows: Iterable[Row], _taxonomies: Taxonomies) -> Fields:
    """The entries of a menu, in their order."""
    ordered = sorted(rows, key=lambda row: (row["position"], row["id"]))
    return {"entries": [{name: value for name, value in row.items() if name != "menu_id"} for row in ordered]}


def split_entries(menu_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The rows of a menu's entries."""
    return [{**entry, "menu_id": menu_id} for entry in fields["entries"]]


def join_elementor(rows: Iterable[Row], _taxonomies: Taxonomies) -> Fields:
    """The Elementor document of an item; empty texts for none."""
    found: Row = next(iter(rows), {})
    return {name: found.get(name, "") for name in ELEMENTOR_FIELDS}


def split_elementor(item_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The row of an item's Elementor document, if it has one."""
    values = [fields[name] for name in ELEMENTOR_FIELDS]
    known = dict(zip(ELEMENTOR_FIELDS, values, strict=True))
    return [{"item_id": item_id, **known, "digest": name_state(values)}] if any(values) else []


@dataclass(frozen=True, slots=True)
class Part:
    """A table whose rows belong to objects of another. `kind` is that of its rows in the notes, and in old entries."""

    kind: str
    table: Table
    owner: Column[Any]
    owned_by: tuple[str, ...]
    owners: Table
    owner_kind: ColumnElement[Any]
    label: Column[Any]
    fields: tuple[str, ...]
    join: Callable[[Iterable[Row], Taxonomies], Fields]
    split: Callable[[int, Mapping[str, Any]], list[Row]]

    def name_row(self, row: Row) -> str:
        """The id that a row has in the notes."""
        return ":".join(str(row[column.name]) for column in self.table.primary_key)

    def find_row(self, name: str) -> list[ColumnElement[bool]]:
        """What is true of the row with that id alone."""
        keys = zip(self.table.primary_key, name.split(":"), strict=True)
        return [column == int(value) for column, value in keys]

    def read_rows(self, connection: Connection, owners: Iterable[int]) -> dict[int, dict[str, Row]]:
        """The rows that belong to each owner, by their ids."""
        wanted = sorted(owners)
        found: dict[int, dict[str, Row]] = {owner: {} for owner in wanted}
        for start in range(0, len(wanted), READ_AT_ONCE):
            query = select(self.table).where(self.owner.in_(wanted[start : start + READ_AT_ONCE]))
            for row in map(take_row, connection.execute(query).mappings()):
                found[row[self.owner.name]][self.name_row(row)] = row
        return found

    def read_fields(self, connection: Connection, owner: int) -> Fields:
        """What belongs to one object now."""
        rows = self.read_rows(connection, [owner])[owner].values()
        return self.join(rows, read_taxonomies(connection, rows, {}))

    @property
    def empty(self) -> Fields:
        """The fields of an object to which nothing belongs."""
        return self.join((), {})


PARTS = (
    Part(
        *("item_term", item_terms, item_terms.c.item_id, ("page", "post"), items, items.c.type, items.c.title),
        fields=(*TERM_FIELDS.values(), OTHER_TERMS),
        join=join_terms,
        split=split_terms,
    ),
    Part(
        *("menu_entry", menu_entries, menu_entries.c.menu_id, ("menu",), menus, literal("menu"), menus.c.name),
        fields=("entries",),
        join=join_entries,
        split=split_entries,
    ),
    Part(
        *("item_elementor", item_elementor, item_elementor.c.item_id, ("page", "post"), items, items.c.type),
        label=items.c.title,
        fields=ELEMENTOR_FIELDS,
        join=join_elementor,
        split=split_elementor,
    ),
)
TERMS, ENTRIES, ELEMENTOR = PARTS
PARTS_OF = {kind: [part for part in PARTS if kind in part.owned_by] for part in PARTS for kind in part.owned_by}
"""What belongs to objects of a kind."""
PART_ROWS = {part.kind: part for part in PARTS}


def name_owners(change: ObjectChange) -> list[tuple[str, str]]:
    """What a row belongs to that an entry of before 3.8 has as an object: the kinds that may be, and the id."""
    part = PART_ROWS.get(change.kind)
    if part is None:
        return []
    told = {**(change.before or {}), **(change.after or {})}
    owner = told.get(part.owner.name) or (change.object.partition(":")[0] if ":" in change.object else "")
    return [(kind, str(owner)) for kind in part.owned_by if owner]


def read_taxonomies(connection: Connection, rows: Iterable[Row], noted: Objects) -> Taxonomies:
    """The taxonomy of each term that rows name; of those that are gone, as it was noted."""
    wanted = sorted({row["term_id"] for row in rows if "term_id" in row})
    gone = [each for each in noted.values() if each.kind == "term" and each.before]
    known = {int(each.object): (each.before or {}).get("taxonomy", "") for each in gone}
    for start in range(0, len(wanted), READ_AT_ONCE):
        query = select(terms.c.id, terms.c.taxonomy).where(terms.c.id.in_(wanted[start : start + READ_AT_ONCE]))
        known |= {row.id: row.taxonomy for row in connection.execute(query)}
    return known


def take_fields(part: Part, side: Mapping[str, Any]) -> Fields:
    """Of the fields of an object, those that tell what belongs to it."""
    return {name: side[name] for name in part.fields if name in side}


def write_fields(connection: Connection, part: Part, owner: int, fields: Fields) -> None:
    """Give an object what belongs to it, in these fields; the others stay as they are."""
    if not fields:
        return
    now = part.read_rows(connection, [owner])[owner]
    known = part.join(now.values(), read_taxonomies(connection, now.values(), {}))
    wanted = {part.name_row(row): row for row in part.split(owner, {**known, **fields})}
    with revise_once(connection, owner) if part.owners is items else nullcontext():
        for name in now.keys() - wanted.keys():
            connection.execute(delete(part.table).where(*part.find_row(name)))
        for name, row in wanted.items():
            if row != now.get(name):
                _put_row(connection, part, name, row)


def take_row(row: RowMapping) -> Row:
    """A row under plain names: those of SQLAlchemy are of a kind of text that not every writer of JSON takes."""
    return {str(name): value for name, value in row.items()}


def _put_row(connection: Connection, part: Part, name: str, row: Row) -> None:
    """Write a row. What belongs to another object by now comes back from there."""
    if not connection.execute(update(part.table).where(*part.find_row(name)).values(row)).rowcount:
        connection.execute(insert(part.table).values(row))
