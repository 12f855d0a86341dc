"""Elementor's templates on the built-in site: a row each."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, cast

from sqlalchemy import Column, Connection, Index, Integer, Table, Text, bindparam, delete, func, insert, select, update

from sitehand.elementor.uses import name_template
from sitehand.errors import not_found
from sitehand.hosts.builtin.changes import Rules
from sitehand.hosts.builtin.document_uses import find_uses
from sitehand.hosts.builtin.elementor import check_length
from sitehand.hosts.builtin.paging import select_page
from sitehand.hosts.builtin.tables import metadata
from sitehand.site.content import Listing
from sitehand.site.elementor import Edit
from sitehand.site.elementor_templates import (
    HINT,
    ElementorTemplate,
    HeldTemplate,
    TemplateDocument,
    TemplateQuery,
    TemplateUses,
)
from sitehand.site.kinds import ELEMENTOR_TEMPLATE
from sitehand.site.shared_styles import ItemName
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.sqlite import next_id_of
from sitehand.store.tracked import Tracked, name_columns, track
from sitehand.store.verification import verify_row

elementor_templates = Table(
    "elementor_templates",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("content", Text, nullable=False, comment="JSON: the list of its elements, byte for byte as it came."),
    Column("page_settings", Text, nullable=False, server_default=""),
    Column("import_source", Text, comment="The exported site and the id there."),
    Column("imported_revision", Text, nullable=False, server_default="", comment="As the last import left it."),
    Index("ix_elementor_templates_import_source", "import_source", unique=True),
    sqlite_autoincrement=True,
)
TEMPLATE_STATE = ("title", "type", "content", "page_settings")
"""What the revision of a template stands for."""
track(
    Tracked(elementor_templates, (ELEMENTOR_TEMPLATE,), label="{row}.title", revision=name_columns(TEMPLATE_STATE)),
)
MINE = elementor_templates.c.id == bindparam("template_id")
SELECT, INSERT = Prepared(select(elementor_templates).where(MINE)), Prepared(insert(elementor_templates))
UPDATE, DELETE = Prepared(update(elementor_templates).where(MINE)), Prepared(delete(elementor_templates).where(MINE))
NEXT_ID = next_id_of("elementor_templates")
LENGTH = func.length(elementor_templates.c.content).label("characters")
LISTED = select(*(elementor_templates.c[name] for name in ("id", "title", "type")), LENGTH)
Row = Mapping[str, Any]


class BuiltinElementorTemplates:
    """Implements `site.elementor_templates.ElementorTemplateStore`."""

    def __init__(self, database: Database, rules: Rules) -> None:
        self._database = database
        self._rules = rules

    async def find(self, query: TemplateQuery) -> Listing[ElementorTemplate]:
        """One page of the list, without the documents."""
        return await self._database.read(partial(_find, query=query))

    async def read(self, item_id: int) -> HeldTemplate:
        """One template."""
        return await self._database.read(partial(_hold, template_id=item_id))

    async def create(self, document: TemplateDocument) -> ElementorTemplate:
        """Add a template."""
        check_length(self._rules, TemplateDocument(), document)
        return await self._database.transact(partial(_create, document=document))

    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorTemplate:
        """Store what an edit makes of it."""

        def work(connection: Connection) -> ElementorTemplate:
            held = _hold(connection, item_id)
            new = cast(TemplateDocument, edit(held.document))
            if new == held.document:
                return held.item
            check_length(self._rules, held.document, new)
            row = {"id": item_id, **name_values(new)}
            UPDATE.run(connection, {**row, "template_id": item_id})
            verify_row(connection, elementor_templates, {"id": item_id}, row)
            return _build(row)

        return await self._database.transact(work)

    async def delete(self, item_id: int) -> ElementorTemplate:
        """Remove a template; pages keep their copies."""

        def work(connection: Connection) -> ElementorTemplate:
            gone = _build(_read(connection, item_id))
            DELETE.run(connection, {"template_id": item_id})
            verify_row(connection, elementor_templates, {"id": item_id}, None)
            return gone

        return await self._database.transact(work)

    async def find_uses(self, types: Mapping[int, str]) -> Mapping[int, TemplateUses]:
        """Pages and posts, those in the trash too, and other templates and components; here none has conditions."""
        return await self._database.read(partial(_find_uses, ids=types))


def _find(connection: Connection, query: TemplateQuery) -> Listing[ElementorTemplate]:
    wanted = LISTED
    if query.type is not None:
        wanted = wanted.where(elementor_templates.c.type == query.type)
    if query.search:
        wanted = wanted.where(elementor_templates.c.title.icontains(query.search, autoescape=True))
    total = connection.execute(select(func.count()).select_from(wanted.subquery())).scalar_one()
    rows = connection.execute(select_page(wanted, query, "desc", elementor_templates.c.id))
    found = [ElementorTemplate(id=row.id, title=row.title, type=row.type, characters=row.characters) for row in rows]
    return Listing(found, total, query.page, query.per_page)


def _hold(connection: Connection, template_id: int) -> HeldTemplate:
    row = _read(connection, template_id)
    document = TemplateDocument(
        data=row["content"], template_type=row["type"], page_settings=row["page_settings"], title=row["title"]
    )
    return HeldTemplate(_build(row), document)


def _create(connection: Connection, document: TemplateDocument) -> ElementorTemplate:
    row = {"id": int(NEXT_ID.scalar(connection)), **name_values(document)}
    INSERT.run(connection, row)
    verify_row(connection, elementor_templates, {"id": row["id"]}, row)
    return _build(row)


def _find_uses(connection: Connection, ids: Collection[int]) -> Mapping[int, TemplateUses]:
    names = {name_template(str(each)): each for each in ids}
    found: dict[int, dict[tuple[str, int], ItemName]] = {each: {} for each in ids}
    for name, item in find_uses(connection, names):
        found[names[name]][item.get("type", ""), item["id"]] = item
    return {
        each: TemplateUses([item for named, item in items.items() if named != (ELEMENTOR_TEMPLATE.name, each)])
        for each, items in found.items()
    }


def _read(connection: Connection, template_id: int) -> Row:
    row = SELECT.first(connection, {"template_id": template_id}) if template_id <= MAX_ID else None
    if row is None:
        raise not_found("Elementor template", template_id, HINT)
    return row


def name_values(document: TemplateDocument) -> dict[str, str]:
    """The columns of a template."""
    return {
        "title": document.title,
        "type": document.template_type,
        "content": document.data,
        "page_settings": document.page_settings,
    }


def _build(row: Row) -> ElementorTemplate:
    return ElementorTemplate(
        id=row["id"],
        title=row["title"],
        type=row["type"],
        characters=len(row["content"]),
        revision=name_state(row[name] for name in TEMPLATE_STATE),
    )
