"""Operations on the catalogue: which elements there are, and which settings each has."""

from collections.abc import Iterable, Mapping
from typing import Any, NotRequired

from typing_extensions import TypedDict

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.catalogue.schema import Schema
from sitehand.elementor.dynamic.binding import find_place
from sitehand.elementor.dynamic.checks import find_taken
from sitehand.elementor.shared.showing import show_style
from sitehand.errors import not_found
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.elementor.arguments import WidgetChoice
from sitehand.operations.elementor.registry import read_known
from sitehand.site.values import NoArguments

HINT = "list_widgets tells what there is."


class WidgetNames(TypedDict):
    """The names of all elements: `layout` hold others, `atomic` have typed settings and take CSS.

    `version` is that of their Elementor. `note` says why they are not the site's own where those could not be read.
    """

    version: str
    widgets: list[str]
    layout: list[str]
    atomic: list[str]
    note: NotRequired[str]


class Widget(TypedDict):
    """An element: settings with their types, the names of the others, and an example that add_element takes.

    `default_style` is the CSS that an atomic element has by itself, `note` as in list_widgets.
    """

    name: str
    settings: list[dict[str, Any]]
    others: list[str]
    example: dict[str, Any]
    style: NotRequired[str]
    default_style: NotRequired[str]
    note: NotRequired[str]


@operation("GET /elementor/widgets", category="elementor", access="read", needs="elementor")
async def list_widgets(ctx: Context, _: NoArguments) -> WidgetNames:
    """List the elements that can be added to Elementor documents."""
    known = await read_known(ctx)
    classic = known.catalogue.classic.types.values()
    names = WidgetNames(
        version=known.catalogue.classic.version,
        widgets=[each.name for each in classic if each.is_widget],
        layout=[each.name for each in classic if not each.is_widget],
        atomic=list(known.catalogue.atomic.types),
    )
    return {**names, "note": known.note} if known.note else names


@operation("GET /elementor/widgets/{name}", category="elementor", access="read", needs="elementor")
async def get_widget(ctx: Context, wanted: WidgetChoice) -> Widget:
    """The settings of an element: those for its content in full, the names of the rest."""
    known = await read_known(ctx)
    found = _describe(known.catalogue, wanted)
    return {**found, "note": known.note} if known.note else found


def _describe(catalogue: Catalogue, wanted: WidgetChoice) -> Widget:
    if wanted.name in catalogue.atomic.types:
        return _describe_atomic(catalogue, wanted)
    if wanted.name in catalogue.classic.types:
        return _describe_classic(catalogue, wanted)
    raise not_found("element", wanted.name, HINT)


def _describe_classic(catalogue: Catalogue, wanted: WidgetChoice) -> Widget:
    found = catalogue.classic.types[wanted.name]
    names = _choose(wanted, found.content, found.controls)
    return Widget(
        name=found.name,
        settings=[{"name": name, **_describe_control(found.controls[name])} for name in names],
        others=[name for name in found.controls if name not in names],
        example=make_example(found.name, catalogue),
    )


def _describe_atomic(catalogue: Catalogue, wanted: WidgetChoice) -> Widget:
    found = catalogue.atomic.types[wanted.name]
    names = _choose(wanted, found.props, found.props)
    return Widget(
        name=found.name,
        settings=[{"name": name, **_describe_schema(found.props[name])} for name in names],
        others=[name for name in found.props if name not in names],
        example=make_example(found.name, catalogue),
        style="CSS, as `style` of update_element",
        default_style=show_style(found.base_styles, {}),
    )


def _choose(wanted: WidgetChoice, first: Iterable[str], known: Mapping[str, Any]) -> list[str]:
    """The settings that were named, or those that a person sees first. Raises Problem(not_found)."""
    for name in wanted.settings:
        if name not in known:
            raise not_found("setting", f"{name} of {wanted.name}", "get_widget without settings names all.")
    return wanted.settings or list(first)


def _describe_control(control: Control) -> dict[str, Any]:
    told = {
        "type": control.type,
        "options": list(control.options),
        "units": list(control.units) if control.units != ("px",) else [],
        "responsive": control.responsive,
        "multiple": control.multiple,
        "dynamic": "".join(find_taken(control)[:1]),
        "fields": [{"name": name, **_describe_control(each)} for name, each in control.fields.items()],
        "when": dict(control.conditions),
    }
    return {name: value for name, value in told.items() if value}


def _describe_schema(schema: Schema) -> dict[str, Any]:
    """The types that a property takes, plain values becoming typed ones, and what dynamic tags give there."""
    options = [value for form in schema.forms for value in form.enum]
    place = find_place(schema, "")
    told = {
        "type": [form.key for form in schema.forms],
        "options": options,
        "required": schema.required,
        "dynamic": place.taken[0] if place else "",
    }
    return {name: value for name, value in told.items() if value}
