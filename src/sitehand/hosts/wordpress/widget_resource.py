"""Widgets with blocks, in the areas that a theme or plugin registers, as resources of WordPress's REST API.

Source: WP_REST_Widgets_Controller, and WP_Widget_Block, which stores what it is given as its `content`.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Any

from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.resources import EDIT, Action, Fields, Json, Made, Request, describe_fields, name_fields
from sitehand.hosts.wordpress.shown import BLOCK_WIDGET
from sitehand.hosts.wordpress.template_resource import TemplateResource
from sitehand.hosts.wordpress.widget_names import STORED_IN, read_number, write_name
from sitehand.site.changes import ObjectChange
from sitehand.site.templates import WIDGET, RawText, Template, TemplateKind, TemplateRef, write_ref

KIND: TemplateKind = "widget"
ROUTE = "/wp/v2/widgets"
ASKED: dict[str, Any] = {**EDIT, "_fields": ["id", "id_base", "sidebar", "instance"]}
"""Asks for a widget without its rendered form, which takes code of the theme and of plugins."""


INACTIVE = "wp_inactive_widgets"
"""Where a new widget is until its area lists it: in no area by itself, whatever the release does with new ones."""


class WidgetResource(TemplateResource):
    """Implements `resources.Resource` for widgets with blocks, by the number in their name."""

    stored_in = STORED_IN
    least = BLOCK_WIDGET

    def __init__(self, client: Client) -> None:
        super().__init__(client, KIND, ROUTE)

    @property
    def names(self) -> frozenset[str]:
        return frozenset({"content"})

    async def all(self) -> Sequence[Json]:
        """The widgets with blocks, of all areas and of none; widgets of other kinds have no blocks."""
        found = (await self._client.read(self.route, ASKED)).value
        return [_take(value) for value in found if value["id_base"] == "block"]

    async def read(self, object_id: int) -> Json | None:
        answer = await read_or_none(self._client, self._locate(object_id), ASKED)
        return None if answer is None else _take(answer.value)

    async def read_newest(self) -> int:
        return max((value["id"] for value in await self.all()), default=0)

    async def find_made(self, after: int, sent: Fields) -> Made:
        return Made([each for each in await self.all() if each["id"] > after and self.fields(each) == sent])

    def has(self, object_id: str) -> bool:
        return re.fullmatch(WIDGET, object_id) is not None

    def locate(self, object_id: str) -> int:
        return read_number(object_id) or 0

    def name(self, object_id: int) -> str:
        return write_name(object_id)

    def fields(self, value: Json) -> Fields:
        return {"content": value["instance"]["raw"]["content"]}

    def is_customized(self, value: Json) -> bool:
        """No theme has widgets to go back to."""
        return False

    def tell(self, value: Json) -> Template:
        """A widget in the port's shape."""
        return Template(
            ref=write_ref(TemplateRef(self.kind, self.name(value["id"]))),
            type=self.kind,
            title=value["sidebar"],
            description="",
            customized=False,
            revision=name_fields(self.fields(value)),
            content=RawText(raw=value["instance"]["raw"]["content"]),
        )

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        if action == "create":
            return Request("POST", self.route, {**body, "id_base": "block", "sidebar": INACTIVE}, ASKED)
        if action == "delete":
            return Request("DELETE", self._locate(object_id), None, {"force": True})
        return Request("POST", self._locate(object_id), body, ASKED)

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        return _take(answered)

    def write_body(self, given: Fields) -> Json:
        return {"instance": {"raw": dict(given)}}

    def predict(self, before: Json | None, body: Json) -> Json:
        return {**(before or {"sidebar": INACTIVE}), **body}

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        name = self.name(object_id)
        return [replace(each, label=name) for each in describe_fields(self.kind, name, "content", before, after)]

    def _locate(self, object_id: int) -> str:
        return f"{self.route}/{self.name(object_id)}"


def _take(value: Json) -> Json:
    """A widget as WordPress answers it, under its number."""
    return {**value, "id": read_number(value["id"])}
