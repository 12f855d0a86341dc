"""Elementor's global classes and variables on a WordPress, through Elementor's own routes.

Classes are put as a whole with the ids of those that change; variables one by one, in a batch that Elementor
takes only for the state that it was made for (`watermark`).
"""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import Action, Fields, Json, Request, Unmade, describe_fields
from sitehand.hosts.wordpress.verification import simplify
from sitehand.site.changes import ObjectChange
from sitehand.site.shared_styles import CLASSES, IDS, VARIABLES, Sort

CLASS_ROUTE, VARIABLE_ROUTE = "/elementor/v1/global-classes", "/elementor/v1/variables"
KEPT = ("type", "label", "value")
"""Members of a variable that callers change; Elementor keeps moments and an order beside them."""
TITLES: Mapping[Sort, str] = {CLASSES: "Global classes", VARIABLES: "Variables"}
ADMIN_PAGE = (
    "Elementor gives administrators the right to change classes when a page of the WordPress admin is loaded for the"
    " first time: open one as an administrator, and try again."
)


class SharedStylesResource(Unmade):
    """Implements `resources.Resource` for one of the two; there is one object of each kind."""

    sort: Sort
    hint = "list_elementor_classes and list_elementor_variables show them."

    def __init__(self, client: Client) -> None:
        self._client = client
        self.kind = self.sort

    def fields(self, value: Json) -> Fields:
        return {"title": TITLES[self.sort], "items": value["items"], "ranking": value["ranking"]}

    def predict(self, before: Json | None, body: Json) -> Json:
        return {**(before or {}), **body["wanted"]}

    def write_change(self, before: Json, given: Fields) -> Json:
        """What is there and what is wanted: Elementor is told what changes."""
        wanted = {name: given.get(name, before[name]) for name in ("items", "ranking")}
        return {"before": before, "wanted": wanted}

    def rebase(self, body: Json, before: Json) -> Json:
        return {**body, "before": before}

    def is_named(self, answered: Json, object_id: int) -> bool:
        return True

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        return await self.read(object_id)

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return describe_fields(self.kind, object_id, "title", before, after)

    async def _ask(self, path: str) -> Answer:
        """Raises Problem(not_supported) where this Elementor has no such route."""
        try:
            return await self._client.read(path)
        except Problem as problem:
            if problem.extra.get("upstream", {}).get("code") != "rest_no_route":
                raise
            hint = "They need Elementor 4, with atomic elements switched on."
            raise Problem(Code.NOT_SUPPORTED, "This Elementor has no classes and variables.", hint=hint) from problem


class ClassesResource(SharedStylesResource):
    """Global classes: items by id, and their order."""

    sort: Sort = CLASSES

    async def read(self, object_id: int) -> Json | None:
        """What visitors see; drafts of the editor are not read."""
        found = (await self._ask(CLASS_ROUTE)).value
        return {"id": IDS[CLASSES], "items": found["data"] or {}, "ranking": found["meta"]["order"]}

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        before, wanted = body["before"]["items"], body["wanted"]["items"]
        changes = {
            "added": [each for each in wanted if each not in before],
            "deleted": [each for each in before if each not in wanted],
            "modified": [each for each in wanted if each in before and wanted[each] != before[each]],
        }
        return Request(
            "PUT", CLASS_ROUTE, {"items": wanted, "order": list(body["wanted"]["ranking"]), "changes": changes}
        )

    def find_lost(self, sent: Fields, fields: Fields) -> list[str]:
        return [name for name, value in sent.items() if simplify(value) != simplify(fields.get(name))]

    def explain(self, refusal: Problem) -> Problem:
        if refusal.code is Code.HOST_REFUSED:
            refusal.hint = ADMIN_PAGE
        return refusal


class VariablesResource(SharedStylesResource):
    """Variables by id. Elementor keeps removed ones; `removed` has their ids, since they come back under these."""

    sort: Sort = VARIABLES

    async def read(self, object_id: int) -> Json | None:
        """The variables that are not removed, in their order."""
        found = (await self._ask(f"{VARIABLE_ROUTE}/list")).value["data"]
        stored: Mapping[str, Any] = found["variables"] or {}
        there = {each: value for each, value in stored.items() if not _is_removed(value)}
        ranking = sorted(there, key=lambda each: there[each].get("order") or 0)
        return {
            "id": IDS[VARIABLES],
            "items": {each: {name: there[each].get(name) for name in KEPT} for each in ranking},
            "ranking": ranking,
            "removed": [each for each in stored if each not in there],
            "watermark": found["watermark"],
        }

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        operations = list_operations(body["before"], body["wanted"]["items"])
        return Request(
            "POST", f"{VARIABLE_ROUTE}/batch", {"watermark": body["before"]["watermark"], "operations": operations}
        )

    def rebase(self, body: Json, before: Json) -> Json:
        """Variables that the call has made have the ids that Elementor gave them."""
        there, wanted = before["items"], body["wanted"]
        given = {each["label"]: identifier for identifier, each in there.items() if identifier not in wanted["items"]}
        items = {
            identifier if identifier in there else given.get(each["label"], identifier): each
            for identifier, each in wanted["items"].items()
        }
        return {"before": before, "wanted": {**wanted, "items": items}}

    def find_lost(self, sent: Fields, fields: Fields) -> list[str]:
        """Elementor may give a new variable another id, and has an order of its own."""
        same = "items" not in sent or _by_label(sent["items"]) == _by_label(fields["items"])
        return [] if same else ["items"]


def list_operations(before: Json, wanted: Mapping[str, Any]) -> list[Json]:
    """What Elementor is told to do, so that its variables become those that are wanted. Removals come first."""
    there, removed = before["items"], before["removed"]
    operations: list[Json] = [{"type": "delete", "id": each} for each in there if each not in wanted]
    for identifier, variable in wanted.items():
        if identifier in removed:
            operations.append({**variable, "type": "restore", "id": identifier})
        elif identifier not in there:
            operations.append({"type": "create", "variable": {"id": identifier, **variable}})
        elif variable != there[identifier]:
            operations.append({"type": "update", "id": identifier, "variable": variable})
    return operations


def _is_removed(variable: Mapping[str, Any]) -> bool:
    return bool(variable.get("deleted") or variable.get("deleted_at"))


def _by_label(items: Mapping[str, Any]) -> dict[str, Any]:
    return {each["label"]: (each["type"], each["value"]) for each in items.values()}


RESOURCES: Mapping[Sort, Callable[[Client], SharedStylesResource]] = {
    CLASSES: ClassesResource,
    VARIABLES: VariablesResource,
}


def make_resources(client: Client) -> Sequence[SharedStylesResource]:
    """Make the resources of both sorts of shared styles."""
    return [make(client) for make in RESOURCES.values()]
