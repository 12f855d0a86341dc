"""Items of custom types as resources of WordPress's REST API: one kind over a route for each type."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from sitehand.errors import Problem, not_found
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import CustomType
from sitehand.hosts.wordpress.item_shape import Shape
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.listed import Read
from sitehand.hosts.wordpress.resources import Action, Fields, Json, Made, Request, SecretMarks, Written
from sitehand.site.custom_items import HINT
from sitehand.site.types import no_type

KIND = "custom_item"
EMPTY = {name: {"raw": "", "rendered": ""} for name in ("title", "content", "excerpt")}
"""Texts of items whose type has none."""
NO_ROUTE = "rest_no_route"
NOTHING = Answer(200, {"x-wp-total": "0", "x-wp-totalpages": "0"}, [])
T = TypeVar("T")


async def read_unless_gone(reading: Awaitable[T], nothing: T) -> T:
    """What is read; nothing of a type whose plugin was switched off after the start, or that has no such route."""
    try:
        return await reading
    except Problem as problem:
        if problem.extra.get("upstream", {}).get("code") != NO_ROUTE:
            raise
        return nothing


class TypeItems(Items):
    """The items of one type."""

    def __init__(self, client: Client, kept: CustomType, marks: SecretMarks, clock: Callable[[], datetime]) -> None:
        super().__init__(client, KIND, marks, clock, Shape(kept.route, kept.taxonomies))
        self.type, self.item_type = kept, kept.slug
        self._own = ("parent", "menu_order", *self._own)

    async def read(self, object_id: int, *, recall: bool = False) -> Json | None:
        value = await read_unless_gone(super().read(object_id, recall=recall), None)
        return None if value is None else {**EMPTY, **value}

    async def read_list(self, read: Read, asked: Mapping[str, Any]) -> Answer:
        answer = await read_unless_gone(super().read_list(read, asked), NOTHING)
        return replace(answer, value=[{**EMPTY, **value} for value in answer.value])

    async def find_made(self, after: int, sent: Fields) -> Made:
        # Raises Problem for a type that is switched off: that none is listed does not say that none was made.
        await self.client.read(self.route, {"per_page": 1, "_fields": "id"})
        return await super().find_made(after, sent)

    def fields(self, value: Json) -> Fields:
        return {**super().fields(value), "type": value["type"]}


class CustomItems(Items):
    """Implements `resources.Resource` for the items of all custom types.

    An item's type never changes; which route an item has is known from when it was last read.
    """

    def __init__(
        self, client: Client, types: Sequence[CustomType], marks: SecretMarks, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(client, KIND, marks, clock)
        self.hint = HINT
        self._of = {each.slug: TypeItems(client, each, marks, clock) for each in types}
        self._type_of: dict[int, str] = {}

    @property
    def all(self) -> Sequence[TypeItems]:
        """The items of each type."""
        return list(self._of.values())

    def of_type(self, name: str) -> TypeItems:
        """The items of a type, by its name or its REST base. Raises Problem(not_found)."""
        found = self._of.get(name) or next((each for each in self.all if each.type.base == name), None)
        if found is None:
            raise no_type(name)
        return found

    def of(self, value: Json) -> TypeItems:
        """The items of the type that an item, or the body of a new one, has. Raises Problem(not_found)."""
        return self.of_type(value["type"])

    @property
    def names(self) -> frozenset[str]:
        return frozenset({"type"}).union(*(items.names for items in self.all))

    @property
    def references(self) -> Mapping[str, str]:
        found = dict(super().references)
        for items in self.all:
            found |= items.references
        return found

    async def locate_route(self, object_id: int) -> str:
        """The route of an item. Raises Problem(not_found)."""
        if object_id not in self._type_of and await self.read(object_id) is None:
            raise not_found(KIND, object_id, self.hint)
        return self._of[self._type_of[object_id]].route

    async def read(self, object_id: int, *, recall: bool = False) -> Json | None:
        known = self._type_of.get(object_id)
        for items in [self._of[known]] if known else self.all:
            value = await items.read(object_id, recall=recall)
            if value is not None:
                self._type_of[object_id] = value["type"]
                return value
        return None

    async def read_again(self, object_id: int, known: Json) -> Json | None:
        return await self.of(known).read_again(object_id, known)

    async def read_newest(self) -> int:
        return max([await items.read_newest() for items in self.all], default=0)

    async def search(self, mark: str) -> tuple[list[Json], bool]:
        found = [await items.search(mark) for items in self.all]
        return [value for values, _ in found for value in values], all(complete for _, complete in found)

    async def find_made(self, after: int, sent: Fields) -> Made:
        return await self.of(sent).find_made(after, sent)

    def shows(self, answered: Any) -> bool:
        return super().shows(answered) and answered["type"] in self._of and self.of(answered).shows(answered)

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        self._type_of[int(answered["id"])] = answered["type"]
        return {**EMPTY, **answered}

    async def prepare_anew(self, given: Fields) -> tuple[Fields, Sequence[str]]:
        return await self.of(given).prepare_anew(given)

    def fields(self, value: Json) -> Fields:
        self._type_of[value["id"]] = value["type"]
        return self.of(value).fields(value)

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        if action == "create":
            given = {name: value for name, value in body.items() if name != "type"}
            return self.of(body).request(action, object_id, given)
        if object_id not in self._type_of:
            raise not_found(KIND, object_id, self.hint)
        return self._of[self._type_of[object_id]].request(action, object_id, body)

    def predict(self, before: Json | None, body: Json) -> Json:
        return self.of(before or body).predict(before, body)

    async def examine(self, before: Json | None, sent: Fields, after: Json) -> Written:
        return await self.of(after).examine(before, sent, after)

    async def keep(self, before: Json, sent: Fields) -> Json:
        return await self.of(before).keep(before, sent)
