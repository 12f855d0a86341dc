"""A component as edits of documents see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitehand.elementor.findings import NOTHING
from sitehand.elementor.scalars import find_close
from sitehand.errors import Code, Detail, Problem

HINT = "list_elementor_components lists the components with their properties."


@dataclass(frozen=True, slots=True)
class Component:
    """`data` is the list of its one outermost element, `properties` what instances may show otherwise: both JSON.

    Without `data` it can be placed, and not detached.
    """

    id: int
    title: str
    data: str
    properties: str


def find_component(components: Sequence[Component], title: str) -> Component:
    """The component with a title. Raises Problem(invalid_arguments), with the title that was likely meant."""
    found = next((each for each in components if each.title.casefold() == title.casefold()), None)
    if found is None:
        close = find_close(title, [each.title for each in components])
        detail = Detail(path="component", expected="a component" if close is NOTHING else str(close), got=title)
        raise Problem(Code.INVALID_ARGUMENTS, "There is no such component.", hint=HINT, details=[detail])
    return found
