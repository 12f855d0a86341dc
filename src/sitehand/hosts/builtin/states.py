"""How a page or post is stored: the one way by which rows of `items` come to be, with a revision for each change.

Everything here runs inside a transaction that the caller has open (`Database.transact`), so that a row, its path, the
paths below it and its revision are written together or not at all.
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, literal_column, select, text, update

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.following import (
    ELEMENTOR_OF,
    SEO_OF,
    TERMS_OF,
    VALUES_OF,
    join_digests,
    name_place,
    read_terms,
)
from sitehand.hosts.builtin.front_page import HOME, release_page, release_trashed
from sitehand.hosts.builtin.parts import ELEMENTOR, SEO, VALUES
from sitehand.hosts.builtin.places import fetch_place, find_path, find_place, move_descendants
from sitehand.hosts.builtin.redirect_rules import follow_move
from sitehand.hosts.builtin.renderings import NOT_RENDERED, TEXTS, list_changed_forms, list_forms_of, render
from sitehand.hosts.builtin.sqlite.triggers import revise_once
from sitehand.hosts.builtin.stored_revisions import fold_state
from sitehand.hosts.builtin.tables import item_terms, items, menu_entries, revisions
from sitehand.site.content import Notice
from sitehand.store.parts import Fields, Part, write_fields
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_item
from sitehand.store.sqlite import next_id_of
from sitehand.store.verification import verify_row

State = dict[str, Any]
"""The fields of an item as they are stored, without what is derived from them."""

# What a caller can write, and what an item has when nobody says otherwise.
DEFAULTS: State = {
    "status": "draft",
    "slug": "",
    "parent": 0,
    "menu_order": 0,
    "date": "",
    "author": 1,
    "featured_media": 0,
    "sticky": False,
    "password": "",
    "title": "",
    "excerpt": "",
    "content": "",
}
# In the token of an item only when it has any: those of all others stay what they were.
PLACED: State = {"locale": "", "translation_of": 0}
# Kept beside them, but no part of what a revision token stands for, except for what is in `PLACED`.
KEPT: State = {
    **{"type": "", "modified": "", "floating_date": False, "status_before_trash": "", "import_source": None},
    **PLACED,
}
FIRST: State = {**DEFAULTS, **KEPT}
WRITABLE = itemgetter(*DEFAULTS)
STATE_COLUMNS = [items.c[name] for name in ("id", *KEPT, *DEFAULTS)]
INSERT_ITEM, INSERT_REVISION = Prepared(insert(items)), Prepared(insert(revisions))
ITEM = items.c.id == bindparam("item_id")
UPDATE_ITEM = Prepared(update(items).where(ITEM))
SELECT_STATE = Prepared(select(*STATE_COLUMNS).where(ITEM))
OLD_COLUMNS = (
    items.c.path,
    items.c.status,
    *(items.c[name] for name in TEXTS),
    literal_column(TERMS_OF).label("terms"),
    literal_column(ELEMENTOR_OF).label("elementor"),
    literal_column(VALUES_OF).label("values"),
    literal_column(SEO_OF).label("seo"),
)
SELECT_OLD = Prepared(select(*OLD_COLUMNS).where(ITEM))
PARTED = frozenset({"elementor", "fields", "seo"})
"""What an item has in rows of other tables, as a state has it."""
NEXT_ID = next_id_of("items")
NEXT_OF_AUTHOR = next_id_of("items", author="(SELECT id FROM authors WHERE id = :author)")
MAX_COMMENTS = 1_000
"""Comments and notes that go with an item: each is journaled, and written by an undo, while others wait."""
COUNT_COMMENTS = Prepared(
    text("""SELECT count(*) FROM (SELECT 1 FROM comments WHERE post = :item_id
         UNION ALL SELECT 1 FROM notes WHERE post = :item_id LIMIT :limit) AS counted""")
)
MAX_CHILDREN = 2_000
"""Pages that move up with one deletion, while others wait to write."""


def revision_of(values: Mapping[str, Any], terms: Sequence[int] = (), digests: str = "") -> str:
    """A short token of what a caller can write: the stored fields, the terms, and what else belongs to it by digests.

    12 hexadecimal characters.
    """
    return name_item(WRITABLE(values), terms, digests)


class Stored(NamedTuple):
    """What was stored, what the caller should be told of it, and the row as it has to be read back."""

    id: int
    notices: list[Notice]
    row: Mapping[str, Any]


def store_item(
    connection: Connection, values: Mapping[str, Any], *, by: str, at: str, action: str, rendered: bool = True
) -> Stored:
    """Store an item and the revision that the change leaves, and read it back.

    The action "create" is that of an item which is not there yet. `values` is the whole state: the fields of `DEFAULTS`
    and `KEPT`, where left-out ones get their defaults, and `id`, without which the next free one is taken; `terms` are
    the sorted ids of its terms, `elementor` the fields of its Elementor document, `fields` the values of its custom
    fields, `seo` its SEO fields, without which it keeps those that it has. The slug is stored as it is given: see
    `slugs.assign_slug`.
    Moments (`at`, `date`, `modified`) are text in UTC; `date` and `modified` are `at` by default. Without `rendered`
    the rendered forms stay as they are, or empty, until `render_item`.
    """
    stored = write_item(connection, values, by=by, at=at, action=action, rendered=rendered)
    verify_row(connection, items, {"id": stored.id}, stored.row)
    return stored


def write_item(
    connection: Connection, values: Mapping[str, Any], *, by: str, at: str, action: str, rendered: bool = True
) -> Stored:
    """Store an item and its revision as `store_item` does, without reading the row back: the caller must."""
    known = {name: values[name] for name in FIRST if name in values}
    state: State = {**FIRST, "date": at, "modified": at, **known}
    state["id"] = values.get("id") or next_id(connection)
    old = None if action == "create" else _fetch_old(connection, state["id"])
    forms, notices = render(list_changed_forms(state, old)) if rendered else ({} if old else NOT_RENDERED, [])
    # No setting names a page before it is there: ids are not used twice.
    path = (find_place if action == "create" else find_path)(connection, state)
    kept = read_terms(old["terms"]) if old else []
    terms = values.get("terms", kept)
    parts, digests = _find_parts(connection, state["id"], values, old)
    revision = revision_of(state, terms, digests + name_place(state["locale"], state["translation_of"]))
    row = {**state, **forms, "path": path, "revision": revision}
    if old is not None:
        UPDATE_ITEM.run(connection, {**row, "item_id": state["id"]})
        if old["path"] != path or path == HOME:
            move_descendants(connection, state)
        if action != "undo":  # which takes the redirect back itself
            follow_move(connection, old, {**row, "place": fetch_place(connection, state["id"])}, at)
    else:
        INSERT_ITEM.run(connection, row)
    _store_terms(connection, state["id"], kept, terms)
    _store_parts(connection, state["id"], values)
    kept_state = _tell_state(state, terms, parts)
    _add_revision(connection, state["id"], kept_state, row["revision"], by=by, at=at, action=action)
    return Stored(int(state["id"]), [*notices, *release_trashed(connection, state)], row)


def render_item(connection: Connection, state: State, names: set[str]) -> None:
    """Render what follows from the fields of these names, of an item that was stored without."""
    forms, _ = render(list_forms_of(state, names))
    if forms:
        UPDATE_ITEM.run(connection, {**forms, "item_id": state["id"]})
        verify_row(connection, items, {"id": state["id"]}, forms)


def read_state(connection: Connection, item_id: int) -> State | None:
    """The whole state of an item, ready to be changed and stored again."""
    return SELECT_STATE.first(connection, {"item_id": item_id})


def delete_item(connection: Connection, item_id: int) -> None:
    """Remove its row (terms, comments, search index and counts follow by themselves), also from menus and settings.

    Its revisions stay for as long as the journal would remember it; see `store/retention.py`. Raises Problem(conflict)
    for an item with more comments and notes than others should wait for.
    """
    if COUNT_COMMENTS.scalar(connection, {"item_id": item_id, "limit": MAX_COMMENTS + 1}) > MAX_COMMENTS:
        message = f"Item {item_id} has more than {MAX_COMMENTS:,} comments and notes."
        hint = f"Delete some of them first, with delete_comment and force=true, or delete_note (post={item_id})."
        raise Problem(Code.CONFLICT, message, hint=hint)
    entry = select(menu_entries.c.id, menu_entries.c.parent).where(menu_entries.c.item_id == item_id)
    for row in connection.execute(entry).all():
        below = update(menu_entries).where(menu_entries.c.parent == row.id)
        connection.execute(below.values(parent=row.parent))
        connection.execute(delete(menu_entries).where(menu_entries.c.id == row.id))
    connection.execute(delete(items).where(items.c.id == item_id))
    verify_row(connection, items, {"id": item_id}, None)
    release_page(connection, item_id)


def next_id(connection: Connection) -> int:
    """The id that the next item gets; no other writer can take it while this transaction is open."""
    return int(NEXT_ID.scalar(connection))


def begin_state(connection: Connection, author: int) -> tuple[int, bool]:
    """The id that the next item gets, and whether this author exists, in one query."""
    found: Any = NEXT_OF_AUTHOR.first(connection, {"author": author})
    return int(found["id"]), found["author"] is not None


def _fetch_old(connection: Connection, item_id: int) -> State | None:
    """What an item's rendered forms, the paths below it and its revision follow from, as it is stored."""
    row = SELECT_OLD.first(connection, {"item_id": item_id})
    return {**row, "place": fetch_place(connection, item_id)} if row else None


