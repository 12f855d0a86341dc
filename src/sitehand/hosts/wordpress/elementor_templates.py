"""Elementor's templates on a WordPress: read and written through the fields that Elementor registers for REST."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sitehand.elementor.template_uses import find_in_content, find_shown
from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.hosts.wordpress.changes import stage_create, stage_delete, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.document_uses import CONTENTS, Documents
from sitehand.hosts.wordpress.elementor_conditions import Conditions
from sitehand.hosts.wordpress.elementor_fields import name_fields
from sitehand.hosts.wordpress.elementor_library import (
    KIND,
    TYPE,
    Library,
    explain,
    is_template,
    name_type,
    read_template,
)
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.listed import read_thousand
from sitehand.hosts.wordpress.resources import EDIT, Fields, Json
from sitehand.hosts.wordpress.staging import Stage, Step
from sitehand.hosts.wordpress.states import SPACE, name_revision
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.content import Listing, take_page
from sitehand.site.elementor import Edit
from sitehand.site.elementor_templates import (
    HINT,
    KIT,
    ElementorTemplate,
    HeldTemplate,
    TemplateDocument,
    TemplateQuery,
    TemplateUses,
)
from sitehand.site.shared_styles import ItemName, Uses

SHOWN = ("id", "title", "status", f"meta.{TYPE}")


class WordPressElementorTemplates:
    """Implements `site.elementor_templates.ElementorTemplateStore`."""

    def __init__(
        self, client: Client, library: Library, documents: Documents, transactions: StagedTransactions
    ) -> None:
        self._client = client
        self._library = library
        self._documents = documents
        self._conditions = Conditions(client, transactions.locks)
        self._transactions = transactions

    async def find(self, query: TemplateQuery) -> Listing[ElementorTemplate]:
        """Templates among the thousand newest: WordPress cannot filter by type. Raises Problem(not_supported)."""
        asked: Json = {**EDIT, "_fields": list(SHOWN), "orderby": "id", "order": "desc", "status": "any"}
        if query.search:
            asked |= {"search": query.search, "search_columns": "post_title"}
        try:
            values, complete = await read_thousand(self._client.read, self._library.route, asked)
        except Problem as problem:
            raise explain(problem) from problem
        found = [_name(value) for value in values if is_template(value) and query.type in (None, name_type(value))]
        return take_page(found, query, complete=complete)

    async def read(self, item_id: int) -> HeldTemplate:
        """One template. Raises Problem(not_supported)."""
        value = _check(await self._transactions.read(self._library, item_id), item_id)
        return HeldTemplate(self._show(value), read_template(value))

    async def create(self, document: TemplateDocument) -> ElementorTemplate:
        """Stage a new template, published as Elementor's own are: its library lists no others."""
        async with self._transactions.joined() as stage:
            step = stage_create(stage, self._library, {"status": "publish", **_name_fields(document)})
            return self._answer(step)

    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorTemplate:
        """Stage what an edit makes of it; of the rest of `meta` nothing is sent."""
        async with self._transactions.joined() as stage:
            before = await self._read_there(stage, item_id)
            old = read_template(before)
            new = cast(TemplateDocument, await asyncio.to_thread(edit, old))
            changed = {} if new == old else _name_fields(new)
            step = stage_update(stage, self._library, item_id, before, changed)
            return self._answer(step) if step else self._show(before)

    async def delete(self, item_id: int) -> ElementorTemplate:
        """Stage the end of a template, as Elementor's own library deletes: not by the trash."""
        async with self._transactions.joined() as stage:
            before = await self._read_there(stage, item_id)
            told = self._show(before)
            stage_delete(stage, self._library, item_id, before)
            return told

    async def find_uses(self, types: Mapping[int, str]) -> Mapping[int, TemplateUses]:
        """Among the 500 pages, posts and templates each that were changed last, with those in the trash, and in the
        content of pages and posts.
        """
        names = [str(each) for each in types]
        looks = [
            await self._documents.find_uses(names, find_shown),
            await self._documents.find_uses(names, find_in_content, CONTENTS),
        ]
        conditions = await self._conditions.read(types)
        complete = all(look.complete for look in looks)
        return {
            each: TemplateUses(_list_others(looks, each), conditions.get(each, ()), complete and each in conditions)
            for each in types
        }

    async def _read_there(self, stage: Stage, item_id: int) -> Json:
        return _check(await stage.read(self._library, item_id), item_id)

    def _show(self, value: Json) -> ElementorTemplate:
        return self._transactions.show(self._library, value["id"], value, self._build)

    def _answer(self, step: Step) -> ElementorTemplate:
        """The template as it will be, written anew when that has been sent."""
        item = self._build(step.after or {})
        step.answers.append(
            GivenAnswer(cast(dict[str, Any], item), lambda value: cast(dict[str, Any], self._build(value)))
        )
        return item

    def _build(self, value: Json) -> ElementorTemplate:
        document, revision = read_template(value), name_revision(self._library.fields(value))
        return {**_name(value), "characters": len(document.data), "revision": revision}


def _list_others(looks: Sequence[Uses], template: int) -> list[ItemName]:
    """What shows a template, each once, but for itself."""
    found = {(each.get("type"), each["id"]): each for look in looks for each in look.items.get(str(template), ())}
    return [each for name, each in found.items() if name != (KIND, template)]


def _name(value: Json) -> ElementorTemplate:
    return ElementorTemplate(id=value["id"], title=value["title"]["raw"], type=name_type(value))


def _check(value: Json | None, item_id: int) -> Json:
    if value is None or not is_template(value):
        raise not_found("Elementor template", item_id, HINT)
    return value


def _name_fields(document: TemplateDocument) -> Fields:
    """A template as fields of its post. Raises Problem(invalid_arguments) for a kit, which is none."""
    if document.template_type == KIT:
        detail = Detail(path="type", expected="the type of a template", got=KIT)
        hint = "Elementor keeps the settings of the site in its kit: use Site Settings in Elementor."
        raise Problem(Code.INVALID_ARGUMENTS, "A kit is no template.", hint=hint, details=[detail])
    return {"title": document.title.strip(SPACE), **name_fields(document)}
