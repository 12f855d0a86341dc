"""Operations on areas for widgets: which widgets they have, and where. Operations on blocks take a widget's `ref`.

They take the category site: an area is around the pages of the whole site.
"""

from functools import partial
from typing import Literal, Self

from pydantic import model_validator

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import widget_area_of, widget_areas_of
from sitehand.operations.gutenberg.arguments import NewBlocks, read_agreeing
from sitehand.operations.gutenberg.texts import release_of, work_out
from sitehand.site.values import UNSET, Input, NoArguments
from sitehand.site.widget_areas import AreaName, PlacedWidget, Position, WidgetArea, WidgetRef


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


writes_areas = partial(
    operation,
    category="site",
    access="write",
    needs="templates",
    target=widget_area_of(),
    brief=tell_outcome,
    stored=True,
)


@operation("GET /widget-areas", category="site", access="read", needs="templates")
async def list_widget_areas(ctx: Context, _: NoArguments) -> dict[str, WidgetArea]:
    """The areas of a classic theme, with the widgets in each."""
    return {each["area"]: each for each in await widget_areas_of(ctx.host).all()}


@writes_areas(
    "POST /widget-areas/{area}/widgets",
    example={"area": "sidebar-1", "blocks": [{"name": "core/paragraph", "text": "Open daily"}], "at": "start"},
)
async def add_widget(ctx: Context, new: NewWidget) -> PlacedWidget:
    """Add a widget with blocks to an area of a classic theme. Visitors see it at once."""
    store, release = widget_areas_of(ctx.host), await release_of(ctx, "widget")
    content = await work_out(lambda: read_agreeing(new, release))
    return await store.add(new.area, content, new.position)


@writes_areas("PUT /widget-areas/{area}/widgets/{ref}", idempotent=True, example={"at": "start"})
async def move_widget(ctx: Context, moved: MovedWidget) -> PlacedWidget:
    """Move a widget of any kind within its area, from another area, or back from the inactive widgets."""
    return await widget_areas_of(ctx.host).move(moved.area, moved.ref, moved.position)


@writes_areas("DELETE /widget-areas/{area}/widgets/{ref}", destructive=True)
async def remove_widget(ctx: Context, removed: RemovedWidget) -> PlacedWidget:
    """Take a widget out of its area. It is kept among the inactive widgets, and move_widget brings it back."""
    return await widget_areas_of(ctx.host).remove(removed.area, removed.ref)
