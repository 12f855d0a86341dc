"""What writes of templates do: pure functions that can be compared, as those of pages."""

import json
from dataclasses import dataclass, replace
from typing import Any, cast

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.draft import Draft
from sitehand.elementor.edits import find_place
from sitehand.elementor.pages import EMPTY, read_page_settings
from sitehand.elementor.parsing import read_document, write_document
from sitehand.elementor.places import encode, merge_members
from sitehand.elementor.seed import seeded
from sitehand.elementor.template_file import insert_template
from sitehand.operations.elementor.works import Work, Worked, read_root, tell_ids
from sitehand.site.elementor import ElementorDocument
from sitehand.site.elementor_templates import TemplateDocument

NO_TEMPLATE = TemplateDocument()


@dataclass(frozen=True, slots=True)
class TemplateEdits:
    """Edits of a template, one after another, and another title or type; empty texts leave these."""

    title: str
    type: str
    steps: tuple[Work, ...]

    def __call__(self, document: ElementorDocument) -> Worked:
        told: dict[str, Any] = {}
        for step in self.steps:
            worked = step(document)
            document, told = worked.document, {**told, **worked.told}
        before = cast(TemplateDocument, document)
        title, kind = self.title or before.title, self.type or before.template_type
        return Worked(replace(before, title=title, template_type=kind), told)


@dataclass(frozen=True, slots=True)
class InsertedTemplate:
    """A copy of a template in place of a whole document, or at a place in it, as JSON.

    `settings` says that the page takes the template's settings of a page too.
    """

    template: int
    at: str
    settings: bool
    document: TemplateDocument = NO_TEMPLATE

    def __call__(self, document: ElementorDocument) -> Worked:
        at, data = json.loads(self.at), self.document.data
        draft = Draft(read_root(document) if at else read_document("[]"), load_catalogue())
        with seeded(self.at + data + document.data):
            made = insert_template(draft, find_place(draft, at or "end"), data)
        worked = replace(document, data=write_document(draft.root))
        given = read_page_settings(self.document.page_settings) if self.settings else {}
        if given:
            encode({"page_settings": given})  # refuses what PHP cannot write
            worked = replace(worked, page_settings=_merge(document.page_settings, given))
        return Worked(worked, tell_ids([made]))


def _merge(text: str, given: dict[str, Any]) -> str:
    """The settings of a page with those of a template, kept whole as all that is read."""
    read_page_settings(text)
    return merge_members(text.strip() or EMPTY, 0, given)
