"""What one call is about to do to a WordPress, step by step, and how the site looks to the call meanwhile.

Nothing of it is sent. What is staged lies over what WordPress answers: a later read of the same call sees it. A new
object has a provisional id, which later steps of the call may refer to.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.blocks.note_marks import hide_marks, rename_marks
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.given_answers import LIKE_PROVISIONAL, Became, GivenAnswer, ShownAnswer
from sitehand.hosts.wordpress.resources import Action, Fields, Json, Request, Resource
from sitehand.hosts.wordpress.widget_names import read_number, rename_widget
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice, Visible
from sitehand.site.transactions import Tell

FIRST_PROVISIONAL = 2**52
"""The first id of an object that is not there yet: exact in every JSON, and no id that WordPress will reach."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """Steps that take changes back, with what is known of them beforehand, and who is told what comes of them."""

    change_ids: Sequence[int]
    steps: "Sequence[Step]"
    notices: Sequence[Notice]
    tell: Tell

    async def report(self) -> None:
        """Tell it, as it is by now."""
        found = [notice for step in self.steps for notice in step.notices]
        await self.tell(describe_steps(self.steps), [*self.notices, *found])


@dataclass(slots=True)
class Step:
    """One change of one object: `before` and `after` as the call sees them, `sent` the fields that will be sent.

    `body` is what WordPress is sent. Ids that are provisional are replaced when the objects are made.
    """

    resource: Resource
    action: Action
    object_id: int
    before: Json | None
    after: Json | None
    body: Json = field(default_factory=dict)
    sent: Fields = field(default_factory=dict)
    answers: list[GivenAnswer] = field(default_factory=list)
    restorations: list[Restoration] = field(default_factory=list)
    """Restorations that end with this step."""
    notices: list[Notice] = field(default_factory=list)
    raced: Sequence[str] = ()
    """Fields that somebody else has changed right before it: no doing of this call, and nothing that it can undo."""
    is_guessed: bool = False
    """Whether a new object was found by its fields, since WordPress refused the step and named none."""
    visible: Visible | None = None
    expected: tuple[int, Json | None] = (0, None)
    """The id of the object, and what it is after the step, as long as that is not sent."""

    @property
    def name(self) -> str:
        """The object, such as `page:12`."""
        return f"{self.resource.kind}:{self.resource.name(self.object_id)}"

    def request(self) -> Request:
        """The request that sends the step."""
        return self.resource.request(self.action, self.object_id, self.body)

    @property
    def fields_before(self) -> Fields | None:
        """The object before the step, in the port's fields; None for a new one."""
        return self.resource.fields(self.before) if self.before is not None else None

    @property
    def fields_after(self) -> Fields | None:
        """The object after the step, in the port's fields; None when it is gone."""
        return self.resource.fields(self.after) if self.after is not None else None


