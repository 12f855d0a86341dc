"""Field groups: which custom fields items have, by their type, and what their values may be."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field, ValidationError
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem, write_place
from sitehand.site.content import Listing
from sitehand.site.types import TypeName
from sitehand.site.values import NOT_GIVEN, UNSET, Input, Paging

FieldType = Literal[
    "text", "number", "integer", "boolean", "date", "url", "choice", "media", "item", "repeater"
]  # fmt: skip
SEVERAL = frozenset({"choice", "media", "item"})
"""Types of fields that may have several values."""
HINT = "list_field_groups lists the field groups."
MAX_FIELDS = 50
ItemTypes = Annotated[list[TypeName], Field(min_length=1, max_length=20)]
GroupTitle = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]


class FieldSpec(Input):
    """One field. Values: a date is 2026-07-28; media and item are ids; a repeater has a list of objects."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,62}$")
    type: FieldType = "text"
    label: str = Field("", max_length=200)
    required: bool = Field(False, description="of what is public; in a repeater, of each row")
    multiple: bool = Field(False, description="a list: choice, media, item")
    choices: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(default_factory=list, max_length=200)
    fields: list[dict[str, Any]] = Field(
        default_factory=list, max_length=MAX_FIELDS, description="of a repeater, each as here"
    )


Specs = Annotated[list[FieldSpec], Field(min_length=1, max_length=MAX_FIELDS)]


class FieldGroup(TypedDict):
    """A field group: items of its `types` have its `fields`, each told without what is left at its default."""

    id: int
    title: str
    types: list[str]
    fields: list[dict[str, Any]]
    revision: str


class FieldGroupQuery(Paging):
    """Filters of a list of field groups, ordered by their ids."""

    type: TypeName = UNSET


class FieldGroupFields(Input):
    """What may be written; what is left out stays as it is."""

    title: GroupTitle = UNSET
    types: ItemTypes = UNSET
    fields: Specs = Field(default=NOT_GIVEN, description="all of them")


class FieldGroupStore(Protocol):
    """Reading and writing field groups. Raises Problem(not_found) for an id that is not there."""

    async def find(self, query: FieldGroupQuery) -> Listing[FieldGroup]: ...
    async def get(self, group_id: int) -> FieldGroup: ...
    async def create(self, fields: FieldGroupFields) -> FieldGroup:
        """Add a group. Raises Problem(conflict) for the name of a field that another group has."""

    async def update(self, group_id: int, fields: FieldGroupFields) -> FieldGroup:
        """Change a group. Raises Problem(conflict) as `create`, and for another type of a field that has values."""

    async def delete(self, group_id: int) -> FieldGroup:
        """Remove a group. The values of its fields stay with their items."""

    async def take_fitting(self, item_type: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values of an item that another item of the type could be given now."""


def check_specs(specs: Sequence[FieldSpec], where: str = "fields") -> None:
    """Raise Problem(invalid_arguments) for what does not go together in a field; `where` is the path of the list."""
    _check_names(specs, where)
    for place, spec in enumerate(specs):
        path = f"{where}[{place}]"
        if bool(spec.choices) != (spec.type == "choice"):
            raise refuse_spec(f"{path}.choices", "choices of a field of the type choice, and of no other", spec.type)
        if spec.multiple and spec.type not in SEVERAL:
            raise refuse_spec(f"{path}.multiple", f"false, or a type of {', '.join(sorted(SEVERAL))}", spec.type)
        if bool(spec.fields) != (spec.type == "repeater"):
            raise refuse_spec(f"{path}.fields", "fields of a repeater, and of no other", spec.type)
        if spec.fields:
            _check_parts(spec, f"{path}.fields")


def _check_parts(spec: FieldSpec, where: str) -> None:
    parts = [_read_part(each, f"{where}[{place}]") for place, each in enumerate(spec.fields)]
    for place, part in enumerate(parts):
        if part.type == "repeater":
            raise refuse_spec(f"{where}[{place}].type", "another type", "a repeater in a repeater")
    check_specs(parts, where)


def _read_part(given: Mapping[str, Any], path: str) -> FieldSpec:
    try:
        return FieldSpec.model_validate(given)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise refuse_spec(path + write_place(fault["loc"]), fault["msg"], repr(fault["input"])[:80]) from None


def _check_names(specs: Sequence[FieldSpec], where: str) -> None:
    names = [spec.name for spec in specs]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise refuse_spec(f"{where}[{place}].name", "a name that no other field has", name)


def refuse_spec(path: str, expected: str, got: str) -> Problem:
    """The refusal of a field."""
    detail = Detail(path=path, expected=expected, got=got)
    hint = "Correct the field and send all again: nothing was changed."
    return Problem(Code.INVALID_ARGUMENTS, f"{path}: expected {expected}, got {got}.", hint=hint, details=[detail])


def refuse_item_type(name: str, path: str) -> Problem:
    """The refusal of a type whose items have no custom fields."""
    detail = Detail(path=path, expected="page, post or a registered type", got=name)
    hint = "list_types lists the types of content."
    return Problem(Code.INVALID_ARGUMENTS, f"There is no type {name}.", hint=hint, details=[detail])


def refuse_name(name: str, group_id: int) -> Problem:
    """The refusal of a name that a field of another group has."""
    detail = Detail(path="fields", expected="names that no other group has", got=name)
    message = f"The field group {group_id} has a field {name}."
    return Problem(Code.CONFLICT, message, hint="Choose another name.", details=[detail], extra={"id": group_id})


def refuse_type(name: str, item_id: int) -> Problem:
    """The refusal of another type for a field that has values."""
    message = f"The type of {name} cannot change: items have values of it, such as item {item_id}."
    hint = "Add a field of another name, or remove the values: null in fields of each item."
    return Problem(Code.CONFLICT, message, hint=hint, extra={"item": item_id})
