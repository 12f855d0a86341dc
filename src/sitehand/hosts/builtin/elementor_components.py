"""Elementor's components on the built-in site: a row each."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, cast

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    RowMapping,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from sitehand.elementor.components.instances import find_placed, name_shown
from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.hosts.builtin.document_uses import find_uses
from sitehand.hosts.builtin.tables import metadata
from sitehand.site.elementor import Edit
from sitehand.site.elementor_components import (
    COMPONENT_TYPE,
    MAX_CHARACTERS,
    MAX_COMPONENTS,
    ComponentDocument,
    ComponentName,
    ElementorComponent,
    HeldComponent,
)
from sitehand.site.kinds import ELEMENTOR_COMPONENT
from sitehand.site.shared_styles import ItemName
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.sqlite import next_id_of
from sitehand.store.tracked import Tracked, name_columns, track
from sitehand.store.verification import verify_row

HINT = "list_elementor_components lists the components."
elementor_components = Table(
    "elementor_components",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", Text, nullable=False),
    Column("content", Text, nullable=False, comment="JSON: the list of its one outermost element."),
    Column("properties", Text, nullable=False, server_default="", comment="JSON, as Elementor has it; empty for none."),
    sqlite_autoincrement=True,
)
STATE = ("title", "content", "properties")
"""What the revision of a component stands for."""
track(Tracked(elementor_components, (ELEMENTOR_COMPONENT,), label="{row}.title", revision=name_columns(STATE)))
MINE = elementor_components.c.id == bindparam("component_id")
SELECT, INSERT = Prepared(select(elementor_components).where(MINE)), Prepared(insert(elementor_components))
UPDATE, DELETE = Prepared(update(elementor_components).where(MINE)), Prepared(delete(elementor_components).where(MINE))
NEXT_ID = next_id_of("elementor_components")
BY_TITLE = (func.lower(elementor_components.c.title), elementor_components.c.id)
ALL = select(elementor_components).order_by(*BY_TITLE)
NAMES = select(*(elementor_components.c[each] for each in ComponentName._fields)).order_by(*BY_TITLE)
TEXTS = select(elementor_components.c.id, elementor_components.c.title, elementor_components.c.content)
IDS, TITLES = select(elementor_components.c.id), select(elementor_components.c.title)
SHOWN = TEXTS.where(elementor_components.c.id.in_(bindparam("ids", expanding=True)))
Row = Mapping[str, Any] | RowMapping


class BuiltinElementorComponents:
    """Implements `site.elementor_components.ElementorComponentStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_all(self) -> Sequence[HeldComponent]:
        """All components."""
        return await self._database.read(lambda connection: [_hold(row) for row in connection.execute(ALL).mappings()])

    async def list_names(self) -> Sequence[ComponentName]:
        """The names of all components, without reading their elements."""
        return await self._database.read(lambda connection: [ComponentName(*row) for row in connection.execute(NAMES)])

    async def read_elements(self, ids: Collection[int]) -> Mapping[int, str]:
        """The elements of some, and of what they show."""
        return await self._database.read(partial(_read_within, wanted=set(ids)))

    async def read(self, item_id: int) -> HeldComponent:
        """One component."""
        return await self._database.read(lambda connection: _hold(_read(connection, item_id)))

    async def create(self, document: ComponentDocument) -> ElementorComponent:
        """Add a component."""
        return await self._database.transact(partial(_create, document=document))

    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorComponent:
        """Store what an edit makes of it."""

        def work(connection: Connection) -> ElementorComponent:
            held = _hold(_read(connection, item_id))
            new = cast(ComponentDocument, edit(held.document))
            if new == held.document:
                return held.item
            if new.title.casefold() != held.document.title.casefold():
                _check_title(connection, new.title)
            _check_elements(connection, item_id, new.data, held.document.data)
            row = {"id": item_id, **_name_columns(new)}
            UPDATE.run(connection, {**row, "component_id": item_id})
            verify_row(connection, elementor_components, {"id": item_id}, row)
            return _hold(row).item

        return await self._database.transact(work)

    async def delete(self, item_id: int) -> ElementorComponent:
        """Remove a component; instances of it show nothing then."""

        def work(connection: Connection) -> ElementorComponent:
            gone = _hold(_read(connection, item_id)).item
            DELETE.run(connection, {"component_id": item_id})
            verify_row(connection, elementor_components, {"id": item_id}, None)
            return gone

        return await self._database.transact(work)

    async def find_uses(self, ids: Collection[int]) -> Mapping[int, Sequence[ItemName]]:
        """Pages, those in the trash too, templates and other components."""
        return await self._database.read(partial(_find_uses, ids=ids))


def read_shown(connection: Connection, data: str) -> dict[int, str]:
    """The components that a document shows, with those within them, by id: their elements as text."""
    return _read_within(connection, set(find_placed(data)))


def _read_within(connection: Connection, wanted: set[int]) -> dict[int, str]:
    texts: dict[int, str] = {}
    there = set(connection.execute(IDS).scalars()) if wanted else set[int]()
    while wanted := (wanted & there) - texts.keys():  # what was read is left out, so that a circle ends
        found = {row.id: row.content for row in connection.execute(SHOWN, {"ids": sorted(wanted)})}
        texts |= found
        wanted = {each for text in found.values() for each in find_placed(text)}
    return dict(sorted(texts.items()))


def _create(connection: Connection, document: ComponentDocument) -> ElementorComponent:
    number = int(NEXT_ID.scalar(connection))
    row = {"id": number, **_name_columns(document)}
    if len(connection.execute(IDS).all()) >= MAX_COMPONENTS:
        hint = "Delete one that nothing shows."
        raise Problem(Code.CONFLICT, f"The site has {MAX_COMPONENTS} components, as many as it can.", hint=hint)
    _check_title(connection, document.title)
    _check_elements(connection, number, document.data)
    INSERT.run(connection, row)
    verify_row(connection, elementor_components, {"id": number}, row)
    return _hold(row).item


def _check_title(connection: Connection, title: str) -> None:
    """A title that a component gets. An undo may still have brought two of one title about."""
    if any(each.casefold() == title.casefold() for each in connection.execute(TITLES).scalars()):
        detail = Detail(path="title", expected="a title that no other component has", got=title)
        hint = "Instances are placed by the title of their component."
        raise Problem(Code.CONFLICT, "Another component has this title.", hint=hint, details=[detail])


def _check_elements(connection: Connection, component_id: int, data: str, before: str = "") -> None:
    """Elements that a component gets. A circle that an undo brought about stops no other edit."""
    if len(data) > MAX_CHARACTERS:
        hint = "Make several components of it."
        why = f"The component has {len(data):,} characters. The limit is {MAX_CHARACTERS:,}."
        raise Problem(Code.INVALID_ARGUMENTS, why, hint=hint)
    placed = set(find_placed(data)) - set(find_placed(before))
    if component_id in placed or component_id in _read_within(connection, placed):
        hint = "Take the instance out, or detach it."
        raise Problem(Code.INVALID_ARGUMENTS, "A component cannot show itself, nor one that shows it.", hint=hint)


def _find_uses(connection: Connection, ids: Collection[int]) -> Mapping[int, list[ItemName]]:
    names = {name_shown(each): each for each in ids}
    found: defaultdict[int, list[ItemName]] = defaultdict(list)
    for name, item in find_uses(connection, names):
        found[names[name]].append(item)
    return found


def _read(connection: Connection, component_id: int) -> Row:
    row = SELECT.first(connection, {"component_id": component_id}) if component_id <= MAX_ID else None
    if row is None:
        raise not_found("Elementor component", component_id, HINT)
    return row


def _name_columns(document: ComponentDocument) -> dict[str, str]:
    return {"title": document.title, "content": document.data, "properties": document.properties}


def _hold(row: Row) -> HeldComponent:
    item = ElementorComponent(
        id=row["id"],
        title=row["title"],
        type=COMPONENT_TYPE,
        characters=len(row["content"]),
        revision=name_state(row[name] for name in STATE),
    )
    return HeldComponent(item, ComponentDocument(data=row["content"], title=row["title"], properties=row["properties"]))