class Stage:
    """The steps of one call, in order."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.foretold: list[frozenset[str]] = []
        """An entry for each time that the call was shown what a step is expected to leave: what WordPress decides."""
        self.schemas: dict[str, Mapping[str, Mapping[str, Any]]] = {}
        """Schemas of custom fields by route, each read once in a call."""
        self._read: dict[tuple[str, int], Json | None] = {}
        self._made = 0
        self._invented: dict[str, str] = {}

    async def read(self, resource: Resource, object_id: int) -> Json | None:
        """An object as the call sees it; None when there is none. What was read once is not read again."""
        last = self.find_last(resource.kind, object_id)
        if last is not None:
            return self._show(last)
        key = (resource.kind, object_id)
        if key not in self._read:
            self._read[key] = None if object_id >= FIRST_PROVISIONAL else await resource.read(object_id)
        return self._read[key]

    def knows(self, resource: Resource, object_id: int) -> bool:
        """Whether to read an object would ask the site nothing."""
        known = (resource.kind, object_id) in self._read or self.find_last(resource.kind, object_id) is not None
        return known or object_id >= FIRST_PROVISIONAL

    def see(self, resource: Resource, value: Json) -> Json | None:
        """An object that a list showed whole, as the call sees it. It is not read again."""
        last = self.find_last(resource.kind, int(value["id"]))
        return self._show(last) if last else self._read.setdefault((resource.kind, int(value["id"])), value)

    def lay_over(self, resource: Resource, values: Iterable[Json]) -> list[Json]:
        """The objects of a list as the call sees them, without those that it removes."""
        lasts = [(value, self.find_last(resource.kind, int(value["id"]))) for value in values]
        seen = [self._show(last) if last else value for value, last in lasts]
        return [value for value in seen if value is not None]

    def list_written(self, resource: Resource) -> dict[int, Json | None]:
        """The objects of a kind that the call writes, by id, as it sees them; None for what it removes."""
        return {object_id: step.after for object_id, step in self._find_lasts(resource).items()}

    def show_written(self, resource: Resource) -> dict[int, Json | None]:
        """The same, of which the caller is told."""
        return {object_id: self._show(step) for object_id, step in self._find_lasts(resource).items()}

    def merge(self, resource: Resource, values: Iterable[Json]) -> list[Json]:
        """The objects of a list as the call sees them, with all others of the kind that it writes."""
        seen = {**{int(value["id"]): value for value in values}, **self.list_written(resource)}
        return [value for value in seen.values() if value is not None]

    def note_shown(self, resource: Resource, object_id: int, shown: ShownAnswer) -> None:
        """Note an answer that shows an object: it is written anew when the last step on that is done."""
        last = self.find_last(resource.kind, object_id)
        if last is not None:
            last.answers.append(shown)

    def find_last(self, kind: str, object_id: int) -> Step | None:
        """The last step on an object."""
        steps = (each for each in reversed(self.steps) if each.object_id == object_id and each.resource.kind == kind)
        return next(steps, None)

    def add(self, step: Step) -> Step:
        """Add a step.

        Raises Problem(invalid_arguments) for a text with a provisional id, since none is replaced in texts, but for
        notes that a block names and the name of a widget; and for more than one step when one runs an ability, since
        none could be undone after it.
        """
        if self.steps and "run" in (step.action, self.steps[-1].action):
            raise Problem(
                Code.INVALID_ARGUMENTS,
                "An ability cannot be a part of an atomic batch with other writes: what it did cannot be undone.",
                hint="Call it alone, or in a batch that is not atomic.",
            )
        if self._made and any(map(self._has_provisional, _list_texts(step.body))):
            raise Problem(
                Code.INVALID_ARGUMENTS,
                "A text refers to an object that this call creates. WordPress gives it an id when it stores it.",
                hint="Create the object first, in a call of its own. A pattern goes in with copy_blocks too.",
            )
        if any(kind != step.resource.kind and self._names(step, name) for name, kind in self._invented.items()):
            raise Problem(
                Code.INVALID_ARGUMENTS,
                "It names a variable that this call creates. Elementor gives it an id when it stores it.",
                hint="Create the variable first, in a call of its own.",
            )
        step.expected = step.object_id, step.after
        self.steps.append(step)
        # Who deletes is told what was there; what WordPress does by itself then, nobody is told.
        if step.action not in ("delete", "follow"):
            self._show(step)
        return step

    def _find_lasts(self, resource: Resource) -> dict[int, Step]:
        """The last step on each object of a kind."""
        return {step.object_id: step for step in self.steps if step.resource.kind == resource.kind}

    def _show(self, step: Step) -> Json | None:
        """What a step is expected to leave; it is noted that this was looked at."""
        if step.after is not None:
            self.foretold.append(step.resource.decided)
        return step.after

    def note_invented(self, kind: str, names: Collection[str]) -> None:
        """Note ids that are made up: the host gives others, so that steps on other kinds cannot name these."""
        self._invented |= dict.fromkeys(names, kind)

    def next_id(self) -> int:
        """A provisional id."""
        self._made += 1
        return FIRST_PROVISIONAL + self._made - 1

    def _names(self, step: Step, name: str) -> bool:
        return any(name in text for text in _list_texts(step.body))

    def _has_provisional(self, text: str) -> bool:
        ids = range(FIRST_PROVISIONAL, FIRST_PROVISIONAL + self._made)
        found = [] if read_number(text) else LIKE_PROVISIONAL.findall(hide_marks(text))
        return any(int(each) in ids for each in found)

    def objects(self, since: int = 0) -> list[ObjectChange]:
        """What becomes of each object, from a place in the steps on."""
        return describe_steps(self.steps[since:])

    def take_back(self, since: int = 0) -> None:
        """Forget the steps from a place on."""
        del self.steps[since:]


def list_undone(steps: Iterable[Step]) -> set[int]:
    """The changes that steps take back."""
    return {each for step in steps for restoration in step.restorations for each in restoration.change_ids}


def resolve_fields(fields: Mapping[str, Any], made: Mapping[int, int]) -> dict[str, Any]:
    """Fields with the ids that provisional ones have become (`made`); lists of terms are in the order of ids."""
    found = {name: _resolve(value, made) for name, value in fields.items()}
    return {name: order_ids(value) if value != fields[name] else value for name, value in found.items()}


def order_ids(value: Any) -> Any:
    """A list of ids alone in their order; any other value as it is. A list of names has an order of its own."""
    listed = isinstance(value, list) and all(isinstance(each, int) for each in value)
    return sorted(value) if listed else value


def _resolve(value: Any, made: Mapping[int, int]) -> Any:
    if isinstance(value, dict):
        return {name: _resolve(each, made) for name, each in value.items()}
    if isinstance(value, list):
        return [_resolve(each, made) for each in value]
    if isinstance(value, str):
        return rename_widget(rename_marks(value, made), made)
    return made.get(value, value) if isinstance(value, int) else value


def _list_texts(value: Any) -> Iterator[str]:
    """Every text in what is sent."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _list_texts(each)


