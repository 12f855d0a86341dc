"""What writes do to a document: pure functions that can be compared, so that what was worked out is found again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from sitehand.elementor.blueprints.blueprint import make_sections
from sitehand.elementor.catalogue.catalogue import Catalogue, load_catalogue
from sitehand.elementor.document import Element, write
from sitehand.elementor.operations import edit
from sitehand.elementor.pages import merge_page_settings, read_page_settings
from sitehand.elementor.parsing import read_document, write_document
from sitehand.elementor.places import encode
from sitehand.elementor.seed import seeded
from sitehand.elementor.validation import refuse_errors
from sitehand.errors import Code, Problem
from sitehand.site.elementor import ElementorDocument

MAX_TOLD = 50
"""Ids in an answer."""


class Worked(NamedTuple):
    """The document to store, and what the answer tells beside the item."""

    document: ElementorDocument
    told: dict[str, Any]


class Work(Protocol):
    """From a document to the next. Equal works do the same. Raises Problem."""

    def __call__(self, document: ElementorDocument) -> Worked: ...


@dataclass(frozen=True, slots=True)
class ElementEdits:
    """Edits by element, in order: `operations` is their JSON, so that they can be compared."""

    operations: str
    catalogue: Catalogue = field(default_factory=load_catalogue)
    """The elements of the site, and what they may name by label and title."""

    def __call__(self, document: ElementorDocument) -> Worked:
        root = read_root(document)
        with seeded(self.operations + document.data):
            done = edit(root, json.loads(self.operations), self.catalogue)
        return Worked(
            replace(document, data=write_document(root) if done.inverse else document.data), tell_ids(done.ids)
        )


@dataclass(frozen=True, slots=True)
class NewContent:
    """A whole document in place of what is there: JSON, as it is stored or as a template file."""

    content: str
    catalogue: Catalogue = field(default_factory=load_catalogue)

    def __call__(self, document: ElementorDocument) -> Worked:
        root = read_document(self.content)
        refuse_errors(root, self.catalogue)
        data = self.content if root.fields is None else f"[{','.join(map(write, root.children))}]"
        return Worked(replace(document, data=data), {"elements": [each.id for each in root.children][:MAX_TOLD]})


@dataclass(frozen=True, slots=True)
class NewSections:
    """Sections of a page, in place of the whole document, or at a place in it: both as JSON."""

    sections: str
    at: str
    catalogue: Catalogue = field(default_factory=load_catalogue)

    @classmethod
    def read(cls, sections: Sequence[Any], at: Any) -> "NewSections":
        """The work of these arguments; without a place the document is new."""
        return cls(encode(list(sections)), json.dumps(at))

    def __call__(self, document: ElementorDocument) -> Worked:
        at = json.loads(self.at)
        root = read_root(document) if at else read_document("[]")
        made = []
        with seeded(self.sections + document.data):
            for section in make_sections(json.loads(self.sections)):
                step = {"operation": "add_element", "element": section, "at": at or "end"}
                made += edit(root, [step], self.catalogue).ids[0]
                at = {"after": made[-1]}
        return Worked(replace(document, data=write_document(root)), tell_ids([made]))


@dataclass(frozen=True, slots=True)
class PageEdits:
    """Settings of the page that are set, as JSON, and removed."""

    settings: str
    remove: tuple[str, ...]

    def __call__(self, document: ElementorDocument) -> Worked:
        given = json.loads(self.settings)
        text = document.page_settings
        if given or self.remove:
            text = merge_page_settings(text, given, self.remove, load_catalogue())
        return Worked(replace(document, page_settings=text), {"page_settings": read_page_settings(text)})


def read_root(document: ElementorDocument) -> Element:
    """The tree. Raises Problem(conflict) where there is none."""
    if document.data.strip():
        return read_document(document.data)
    hint = "set_elementor gives it one. On a WordPress its content is not shown then."
    raise Problem(Code.CONFLICT, "This item has no Elementor document.", hint=hint)


def write_content(content: str | Sequence[Any]) -> str:
    """A document as text, byte for byte where it came as text."""
    return content if isinstance(content, str) else encode(list(content))


def tell_ids(ids: Sequence[Sequence[str]]) -> dict[str, Any]:
    """What was made or changed, by operation where there are several; the first so many, and how many more."""
    told, left, omitted = [], MAX_TOLD, 0
    for each in ids:
        told.append(list(each[:left]))
        omitted += max(0, len(each) - left)
        left -= len(told[-1])
    shown = {"elements": told[0]} if len(told) == 1 else {"results": told}
    return {**shown, "omitted": omitted} if omitted else shown