def _find_parts(
    connection: Connection, item_id: int, values: Mapping[str, Any], old: State | None
) -> tuple[Fields, str]:
    """The Elementor document, custom fields and SEO fields that an item gets or keeps, if any, and their digests."""
    found: Fields = {}
    digests = []
    if old is None and PARTED.isdisjoint(values):  # a new item that has none
        return found, ""
    for part, name, given in _list_parts(values):
        keeps = given is None and old is not None and old[name]
        fields = part.read_fields(connection, item_id) if keeps else given
        digest = old[name] if old is not None and keeps else _name_part(part, item_id, fields)
        found |= fields if fields and digest else {}
        digests.append(digest)
    return found, join_digests(*digests)


def _tell_state(state: State, terms: Sequence[int], parts: Fields) -> State:
    """What a revision keeps: the fields, and what else the item has."""
    placed = {name: state[name] for name in PLACED if state[name]}
    return {name: state[name] for name in ("type", *DEFAULTS)} | ({"terms": terms} if terms else {}) | parts | placed


def _name_part(part: Part, item_id: int, fields: Fields | None) -> str:
    """The digest of what an item gets; empty for nothing."""
    row = next(iter(part.split(item_id, fields)), None) if fields is not None else None
    return row["digest"] if row else ""


def _list_parts(values: Mapping[str, Any]) -> list[tuple[Part, str, Fields | None]]:
    """What an item has in one row of its own: its part, the name of that, and the fields that it gets, if any."""
    fields, seo = ({name: values[name]} if name in values else None for name in ("fields", "seo"))
    return [(ELEMENTOR, "elementor", values.get("elementor")), (VALUES, "values", fields), (SEO, "seo", seo)]


