"""Areas for widgets as a resource of WordPress's REST API: an area is the list of the widgets in it.

What is put into one area WordPress takes out of the others, and what is left out joins the inactive widgets.
Source: `update_item` of WP_REST_Sidebars_Controller.
"""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.resources import EDIT, Action, Fields, Json, Request, See, Unmade, describe_fields
from sitehand.hosts.wordpress.shown import WIDGET_AREA
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL
from sitehand.hosts.wordpress.template_resource import number_name, read_name
from sitehand.hosts.wordpress.widget_names import STORED_IN, read_number
from sitehand.site.changes import ObjectChange
from sitehand.site.widget_areas import HINT, KIND

ROUTE = "/wp/v2/sidebars"
ASKED: dict[str, Any] = {**EDIT, "_fields": ["id", "name", "description", "status", "widgets"]}
"""With `widgets`, for which WordPress reads its lists anew: at its end it sorts all widgets by what it read last."""
ACTIVE = "active"
"""The status of what the theme shows. Inactive widgets, and all areas beside a block theme, are not."""


class WidgetAreaResource(Unmade):
    """Implements `resources.Resource` for areas. They come from the theme: `name` is the id that it gives."""

    kind = KIND
    hint = HINT
    stored_in = STORED_IN
    least = WIDGET_AREA

    def __init__(self, client: Client) -> None:
        self._client = client

    async def all(self) -> Sequence[Json]:
        """All lists of widgets, those that no visitor is shown too.

        Themes may give areas any id. WordPress tells none of one whose id is a number, and has no route for odd ones.
        """
        found = (await self._client.read(ROUTE, ASKED)).value
        return [_take(value) for value in found if isinstance(value.get("id"), str) and self.has(value["id"])]

    async def read(self, object_id: int) -> Json | None:
        answer = await read_or_none(self._client, self._locate(object_id), ASKED)
        return _take(answer.value) if answer is not None and answer.value["status"] == ACTIVE else None

    def has(self, object_id: str) -> bool:
        return re.fullmatch(r"[A-Za-z0-9_-]{1,100}", object_id) is not None

    def locate(self, object_id: str) -> int:
        return number_name(object_id)

    def name(self, object_id: int) -> str:
        return read_name(object_id)

    def fields(self, value: Json) -> Fields:
        return {"widgets": list(value["widgets"])}

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        return Request("POST", self._locate(object_id), body, ASKED)

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        return _take(answered)

    def predict(self, before: Json | None, body: Json) -> Json:
        return {**(before or {}), **body}

    async def list_followers(self, see: See) -> list[tuple[Json, Json]]:
        """Areas out of which WordPress takes widgets that the call puts into others.

        Raises Problem(conflict) for a widget that WordPress does not have any more: it would store the name alone.
        """
        listed = await self.all()
        areas = [(value, see(value)) for value in listed if value["status"] == ACTIVE]
        placed = {name: seen["id"] for value, seen in areas for name in seen["widgets"] if name not in value["widgets"]}
        _check_there(placed, {name for value in listed for name in value["widgets"]})
        left = [[name for name in seen["widgets"] if placed.get(name, seen["id"]) == seen["id"]] for _, seen in areas]
        pairs = zip(areas, left, strict=True)
        return [(seen, {**seen, "widgets": kept}) for (_, seen), kept in pairs if kept != seen["widgets"]]

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        name = self.name(object_id)
        return [replace(each, label=name) for each in describe_fields(KIND, name, "widgets", before, after)]

    def _locate(self, object_id: int) -> str:
        return f"{ROUTE}/{self.name(object_id)}"


def _check_there(placed: Iterable[str], there: Container[str]) -> None:
    gone = [name for name in placed if name not in there and (read_number(name) or 0) < FIRST_PROVISIONAL]
    if gone:
        message = f"WordPress does not have the widget {gone[0]} any more."
        raise Problem(Code.CONFLICT, message, hint="Add it again with add_widget.")


def _take(value: Json) -> Json:
    """An area as WordPress answers it, under a number."""
    return {**value, "id": number_name(value["id"]), "area": value["id"]}
