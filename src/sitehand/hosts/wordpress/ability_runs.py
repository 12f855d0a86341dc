"""A run of an ability as a step of a call: it is sent once, alone, and nothing reads or takes back what it did."""

from collections.abc import Container
from typing import Any

from sitehand.hosts.wordpress.ability_input import write_query
from sitehand.hosts.wordpress.resources import Action, Fields, Json, Request, Unmade
from sitehand.site.abilities import HINT, Effect
from sitehand.site.changes import ObjectChange

ROUTE = "/wp-abilities/v1/abilities"
METHODS: dict[Effect, str] = {"read": "GET", "change": "POST", "destroy": "DELETE"}


def make_request(name: str, effect: Effect, given: Any) -> Request:
    """What runs an ability. Raises Problem(invalid_arguments) for an input that no address takes."""
    method, path = METHODS[effect], f"{ROUTE}/{name}/run"
    if method == "POST":
        return Request(method, path, {} if given is None else {"input": given})
    return Request(method, path, None, write_query(name, given))


class AbilityRuns(Unmade):
    """Implements `resources.Resource` for runs, which are no objects of WordPress."""

    kind = "ability_run"
    hint = HINT

    async def read(self, object_id: int) -> Json | None:
        return None

    def has(self, object_id: str) -> bool:
        return True

    def fields(self, value: Json) -> Fields:
        return {name: value[name] for name in ("ability", "label", "input")}

    def revision(self, fields: Fields, object_id: str) -> str | None:
        return None

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        return make_request(body["ability"], body["effect"], body["input"])

    def predict(self, before: Json | None, body: Json) -> Json:
        return dict(body)

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        run = after or {}
        return [ObjectChange(self.kind, run["ability"], run["label"], None, {"input": run["input"]})]
