"""Elementor's templates as a resource of WordPress's REST API: posts of the type `elementor_library`.

Their fields are those of pages with Elementor documents, without a text of their own.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_item_resource import NO_ROUTE, NOTHING, read_unless_gone
from sitehand.hosts.wordpress.elementor_fields import read_document
from sitehand.hosts.wordpress.item_shape import Shape
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.listed import Read
from sitehand.hosts.wordpress.resources import Fields, Json, SecretMarks, Written
from sitehand.site.changes import ObjectChange
from sitehand.site.elementor import BUILDER
from sitehand.site.elementor_templates import HINT, KIT, LIBRARY, TemplateDocument
from sitehand.site.shared_styles import ItemName

KIND, ROUTE = "elementor_template", f"/wp/v2/{LIBRARY}"
PAGE = "page"
"""The type of a template that has none, as Elementor sets it when it is saved."""
TEXTS = ("content", "excerpt")
"""What templates do not have."""
TYPE = "_elementor_template_type"


class Library(Items):
    """Implements `resources.Resource` for templates."""

    def __init__(self, client: Client, marks: SecretMarks, clock: Callable[[], datetime]) -> None:
        super().__init__(client, KIND, marks, clock, Shape(ROUTE))
        self.item_type, self.hint = LIBRARY, HINT

    async def read(self, object_id: int, *, recall: bool = False) -> Json | None:
        """A template as `context=edit` shows it. Raises Problem(not_supported) where REST has none."""
        try:
            return await super().read(object_id, recall=recall)
        except Problem as problem:
            raise explain(problem) from problem

    async def read_list(self, read: Read, asked: Mapping[str, Any]) -> Answer:
        """Templates; none where REST has none."""
        return await read_unless_gone(super().read_list(read, asked), NOTHING)

    def fields(self, value: Json) -> Fields:
        return {name: each for name, each in super().fields(value).items() if name not in TEXTS}

    def name_item(self, value: Json) -> ItemName:
        return {**super().name_item(value), "type": KIND}

    async def keep(self, before: Json, sent: Fields) -> Json:
        return before

    async def examine(self, before: Json | None, sent: Fields, after: Json) -> Written:
        """Without notices of its slug: nobody sees it."""
        lost, notices = await super().examine(before, sent, after)
        return Written(lost, [each for each in notices if each["code"] != "slug_changed"])

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        """Without a status: visitors see no template, whichever it has."""
        return [replace(each, status="") for each in super().describe(object_id, before, after, sent)]


def is_template(value: Json) -> bool:
    """Whether a post of the library is a template, out of the trash: the kit of the site is one of these posts too."""
    return value["status"] != "trash" and name_type(value) != KIT


def name_type(value: Json) -> str:
    """The type of a template."""
    return str((value.get("meta") or {}).get(TYPE) or PAGE)


def read_template(value: Json) -> TemplateDocument:
    """The document of a template. Raises Problem(not_supported) where WordPress does not show it."""
    found = read_document(value)
    return TemplateDocument(
        data=found.data,
        edit_mode=found.edit_mode or BUILDER,
        template_type=found.template_type or PAGE,
        page_settings=found.page_settings,
        title=value["title"]["raw"],
    )


def explain(problem: Problem) -> Problem:
    """A refusal, as callers are told of it where REST shows no templates."""
    if problem.extra.get("upstream", {}).get("code") != NO_ROUTE:
        return problem
    hint = "Elementor 3.27 and later shows them. Update Elementor, or use Templates in WordPress."
    return Problem(Code.NOT_SUPPORTED, "The REST API of this WordPress shows no Elementor templates.", hint=hint)
