"""What no undo puts back: values of keys that were ended or replaced, decisions, and secrets that nobody kept."""

from collections.abc import Container
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from sitehand.operation.difference import SECRET_SETTINGS
from sitehand.site.changes import ObjectChange
from sitehand.store.tables import api_keys

RESTORED_OF_KEYS = frozenset({"requests_per_minute"})
"""All else decides what a key's value opens, and comes back only by creating or rotating a key."""
KEPT = {
    "revoked": "stays revoked",
    "secret_sha256": "keeps its new value, and the old one stays dead",
}
"""What is told of a column of a key that stays as it is; of the others, that they stay."""


def part_permanent(connection: Connection, change: ObjectChange, at: str) -> tuple[ObjectChange | None, str]:
    """The part of a change that an undo puts back, None for nothing; and what stays as it is, in a sentence or "".

    Undoing that a key was created is revoking it, now (`at`).
    """
    if change.kind == "pending_change":
        return None, f"The pending change {change.object} stays as it is: proposals and decisions are final."
    if change.kind == "setting" and change.object in SECRET_SETTINGS:
        return None, f"The setting {change.object} cannot be put back: the journal keeps no secrets."
    if change.kind == "retired_secret":
        return None, ""  # told of its key
    if change.kind == "key":
        return _part_creation(connection, change, at) if change.before is None else _part_key(change, change.before)
    return change, ""


def _part_creation(connection: Connection, change: ObjectChange, at: str) -> tuple[ObjectChange | None, str]:
    rows = connection.execute(select(api_keys.c.revoked).where(api_keys.c.id == int(change.object))).all()
    if not rows or rows[0].revoked is not None:
        return None, f"The key {change.object} stays {'revoked' if rows else 'removed'}."
    after = {**_only(change.after, RESTORED_OF_KEYS), "revoked": None}
    told = f"The key {change.object} is revoked, and stays in the list."
    return replace(change, before={"revoked": at}, after=after), told


def _part_key(change: ObjectChange, before: dict[str, Any]) -> tuple[ObjectChange | None, str]:
    if change.after is None:
        return None, f"The key {change.object} stays removed."
    restored = _only(before, RESTORED_OF_KEYS)
    kept = [words for name, words in KEPT.items() if name in before]
    told = f"The key {change.object} {' and '.join(kept) or 'stays as it is'}." if before != restored else ""
    return (replace(change, before=restored, after=_only(change.after, restored)) if restored else None), told


def _only(side: dict[str, Any] | None, names: Container[str]) -> dict[str, Any]:
    return {name: value for name, value in (side or {}).items() if name in names}
