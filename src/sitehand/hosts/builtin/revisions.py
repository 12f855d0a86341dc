"""Revisions of the built-in site: each change of an item leaves one."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, RowMapping, func, select

from sitehand.errors import not_found
from sitehand.hosts.builtin.field_values import read_registered, take_fitting
from sitehand.hosts.builtin.parts import ELEMENTOR_FIELDS, VALUES
from sitehand.hosts.builtin.rendering import render_title
from sitehand.hosts.builtin.renderings import list_forms, render
from sitehand.hosts.builtin.stored_revisions import unfold_state
from sitehand.hosts.builtin.tables import items, revisions
from sitehand.site.content import Listing, Rendered
from sitehand.site.item_kinds import kind_of_type
from sitehand.site.items import HINT
from sitehand.site.revisions import REVISED, Revision, no_revision
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database

COLUMNS = [revisions.c[name] for name in ("id", "item_id", "at", "by", "action", "state", "texts")]


class BuiltinRevisions:
    """Implements `site.revisions.RevisionStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, kind: str, item_id: int, page: int, per_page: int) -> Listing[Revision]:
        """One page of them, newest first."""

        def read(connection: Connection) -> Listing[Revision]:
            _read_type(connection, kind, item_id)
            mine = revisions.c.item_id == item_id
            total = connection.execute(select(func.count()).select_from(revisions).where(mine)).scalar_one()
            wanted = select(*COLUMNS).where(mine).order_by(revisions.c.id.desc())
            rows = connection.execute(wanted.limit(per_page).offset((page - 1) * per_page)).mappings().all()
            found = [_build(row, unfold_state(connection, row, ("title",))) for row in rows]
            return Listing(found, total, page, per_page)

        return await self._database.read(read)

    async def get(self, kind: str, item_id: int, revision_id: int) -> Revision:
        """One whole, its texts rendered as they would be today."""
        return await self._database.read(
            lambda connection: _add_texts(*_read_one(connection, kind, item_id, revision_id))
        )

    async def get_parts(self, kind: str, item_id: int, revision_id: int) -> dict[str, Any]:
        """The values that fields can still have, null for those that the item lacked and need not have; SEO, Elementor.

        A document whose text is not kept any more stays as it is.
        """

        def read(connection: Connection) -> dict[str, Any]:
            _, state = _read_one(connection, kind, item_id, revision_id, ELEMENTOR_FIELDS)
            item_type = _read_type(connection, kind, item_id)
            now = VALUES.read_fields(connection, item_id)["fields"]
            needed = {spec.name for spec in read_registered(connection, item_type) if spec.required}
            kept = take_fitting(connection, item_type, state.get("fields", {}))
            removed = dict.fromkeys(now.keys() - state.get("fields", {}).keys() - needed)
            document = {name: state.get(name, "") for name in ELEMENTOR_FIELDS}
            elementor = {} if None in document.values() else {"elementor": document}
            return {"fields": {**removed, **kept}, "seo": state.get("seo", {}), **elementor}

        return await self._database.read(read)

    async def get_texts(self, kind: str, item_id: int, revision_id: int) -> dict[str, str]:
        """The texts of one as they were stored."""

        def read(connection: Connection) -> dict[str, str]:
            _, state = _read_one(connection, kind, item_id, revision_id)
            return {name: state[name] for name in REVISED}

        return await self._database.read(read)


def _read_one(
    connection: Connection, kind: str, item_id: int, revision_id: int, texts: Collection[str] = REVISED
) -> tuple[RowMapping, dict[str, Any]]:
    """A revision with its state, in which the long ones of these texts are."""
    _read_type(connection, kind, item_id)
    known = revisions.c.id == (revision_id if revision_id <= MAX_ID else 0)
    row = connection.execute(select(*COLUMNS).where(known, revisions.c.item_id == item_id)).mappings().first()
    if row is None:
        raise no_revision(revision_id)
    return row, unfold_state(connection, row, texts)


def _read_type(connection: Connection, kind: str, item_id: int) -> str:
    """The type of the item. Raises Problem(not_found) for one of another kind."""
    there = items.c.id == (item_id if item_id <= MAX_ID else 0)
    found = connection.execute(select(items.c.type).where(there)).scalar()
    if found is None or kind_of_type(found) != kind:
        raise not_found(kind, item_id, HINT)
    return str(found)


def _build(row: RowMapping, state: Mapping[str, Any]) -> Revision:
    return Revision(
        id=row["id"],
        parent=row["item_id"],
        date=row["at"],
        author=state["author"],
        by=row["by"],
        action=row["action"],
        title=Rendered(rendered=render_title(state["title"]).html, raw=state["title"]),
    )


def _add_texts(row: RowMapping, state: Mapping[str, Any]) -> Revision:
    revision = _build(row, state)
    done, _ = render(list_forms(state))
    revision["content"] = Rendered(rendered=done["content_rendered"], raw=state["content"])
    revision["excerpt"] = Rendered(rendered=done["excerpt_rendered"], raw=state["excerpt"])
    return revision
