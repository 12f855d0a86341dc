"""What no undo puts back: values of keys that were ended or replaced, decisions, and secrets that nobody kept."""

from collections.abc import Container
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kind, Kinds
from sitehand.site.kinds import KEY, KINDS
from sitehand.store.tables import api_keys

KEPT = {
    "revoked": "stays revoked",
    "secret_sha256": "keeps its new value; the old value stays invalid",
}
"""What is told of a column of a key that stays as it is; of the others, that they stay."""


def part_permanent(
    connection: Connection, change: ObjectChange, at: str, kinds: Kinds
) -> tuple[ObjectChange | None, str]:
    """The part of a change that an undo puts back, None for nothing; and what stays as it is, in a sentence or "".

    Undoing that a key was created is revoking it, now (`at`). Raises Problem(conflict) for a kind that nobody knows.
    """
    kind = kinds[change.kind]
    if not kind.is_known:
        raise unknown_kind()
    if kind.untold:
        return None, ""  # told of what it belongs to
    if why := kind.explain_final(change.object):
        return None, why
    if change.kind == KEY.name and change.before is None:
        return _part_creation(connection, change, at)
    if kind.restored is not None and change.before is not None:
        return _part_fields(kind, kind.restored, change, change.before)
    return change, ""


def unknown_kind() -> Problem:
    """The refusal to put back what this site, or this version of it, has no place for."""
    return Problem(
        Code.CONFLICT,
        "This site cannot restore an object of a kind that it does not know. Nothing was changed.",
        hint="Make the change yourself.",
    )


def refuse_field(change_id: int, change: ObjectChange, name: str) -> Problem:
    """The refusal to put back a field for which this site, or this version of it, has no place."""
    kind = KINDS[change.kind].singular
    return refuse_form(change_id, f"the {kind} {change.object} has no field {name} here")


def refuse_form(change_id: int, why: str) -> Problem:
    """The refusal to put back what an entry holds in a form that has no place here."""
    return Problem(
        Code.CONFLICT,
        f"Change {change_id} cannot be undone: {why}. Nothing was changed.",
        hint="Make the change yourself.",
    )


def _part_creation(connection: Connection, change: ObjectChange, at: str) -> tuple[ObjectChange | None, str]:
    rows = connection.execute(select(api_keys.c.revoked).where(api_keys.c.id == int(change.object))).all()
    if not rows or rows[0].revoked is not None:
        return None, f"The key {change.object} stays {'revoked' if rows else 'removed'}."
    after = {**_only(change.after, KEY.restored or ()), "revoked": None}
    told = f"The key {change.object} is revoked, and stays in the list."
    return replace(change, before={"revoked": at}, after=after), told


def _part_fields(
    kind: Kind, fields: Container[str], change: ObjectChange, before: dict[str, Any]
) -> tuple[ObjectChange | None, str]:
    named = f"The {kind.singular} {change.object}"
    if change.after is None:
        return None, f"{named} stays removed."
    restored = _only(before, fields)
    kept = [words for name, words in KEPT.items() if name in before]
    told = f"{named} {' and '.join(kept) or 'stays as it is'}." if before != restored else ""
    return (replace(change, before=restored, after=_only(change.after, restored)) if restored else None), told


def _only(side: dict[str, Any] | None, names: Container[str]) -> dict[str, Any]:
    return {name: value for name, value in (side or {}).items() if name in names}
