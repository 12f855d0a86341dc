"""Areas for widgets, which themes without templates have: lists of widgets in their order.

Source: WordPress's sidebars and their REST controller. A widget with blocks is a text by its ref (`site.templates`).
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Problem, not_found

KIND: Literal["widget_area"] = "widget_area"
AreaName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,100}$", description="id, such as sidebar-1")]
WidgetRef = Annotated[str, Field(pattern=r"^widget:[A-Za-z0-9_-]{1,100}$", description="such as widget:block-3")]
"""A widget of any kind. Of those with blocks, operations on blocks take it too."""
HINT = "list_widget_areas shows the areas and the widgets in them; list_block_pages with type widget those in no area."


class Position(NamedTuple):
    """Where a widget goes in an area: at an end, or beside another, which is named by its ref."""

    relation: Literal["start", "end", "before", "after"]
    beside: str = ""


class WidgetArea(TypedDict):
    """An area of the theme. `widgets` are the refs of those in it, in their order."""

    area: str
    name: str
    description: str
    widgets: list[str]
    revision: str


class PlacedWidget(WidgetArea):
    """An area after a change. `ref` is the widget that the change is about."""

    ref: str


class WidgetAreaStore(Protocol):
    """The areas of the active theme. A widget is in one area or, switched off, in none."""

    async def all(self) -> Sequence[WidgetArea]:
        """The areas that visitors are shown, in the order of the site."""

    async def add(self, area: str, content: str, position: Position) -> PlacedWidget:
        """Put a new widget with these blocks there. Raises Problem: not_found for the area or the one beside it."""

    async def move(self, area: str, ref: str, position: Position) -> PlacedWidget:
        """Put a widget there, wherever it is. Raises Problem(not_found) as `add` does, and for the widget."""

    async def remove(self, area: str, ref: str) -> PlacedWidget:
        """Take a widget out of an area; it is kept. Raises Problem(not_found) where it is not in it."""


def place(widgets: Sequence[str], ref: str, position: Position) -> list[str]:
    """The widgets of an area with one at its place; beside itself it stays where it is.

    Raises Problem(not_found) for a neighbour that is not there.
    """
    if position.beside == ref and ref in widgets:
        return list(widgets)
    others = [each for each in widgets if each != ref]
    if position.relation in ("start", "end"):
        return [ref, *others] if position.relation == "start" else [*others, ref]
    if position.beside not in others:
        raise absent_widget(position.beside)
    at = others.index(position.beside) + (position.relation == "after")
    return [*others[:at], ref, *others[at:]]


def absent_widget(ref: str) -> Problem:
    """The refusal of a widget that is not there."""
    return not_found("widget", ref, HINT)