def _store_parts(connection: Connection, item_id: int, values: Mapping[str, Any]) -> None:
    if PARTED.isdisjoint(values):
        return
    for part, _, fields in _list_parts(values):
        if fields is not None:
            write_fields(connection, part, item_id, fields)
            verify_row(connection, part.table, {"item_id": item_id}, next(iter(part.split(item_id, fields)), None))


def _store_terms(connection: Connection, item_id: int, old: Sequence[int], new: Sequence[int]) -> None:
    if set(old) == set(new):
        return
    gone = [term_id for term_id in old if term_id not in new]
    added = [{"item_id": item_id, "term_id": term_id} for term_id in new if term_id not in old]
    # Triggers work the revision out from the terms: once, and not after each row.
    with revise_once(connection, item_id):
        if gone:
            mine = item_terms.c.item_id == item_id
            connection.execute(delete(item_terms).where(mine, item_terms.c.term_id.in_(gone)))
        if added:
            connection.execute(insert(item_terms), added)


def _add_revision(
    connection: Connection, item_id: int, state: State, revision: str, *, by: str, at: str, action: str
) -> None:
    values = {
        "item_id": item_id,
        "revision": revision,
        "at": at,
        "by": by,
        "action": action,
        **fold_state(connection, state),
    }
    INSERT_REVISION.run(connection, values)


def read_children(connection: Connection, state: State) -> list[State]:
    """The items right below one. Raises Problem(conflict) for more than others should wait for."""
    query = select(items.c.id).where(items.c.parent == state["id"], items.c.type == state["type"])
    ids = connection.execute(query.order_by(items.c.id).limit(MAX_CHILDREN + 1)).scalars().all()
    if len(ids) > MAX_CHILDREN:
        message = f"More than {MAX_CHILDREN:,} items are right below the {state['type']} {state['id']}."
        raise Problem(Code.CONFLICT, message, hint="Give some of them another parent first.")
    return [below for child in ids if (below := read_state(connection, child))]
