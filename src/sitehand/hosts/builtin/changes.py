"""The rules of writing: what a new state follows from an old one and the fields that a caller gave.

All run inside one transaction. Whatever the site does otherwise than asked is said in a notice.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.builtin.passwords import hash_password
from sitehand.hosts.builtin.references import check_references
from sitehand.hosts.builtin.renderings import TEXTS
from sitehand.hosts.builtin.slugs import RESERVED, add_ending, assign_slug, find_free_slug
from sitehand.hosts.builtin.states import DEFAULTS, KEPT, PLACED, State, begin_state, read_children
from sitehand.hosts.builtin.translations import check_first_place, check_place
from sitehand.site.content import TRASHED, UNNAMED_STATUSES, ItemFields, Notice
from sitehand.site.values import iso

MAX_TEXT_BYTES = 2 * 1024 * 1024
MAX_ANSWER_BYTES = 8 * 1024 * 1024
"""Limit on the bodies in one list."""
MAX_CHARACTER_BYTES = 4
"""The most bytes of a character in UTF-8."""
LEADING = frozenset(DEFAULTS)
"""Fields of a new item of which some lead to other objects."""
MOVES = frozenset({"parent", "status", *PLACED})
"""Fields of which it follows whether an item may stand where it does."""
_TRASHED_ENDING = re.compile(f"{TRASHED}(?:-[0-9]+)?$")


class Rules(NamedTuple):
    """What a site allows: `reserved` are the slugs that no page at the top level may have; `max_text_bytes` bounds the
    texts that calls write, `max_answer_bytes` the bodies in one list.
    """

    reserved: frozenset[str] = RESERVED
    max_text_bytes: int = MAX_TEXT_BYTES
    max_answer_bytes: int = MAX_ANSWER_BYTES


class NewState(NamedTuple):
    """A state to store, and what the caller should be told of it."""

    state: State
    notices: list[Notice]


def take_fields(fields: ItemFields) -> State:
    """The fields that were given, as they are stored."""
    given = {name: getattr(fields, name) for name in fields.model_fields_set if name in DEFAULTS}
    if "date" in given:
        given["date"] = iso(given["date"])
    if "password" in given:
        given["password"] = hash_password(given["password"])
    return given


def check_lengths(given: Mapping[str, Any], old: Mapping[str, Any], rules: Rules) -> None:
    """Raise Problem(invalid_arguments) for a text that would be changed to one that is too long.

    What is there already may be longer: it was imported, or the bound was another.
    """
    for name in TEXTS:
        text = given.get(name, "")
        # Only a text with this many characters can have too many bytes.
        if len(text) * MAX_CHARACTER_BYTES > rules.max_text_bytes and text != old[name]:
            length = len(text.encode())
            if length > rules.max_text_bytes:
                raise _refuse_length(name, length, rules.max_text_bytes)


def _refuse_length(name: str, length: int, limit: int) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"The {name} is too long: {length} bytes. The limit is {limit}.",
        hint="Split it into several pages or posts. The owner can raise SITEHAND_MAX_TEXT_BYTES.",
        details=[Detail(path=name, expected=f"at most {limit} bytes of UTF-8", got=f"{length} bytes")],
    )


def begin_item(connection: Connection, item_type: str, given: Mapping[str, Any], now: str, rules: Rules) -> NewState:
    """The first state of a new item."""
    check_lengths(given, DEFAULTS, rules)
    state: State = {**DEFAULTS, **KEPT, "type": item_type, "date": now, "modified": now, **given}
    state["id"], has_author = begin_state(connection, state["author"])
    check_references(connection, state, LEADING - {"author"} if has_author else LEADING)
    check_first_place(connection, state)
    state["floating_date"] = "date" not in given and state["status"] in UNNAMED_STATUSES
    notices = assign_status(state, given, now)
    if given.get("slug") or state["status"] not in UNNAMED_STATUSES:
        notices += assign_slug(connection, state, given.get("slug", ""), rules.reserved)
    return NewState(state, notices)


def change_item(connection: Connection, old: State, given: Mapping[str, Any], now: str, rules: Rules) -> NewState:
    """The state that follows when fields of an item are changed; the old one when nothing would be different.

    Raises Problem(conflict) for an item in the trash, unless a status takes it out again.
    """
    if old["status"] == "trash" and "status" not in given:
        hint = "Send a status such as draft to restore it from the trash."
        raise Problem(Code.CONFLICT, f"This {old['type']} is in the trash.", hint=hint)
    check_lengths(given, old, rules)
    state: State = {**old, **given}
    changed = {name for name in given if given[name] != old[name]}
    check_references(connection, state, changed)
    if changed & MOVES:
        check_place(connection, state)
    _assign_date(state, given, now)
    notices = assign_status(state, given, now)
    notices += _assign_name(connection, old, state, given, rules.reserved)
    if (
        all(state[name] == old[name] for name in (*DEFAULTS, *PLACED))
        and state["floating_date"] == old["floating_date"]
    ):
        return NewState(old, notices)
    return NewState({**state, "status_before_trash": "", "modified": now}, notices)


def trash_item(connection: Connection, old: State, now: str) -> State:
    """The state in the trash, where an item gives its slug up.

    Raises Problem(conflict) when it is there already.
    """
    if old["status"] == "trash":
        hint = "Delete with force=true to remove it permanently."
        raise Problem(Code.CONFLICT, f"This {old['type']} is already in the trash.", hint=hint)
    state = {**old, "status": "trash", "status_before_trash": old["status"], "modified": now}
    if old["slug"]:
        state["slug"] = find_free_slug(connection, old, add_ending(old["slug"], TRASHED))
    return state


def lift_children(connection: Connection, above: State, now: str, rules: Rules) -> Iterator[State]:
    """The states of the items right below one once they stand beside it. Each is worked out when the one before is
    stored, which may take the slug. Raises Problem(conflict) for too many.
    """
    for child in read_children(connection, above):
        child["parent"], child["modified"] = above["parent"], now
        if child["slug"]:
            assign_slug(connection, child, child["slug"], rules.reserved)
        yield child


def assign_status(state: State, given: Mapping[str, Any], now: str) -> list[Notice]:
    """Publish what is due and schedule what is not: the date decides, as in WordPress.

    Raises Problem(invalid_arguments) for status future without a date to come.
    """
    if state["status"] not in ("publish", "future"):
        return []
    wanted = state["status"]
    state["status"] = "future" if state["date"] > now else "publish"
    if state["status"] == wanted:
        return []
    if wanted == "publish":
        message = f"The date {state['date']} is in the future: the {state['type']} is scheduled for it (status future)."
        return [Notice(code="scheduled", message=message)]
    if "date" not in given:
        detail = Detail(path="date", expected="a date and time in the future", got="nothing")
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The status future needs a date in the future.",
            hint="Send date too, such as 2030-01-31T09:00:00Z, or the status publish.",
            details=[detail],
        )
    message = f"The date {state['date']} is in the past: the {state['type']} is published at once."
    return [Notice(code="published", message=message)]


def _assign_date(state: State, given: Mapping[str, Any], now: str) -> None:
    """A draft's date that nobody set becomes the moment of its publication."""
    if "date" in given:
        state["floating_date"] = False
    elif state["floating_date"] and state["status"] not in UNNAMED_STATUSES | {"future"}:
        state["date"], state["floating_date"] = now, False


def _assign_name(
    connection: Connection, old: State, state: State, given: Mapping[str, Any], reserved: frozenset[str]
) -> list[Notice]:
    """Give the item its slug where that may be another than before."""
    wanted = state["slug"]
    if old["status"] == "trash" and "slug" not in given:
        wanted = _TRASHED_ENDING.sub("", wanted)
    unnamed = state["status"] in UNNAMED_STATUSES
    if not wanted and unnamed:
        state["slug"] = ""
        return []
    if wanted == old["slug"] and wanted and all(state[name] == old[name] for name in ("parent", "locale")):
        return []
    return assign_slug(connection, state, wanted, reserved)
