"""Templates of Elementor: documents that are kept under a title, and put onto pages as copies.

Source: Elementor's post type `elementor_library`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, NotRequired, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.content import Listing, Notice
from sitehand.site.elementor import BUILDER, Edit, ElementorDocument
from sitehand.site.shared_styles import ItemName
from sitehand.site.values import NOT_GIVEN, Paging

HINT = "list_elementor_templates lists the templates."
MAX_TITLE = 200
TemplateTitle = Annotated[str, Field(min_length=1, max_length=MAX_TITLE, pattern=r"\S")]
TYPE = r"^[a-z][a-z0-9_-]{0,49}$"
TemplateType = Annotated[str, Field(pattern=TYPE)]
LIBRARY = "elementor_library"
"""What WordPress calls their type."""
KIT = "kit"
"""What Elementor calls the one that holds the design of the site, and is no template."""


@dataclass(frozen=True, slots=True)
class TemplateDocument(ElementorDocument):
    """A template: a document with a title. Its `template_type` is what Elementor calls its type, such as section."""

    edit_mode: str = BUILDER
    title: str = ""


class ElementorTemplate(TypedDict):
    """A template; `characters` is how long its document is. Lists have no `revision`, and not always `characters`."""

    id: int
    title: str
    type: str
    characters: NotRequired[int]
    revision: NotRequired[str]
    notices: NotRequired[list[Notice]]


class HeldTemplate(NamedTuple):
    """A template, and the document that it has at this revision."""

    item: ElementorTemplate
    document: TemplateDocument


class TemplateUses(NamedTuple):
    """Where a template is shown: by pages, posts and other templates that have its id, and by its display conditions.

    `conditions` are as Elementor Pro stores them, such as `include/general`. `complete` False: not all could be seen.
    """

    items: Sequence[ItemName]
    conditions: Sequence[str] = ()
    complete: bool = True


class TemplateQuery(Paging):
    """Filters of a list of templates; the newest come first."""

    search: str = Field("", max_length=200, description="in titles")
    type: TemplateType = Field(default=NOT_GIVEN, description="page, section, container, header")


class ElementorTemplateStore(Protocol):
    """Reading and writing templates. Raises Problem(not_found) for an id that is not there."""

    async def find(self, query: TemplateQuery) -> Listing[ElementorTemplate]: ...
    async def read(self, item_id: int) -> HeldTemplate: ...
    async def create(self, document: TemplateDocument) -> ElementorTemplate: ...
    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorTemplate:
        """Store what an edit makes of the present template; nothing where that is the same."""

    async def delete(self, item_id: int) -> ElementorTemplate: ...
    async def find_uses(self, types: Mapping[int, str]) -> Mapping[int, TemplateUses]:
        """Where each of some templates is shown, by id; `types` has their types by id."""
