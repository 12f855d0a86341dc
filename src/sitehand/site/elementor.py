"""Elementor documents: each belongs to a page or post, and is stored as the text that Elementor writes."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, NotRequired, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.content import AnyStatus, Listing, Notice, Visible
from sitehand.site.values import Paging

_ELEMENT = re.compile(r'\{"id":"([0-9a-f]{7,8})"')
BUILDER = "builder"
"""The edit mode of an item that shows its document."""


@dataclass(frozen=True, slots=True)
class ElementorDocument:
    """What an item has of Elementor, under the names of WordPress's fields without `_elementor_`. Empty texts: none.

    `data` is the tree of elements and `page_settings` an object, both as JSON; `version` is Elementor's.
    """

    data: str = ""
    edit_mode: str = ""
    template_type: str = ""
    page_settings: str = ""
    version: str = ""


class ElementorItem(TypedDict):
    """An item with a document; lists of some hosts have no `revision`.

    `visible`, after a write, is as that of pages and posts: `cached` also where Elementor keeps the page as it was,
    `no` where the site shows the content of the item in its place.
    """

    id: int
    type: str
    title: str
    status: str
    link: str
    modified: str
    revision: NotRequired[str]
    visible: NotRequired[Visible]
    notices: NotRequired[list[Notice]]


class Held(NamedTuple):
    """An item, and the document that it has at this revision."""

    item: ElementorItem
    document: ElementorDocument


class ElementorQuery(Paging):
    """Filters of a list of items with documents; those changed last come first."""

    search: str = Field("", max_length=200, description="in titles")
    status: list[AnyStatus] = Field(default_factory=list, max_length=7, description="default: any but trash")
    per_page: int = Field(20, ge=1, le=100)


Edit = Callable[[ElementorDocument], ElementorDocument]
"""From the document as it is stored to the one to store: a pure function, which may run more than once."""


class ElementorStore(Protocol):
    """Reading and changing documents, whatever kind of item they belong to. Raises Problem(not_found)."""

    async def find(self, query: ElementorQuery) -> Listing[ElementorItem]: ...
    async def read(self, item_id: int) -> Held: ...
    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorItem:
        """Store what an edit makes of the present document; nothing where that is the same."""


def complete_document(document: ElementorDocument, before: ElementorDocument, item_type: str) -> ElementorDocument:
    """A document that its item shows: Elementor leaves one without mode and type alone. One that was turned off is."""
    if not document.data or (before.edit_mode and not document.edit_mode):
        return document
    mode, template = document.edit_mode or BUILDER, document.template_type or f"wp-{item_type}"
    return replace(document, edit_mode=mode, template_type=template)


def break_elements(data: str) -> str:
    """The text of a document as a difference shows it: a line for each value, behind the id of its element.

    Between the elements of a document and their members stands what no text in JSON has: a comma or brace and a quote.
    """
    head, *parts = _ELEMENT.split(data)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    lines = [f'{element} "{line}' for element, rest in pairs for line in rest.split(',"') if line]
    return "\n".join([head, *lines])
