"""Components of Elementor: elements that are kept under a title, and shown wherever instances of them stand.

Source: Elementor's post type `elementor_component`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.elementor import BUILDER, Edit, ElementorDocument
from sitehand.site.shared_styles import ItemName

MAX_COMPONENTS = 100
"""Components of one site: Elementor's own limit."""
MAX_CHARACTERS = 200_000
"""Characters of the element of a component: each page that shows it reads it."""
COMPONENT_TYPE = "elementor_component"
ComponentTitle = Annotated[str, Field(min_length=2, max_length=200, pattern=r"\S.*\S")]


@dataclass(frozen=True, slots=True)
class ComponentDocument(ElementorDocument):
    """A component: a document of one outermost element, with a title, and its properties as JSON; empty for none."""

    edit_mode: str = BUILDER
    template_type: str = COMPONENT_TYPE
    title: str = ""
    properties: str = ""


class ElementorComponent(TypedDict):
    """A component; `characters` is how long its element is."""

    id: int
    title: str
    type: str
    characters: int
    revision: str


class HeldComponent(NamedTuple):
    """A component, and the document that it has at this revision."""

    item: ElementorComponent
    document: ComponentDocument


class ComponentName(NamedTuple):
    """A component without its element: what edits and outlines name it by, and its properties as JSON."""

    id: int
    title: str
    properties: str


class ElementorComponentStore(Protocol):
    """Reading and writing components. Raises Problem(not_found) for an id that is not there."""

    async def list_all(self) -> Sequence[HeldComponent]:
        """All components, by title."""

    async def list_names(self) -> Sequence[ComponentName]:
        """The names of all components, by title, without reading their elements."""

    async def read_elements(self, ids: Collection[int]) -> Mapping[int, str]:
        """The elements of those of these components that are there, with those within them, by id."""

    async def read(self, item_id: int) -> HeldComponent: ...
    async def create(self, document: ComponentDocument) -> ElementorComponent:
        """Add one. Raises Problem(conflict) for a title that another has, or for more than `MAX_COMPONENTS`."""

    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorComponent:
        """Store what an edit makes of the present component; nothing where that is the same.

        Raises Problem(invalid_arguments) for one that would be in itself.
        """

    async def delete(self, item_id: int) -> ElementorComponent: ...
    async def find_uses(self, ids: Collection[int]) -> Mapping[int, Sequence[ItemName]]:
        """The pages, posts, templates and other components that show each of these components, by its id."""
