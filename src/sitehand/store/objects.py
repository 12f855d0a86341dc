"""Objects from the rows that `capture.py` notes: those of parts become fields of what they belong to."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sqlalchemy import Connection, select, text

from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS
from sitehand.store.parts import Fields, Objects, Part, Row, take_row
from sitehand.store.revision import name_state
from sitehand.store.schema import WholeRevisions, schema_of


def fold_parts(connection: Connection, rows: Mapping[tuple[str, str], ObjectChange]) -> list[ObjectChange]:
    """What changed in each object, given what changed in each row; rows of parts are fields of what they belong to."""
    schema, objects = schema_of(connection), dict(rows)
    kinds = {kind for kind, _ in rows}
    for part in schema.parts:
        if part.kind in kinds:
            _fold_part(connection, part, [each for each in rows.values() if each.kind == part.kind], objects)
    return [_revise(connection, each, schema.wholes.get(each.kind)) for each in objects.values()]


def read_revision(connection: Connection, kind: str, object_id: str) -> str | None:
    """The revision of an object as it now is; None when it is not there. A setting that is not set has one."""
    schema = schema_of(connection)
    tracked = schema.by_kind[kind]
    if whole := schema.wholes.get(kind):
        fields = whole.read(connection, int(object_id))
        return None if fields is None else whole.name(fields)
    if tracked.revision is None:
        return None
    condition = f"{tracked.object.format(row='t')} = :id AND {tracked.name_row('t')} = :kind"
    statement = f'SELECT {tracked.revision.format(row="t")} FROM "{tracked.table.name}" AS t WHERE {condition}'  # noqa: S608
    found: str | None = connection.execute(text(statement), {"id": object_id, "kind": kind}).scalar()
    return name_state([None]) if found is None and KINDS[kind].always_there else found


def _fold_part(connection: Connection, part: Part, own: Iterable[ObjectChange], objects: Objects) -> None:
    noted = dict(objects)
    for each in own:
        del objects[each.kind, each.object]
    sides = {each.object: _complete(connection, part, each) for each in own}
    owners = {row[part.owner.name] for pair in sides.values() for row in pair if row is not None}
    after = part.read_rows(connection, owners)
    # The rows before are those of now, with the noted changes taken back.
    before = {owner: dict(rows) for owner, rows in after.items()}
    for name, (was, became) in sides.items():
        if became is not None:
            before[became[part.owner.name]].pop(name, None)
        if was is not None:
            before[was[part.owner.name]][name] = was
    rows = [row for some in (before, after) for each in some.values() for row in each.values()]
    context = part.read_context(connection, rows, noted)
    for owner in sorted(owners):
        was, became = (part.join(some[owner].values(), context) for some in (before, after))
        change = _find_owner(part, owner, objects) or _describe(connection, part, owner)
        objects[change.kind, change.object] = _add_fields(part, change, was, became)


def _complete(connection: Connection, part: Part, change: ObjectChange) -> tuple[Row | None, Row | None]:
    """The row before and after, each whole."""
    if change.before is None or change.after is None:
        return change.before, change.after
    query = select(part.table).where(*part.find_row(change.object))
    row = take_row(connection.execute(query).mappings().one())
    return {**row, **change.before}, row


def _find_owner(part: Part, owner: int, objects: Objects) -> ObjectChange | None:
    keys = [(kind, str(owner)) for kind in part.owned_by]
    return next((objects[key] for key in keys if key in objects), None)


def _add_fields(part: Part, change: ObjectChange, was: Fields, became: Fields) -> ObjectChange:
    """Add the fields that differ to the owner's change; for a new or deleted one, those that hold something."""
    if change.before is not None and change.after is not None:
        names = [name for name in part.fields if was[name] != became[name]]
        before = {**change.before, **{name: was[name] for name in names}}
        return replace(change, before=before, after={**change.after, **{name: became[name] for name in names}})
    if change.after is not None:
        return replace(change, after={**change.after, **_keep_filled(became)})
    return replace(change, before={**change.before, **_keep_filled(was)}) if change.before is not None else change


def _describe(connection: Connection, part: Part, owner: int) -> ObjectChange:
    """An object of which nothing but what belongs to it was changed."""
    query = select(part.owner_kind, part.label).where(part.owners.c.id == owner)
    kind, label = connection.execute(query).one()
    return ObjectChange(kind, str(owner), label, {}, {})


def _keep_filled(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if value}


def _revise(connection: Connection, change: ObjectChange, whole: WholeRevisions | None) -> ObjectChange:
    """The change with revisions that stand in no column: they are over the object and what belongs to it."""
    if whole is None:
        return change
    empty = {name: value for part in schema_of(connection).parts_of[change.kind] for name, value in part.empty.items()}
    now = whole.read(connection, int(change.object)) or empty
    before = None if change.before is None else whole.name({**now, **change.before})
    after = None if change.after is None else whole.name(now)
    return replace(change, revision_before=before, revision_after=after)
