"""Checks on what terms a write may happen, inside its transaction, where nobody can come in between."""

from collections.abc import Mapping

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.site.kinds import KINDS
from sitehand.site.transactions import Repeated, Terms
from sitehand.store.changes import list_changes_since
from sitehand.store.objects import read_revision
from sitehand.store.replays import Replay, find_replay

Revisions = Mapping[tuple[str, str], str | None]
"""Revisions by kind and id; None for an object that is not there, or has none."""


def check_terms(connection: Connection, terms: Terms) -> Revisions:
    """The revisions of the objects that the terms name.

    Raises Repeated; Problem: idempotency_mismatch, revision_conflict.
    """
    # The key comes first: a repeated call gets its answer, although the first one has changed the revision since.
    if terms.key and (kept := find_replay(connection, Replay(terms.key, terms.fingerprint))) is not None:
        raise Repeated(kept)
    found = {}
    for kind, object_id, expected in terms.expected:
        now = found[kind, object_id] = read_revision(connection, kind, object_id)
        if expected is not None and now is not None and now != expected:
            raise _was_changed(connection, kind, object_id, expected, now)
    return found


def _was_changed(connection: Connection, kind: str, object_id: str, expected: str, now: str) -> Problem:
    return Problem(
        Code.REVISION_CONFLICT,
        f"The {KINDS[kind].singular} {object_id} is not at revision {expected}. Its revision is now {now}.",
        hint="Read it again and repeat the write with the new revision.",
        extra={"revision": now, "changes": list_changes_since(connection, kind, object_id, expected)},
    )
