"""Areas for widgets of a WordPress with a classic theme: reading them, and staging which widgets are in them."""

from collections.abc import Sequence
from typing import Any, cast

from sitehand.errors import not_found
from sitehand.hosts.wordpress.changes import stage_create, stage_follow, stage_update
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.resources import Json, name_fields
from sitehand.hosts.wordpress.staging import Stage
from sitehand.hosts.wordpress.template_resource import TemplateResource
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.hosts.wordpress.widget_area_resource import ACTIVE, WidgetAreaResource
from sitehand.hosts.wordpress.widget_names import read_number, write_name
from sitehand.site.widget_areas import HINT, PlacedWidget, Position, WidgetArea, absent_widget, place

OF_WIDGET = "widget:"


class WordPressWidgetAreas:
    """Implements `site.widget_areas.WidgetAreaStore`."""

    def __init__(self, areas: WidgetAreaResource, widgets: TemplateResource, transactions: StagedTransactions) -> None:
        self._areas = areas
        self._widgets = widgets
        self._transactions = transactions

    async def all(self) -> Sequence[WidgetArea]:
        """All widget areas, in the order of WordPress."""
        return [_build(value) for value in await self._areas.all() if value["status"] == ACTIVE]

    async def add(self, area: str, content: str, position: Position) -> PlacedWidget:
        """Stage a widget that is in no area, and then the area that lists it."""
        async with self._transactions.joined() as stage:
            before = await self._read_area(stage, area)
            widget = stage_create(stage, self._widgets, {"content": content})
            ref = _write_ref(write_name(widget.object_id))
            placed = self._stage_list(stage, before, place(_list_refs(before), ref, position), ref)
            told = GivenAnswer(cast(dict[str, Any], placed), lambda value: {"ref": _write_ref(write_name(value["id"]))})
            widget.answers.append(told)
            return placed

    async def move(self, area: str, ref: str, position: Position) -> PlacedWidget:
        """Stage the area that lists it from now on. WordPress takes it out of the one that it was in."""
        async with self._transactions.joined() as stage:
            before = await self._read_area(stage, area)
            holder = await self._find_holder(stage, ref)
            placed = self._stage_list(stage, before, place(_list_refs(before), ref, position), ref)
            if holder is not None and holder["id"] != before["id"]:
                left = [each for each in holder["widgets"] if _write_ref(each) != ref]
                stage_follow(stage, self._areas, holder, {**holder, "widgets": left})
            return placed

    async def remove(self, area: str, ref: str) -> PlacedWidget:
        """Stage the area without it. WordPress keeps it among the inactive widgets."""
        async with self._transactions.joined() as stage:
            before = await self._read_area(stage, area)
            refs = _list_refs(before)
            if ref not in refs:
                raise absent_widget(ref)
            return self._stage_list(stage, before, [each for each in refs if each != ref], ref)

    async def _read_area(self, stage: Stage, area: str) -> Json:
        value = await stage.read(self._areas, self._areas.locate(area))
        if value is None:
            raise not_found("area for widgets", area, HINT)
        return value

    async def _find_holder(self, stage: Stage, ref: str) -> Json | None:
        """The area that a widget is in, as the call sees it; None for an inactive one. Raises Problem(not_found)."""
        listed = await self._areas.all()
        seen = [self._see(stage, value) for value in listed if value["status"] == ACTIVE]
        holder = next((value for value in seen if ref in _list_refs(value)), None)
        known = holder is not None or any(ref in _list_refs(value) for value in listed)
        if not known and not self._is_new(stage, ref):
            raise absent_widget(ref)
        return holder

    def _see(self, stage: Stage, value: Json) -> Json:
        return stage.see(self._areas, value) or value

    def _is_new(self, stage: Stage, ref: str) -> bool:
        """Whether an earlier part of the call makes it."""
        number = read_number(ref.removeprefix(OF_WIDGET))
        return number is not None and stage.find_last(self._widgets.kind, number) is not None

    def _stage_list(self, stage: Stage, before: Json, refs: Sequence[str], ref: str) -> PlacedWidget:
        """The widgets that an area lists from now on; how it is answered. `ref` is what it is about."""
        names = [each.removeprefix(OF_WIDGET) for each in refs]
        step = stage_update(stage, self._areas, before["id"], before, {"widgets": names})
        after = before if step is None else step.after or before
        placed = PlacedWidget(**_build(after), ref=ref)
        if step is not None:
            step.answers.append(GivenAnswer(cast(Json, placed), lambda value: cast(Json, _build(value))))
        return placed


def _build(value: Json) -> WidgetArea:
    """An area in the port's shape."""
    return WidgetArea(
        area=value["area"],
        name=value["name"],
        description=value["description"],
        widgets=_list_refs(value),
        revision=name_fields({"widgets": list(value["widgets"])}),
    )


def _list_refs(value: Json) -> list[str]:
    return [_write_ref(name) for name in value["widgets"]]


def _write_ref(name: str) -> str:
    return f"{OF_WIDGET}{name}"
