"""Long differences in bounds: what one answer shows of each, that it is cut, and how to ask for the rest."""

from collections.abc import Iterable
from typing import Final, TypeGuard, cast

from pydantic import Field

from sitehand.errors import not_found
from sitehand.operation.difference import SHORT
from sitehand.site.changes import Cut, FieldShown, NextPart, ObjectShown, Part
from sitehand.site.values import MAX_ID, NOT_GIVEN, Input

MAX_FIELD = 20_000
"""Characters of one text that one answer shows."""
MAX_ANSWER = 200_000
"""Characters of all long texts together."""
PART_FORM = r"^[a-z_]+:[^\s]+\.[a-z_0-9]+$"
SIDES: Final = ("diff", "before", "after")


class NamedPart(Input):
    """The arguments of a call that shows differences: a part of one, as `next` of what was cut names it."""

    part: str = Field(default=NOT_GIVEN, pattern=PART_FORM, max_length=300, description="a cut's next")
    offset: int = Field(0, ge=0, le=MAX_ID)

    def read(self) -> Part | None:
        """The part that is asked for, if any."""
        if self.part is None:
            return None
        name, _, field = self.part.rpartition(".")
        return Part(name, field, self.offset)


def cut_objects(objects: Iterable[ObjectShown], part: Part | None = None, *, more: bool = True) -> list[ObjectShown]:
    """The objects with long texts cut, or the one field of one object from a place on. Nothing is cut in silence.

    `more` says that the call that answers this takes a part. Raises Problem(not_found) for a part that is not there.
    """
    left, offset, found = MAX_ANSWER, part.offset if part else 0, []
    for shown in objects if part is None else [_choose(objects, part)]:
        fields = []
        for field in shown["fields"]:
            following = f"{shown['kind']}:{shown['id']}.{field['field']}" if more else ""
            fields.append(_cut_field(field, following, offset, min(MAX_FIELD, left)))
            left -= max((len(fields[-1][side]) for side in SIDES if _is_long(fields[-1].get(side))), default=0)
        found.append(_with_fields(shown, fields))
    return found


def _choose(objects: Iterable[ObjectShown], part: Part) -> ObjectShown:
    for shown in objects:
        if f"{shown['kind']}:{shown['id']}" == part.object:
            fields = [field for field in shown["fields"] if field["field"] == part.field]
            if fields:
                return _with_fields(shown, fields)
    raise not_found("part", f"{part.object}.{part.field}", "A field that is cut names the part that follows.")


def _with_fields(shown: ObjectShown, fields: list[FieldShown]) -> ObjectShown:
    return cast(ObjectShown, {**shown, "fields": fields})


def _cut_field(field: FieldShown, following: str, offset: int, limit: int) -> FieldShown:
    """The field with its long text from an offset on, up to a limit; `following` names the part for what follows."""
    for side in SIDES:
        text = field.get(side)
        if not _is_long(text) or (offset == 0 and len(text) <= limit):
            continue
        end = _find_end(text, offset, limit)
        cut = Cut(offset=offset, shown=max(0, end - offset), of=len(text))
        if end < len(text) and following:
            cut["next"] = NextPart(part=following, offset=end)
        return cast(FieldShown, {**field, side: text[offset:end], "cut": cut})
    return field


def _is_long(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) > SHORT


def _find_end(text: str, offset: int, limit: int) -> int:
    """Where a piece ends: after its last whole line, or within a line that is too long by itself."""
    if offset + limit >= len(text):
        return len(text)
    return text.rfind("\n", offset, offset + limit) + 1 or offset + limit
