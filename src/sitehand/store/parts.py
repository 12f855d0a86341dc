"""What belongs to an object of another table, as a field of that object: the terms of an item, the entries of a menu.

The triggers of `capture.py` note rows. Here rows of such a table become what people and the journal know: a post has
`categories` and `tags`, a menu has `entries`, each a list that is told whole, before and after.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, RowMapping, Table, delete, insert, literal, select, update

from sitehand.site.changes import ObjectChange
from sitehand.store.revision import name_state
from sitehand.store.tables import item_terms, items, menu_entries, menus, terms

Row = dict[str, Any]
Fields = dict[str, list[Any]]
Taxonomies = Mapping[int, str]
Objects = dict[tuple[str, str], ObjectChange]
"""What became of each object, by its kind and id."""

TERM_FIELDS = {"category": "categories", "post_tag": "tags"}
OTHER_TERMS = "other_terms"
"""The field with terms of every other taxonomy."""
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
            for row in map(_take_row, connection.execute(query).mappings()):
                found[row[self.owner.name]][self.name_row(row)] = row
        return found

    def read_fields(self, connection: Connection, owner: int) -> Fields:
        """What belongs to one object now."""
        rows = self.read_rows(connection, [owner])[owner].values()
        return self.join(rows, read_taxonomies(connection, rows, {}))


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
)
PART_OF = {kind: part for part in PARTS for kind in part.owned_by}
"""What belongs to objects of a kind."""
PART_ROWS = {part.kind: part for part in PARTS}
MENU = ("slug", "name")


def fold_parts(connection: Connection, rows: Mapping[tuple[str, str], ObjectChange]) -> list[ObjectChange]:
    """What became of each object, given what became of each row; those of parts are fields of what they belong to."""
    objects = dict(rows)
    for part in PARTS:
        if own := [each for each in rows.values() if each.kind == part.kind]:
            _fold_part(connection, part, own, objects)
    return [_revise(connection, each) if each.kind == "menu" else each for each in objects.values()]


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


def read_menu_revision(connection: Connection, menu_id: int) -> str | None:
    """The revision of a menu: its fields and its entries; None when it is not there."""
    whole = _read_menu(connection, menu_id)
    return None if whole is None else _name_menu(whole)


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
    for name in now.keys() - wanted.keys():
        connection.execute(delete(part.table).where(*part.find_row(name)))
    for name, row in wanted.items():
        # What belongs to another object by now comes back from there.
        if (
            row != now.get(name)
            and not connection.execute(update(part.table).where(*part.find_row(name)).values(row)).rowcount
        ):
            connection.execute(insert(part.table).values(row))


def _fold_part(connection: Connection, part: Part, own: Iterable[ObjectChange], objects: Objects) -> None:
    noted = dict(objects)
    for each in own:
        del objects[each.kind, each.object]
    sides = {each.object: _complete(connection, part, each) for each in own}
    owners = {row[part.owner.name] for pair in sides.values() for row in pair if row is not None}
    after = part.read_rows(connection, owners)
    before = {owner: dict(rows) for owner, rows in after.items()}
    for name, (was, became) in sides.items():
        if became is not None:
            before[became[part.owner.name]].pop(name, None)
        if was is not None:
            before[was[part.owner.name]][name] = was
    rows = [row for some in (before, after) for each in some.values() for row in each.values()]
    taxonomies = read_taxonomies(connection, rows, noted)
    for owner in sorted(owners):
        was, became = (part.join(some[owner].values(), taxonomies) for some in (before, after))
        change = _find_owner(part, owner, objects) or _describe(connection, part, owner)
        objects[change.kind, change.object] = _add_fields(part, change, was, became)


def _complete(connection: Connection, part: Part, change: ObjectChange) -> tuple[Row | None, Row | None]:
    """The row before and after, each whole."""
    if change.before is None or change.after is None:
        return change.before, change.after
    query = select(part.table).where(*part.find_row(change.object))
    row = _take_row(connection.execute(query).mappings().one())
    return {**row, **change.before}, row


def _find_owner(part: Part, owner: int, objects: Objects) -> ObjectChange | None:
    keys = [(kind, str(owner)) for kind in part.owned_by]
    return next((objects[key] for key in keys if key in objects), None)


def _add_fields(part: Part, change: ObjectChange, was: Fields, became: Fields) -> ObjectChange:
    """Add the fields that differ to what became of the owner; of a new or deleted one those that hold something."""
    if change.before is not None and change.after is not None:
        names = [name for name in part.fields if was[name] != became[name]]
        before = {**change.before, **{name: was[name] for name in names}}
        return replace(change, before=before, after={**change.after, **{name: became[name] for name in names}})
    if change.after is not None:
        return replace(change, after={**change.after, **_keep_filled(became)})
    return replace(change, before={**change.before, **_keep_filled(was)}) if change.before is not None else change


def _describe(connection: Connection, part: Part, owner: int) -> ObjectChange:
    """An object of which nothing but what belongs to it was changed."""
    query = select(part.owner_kind, part.label).where(part.owners.c.id == owner)
    kind, label = connection.execute(query).one()
    return ObjectChange(kind, str(owner), label, {}, {})


def _keep_filled(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if value}


def _revise(connection: Connection, change: ObjectChange) -> ObjectChange:
    """A menu's revisions, which stand in no column: they are over its fields and its entries."""
    now = _read_menu(connection, int(change.object)) or {"entries": []}
    before = None if change.before is None else _name_menu({**now, **change.before})
    after = None if change.after is None else _name_menu(now)
    return replace(change, revision_before=before, revision_after=after)


def _take_row(row: RowMapping) -> Row:
    """A row under plain names: those of SQLAlchemy are of a kind of text that not every writer of JSON takes."""
    return {str(name): value for name, value in row.items()}


def _read_menu(connection: Connection, menu_id: int) -> Row | None:
    row = connection.execute(select(menus).where(menus.c.id == menu_id)).mappings().first()
    return None if row is None else {**row, **PART_OF["menu"].read_fields(connection, menu_id)}


def _name_menu(menu: Mapping[str, Any]) -> str:
    names = [column.name for column in menu_entries.c if column.name != "menu_id"]
    entries = [[entry[name] for name in names] for entry in menu["entries"]]
    return name_state([*(menu[name] for name in MENU), entries])