def find_became(steps: Sequence[Step]) -> Became | None:
    """What the names of objects have become, when all steps have been sent; None when all are the same."""
    ids = {step.expected[0]: step.object_id for step in steps if step.expected[0] != step.object_id}
    revisions: dict[tuple[int, str], str] = {}
    for step in steps:
        object_id, expected = step.expected
        names = [_name_revision(step.resource, step.object_id, value) for value in (expected, step.after)]
        if names[0] and names[1] and names[0] != names[1]:
            revisions[object_id, names[0]] = names[1]
    return Became(ids, revisions) if ids or revisions else None


def _name_revision(resource: Resource, object_id: int, value: Json | None) -> str | None:
    return None if value is None else resource.revision(resource.fields(value), resource.name(object_id))


def describe_steps(steps: Sequence[Step]) -> list[ObjectChange]:
    """What becomes of each object, in the order in which they are first touched."""
    first: dict[tuple[str, int], Step] = {}
    last: dict[tuple[str, int], Step] = {}
    sent: dict[tuple[str, int], set[str]] = {}
    raced: dict[tuple[str, int], set[str]] = {}
    for step in steps:
        key = (step.resource.kind, step.object_id)
        first.setdefault(key, step)
        last[key] = step
        sent.setdefault(key, set()).update(step.sent)
        # What a later step of the call has sent is its own again.
        raced[key] = (raced.get(key, set()) - step.sent.keys()) | set(step.raced)
    changes: list[ObjectChange] = []
    for key, step in first.items():
        after = last[key].fields_after
        before = come_after(step.fields_before, after, raced[key])
        changes += step.resource.describe(step.object_id, before, after, sent[key])
    return changes


def come_after(before: Fields | None, after: Fields | None, raced: Collection[str]) -> Fields | None:
    """What was there before a call, as if it had come after those who were at the same object right then."""
    if before is None or after is None:
        return before
    return {**before, **{name: after[name] for name in raced}}
