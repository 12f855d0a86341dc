"""Comments of one type as a resource of WordPress's REST API: what comments and notes share."""

from collections.abc import Callable, Container
from typing import Any, ClassVar, TypeVar, cast

from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.given_answers import Answer
from sitehand.hosts.wordpress.resources import EDIT, Action, Fields, Json, Request, Resource, describe_fields
from sitehand.hosts.wordpress.staging import Step
from sitehand.site.changes import ObjectChange

ROUTE = "/wp/v2/comments"
NEWEST = {**EDIT, "orderby": "id", "order": "desc", "status": "all"}
T = TypeVar("T")
LOOKED_AT = 20
"""How many of the newest are looked at for one that was made."""


class TypedComments(Resource):
    """Implements `resources.Resource` but for what the fields say.

    `kind` is the type in WordPress too, and `shown` are the members of a comment that are read.
    """

    follows = frozenset({"date"})  # an update stores the local date as both, which may be a second later
    shown: ClassVar[tuple[str, ...]]

    def __init__(self, client: Client) -> None:
        self.client = client

    async def read(self, object_id: int) -> Json | None:
        answer = await read_or_none(self.client, f"{ROUTE}/{object_id}", {**EDIT, "_fields": self.shown})
        return answer.value if answer is not None and answer.value["type"] == self.kind else None

    async def read_newest(self) -> int:
        found = await self._list_newest(1)
        return int(found[0]["id"]) if found else 0

    async def find_made(self, after: int, sent: Fields) -> list[Json]:
        newest = await self._list_newest(LOOKED_AT)
        return [value for value in newest if value["id"] > after and not self.find_lost(sent, self.fields(value))]

    async def _list_newest(self, number: int) -> list[Json]:
        asked = {**NEWEST, "type": self.kind, "_fields": self.shown, "per_page": number}
        found: list[Json] = (await self.client.read(ROUTE, asked)).value
        return found

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        if action == "create":
            return Request("POST", ROUTE, {**body, "type": self.kind}, EDIT)
        path = f"{ROUTE}/{object_id}"
        if action == "update":
            return Request("POST", path, body, EDIT)
        return Request("DELETE", path, None, {"force": True} if action == "delete" else None)

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return describe_fields(self.kind, object_id, "author_name", before, after)


def expect_content(value: Json, body: Json) -> Json:
    """What a body makes of a comment: its text as WordPress shows one."""
    return {**value, "content": {"raw": body["content"], "rendered": body["content"]}} if "content" in body else value


def answer_signed(step: Step, user_id: int, build: Callable[[Json], T]) -> T:
    """The answer as staged, which is written anew when it is done. What is made is signed by the user."""
    signed = {"author": user_id} if step.action == "create" else {}
    told = build({**(step.after or {}), **signed})
    step.answers.append(Answer(cast(dict[str, Any], told), cast(Any, build)))
    return told
