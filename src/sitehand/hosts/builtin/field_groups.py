"""Field groups of the built-in site."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, select, text, update

from sitehand.errors import Code, Problem, not_found
from sitehand.hosts.builtin.paging import select_page
from sitehand.hosts.builtin.tables import field_groups
from sitehand.hosts.builtin.tracked import FIELD_GROUP_STATE
from sitehand.site.content import Listing
from sitehand.site.field_groups import (
    HINT,
    FieldGroup,
    FieldGroupFields,
    FieldGroupQuery,
    check_specs,
    refuse_name,
    refuse_type,
)
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.sqlite import next_id_of
from sitehand.store.verification import verify_row

MAX_GROUPS = 50
"""They are all read when an item's custom fields are written."""
MINE = field_groups.c.id == bindparam("group_id")
SELECT, INSERT = Prepared(select(field_groups).where(MINE)), Prepared(insert(field_groups))
UPDATE, DELETE = Prepared(update(field_groups).where(MINE)), Prepared(delete(field_groups).where(MINE))
NEXT_ID = next_id_of("field_groups")
OTHERS = Prepared(select(field_groups).where(field_groups.c.id != bindparam("group_id")))
IN_USE = Prepared(
    text("SELECT item_id FROM item_fields WHERE json_type(data, :path) IS NOT NULL ORDER BY item_id LIMIT 1")
)
Row = Mapping[str, Any] | RowMapping


class BuiltinFieldGroups:
    """Implements `site.field_groups.FieldGroupStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, query: FieldGroupQuery) -> Listing[FieldGroup]:
        """One page of the list; past its end an empty one, with the right total."""
        has_type = text("EXISTS (SELECT 1 FROM json_each(types) WHERE value = :type)").bindparams(type=query.type)
        conditions = [has_type] if query.type else []

        def read(connection: Connection) -> Listing[FieldGroup]:
            rows = select_page(select(field_groups).where(*conditions), query, "asc", field_groups.c.id)
            total = connection.execute(select(func.count()).select_from(field_groups).where(*conditions)).scalar_one()
            found = [_build(row) for row in connection.execute(rows).mappings()]
            return Listing(found, total, query.page, query.per_page)

        return await self._database.read_beside(read)

    async def get(self, group_id: int) -> FieldGroup:
        """One group."""
        return await self._database.read_beside(lambda connection: _build(_read(connection, group_id)))

    async def create(self, fields: FieldGroupFields) -> FieldGroup:
        """Add a group."""
        check_specs(fields.fields)
        return await self._database.transact(partial(_create, given=_take_fields(fields)))

    async def update(self, group_id: int, fields: FieldGroupFields) -> FieldGroup:
        """Change the given fields; nothing is stored when nothing would be different."""
        check_specs(fields.fields or [])
        return await self._database.transact(partial(_update, group_id=group_id, given=_take_fields(fields)))

    async def delete(self, group_id: int) -> FieldGroup:
        """Remove a group."""

        def work(connection: Connection) -> FieldGroup:
            gone = _read(connection, group_id)
            DELETE.run(connection, {"group_id": group_id})
            verify_row(connection, field_groups, {"id": group_id}, None)
            return _build(gone)

        return await self._database.transact(work)


def _create(connection: Connection, given: dict[str, Any]) -> FieldGroup:
    row = {"id": int(NEXT_ID.scalar(connection)), **given}
    others = _check_names(connection, row)
    if len(others) >= MAX_GROUPS:
        message = f"There are {MAX_GROUPS} field groups already."
        raise Problem(Code.CONFLICT, message, hint="Add the fields to one of them with update_field_group.")
    INSERT.run(connection, row)
    verify_row(connection, field_groups, {"id": row["id"]}, row)
    return _build(row)


def _update(connection: Connection, group_id: int, given: dict[str, Any]) -> FieldGroup:
    old = dict(_read(connection, group_id))
    row = {**old, **given}
    if row != old:
        _check_names(connection, row)
        _check_types(connection, old, row)
        UPDATE.run(connection, {**row, "group_id": group_id})
        verify_row(connection, field_groups, {"id": group_id}, row)
    return _build(row)


def _take_fields(fields: FieldGroupFields) -> dict[str, Any]:
    """The fields that were given, as they are stored."""
    given = fields.model_dump(include={*FIELD_GROUP_STATE} & fields.model_fields_set, exclude_defaults=True)
    return {name: value if name == "title" else _write(value) for name, value in given.items()}


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _check_names(connection: Connection, row: Row) -> list[dict[str, Any]]:
    """The other groups. Raises Problem(conflict) for a name that one of them has."""
    names = _list_types(row)
    others = OTHERS.all(connection, {"group_id": row["id"]})
    for other in others:
        for name in _list_types(other).keys() & names:
            raise refuse_name(name, other["id"])
    return others


def _check_types(connection: Connection, old: Row, new: Row) -> None:
    """Raise Problem(conflict) for another type of a field that has values."""
    before = _list_types(old)
    for name, kind in _list_types(new).items():
        if before.get(name, kind) != kind:
            used_by = IN_USE.scalar(connection, {"path": f"$.{name}"})
            if used_by is not None:
                raise refuse_type(name, used_by)


def _list_types(row: Row) -> dict[str, tuple[str, bool]]:
    """The type of each field, and whether it has several values."""
    fields = json.loads(row["fields"])
    return {each["name"]: (each.get("type", "text"), each.get("multiple", False)) for each in fields}


def _read(connection: Connection, group_id: int) -> dict[str, Any]:
    row = SELECT.first(connection, {"group_id": group_id}) if group_id <= MAX_ID else None
    if row is None:
        raise not_found("field group", group_id, HINT)
    return row


def _build(row: Row) -> FieldGroup:
    return FieldGroup(
        id=row["id"],
        title=row["title"],
        types=json.loads(row["types"]),
        fields=json.loads(row["fields"]),
        revision=name_state(row[name] for name in FIELD_GROUP_STATE),
    )
