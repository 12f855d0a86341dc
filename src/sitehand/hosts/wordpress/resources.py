"""What there is in a WordPress, kind by kind, as its REST API reads and writes it."""

import hashlib
import hmac
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, cast

from sitehand.errors import Problem
from sitehand.hosts.wordpress.shown import ANYTHING, Shown, fits
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.kinds import KINDS
from sitehand.store.revision import name_state

ITEM_ROUTES = {"page": "/wp/v2/pages", "post": "/wp/v2/posts"}
"""Of the items that every WordPress has."""
EDIT = {"context": "edit"}
"""Asks for an object as it is edited."""
Json = dict[str, Any]
"""An object as `context=edit` shows it."""
Fields = dict[str, Any]
"""An object in the port's fields; of secrets only what tells one from another."""
See = Callable[[Json], Json]
"""From an object as WordPress shows it to the same as the call sees it."""
Action = Literal["create", "update", "trash", "delete", "follow", "run"]
"""What a step does. One that follows sends nothing: WordPress does it by itself, as a part of the step before.

One that runs has effects that no reading shows.
"""


class Request(NamedTuple):
    """A request to WordPress."""

    method: str
    path: str
    body: Json | None = None
    query: Mapping[str, Any] | None = None


class Written(NamedTuple):
    """What a write was found to have left: the fields that are not as sent, and what the caller should know."""

    lost: Sequence[str]
    notices: Sequence[Notice] = ()


class Made(NamedTuple):
    """New objects that match what was sent, and whether these are all: else not all that are new were looked at."""

    objects: Sequence[Json]
    complete: bool = True


class Resource(Protocol):
    """One kind of object. `value` is one as `context=edit` shows it; None stands for one that is not there.

    What has a body here holds for most kinds: an object has a number, its revision is all its fields, WordPress takes
    them as they are given, and what it then shows otherwise was lost.
    """

    kind: str
    hint: str
    batched: ClassVar[bool] = False
    """Whether its routes may be parts of a batch. Source: `allow_batch` of core's controllers."""
    follows: ClassVar[frozenset[str]] = frozenset()
    """Fields that WordPress may change when others are written, beyond what `predict` says."""
    stored_first: ClassVar[frozenset[str] | None] = None
    """Fields that WordPress stores with a new object, before it may refuse the others; None: all at once."""
    has_trash: ClassVar[bool] = False
    """Whether the action "trash" can be taken back."""
    decided: ClassVar[frozenset[str]] = frozenset()
    """Fields that WordPress may store otherwise than they are sent, which no write fails for."""
    stored_in: ClassVar[str] = ""
    """What WordPress stores all of its objects in, as a whole: of two writes at once, one would be lost."""
    least: Shown = ANYTHING
    """What WordPress shows of an object at least, where a write is answered with it."""

    @property
    def references(self) -> Mapping[str, str]:
        """The fields that refer to other objects, and the counter that numbers those."""
        return KINDS[self.kind].references

    @property
    def names(self) -> frozenset[str]:
        """The fields that `fields` may have; none of a kind of which no object is made anew."""
        return frozenset()

    async def read(self, object_id: int) -> Json | None: ...
    async def recall(self, object_id: int) -> Json | None:
        """An object, perhaps from memory where that is proven fresh. Only for what no write is built on."""
        return await self.read(object_id)

    async def read_again(self, object_id: int, known: Json) -> Json | None:
        """An object that was read before as `known`; what follows from its other fields may be taken from there."""
        return await self.read(object_id)

    async def read_newest(self) -> int:
        """The highest id so far: what is made later has a higher one."""

    async def find_made(self, after: int, sent: Fields) -> Made:
        """Objects that were made after that id and match what was sent."""

    def take_first(self, sent: Fields) -> Fields:
        """Of the fields of a new object those that WordPress stores first."""
        first = self.stored_first
        return sent if first is None else {name: value for name, value in sent.items() if name in first}

    def has(self, object_id: str) -> bool:
        """Whether an object of that name would be one of these: others of the kind are the service's own."""
        return object_id.isascii() and object_id.isdecimal()

    def locate(self, object_id: str) -> int:
        """The number under which an object of the port is read."""
        return int(object_id)

    def name(self, object_id: int) -> str:
        """What the port calls the object with that number."""
        return str(object_id)

    async def prepare_anew(self, given: Fields) -> tuple[Fields, Sequence[str]]:
        """What is sent of these fields of a deleted object to make it anew; names of what cannot be put back."""
        return given, ()

    def fields(self, value: Json) -> Fields: ...
    def revision(self, fields: Fields, object_id: str) -> str | None:
        """The revision of an object with these fields; None where it has none."""
        return name_fields(fields)

    def request(self, action: Action, object_id: int, body: Json) -> Request: ...
    def mark(self, given: Fields) -> Fields:
        """Fields that a caller gave, with marks in place of secrets."""
        return dict(given)

    def write_body(self, given: Fields) -> Json:
        """What WordPress is sent for fields that a caller gave, secrets too."""
        return dict(given)

    def write_change(self, before: Json, given: Fields) -> Json:
        """What WordPress is sent to change an existing object, shown as it is `before`."""
        return self.write_body(given)

    def rebase(self, body: Json, before: Json) -> Json:
        """What is sent after an earlier write of the same call, which has left the object as it is `before`."""
        return body

    def write_back(self, before: Json, now: Json | None) -> Json:
        """What WordPress is sent to have an object as it was; `now` None: it is gone."""
        old = self.fields(before)
        names = old if now is None else differ(self.fields(now), old)
        given = {name: old[name] for name in names}
        return self.write_body(given) if now is None else self.write_change(now, given)

    def shows(self, answered: Any) -> bool:
        """Whether the answer to a write is an object, with all that is made of it."""
        return fits(self.least, answered)

    def is_named(self, answered: Json, object_id: int) -> bool:
        """Whether an object in an answer is the one with that number."""
        return str(answered.get("id")) == self.name(object_id)

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        """The object after a write, which most routes answer; `before` is what it was right before."""
        return cast(Json, answered)

    def explain(self, refusal: Problem) -> Problem:
        """What WordPress refuses, as callers are told of it."""
        return refusal

    def predict(self, before: Json | None, body: Json) -> Json:
        """What an object is expected to be after a write; `before` None makes a new one."""

    def find_lost(self, sent: Fields, fields: Fields) -> list[str]:
        """The fields that were sent and are not so, as far as the object itself shows."""
        return [name for name, value in sent.items() if fields.get(name) != value]

    async def examine(self, before: Json | None, sent: Fields, after: Json) -> Written:
        """Compare what was sent with what is stored, and with what was there when it was sent."""
        return Written(self.find_lost(sent, self.fields(after)))

    def find_others(self, before: Json, body: Json, sent: Fields, after: Json) -> list[str]:
        """The fields that somebody else has changed since `before`: neither sent, nor changed by what was sent."""
        predicted, found = self.fields(self.predict(before, body)), self.fields(after)
        changed = set(differ(self.fields(before), found, self.follows)) & set(differ(predicted, found))
        return [name for name in found if name in changed and name not in sent]

    async def keep(self, before: Json, sent: Fields) -> Json:
        """Keep what is stored, right before the first request that changes it; the object as it is shown then.

        Raises Problem(conflict) for what the change would lose. Most kinds lose nothing.
        """
        return before

    async def list_followers(self, see: See) -> list[tuple[Json, Json]]:
        """What WordPress will do to other objects of the kind as a part of what the call has staged: before, after."""
        return []

    def read_side(self, object_id: str, side: Fields) -> Fields:
        """The fields of one side of a change, as `describe` wrote it."""
        return dict(side)

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        """What changed in it, in the port's words; `sent` are the fields that were sent."""


