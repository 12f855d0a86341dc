"""Operations on areas for widgets: which widgets they have, and where. Operations on blocks take a widget's `ref`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Literal, Self

from pydantic import model_validator

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import widget_area_of, widget_areas_of
from sitehand.operations.gutenberg.arguments import NewBlocks, read_agreeing
from sitehand.operations.gutenberg.texts import check_theme, release_of, work_out
from sitehand.site.values import UNSET, Input, NoArguments
from sitehand.site.widget_areas import AreaName, PlacedWidget, Position, WidgetArea, WidgetAreaStore, WidgetRef


class Beside(Input):
    """A place that is named by a widget: exactly one of these."""

    before: WidgetRef = UNSET
    after: WidgetRef = UNSET

    @model_validator(mode="after")
    def _name_one(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError("must have one of before and after")
        return self


class Placing(Input):
    """An area, and where in it."""

    area: AreaName
    at: Literal["start", "end"] | Beside = "end"

    @property
    def position(self) -> Position:
        """Where, as the site takes it."""
        if isinstance(self.at, str):
            return Position(self.at)
        return Position("before", self.at.before) if self.at.before else Position("after", self.at.after)


class NewWidget(NewBlocks, Placing):
    """The blocks of a widget, and where it goes."""


class MovedWidget(Placing):
    """A widget, and where it goes."""

    ref: WidgetRef


class RemovedWidget(Input):
    """A widget, and the area that it is in."""

    area: AreaName
    ref: WidgetRef


@asynccontextmanager
async def prepare(ctx: Context, wanted: Any) -> AsyncIterator[None]:
    """Nothing, for those who may work on the theme; of all others no area reaches the host. Raises Problem."""
    check_theme(ctx)
    yield


writes_areas = partial(
    operation,
    category="gutenberg",
    access="write",
    needs="templates",
    target=widget_area_of(),
    brief=tell_outcome,
    prepare=prepare,
    stored=True,
)


@operation("GET /widget-areas", category="gutenberg", access="read", needs="templates")
async def list_widget_areas(ctx: Context, _: NoArguments) -> dict[str, WidgetArea]:
    """The areas of a classic theme, with the widgets in each."""
    return {each["area"]: each for each in await _open(ctx).all()}


@writes_areas(
    "POST /widget-areas/{area}/widgets",
    example={"area": "sidebar-1", "blocks": [{"name": "core/paragraph", "text": "Open daily"}], "at": "start"},
)
async def add_widget(ctx: Context, new: NewWidget) -> PlacedWidget:
    """Add a widget with blocks to an area of a classic theme. Visitors see it at once."""
    store, release = _open(ctx), release_of(ctx, "widget")
    content = await work_out(lambda: read_agreeing(new, release))
    return await store.add(new.area, content, new.position)


@writes_areas("PUT /widget-areas/{area}/widgets/{ref}", idempotent=True, example={"at": "start"})
async def move_widget(ctx: Context, moved: MovedWidget) -> PlacedWidget:
    """Move a widget of any kind within its area, from another area, or back from the inactive widgets."""
    return await _open(ctx).move(moved.area, moved.ref, moved.position)


@writes_areas("DELETE /widget-areas/{area}/widgets/{ref}", destructive=True)
async def remove_widget(ctx: Context, removed: RemovedWidget) -> PlacedWidget:
    """Take a widget out of its area. It is kept among the inactive widgets, and move_widget brings it back."""
    return await _open(ctx).remove(removed.area, removed.ref)


def _open(ctx: Context) -> WidgetAreaStore:
    """The areas of the site, for a caller who may work on its theme. Raises Problem."""
    check_theme(ctx)
    return widget_areas_of(ctx.host)
