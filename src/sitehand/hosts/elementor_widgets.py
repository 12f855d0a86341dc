"""Elementor widgets that plugins of the service add to those of the host."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from sitehand.elementor.catalogue.catalogue import Catalogue, load_catalogue
from sitehand.elementor.catalogue.controls import ElementType
from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.catalogue.widget_form import FaultyWidget, read_widget
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.errors import Code, Detail, Problem
from sitehand.site.elementor_registry import ElementorRegistry, Registered
from sitehand.site.host import Host

HostT = TypeVar("HostT", bound=Host)
T = TypeVar("T")
HINT = "Correct it as docs/hooks.md describes it, or leave it out."
EMPTY = '[{"id":"aaaaaa1","elType":"container","settings":{},"elements":[]}]'


class AddedWidgets:
    """Implements `site.elementor_registry.ElementorRegistry`: those of plugins count before those that a site tells."""

    def __init__(self, own: Mapping[str, ElementType], others: ElementorRegistry | None) -> None:
        self._own = own
        self._others = others
        self._base: Catalogue | None = None
        self._made: Catalogue | None = None

    async def read(self, make: Callable[[Any], T]) -> Registered[T]:
        """The catalogue of the site, or Sitehand's own, with these widgets; the same as long as that is the same."""
        found = await self._others.read(make) if self._others else Registered[T](None)
        base = cast(Catalogue, found.made or load_catalogue())
        if self._made is None or base != self._base:
            self._base, self._made = base, base.add_widgets(self._own)
        return Registered(cast(T, self._made), found.note)


def add_widgets(host: HostT, given: Iterable[tuple[str, Any]]) -> HostT:
    """The host with the widgets of plugins, each given with where it comes from.

    Raises Problem(invalid_arguments) for one that cannot be read, is there twice, or whose example would be refused.
    """
    own: dict[str, ElementType] = {}
    for place, form in given:
        widget = _read(place, form)
        if widget.name in own:
            raise _refuse(f"{place}: the Elementor widget {widget.name} is there twice.", "Leave one of the two out.")
        _try_example(place, widget)
        own[widget.name] = widget
    return replace(host, elementor_registry=AddedWidgets(own, host.elementor_registry)) if own else host


def _read(place: str, form: Any) -> ElementType:
    try:
        return read_widget(form)
    except FaultyWidget as fault:
        raise _refuse(f"{place}: {_name(form)} cannot be read. {fault}.", HINT, fault.details) from None


def _try_example(place: str, widget: ElementType) -> None:
    """Add the example to a document, as a caller would."""
    catalogue = load_catalogue().add_widgets({widget.name: widget})
    step = {"operation": "add_element", "element": make_example(widget.name, catalogue), "at": {"last_in": "aaaaaa1"}}
    try:
        edit(read_document(EMPTY), [step], catalogue)
    except Problem as problem:
        message = f"{place}: the example of {_name({'name': widget.name})} would be refused. {problem.message}"
        raise _refuse(message, HINT, problem.details) from None


def _name(form: Any) -> str:
    name = form.get("name") if isinstance(form, Mapping) else None
    return f"the Elementor widget {str(name)[:80] if name else ''}".rstrip()


def _refuse(message: str, hint: str, details: Iterable[Detail] = ()) -> Problem:
    subject = {"subject": "Elementor widgets"}
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=list(details), extra=subject)
