"""Field groups of the built-in site."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update

from sitehand.errors import not_found
from sitehand.hosts.builtin.field_group_rules import Row, check_item_type, check_item_types, check_others, check_types
from sitehand.hosts.builtin.field_values import take_fitting
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
)
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.sqlite import next_id_of
from sitehand.store.sqlite.json import rows_of
from sitehand.store.verification import verify_row

MINE = field_groups.c.id == bindparam("group_id")
SELECT, INSERT = Prepared(select(field_groups).where(MINE)), Prepared(insert(field_groups))
UPDATE, DELETE = Prepared(update(field_groups).where(MINE)), Prepared(delete(field_groups).where(MINE))
NEXT_ID = next_id_of("field_groups")
HAS_TYPE = f"EXISTS (SELECT 1 FROM {rows_of('types')} WHERE value = :type)"  # noqa: S608


class BuiltinFieldGroups:
    """Implements `site.field_groups.FieldGroupStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, query: FieldGroupQuery) -> Listing[FieldGroup]:
        """One page of the list; past its end an empty one, with the right total. Raises Problem(invalid_arguments)."""
        has_type = text(HAS_TYPE).bindparams(type=query.type)
        conditions = [has_type] if query.type else []

        def read(connection: Connection) -> Listing[FieldGroup]:
            if query.type:
                check_item_type(connection, query.type, "type")
            rows = select_page(select(field_groups).where(*conditions), query, "asc", field_groups.c.id)
            total = connection.execute(select(func.count()).select_from(field_groups).where(*conditions)).scalar_one()
            found = [_build(row) for row in connection.execute(rows).mappings()]
            return Listing(found, total, query.page, query.per_page)

        return await self._database.read(read)

    async def get(self, group_id: int) -> FieldGroup:
        """One group."""
        return await self._database.read(lambda connection: _build(_read(connection, group_id)))

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

    async def take_fitting(self, item_type: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values of an item that another item of the type could be given now."""
        work = partial(take_fitting, item_type=item_type, values=values)
        return await self._database.read(work)


def _create(connection: Connection, given: dict[str, Any]) -> FieldGroup:
    row = {"id": int(NEXT_ID.scalar(connection)), **given}
    check_item_types(connection, row)
    check_others(connection, row)
    INSERT.run(connection, row)
    verify_row(connection, field_groups, {"id": row["id"]}, row)
    return _build(row)


def _update(connection: Connection, group_id: int, given: dict[str, Any]) -> FieldGroup:
    old = dict(_read(connection, group_id))
    row = {**old, **given}
    if row != old:
        check_item_types(connection, row)
        check_others(connection, row)
        check_types(connection, old, row)
        UPDATE.run(connection, {**row, "group_id": group_id})
        verify_row(connection, field_groups, {"id": group_id}, row)
    return _build(row)


def _take_fields(fields: FieldGroupFields) -> dict[str, Any]:
    """The fields that were given, as they are stored."""
    given = fields.model_dump(include={*FIELD_GROUP_STATE} & fields.model_fields_set, exclude_defaults=True)
    return {name: value if name == "title" else _write(value) for name, value in given.items()}


def _write(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


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
