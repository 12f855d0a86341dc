"""Changes: what changed in which object, as hosts report it and callers see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple, NotRequired

from typing_extensions import TypedDict

from sitehand.site.content import Notice

NO_REQUEST = "-"
"""The request of changes that none made, such as what the site does by schedule."""
MAX_UNDONE = 500
"""Changes that one undo undoes at most: unless it goes in portions, no other writer does anything meanwhile. A request
may have more, such as a large import: then the newest are undone, and the next undo goes on.
"""
MORE = "more_to_undo"
"""Code of the notice that a request had more changes than that."""


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """One stored object before and after: None where there was or is none, else the fields that differ (or all).

    `kind` and `object` name it ("page", "12"), `label` is what people call it. Revisions are those of objects that
    have one; `status` is that of content, after the change (the last one, of what is gone).
    """

    kind: str
    object: str
    label: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    revision_before: str | None = None
    revision_after: str | None = None
    status: str = ""

    @property
    def action(self) -> str:
        """create, update or delete."""
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "update"


@dataclass(frozen=True, slots=True)
class PastChange:
    """A change to undo: its number in the journal, and what changed in each object then, in order.

    `form` is that of the entry (`store/journal.py`): what is a field of an object today was one of its own before 3.8.
    """

    id: int
    objects: Sequence[ObjectChange]
    form: int


class Part(NamedTuple):
    """A place in the change of an object: the object ("page:12"), one of its fields, and characters to skip."""

    object: str
    field: str
    offset: int


class NextPart(TypedDict):
    """What to add to the same call for what follows: `part` is the object and its field ("page:12.content")."""

    part: str
    offset: int


class Cut(TypedDict):
    """How much of a text is there: `shown` characters from `offset` on, of `of`."""

    offset: int
    shown: int
    of: int
    next: NotRequired[NextPart]


class FieldShown(TypedDict):
    """A field before and after; of a long text the lines that differ, as a unified diff; of a secret, what was done.

    `cut` is there when the text is not whole.
    """

    field: str
    secret: NotRequired[Literal["set", "changed", "removed"]]
    cut: NotRequired[Cut]
    before: NotRequired[Any]
    after: NotRequired[Any]
    diff: NotRequired[str]


class ObjectShown(TypedDict):
    """How an object changed."""

    kind: str
    id: str
    label: str
    action: str
    fields: list[FieldShown]
    revision_before: str | None
    revision_after: str | None


class Undone(TypedDict):
    """The changes that were undone, newest first, and what changed in each object; notices tell what was not."""

    undone: Sequence[int]
    objects: Sequence[ObjectShown]
    notices: NotRequired[list[Notice]]


class ObjectLine(TypedDict):
    """An object of a change and its action: create, update or delete; `status` is the one that an update gave it."""

    kind: str
    id: str
    label: str
    action: str
    status: NotRequired[str]


def name_object(shown: ObjectShown) -> ObjectLine:
    """An object of a whole change as it stands in a list of changes."""
    line = ObjectLine(kind=shown["kind"], id=shown["id"], label=shown["label"], action=shown["action"])
    status = next((each.get("after") for each in shown["fields"] if each["field"] == "status"), None)
    if line["action"] == "update" and isinstance(status, str):
        line["status"] = status
    return line


class Change(TypedDict):
    """Who changed something, how and when. `caller` is stable ("key:3"), `label` what people call it.

    `approved_by` and `approved_by_id` are the same of who approved it; the id is None of what was approved before 3.8.
    `undoes` are the changes that this one took back; `undone_by` is the one that took this one back, and null again
    when that was undone itself.
    """

    id: int
    at: str
    milliseconds: int
    request_id: str
    caller: str
    label: str
    role: str
    door: str
    client: str
    operation: str
    outcome: str
    approved_by: str | None
    approved_by_id: str | None
    undoes: list[int]
    undone_by: int | None


class ChangeLine(Change):
    """A change in a list."""

    objects: list[ObjectLine]


class ChangeRecord(Change):
    """A whole change: the arguments without secrets, and what changed in each object."""

    arguments: dict[str, Any]
    objects: list[ObjectShown]


@dataclass(frozen=True, slots=True)
class ChangeFilter:
    """Filters of a list of changes; None in a field means all. `before` is the id of a change: only older ones are
    listed, in place of `page`.
    """

    page: int = 1
    per_page: int = 20
    before: int | None = None
    caller: str | None = None
    operation: str | None = None
    door: str | None = None
    request_id: str | None = None
    since: datetime | None = None
    kind: str | None = None
    object: str | None = None
