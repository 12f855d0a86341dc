"""Translations: items of one group, each in another locale.

A group is named by the id of one of its items, which need not be there any more: `translation_of` of an item, or its
own id where that is 0. So a link changes one item alone, and deleting an item leaves the others together. An item
that others are named after leaves them under its id with a minus.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, text

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.builtin.locales import read_locales
from sitehand.site.content import ItemFields, LocalizedFields
from sitehand.site.item_kinds import PART_KINDS
from sitehand.site.locales import store_locale
from sitehand.store.prepared import Prepared

GROUP_OF = "CASE WHEN {item}.translation_of = 0 THEN {item}.id ELSE {item}.translation_of END"
"""What names the group of an item, in a query."""
MEMBERS = """(SELECT m.id FROM items AS m WHERE m.translation_of = {group} AND m.translation_of <> 0
    UNION ALL SELECT m.id FROM items AS m WHERE m.id = {group} AND m.translation_of = 0)"""
"""The ids of the items of a group, looked up in an index, in a query."""
FIND = Prepared(text("SELECT id, type, status, translation_of FROM items WHERE id = :id"))
FOLLOWS = Prepared(
    text("SELECT 1 FROM items WHERE translation_of = :group AND translation_of <> 0 AND id <> :id LIMIT 1")
)
TAKEN = Prepared(
    text(
        f"SELECT id FROM items WHERE id IN {MEMBERS.format(group=':group')} AND id <> :id"  # noqa: S608
        " AND locale = :locale AND status <> 'trash' LIMIT 1"
    )
)
PARENT = Prepared(text("SELECT locale FROM items WHERE id = :parent AND type = :type"))
BELOW = Prepared(text("SELECT id FROM items WHERE parent = :id AND type = :type AND locale <> :locale LIMIT 1"))


def take_place(connection: Connection, fields: ItemFields, item: Mapping[str, Any]) -> dict[str, Any]:
    """The locale and the group that the fields give an item, as they are stored. Raises Problem(invalid_arguments)."""
    given: dict[str, Any] = {}
    if not isinstance(fields, LocalizedFields):
        return given
    if "locale" in fields.model_fields_set:
        given["locale"] = store_locale(fields.locale, *read_locales(connection))
    if "translation_of" in fields.model_fields_set:
        given["translation_of"] = _find_group(connection, fields.translation_of, item)
    return given


def check_place(connection: Connection, state: Mapping[str, Any]) -> None:
    """Raise Problem(conflict) for a second item of a locale in a group, and a page below one of another locale."""
    _check_group(connection, state)
    if state["type"] not in ("post", *PART_KINDS):
        _check_parent(connection, state)
        _check_children(connection, state)


def check_first_place(connection: Connection, state: Mapping[str, Any]) -> None:
    """Raise Problem(conflict) for a new item whose locale or group is taken, or whose parent has another locale.
    Nothing can be below it yet.
    """
    if state["translation_of"]:
        _check_group(connection, state)
    if state["type"] not in ("post", *PART_KINDS):
        _check_parent(connection, state)


def _check_group(connection: Connection, state: Mapping[str, Any]) -> None:
    group = state["translation_of"] or state["id"]
    taken = TAKEN.scalar(connection, {"group": group, "id": state["id"], "locale": state["locale"]})
    if taken is not None and state["status"] != "trash":
        message = f"Item {taken} is the translation in this locale already."
        raise _refuse(message, "Send another locale, or translation_of 0 for an item of its own.", taken)


def _check_parent(connection: Connection, state: Mapping[str, Any]) -> None:
    above = PARENT.scalar(connection, {name: state[name] for name in ("parent", "type")}) if state["parent"] else None
    if above not in (None, state["locale"]):
        message = f"{state['type'].capitalize()} {state['parent']} is in another locale, and cannot be the parent."
        raise _refuse(message, "Send the locale of the parent, or its translation as parent.", state["parent"])


def _check_children(connection: Connection, state: Mapping[str, Any]) -> None:
    below = BELOW.scalar(connection, {name: state[name] for name in ("id", "type", "locale")})
    if below is not None:
        noun = state["type"]
        message = f"{noun.capitalize()} {below} is below {noun} {state['id']}, in another locale."
        raise _refuse(message, "Send it parent 0 or another parent first.", below)


def _find_group(connection: Connection, wanted: int, item: Mapping[str, Any]) -> int:
    """What an item stores to be in the group of another; of 0 to be in none."""
    if not wanted:
        return _leave(connection, item)
    other = FIND.first(connection, {"id": wanted})
    if other is None or other["type"] != item["type"] or other["status"] == "trash":
        expected = f"the id of a {item['type']} that is not in the trash, or 0 for none"
        raise _refuse_argument(wanted, expected, f"There is no {item['type']} {wanted} to translate.")
    if other["id"] == item["id"]:
        raise _refuse_argument(wanted, "another item, or 0 for none", "An item is no translation of itself.")
    group = other["translation_of"] or other["id"]
    return 0 if group == item["id"] else int(group)


def _leave(connection: Connection, item: Mapping[str, Any]) -> int:
    """A name for a group of the item's own that no other item is in."""
    own = item["id"]
    free = (each for each in (own, -own) if FOLLOWS.scalar(connection, {"group": each, "id": own}) is None)
    group = next(free, None)
    if group is None:
        message = f"Item {own} cannot leave its translations: others are linked through it."
        raise _refuse(message, "Send translation_of 0 to the other items of its group.", own)
    return 0 if group == own else group


def _refuse_argument(got: int, expected: str, message: str) -> Problem:
    detail = Detail(path="translation_of", expected=expected, got=str(got))
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give translation_of {expected}.", details=[detail])


def _refuse(message: str, hint: str, item: int) -> Problem:
    return Problem(Code.CONFLICT, message, hint=hint, extra={"items": [item]})
