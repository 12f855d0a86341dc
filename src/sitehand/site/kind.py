"""A kind of object: what the service must know of it wherever it shows, guards or restores one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Exposure = frozenset[str]
"""What visitors have of an object: `soon` (it is public, or will be), `now`, `open` (without a password)."""
Expose = Callable[[Mapping[str, Any]], Exposure]

Form = Literal["content", "inline", "description", "words", "json"]
"""What HTML a field may hold: that of content, of a title, of a term's description; none; or JSON whose texts may."""

NOT_EXPOSED: Exposure = frozenset()
ALWAYS_EXPOSED: Exposure = frozenset({"soon", "now", "open"})
UNEXPOSED_STATUSES = frozenset({"draft", "auto-draft", "pending", "private", "trash"})


def expose_always(fields: Mapping[str, Any]) -> Exposure:
    """The exposure of what visitors see as long as it is there."""
    return ALWAYS_EXPOSED


def expose_never(fields: Mapping[str, Any]) -> Exposure:
    """The exposure of what visitors never see."""
    return NOT_EXPOSED


def expose_by_status(fields: Mapping[str, Any]) -> Exposure:
    """The exposure of content, by its status and its password. A status that nobody knows may be public."""
    status = fields.get("status", "")
    if status in UNEXPOSED_STATUSES:
        return NOT_EXPOSED
    hidden = ({"now"} if status == "future" else set()) | ({"open"} if fields.get("password") else set())
    return ALWAYS_EXPOSED - hidden


def allow_always(fields: Mapping[str, Any]) -> bool:
    """Allow it, whatever the fields are."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of object. The names of fields are those that `ObjectChange` has."""

    name: str
    singular: str
    plural: str
    collection: str = ""
    """The field of `Host` that reads such objects, and their name in addresses; "" of what is not read so."""
    reader: str = ""
    """The operation that reads one by its id, where that is not `get_` and the name."""
    is_item: bool = False
    """Whether an object is an item, with a status, a slug and an author. Its name is its type, but for custom items."""
    has_blocks: bool = False
    """Whether its content has blocks, of which some may not be allowed."""
    previewed: bool = False
    """Whether a person is shown how an object would look after a pending write."""
    is_part: bool = False
    """Whether an item is shown within others alone: it has no page, and so no image, SEO fields or document."""
    has_editor: bool = False
    """Whether people open an object in an editor of a WordPress, which locks it meanwhile."""
    frames_site: bool = False
    """Whether an object is around the pages of the whole site: then a change of it takes the category site."""
    expose: Expose | None = expose_always
    """How much of an object visitors have; None of what is no content, which no rule on content holds."""
    removed: frozenset[str] = frozenset({"trash"})
    """Statuses that a rule on removals takes for gone."""
    secret: frozenset[str] = frozenset()
    """Fields that only show whether they were set, changed or removed."""
    secret_of: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """More fields that only show whether they were set, changed or removed, by the id of a single object."""
    untold: bool = False
    """Whether an object is journaled, and shown to nobody, since it holds nothing but secrets."""
    lines: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """Fields that are stored as one long line, and how a difference breaks them into several."""
    quiet: frozenset[str] = frozenset({"id", "revision", "modified"})
    """Fields that follow from the rest, or are of no interest to who reads a difference."""
    shown: bool = True
    """Whether its texts may become part of a page: then what they hold as HTML counts."""
    forms: Mapping[str, Form] = field(default_factory=dict)
    """What HTML its fields may hold, where that is not the HTML of content."""
    authors: Literal["none", "own", "any"] = "none"
    """What a key with the role author may change: none of them, those that it made itself, or any, where the operation
    decides.
    """
    authors_make: Callable[[Mapping[str, Any]], bool] = allow_always
    """Whether a key with the role author may make an object with these fields."""
    authors_told: Mapping[str, str] = field(default_factory=dict)
    """What such a key sees instead of single objects that change with one of its own, by their id."""
    attached_by: str = ""
    """The field that attaches an object to an item: such a key attaches to items that it made itself."""
    incidental: bool = False
    """Whether a sentence leaves an object out when others were changed with it."""
    always_there: bool = False
    """Whether an object holds a value before anybody stores one."""
    sequence: str = ""
    """The counter that numbers new objects; "" of those whose id says what they are."""
    references: Mapping[str, str] = field(default_factory=dict)
    """Fields that hold an id, or a list of ids, and the counter that this is from. `entries.id`: in each entry."""
    varying: frozenset[str] = frozenset({"id", "revision", "modified"})
    """Fields that two runs of the same write fill differently, so that no comparison of them counts."""
    moments: frozenset[str] = frozenset()
    """Fields of which only that they are set is the same in two runs."""
    localized: bool = False
    """Whether each of them is in a locale, where the site has several."""
    dated: bool = False
    """Whether a write may date an object with the moment of its run."""
    restored: frozenset[str] | None = None
    """The fields that an undo puts back; None: all."""
    final: str = ""
    """Why no undo puts an object back, in a sentence about `{id}`; "" when it does."""
    final_of: Mapping[str, str] = field(default_factory=dict)
    """Why no undo puts a single object back, by its id."""
    opaque: bool = False
    """Whether nobody can tell what a change of it does to content: then every rule on content is about it."""
    is_known: bool = True

    def hides(self, object_id: str, name: str) -> bool:
        """Whether a field of an object is secret. Of a kind that nobody knows, every field is."""
        return not self.is_known or name in self.secret or name in self.secret_of.get(object_id, ())

    def show_label(self, label: str) -> str:
        """What people call an object; of a kind that nobody knows nothing, since it may be a secret too."""
        return label if self.is_known else ""

    def explain_final(self, object_id: str) -> str:
        """Why no undo puts this object back; "" when it does."""
        return (self.final or self.final_of.get(object_id, "")).format(id=object_id)

    def words(self, number: int = 1) -> str:
        """What people call that many."""
        return self.singular if number == 1 else self.plural


class Kinds:
    """The kinds that a site has, in a fixed order. Unknown ones need approval, are hidden, and are not restored."""

    def __init__(self, kinds: Iterable[Kind]) -> None:
        """Raises ValueError when two have the same name."""
        listed = list(kinds)
        self._kinds = {kind.name: kind for kind in listed}
        if len(self._kinds) < len(listed):
            raise ValueError(f"Two kinds share a name: {', '.join(kind.name for kind in listed)}")

    def __getitem__(self, name: str) -> Kind:
        return self._kinds.get(name) or Kind(name=name, singular="object", plural="objects", is_known=False)

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds.values())

    def extended(self, *more: Kind) -> "Kinds":
        """Add kinds, for a host that has nouns of its own. Raises ValueError for a name that is taken."""
        return Kinds([*self, *more])
