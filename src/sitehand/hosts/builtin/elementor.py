"""Elementor documents of the built-in site. Visitors are shown the document in place of the content of its item."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import cast
from urllib.parse import quote

from sqlalchemy import Connection, RowMapping, func, select

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.hosts.builtin.changes import MAX_CHARACTER_BYTES, Rules
from sitehand.hosts.builtin.parts import ELEMENTOR
from sitehand.hosts.builtin.paths import build_link
from sitehand.hosts.builtin.states import State, read_state, store_item
from sitehand.hosts.builtin.tables import item_elementor, items
from sitehand.site.content import Listing
from sitehand.site.elementor import (
    BUILDER,
    Edit,
    ElementorDocument,
    ElementorItem,
    ElementorQuery,
    Held,
    complete_document,
)
from sitehand.site.item_kinds import PART_KINDS
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database

PREFIX = "elementor_"
HINT = "list_elementor_pages shows the items made with Elementor."
SHOWN = ("id", "type", "title", "status", "modified", "revision")
COLUMNS = [items.c[name] for name in (*SHOWN, "path")]


class BuiltinElementor:
    """Implements `site.elementor.ElementorStore`."""

    def __init__(self, database: Database, site_url: str, clock: Callable[[], datetime], rules: Rules) -> None:
        self._database = database
        self._site_url = site_url
        self._clock = clock
        self._rules = rules

    async def find(self, query: ElementorQuery) -> Listing[ElementorItem]:
        """The items that have a document, those changed last first."""
        return await self._database.read(lambda connection: self._find(connection, query))

    async def read(self, item_id: int) -> Held:
        """An item with its document, which is empty where it has none."""
        return await self._database.read(lambda connection: self._read(connection, item_id))

    async def edit(self, item_id: int, edit: Edit, by: str) -> ElementorItem:
        """Store what an edit makes of the document. Raises Problem(conflict) for an item in the trash."""
        now = iso(self._clock())

        def work(connection: Connection) -> ElementorItem:
            state = _read_state(connection, item_id)
            old = _read_document(connection, item_id)
            new = complete_document(edit(old), old, state["type"])
            if new != old:
                check_length(self._rules, old, new)
                values = {**state, "elementor": name_columns(new), "modified": now}
                store_item(connection, values, by=by, at=now, action="update")
            return _tell_visible(self._read_item(connection, item_id), new)

        return await self._database.transact(work)

    def _find(self, connection: Connection, query: ElementorQuery) -> Listing[ElementorItem]:
        wanted = select(*COLUMNS).join(item_elementor, item_elementor.c.item_id == items.c.id)
        if "any" not in query.status:
            fits = items.c.status.in_(query.status) if query.status else items.c.status != "trash"
            wanted = wanted.where(fits)
        if query.search:
            wanted = wanted.where(items.c.title.icontains(query.search, autoescape=True))
        total = connection.execute(select(func.count()).select_from(wanted.subquery())).scalar_one()
        ordered = wanted.order_by(items.c.modified.desc(), items.c.id.desc())
        part = ordered.limit(query.per_page).offset(query.offset)
        found = [self._build(row) for row in connection.execute(part).mappings()]
        return Listing(found, total, query.page, query.per_page)

    def _read(self, connection: Connection, item_id: int) -> Held:
        return Held(self._read_item(connection, item_id), _read_document(connection, item_id))

    def _read_item(self, connection: Connection, item_id: int) -> ElementorItem:
        known = items.c.id == (item_id if item_id <= MAX_ID else 0)
        row = connection.execute(select(*COLUMNS).where(known)).mappings().first()
        if row is None:
            raise not_found("item", item_id, HINT)
        return self._build(row)

    def _build(self, row: RowMapping) -> ElementorItem:
        path = build_link(row["path"], item_id=row["id"], item_type=row["type"], status=row["status"])
        link = self._site_url + (quote(path) if path is row["path"] else path)
        return cast(ElementorItem, {**{name: row[name] for name in SHOWN}, "link": link})


def check_length(rules: Rules, old: ElementorDocument, new: ElementorDocument) -> None:
    """Raise Problem(invalid_arguments) for what would become too long; what was imported so may stay."""
    _check_text(rules, "content", old.data, new.data)
    _check_text(rules, "page_settings", old.page_settings, new.page_settings)


def _check_text(rules: Rules, path: str, old: str, new: str) -> None:
    limit = rules.max_text_bytes
    if len(new) * MAX_CHARACTER_BYTES <= limit:
        return
    size = len(new.encode())
    if size > max(limit, len(old.encode())):
        what = "Elementor document is" if path == "content" else "Elementor settings of the page are"
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"The {what} too long: {size} bytes. The limit is {limit}.",
            hint="Split it into several pages. The owner can raise SITEHAND_MAX_TEXT_BYTES.",
            details=[Detail(path=path, expected=f"at most {limit} bytes of UTF-8", got=f"{size} bytes")],
        )


def _tell_visible(item: ElementorItem, document: ElementorDocument) -> ElementorItem:
    """An item with whether visitors see its document, where they see the item."""
    if item["status"] != "publish":
        return item
    return {**item, "visible": "yes" if document.edit_mode == BUILDER and document.data else "no"}


def name_columns(document: ElementorDocument) -> dict[str, str]:
    """The columns of a document."""
    return {PREFIX + name: value for name, value in asdict(document).items()}


def _read_document(connection: Connection, item_id: int) -> ElementorDocument:
    columns = ELEMENTOR.read_fields(connection, item_id)
    return ElementorDocument(**{name.removeprefix(PREFIX): value for name, value in columns.items()})


def _read_state(connection: Connection, item_id: int) -> State:
    state = read_state(connection, item_id) if item_id <= MAX_ID else None
    if state is None or state["type"] in PART_KINDS:
        raise not_found("item", item_id, HINT)
    if state["status"] == "trash":
        hint = "Send a status such as draft to restore it from the trash."
        raise Problem(Code.CONFLICT, f"This {state['type']} is in the trash.", hint=hint)
    return state