class Unmade(Resource, Protocol):
    """A kind of which no new object is made here: its objects are there from the start, or nowhere."""

    async def read_newest(self) -> int:
        return 0

    async def find_made(self, after: int, sent: Fields) -> Made:
        return Made(())


class SecretMarks:
    """Tells secrets from each other without keeping them: under a key that is the connection's own."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def write(self, secret: str) -> str:
        """A mark that is equal for equal secrets, and empty for none."""
        return hmac.new(self._key, secret.encode(), hashlib.sha256).hexdigest() if secret else ""


def is_same(resource: Resource, object_id: int, one: Fields | None, other: Fields | None) -> bool:
    """Whether an object is in the same state, by its revision where it has one: some fields move by themselves."""
    if one is None or other is None or one == other:
        return one == other
    revisions = [resource.revision(fields, str(object_id)) for fields in (one, other)]
    return revisions[0] is not None and revisions[0] == revisions[1]


def differ(before: Fields, after: Fields, passing: Iterable[str] = ()) -> list[str]:
    """The names of the fields that differ, but for those that pass by themselves."""
    left_out = set(passing)
    return [name for name in after if before.get(name) != after[name] and name not in left_out]


def name_fields(fields: Fields) -> str:
    """The revision of an object that is its fields and nothing else: a hash of all of them."""
    return name_state([[name, fields[name]] for name in sorted(fields)])


def describe_fields(
    kind: str, object_id: int | str, label: str, before: Fields | None, after: Fields | None
) -> list[ObjectChange]:
    """What changed in such an object: all fields if it is new or deleted, else those that differ.

    `label` is the field that people call it by.
    """
    last = after or before
    if last is None or before == after:
        return []
    old, new = (name_fields(fields) if fields is not None else None for fields in (before, after))
    if before is not None and after is not None:
        names = differ(before, after)
        before, after = ({name: side.get(name) for name in names} for side in (before, after))
    return [ObjectChange(kind, str(object_id), last[label][:200], before, after, old, new)]
