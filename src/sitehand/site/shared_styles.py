"""What elements of all pages share in Elementor: its global classes, and its variables; each is one object."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, Protocol

from typing_extensions import TypedDict

Sort = Literal["elementor_classes", "elementor_variables"]
CLASSES: Sort = "elementor_classes"
VARIABLES: Sort = "elementor_variables"
IDS: Mapping[Sort, int] = {CLASSES: 1, VARIABLES: 2}
"""The ids of the two objects: a site has one of each."""


@dataclass(frozen=True, slots=True)
class SharedStyles:
    """All classes, or all variables, of a site. `items` are the entries by id, as Elementor stores them; `ranking` has
    their ids in order.
    """

    id: int
    revision: str
    items: Mapping[str, Any]
    ranking: Sequence[str]


class ItemName(TypedDict):
    """A page or post, for people; or an object of another `type`."""

    id: int
    title: str
    type: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Uses:
    """Where entries are named: items by what names the entry. `complete` False: not all pages could be looked at."""

    items: Mapping[str, Sequence[ItemName]]
    complete: bool = True


StylesEdit = Callable[[SharedStyles], tuple[Mapping[str, Any], Sequence[str]]]
"""From what is stored to the entries to store and their order: a pure function, which may run more than once."""


class SharedStylesStore(Protocol):
    """Reading and changing them. Raises Problem(not_supported) where the site has none."""

    async def get(self, sort: Sort) -> SharedStyles: ...
    async def change(self, sort: Sort, change: StylesEdit) -> SharedStyles:
        """Store what a change makes of the present entries; nothing where that is the same."""

    async def find_uses(self, names: Collection[str]) -> Uses:
        """The pages and posts whose document has one of these ids, or one of these labels in `var()`."""
