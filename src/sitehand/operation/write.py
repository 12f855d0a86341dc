"""What every write takes and promises: the arguments that all writes share, and which object a write is about."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, NoReturn

from pydantic import Field, create_model

from sitehand.errors import Code, Problem
from sitehand.operation.schema import marked_arguments
from sitehand.site.host import Host
from sitehand.site.templates import TemplateStore, read_ref
from sitehand.site.values import NOT_GIVEN, AnswerOption, Input, InQuery
from sitehand.site.widget_areas import WidgetAreaStore

Promise = Literal["preview", "revision", "replay", "undo", "verified"]
Target = Callable[[Host, Any], Awaitable[tuple[str, str]]]
"""From the site and the arguments of a call to the kind and id of the object that it changes. Raises Problem."""

MAX_KEY = 255
"""Characters of an idempotency key."""


class WriteOptions(Input):
    """Arguments of every write. Source: RFC 9110, 13.1 (preconditions); draft-ietf-httpapi-idempotency-key-header."""

    dry_run: Annotated[bool, InQuery()] = False
    idempotency_key: Annotated[str, InQuery()] = Field(default=NOT_GIVEN, min_length=1, max_length=MAX_KEY)


class RevisionOptions(WriteOptions):
    """Arguments of a write to an object that is there."""

    expected_revision: Annotated[str, InQuery()] = Field(default=NOT_GIVEN, min_length=1, max_length=64)


class DetailOptions(Input):
    """Argument of every write whose result can be told briefly."""

    detail: Annotated[Literal["brief", "full"], InQuery(), AnswerOption()] = "full"


@dataclass(frozen=True, slots=True)
class Interim:
    """An answer instead of the operation's own: what would change (200), or the pending change (202).

    `result` is what the operation would have answered, for the later parts of a batch that refer to it.
    """

    status: int
    body: dict[str, Any]
    result: Any = None


@cache
def add_options(model: type[Input], *, revised: bool, brief: bool) -> type[Input]:
    """The arguments of a write together with those that all writes share."""
    options: list[type[Input]] = [RevisionOptions if revised else WriteOptions, *([DetailOptions] if brief else [])]
    fields: Mapping[str, Any] = {
        name: (Annotated[field.annotation, *field.metadata], field)
        for each in options
        for name, field in each.model_fields.items()
        if name not in model.model_fields
    }
    return create_model(model.__name__, __base__=model, __module__=model.__module__, __doc__=model.__doc__, **fields)


def dump_asked(arguments: Input, *without: str) -> dict[str, Any]:
    """The arguments that were given, as JSON values, but for the named ones and those that only say how to answer."""
    left_out = marked_arguments(type(arguments), AnswerOption).union(without) & arguments.model_fields_set
    return arguments.model_dump(mode="json", exclude_unset=True, exclude=set(left_out) or None)


def object_of(kind: str) -> Target:
    """The object of that kind whose id is the argument `id`."""

    async def find(host: Host, arguments: Any) -> tuple[str, str]:
        return kind, str(arguments.id)

    return find


def item_of() -> Target:
    """The item whose id is the argument `id`, whatever its kind."""

    async def find(host: Host, arguments: Any) -> tuple[str, str]:
        return await host.items.kind_of(arguments.id), str(arguments.id)

    return find


def text_of() -> Target:
    """The item whose id is the argument `id`, or the template that `ref` names."""

    async def find(host: Host, arguments: Any) -> tuple[str, str]:
        if arguments.ref is None:
            return await host.items.kind_of(arguments.id), str(arguments.id)
        return await template_of()(host, arguments)

    return find


def template_of() -> Target:
    """The template that the argument `ref` names."""

    async def find(host: Host, arguments: Any) -> tuple[str, str]:
        templates_of(host)
        return read_ref(arguments.ref)

    return find


def widget_area_of() -> Target:
    """The area for widgets whose id is the argument `area`."""

    async def find(host: Host, arguments: Any) -> tuple[str, str]:
        widget_areas_of(host)
        return "widget_area", arguments.area

    return find


def templates_of(host: Host) -> TemplateStore:
    """The templates of a site. Raises Problem(not_supported)."""
    return host.templates or _refuse(host)


def widget_areas_of(host: Host) -> WidgetAreaStore:
    """The areas for widgets of a site. Raises Problem(not_supported)."""
    return host.widget_areas or _refuse(host)


def _refuse(host: Host) -> NoReturn:
    hint = "Call introspect to see what this site supports."
    raise Problem(Code.NOT_SUPPORTED, host.capabilities().explain("templates"), hint=hint)
