"""What a person was shown of a write, as a digest: what is approved is done only when it comes to the same.

A pending write runs again when it is approved. What it refers to (answers of a batch's earlier parts, the changes of
a request) may be otherwise by then, so all that it does is compared, created and deleted objects included.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import orjson

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kind, Kinds

REFERRING = ("$ref", "{#", "changes_since", "request_id")
"""What arguments have in them that name what is looked up only when they are run."""
Ids = Mapping[tuple[str, str], int]
"""The number of each new object that has an id, by the counter that the id is from: another run gives it another id."""


class Proposed(Protocol):
    """What is stored of a pending write; `digest` is None of what was proposed before 3.8."""

    arguments: str
    preview: str
    digest: str | None


def digest_changes(objects: Sequence[ObjectChange], kinds: Kinds) -> str:
    """SHA-256 over what becomes of all objects, in their order: the same for two runs that do the same.

    Reads every text once.
    """
    found = hashlib.sha256()
    made = [(kinds[each.kind].sequence, each.object) for each in objects if each.action == "create"]
    ids = {new: place for place, new in enumerate(new for new in made if new[0])}
    for each in objects:
        kind = kinds[each.kind]
        if not kind.untold and (told := _tell(kind, each, ids)) is not None:
            found.update(orjson.dumps(told, option=orjson.OPT_SORT_KEYS) + b"\n")
    return found.hexdigest()


def check_shown(proposed: Proposed, kinds: Kinds, objects: Sequence[ObjectChange]) -> None:
    """Raise Problem(revision_conflict) when anything else would be done than a person was shown."""
    if proposed.digest is None:
        same = not _refers(proposed) and _touches_the_same(proposed, objects, kinds)
    else:
        same = digest_changes(objects, kinds) == proposed.digest
    if not same:
        raise Problem(
            Code.REVISION_CONFLICT,
            "The preview is stale: the change would now do something else. Nothing was changed.",
            hint="Reject the change and ask the requester to send it again.",
        )


def read_revisions(proposed: Proposed) -> list[tuple[str, str, str]]:
    """Kind, id and revision of each object that was there."""
    changes = orjson.loads(proposed.preview)["changes"]
    return [(each["kind"], each["id"], each["revision_before"]) for each in changes if each["revision_before"]]


def _tell(kind: Kind, change: ObjectChange, ids: Ids) -> list[Any] | None:
    """What becomes of one object; None when nothing does but that time has passed."""
    floats = kind.dated and _floats(change)
    before, after = (_tell_fields(kind, change, side, ids, floats=floats) for side in (change.before, change.after))
    if change.action == "update" and not before and not after:
        return None
    is_new = change.action == "create" and bool(kind.sequence or kind.references)
    return [change.kind, None if is_new else change.object, change.action, before, after]


def _floats(change: ObjectChange) -> bool:
    """Whether this write may have dated content itself, with a moment of its run: it lies not ahead."""
    after = change.after or {}
    is_dated = change.action == "create" or "floating_date" in after
    return is_dated and "date" in after and after["date"] <= after.get("modified", "")


def _tell_fields(
    kind: Kind, change: ObjectChange, row: Mapping[str, Any] | None, ids: Ids, *, floats: bool
) -> dict[str, Any] | None:
    return None if row is None else dict(_each_field(kind, change, row, ids, floats=floats))


def _each_field(
    kind: Kind, change: ObjectChange, row: Mapping[str, Any], ids: Ids, *, floats: bool
) -> Iterator[tuple[str, Any]]:
    """The fields that must be the same in another run. Of a kind that nobody knows, those are all of them."""
    for name, value in row.items():
        if not kind.is_known:
            yield name, value
        elif name in kind.varying or (floats and name == "date"):
            continue
        elif kind.hides(change.object, name) or name in kind.moments:
            yield name, bool(value)
        else:
            yield name, _tell_value(kind, name, value, ids)


def _tell_value(kind: Kind, name: str, value: Any, ids: Ids) -> Any:
    """A value; in place of the id of a new object, which of them it is."""
    if isinstance(value, list):
        return [_tell_value(kind, name, each, ids) for each in value]
    if isinstance(value, dict):
        inner = {f"{name}.{key}": each for key, each in value.items()}
        return {key: _tell_value(kind, key, each, ids) for key, each in inner.items() if key not in kind.varying}
    place = ids.get((kind.references.get(name, ""), str(value)))
    return value if place is None else {"made": place}


def _refers(proposed: Proposed) -> bool:
    """Whether its arguments name what is looked up only when it runs."""
    return any(word in proposed.arguments for word in REFERRING)


def _touches_the_same(proposed: Proposed, objects: Sequence[ObjectChange], kinds: Kinds) -> bool:
    """Whether the objects that were there are those that were shown."""
    shown = {(kind, object_id) for kind, object_id, _ in read_revisions(proposed)}
    touched = {(each.kind, each.object) for each in objects if each.revision_before and not kinds[each.kind].untold}
    return touched == shown
