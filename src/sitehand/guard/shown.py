"""What a person was shown of a write, as a digest: what is approved is done only when it comes to the same.

A write that waits runs anew when it is approved. What it refers to (answers of a batch's earlier parts, the changes of
a request) may be otherwise by then, so all that it does is compared, created and deleted objects included.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import orjson

from sitehand.errors import Code, Problem
from sitehand.operation.difference import UNSHOWN_KINDS, hidden_fields
from sitehand.site.changes import ObjectChange

NUMBERED = {"page": "item", "post": "item", "key": "key"}
"""Kinds whose new objects are given an id anew at every run, and whose ids are counted together."""
POINTING = {"page": {"parent": "item"}, "post": {"parent": "item"}, "item_term": {"item_id": "item"}}
"""Fields that hold such an id."""
PASSING_FIELDS = frozenset({"id", "revision", "modified", "created", "last_used", "first_characters"})
"""Fields that differ from run to run: ids are told otherwise, and the rest are moments and what is made at random."""
TOLD_FIELDS = frozenset({"revoked", "decided_at"})
"""Moments of which it counts that they are there."""
REFERRING = ("$ref", "{#", "changes_since", "request_id")
"""What arguments have in them that name what is looked up only when they are run."""
Ids = Mapping[tuple[str, Any], int]


class Proposed(Protocol):
    """What is stored of a write that waits; `digest` is None of what was proposed before 3.8."""

    arguments: str
    preview: str
    digest: str | None


def digest_changes(objects: Sequence[ObjectChange]) -> str:
    """SHA-256 over what becomes of all objects, in their order: the same for two runs that do the same.

    Reads every text once.
    """
    found = hashlib.sha256()
    made = [(NUMBERED[each.kind], each.object) for each in objects if each.kind in NUMBERED and each.action == "create"]
    ids = {(group, int(object_id)): place for place, (group, object_id) in enumerate(made)}
    for each in objects:
        if each.kind not in UNSHOWN_KINDS and (told := _tell(each, ids)) is not None:
            found.update(orjson.dumps(told, option=orjson.OPT_SORT_KEYS) + b"\n")
    return found.hexdigest()


def check_shown(proposed: Proposed, objects: Sequence[ObjectChange]) -> None:
    """Raise Problem(revision_conflict) when anything else would be done than a person was shown."""
    if proposed.digest is None:
        same = not _refers(proposed) and _touches_the_same(proposed, objects)
    else:
        same = digest_changes(objects) == proposed.digest
    if not same:
        raise Problem(
            Code.REVISION_CONFLICT,
            "What would be changed now is not what was shown for approval. Nothing was changed.",
            hint="Reject it, and let it be proposed again.",
        )


def read_revisions(proposed: Proposed) -> list[tuple[str, str, str]]:
    """Kind, id and revision of each object that was there."""
    changes = orjson.loads(proposed.preview)["changes"]
    return [(each["kind"], each["id"], each["revision_before"]) for each in changes if each["revision_before"]]


def _tell(change: ObjectChange, ids: Ids) -> list[Any] | None:
    """What becomes of one object; None when nothing does but that time has passed."""
    floats = _floats(change)
    before, after = (_tell_fields(change, side, ids, floats=floats) for side in (change.before, change.after))
    if change.action == "update" and not before and not after:
        return None
    is_new = change.action == "create" and (change.kind in NUMBERED or change.kind in POINTING)
    return [change.kind, None if is_new else change.object, change.action, before, after]


def _floats(change: ObjectChange) -> bool:
    """Whether this write may have dated content itself, with a moment of its run: it lies not ahead."""
    after = change.after or {}
    is_dated = change.kind in ("page", "post") and (change.action == "create" or "floating_date" in after)
    return is_dated and "date" in after and after["date"] <= after.get("modified", "")


def _tell_fields(
    change: ObjectChange, row: Mapping[str, Any] | None, ids: Ids, *, floats: bool
) -> dict[str, Any] | None:
    return None if row is None else dict(_each_field(change, row, ids, floats=floats))


def _each_field(change: ObjectChange, row: Mapping[str, Any], ids: Ids, *, floats: bool) -> Iterator[tuple[str, Any]]:
    secret, pointing = hidden_fields(change.kind, change.object), POINTING.get(change.kind, {})
    for name, value in row.items():
        if name in PASSING_FIELDS or (floats and name == "date"):
            continue
        if name in secret or name in TOLD_FIELDS:
            yield name, bool(value)
        elif name in pointing and (pointing[name], value) in ids:
            yield name, {"made": ids[pointing[name], value]}
        else:
            yield name, value


def _refers(proposed: Proposed) -> bool:
    """Whether its arguments name what is looked up only when it runs."""
    return any(word in proposed.arguments for word in REFERRING)


def _touches_the_same(proposed: Proposed, objects: Sequence[ObjectChange]) -> bool:
    """Whether the objects that were there are those that were shown."""
    shown = {(kind, object_id) for kind, object_id, _ in read_revisions(proposed)}
    touched = {(each.kind, each.object) for each in objects if each.revision_before and each.kind not in UNSHOWN_KINDS}
    return touched == shown
