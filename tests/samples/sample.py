"""What a sample is made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from hypothesis import strategies as st

from sitehand.operation.write import Promise

Who = Literal["category", "everyone", "public", "admin", "owner"]
Tables = Literal["builtin", "ledger"]
Placeholders = Mapping[str, Any]
"""What stands for "{name}" in paths and arguments: of what was made, its id and revision."""
ABSENT = 999_999
"""An id that nothing has."""
ALWAYS = "It makes something new each time."


def take_id(body: Any) -> Placeholders:
    """The id and the revision of the object that was made."""
    return {"id": body["id"], "revision": body.get("revision")}


@dataclass(frozen=True, slots=True)
class Step:
    """A REST call; "{id}" in its path and its body stands for the object's id."""

    method: str
    path: str
    body: Mapping[str, Any] = field(default_factory=dict)


Make = Callable[[Path], Placeholders]
"""Makes what no call makes, in a data folder."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """How something is made that a call is about.

    `of` is what is made before, whose placeholders the step and the call have too; `role` is whose key makes it;
    `found` reads the placeholders from the answer. `listed` is a call that lists what there is of it, and `known_by`
    tells those whose ids a history may choose.
    """

    step: Step | Make
    of: str = ""
    role: str = "admin"
    found: Callable[[Any], Placeholders] = take_id
    listed: Step | None = None
    known_by: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Example:
    """A call that is compared between the doors, and the error code that it ends with (None: success).

    `fresh` names what is made anew for each door; "{id}" among the arguments stands for its id.
    """

    arguments: Mapping[str, Any] = field(default_factory=dict)
    code: str | None = None
    fresh: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """A call that changes something, and how its promises are put to the test.

    `arguments` are about what `fresh` names; `other` make it another call. `idle` are arguments with which it changes
    nothing, or why there are none. `disturb` changes its target in between, the fields `disturbed`. `newer` changes
    what the call changed (of the id that `made` finds in its answer), or says why nothing can. `sabotage` is a trigger
    of SQLite that alters what the call writes: in the tables of the built-in site, or of the ledger.
    """

    arguments: Mapping[str, Any]
    other: Mapping[str, Any]
    idle: Mapping[str, Any] | str
    newer: Step | str
    sabotage: Mapping[Tables, str] = field(default_factory=dict)
    fresh: str = ""
    disturb: Step | None = None
    disturbed: tuple[str, ...] = ()
    made: Callable[[Any], Any] = lambda body: body.get("id")
    name: str = ""


@dataclass(frozen=True, slots=True)
class Sample:
    """One operation: how it is called rightly and wrongly, and of a write how it is tested.

    `who` may call it: the roles of its category and those in `also`, every credential, everybody, admins, or the owner
    alone. `drawn` are the arguments with which histories call a write, or why they do not. `exempt` are promises that
    it cannot keep, `journaled` is False when it changes no state of the site, `predictable` when its new revisions
    depend on the moment or on chance; `momentary` are members of its answers that do, beside those that all objects
    have.
    """

    examples: Sequence[Example]
    writes: Sequence[Write] = ()
    drawn: st.SearchStrategy[dict[str, Any]] | str = ""
    who: Who = "category"
    also: tuple[str, ...] = ()
    exempt: frozenset[Promise] = frozenset()
    journaled: bool = True
    predictable: bool = True
    momentary: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Nth:
    """In arguments that are drawn: the id of one of the things of that name that there will be, or `absent`."""

    name: str
    number: int
    absent: int = ABSENT


def draw_ids(name: str, absent: int = ABSENT) -> st.SearchStrategy[Nth]:
    """Ids of what there will be."""
    return st.integers(0, 11).map(lambda number: Nth(name, number, absent))


def fill(value: Any, made: Placeholders) -> Any:
    """The value with what was made in place of "{id}" and the like, at any depth."""
    if isinstance(value, Mapping):
        return {name: fill(each, made) for name, each in value.items()}
    if isinstance(value, list):
        return [fill(each, made) for each in value]
    if not isinstance(value, str):
        return value
    whole = value.removeprefix("{").removesuffix("}")
    return made[whole] if value == f"{{{whole}}}" and whole in made else _fill_text(value, made)


def _fill_text(text: str, made: Placeholders) -> str:
    for name, each in made.items():
        text = text.replace(f"{{{name}}}", str(each))
    return text


def alter(event: str, table: str, change: str, key: str = "id") -> str:
    """A trigger of SQLite that changes the row that was just written."""
    return f"AFTER {event} ON {table} BEGIN UPDATE {table} SET {change} WHERE {key} = NEW.{key}; END"


UNKNOWN = Example({"nonsense": 1}, "invalid_arguments")
NO_ARGUMENTS = (Example(), UNKNOWN)
WRONG_IDS = (
    Example({"id": ABSENT}, "not_found"),
    Example({"id": 0}, "invalid_arguments"),
    Example({"id": 2**63}, "invalid_arguments"),
    Example({"id": "one"}, "invalid_arguments"),
)
