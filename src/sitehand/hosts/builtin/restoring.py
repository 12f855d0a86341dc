"""Putting pages and posts back as they were before a change, with all that follows from their fields."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime

from sqlalchemy import Boolean, Connection, bindparam, literal, select, text, update

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.changes import MOVES
from sitehand.hosts.builtin.locales import is_home, read_locales
from sitehand.hosts.builtin.parts import ELEMENTOR, SEO, TERMS, VALUES
from sitehand.hosts.builtin.passwords import hash_password, is_plain
from sitehand.hosts.builtin.places import move_to_place
from sitehand.hosts.builtin.references import find_status, is_medium
from sitehand.hosts.builtin.renderings import kept, list_forms_of, work_out
from sitehand.hosts.builtin.sqlite.triggers import REVISE
from sitehand.hosts.builtin.states import (
    DEFAULTS,
    State,
    delete_item,
    read_state,
    render_item,
    store_item,
)
from sitehand.hosts.builtin.tables import items
from sitehand.hosts.builtin.translations import check_place
from sitehand.hosts.builtin.trees import is_below
from sitehand.hosts.builtin.type_rules import find_row, is_type
from sitehand.site.changes import ObjectChange
from sitehand.site.item_kinds import OWN_TYPES, PART_KINDS
from sitehand.site.values import iso
from sitehand.store.parts import take_fields

BY = "undo"
BOOLEANS = [column.name for column in items.c if isinstance(column.type, Boolean)]
"""Columns that the journal, written by SQLite, has as 0 and 1; a revision token tells them from False and True."""
GONE_TERMS = text(
    "SELECT item_id, term_id FROM item_terms WHERE item_id IN :ids AND term_id NOT IN (SELECT id FROM terms) LIMIT 1"
).bindparams(bindparam("ids", expanding=True))


class ItemRestorer:
    """Implements `store.restoring.Restorer`.

    Within one change items may have taken each other's slugs, or come to stand below each other. So slugs and places in
    the tree are given up first, and the paths worked out last.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock

    def prepare(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Give up the slugs and the places in the tree that the change gave."""
        # An item's own id, made negative, is a parent that no other item has.
        for name, given_up in (("slug", literal("")), ("parent", -items.c.id)):
            ids = [int(each.object) for each in objects if each.after is not None and name in each.after]
            connection.execute(update(items).where(items.c.id.in_(ids)).values({name: given_up}))

    def restore(self, connection: Connection, change: ObjectChange) -> None:
        """Give an item the fields that it had, or remove what the change had made."""
        item_id = int(change.object)
        if change.before is None:
            delete_item(connection, item_id)
            return
        before = {**change.before, **{name: bool(change.before[name]) for name in BOOLEANS if name in change.before}}
        state = {**(read_state(connection, item_id) or {}), **before, "id": item_id}
        if is_plain(state["password"]):
            state["password"] = hash_password(state["password"])
        if given := take_fields(TERMS, before):
            fields = {**TERMS.read_fields(connection, item_id), **given}
            state["terms"] = sorted(row["term_id"] for row in TERMS.split(item_id, fields))
        if document := take_fields(ELEMENTOR, before):
            state["elementor"] = {**ELEMENTOR.read_fields(connection, item_id), **document}
        state |= take_fields(VALUES, before) | take_fields(SEO, before)
        store_item(connection, state, by=BY, at=iso(self._clock()), action="undo", rendered=False)

    def complete(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Check what stands where, and work the paths out. Raises Problem(conflict) when others stand in between."""
        there = []
        _check_terms(connection, [int(change.object) for change in objects])
        for change in objects:
            state = read_state(connection, int(change.object))
            if state is None:
                _refuse_if_parent(connection, int(change.object))
                continue
            if change.before is not None and "featured_media" in change.before:
                _release_picture(connection, state, whole=change.after is None)
            if change.before is not None and change.before.keys() & MOVES:
                check_place(connection, state)
            _check_locale(connection, state)
            _check_type(connection, state)
            if state["type"] not in ("post", *PART_KINDS) and change.before is not None and "parent" in change.before:
                _check_parent(connection, state)
                there.append(state["id"])
        # A path follows from those above it, so this goes on until none changes.
        while sum(move_to_place(connection, item_id) for item_id in there):
            pass

    def finish(self, connection: Connection, fields: Mapping[str, set[str]]) -> None:
        """Render the texts that were put back, once, however many changes were undone."""
        for item_id, names in fields.items():
            state = read_state(connection, int(item_id))
            if state is not None:
                render_item(connection, state, names)

    def precompute(self, connection: Connection, objects: Iterable[ObjectChange]) -> AbstractContextManager[None]:
        """Render those texts, as they will be when these changes are undone."""
        states: dict[str, State | None] = {}
        fields: dict[str, set[str]] = {}
        for change in objects:
            if change.object not in states:
                states[change.object] = read_state(connection, int(change.object))
            before = change.before
            states[change.object] = None if before is None else {**(states[change.object] or DEFAULTS), **before}
            fields.setdefault(change.object, set()).update(before or ())
        there = [(state, fields[item_id]) for item_id, state in states.items() if state is not None]
        return kept(work_out(form for state, names in there for form in list_forms_of(state, names).values()))


def _check_terms(connection: Connection, item_ids: Sequence[int]) -> None:
    """The terms that it had must be there."""
    gone = connection.execute(GONE_TERMS, {"ids": item_ids}).first()
    if gone is not None:
        raise Problem(
            Code.CONFLICT,
            f"Newer changes block the undo: the term {gone.term_id} of item {gone.item_id} was deleted.",
            hint="Undo that deletion first.",
            extra={"terms": [gone.term_id]},
        )


def _release_picture(connection: Connection, state: State, *, whole: bool) -> None:
    """Take a featured image that is gone from an item that comes back `whole`: the deletion would have done so. Where
    the image is what comes back, raise Problem(conflict).
    """
    picture, item_id = state["featured_media"], state["id"]
    if not picture or is_medium(connection, picture):
        return
    if not whole:
        message = f"Newer changes block the undo: the featured image {picture} of item {item_id} was deleted."
        raise Problem(Code.CONFLICT, message, hint="Undo that deletion first.", extra={"media": [picture]})
    connection.execute(update(items).where(items.c.id == item_id).values(featured_media=0))
    REVISE.run(connection, {"item_id": item_id})


def _check_type(connection: Connection, state: State) -> None:
    """The type of a custom item must be registered, and have parents if the item has one."""
    if state["type"] in OWN_TYPES:
        return
    row = find_row(connection, state["type"])
    if row is None:
        message = f"Newer changes block the undo: the site no longer has the type {state['type']}."
        raise Problem(Code.CONFLICT, message, hint="Undo the removal of the type first, or call register_type.")
    if state["parent"] and not row["hierarchical"]:
        message = f"Newer changes block the undo: the type {state['type']} is no longer hierarchical."
        raise Problem(Code.CONFLICT, message, hint="Undo the change of the type first.")


def _check_parent(connection: Connection, state: State) -> None:
    """The item that it stood below must be there, and must not stand below it by now."""
    item_id, parent, noun = state["id"], state["parent"], state["type"]
    if parent and (find_status(connection, parent, noun) is None or is_below(connection, "items", parent, item_id)):
        raise Problem(
            Code.CONFLICT,
            f"Newer changes block the undo: {noun} {item_id} cannot be below {noun} {parent} again.",
            hint=f"Undo the newer change of {noun} {parent} first.",
            extra={"pages": [parent]},
        )


def _check_locale(connection: Connection, state: State) -> None:
    """The site must have the locale of the item, and none whose addresses begin where a page stands."""
    known = ("", *read_locales(connection).others)
    if state["locale"] not in known:
        message = f"Newer changes block the undo: the site no longer has the locale {state['locale']}."
        raise Problem(Code.CONFLICT, message, hint="Ask the owner to add the locale.", extra={"items": [state["id"]]})
    at_top = state["type"] == "page" and not state["parent"]
    if at_top and not state["locale"] and is_home(connection, state["slug"]):
        message = f"Newer changes block the undo: the address /{state['slug']}/ is that of a locale by now."
        hint = "Ask the owner to remove the locale."
        raise Problem(Code.CONFLICT, message, hint=hint, extra={"pages": [state["id"]]})
    if at_top and is_type(connection, state["slug"]):
        message = f"Newer changes block the undo: the address /{state['slug']}/ now belongs to a type."
        hint = f"Ask an admin to delete the type: delete_type with type={state['slug']}."
        raise Problem(Code.CONFLICT, message, hint=hint, extra={"pages": [state["id"]]})


def _refuse_if_parent(connection: Connection, item_id: int) -> None:
    below = connection.execute(select(items.c.id).where(items.c.parent == item_id).limit(20)).scalars().all()
    if below:
        raise Problem(
            Code.CONFLICT,
            f"Newer changes block the undo: the pages {', '.join(map(str, below))} are below page {item_id}.",
            hint="Move or delete those pages first.",
            extra={"pages": list(below)},
        )
