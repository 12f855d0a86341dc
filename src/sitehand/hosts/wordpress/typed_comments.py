"""Comments of one type as a resource of WordPress's REST API: what comments and notes share."""

from collections.abc import Callable, Container, Mapping
from typing import Any, ClassVar, TypeVar, cast

from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.looking_back import NEWEST, look_back
from sitehand.hosts.wordpress.resources import EDIT, Action, Fields, Json, Made, Request, Resource, describe_fields
from sitehand.hosts.wordpress.staging import Step
from sitehand.site.changes import ObjectChange

ROUTE = "/wp/v2/comments"
T = TypeVar("T")


class TypedComments(Resource):
    """Implements `resources.Resource` but for what the fields say.

    `kind` is the type in WordPress too, and `shown` are the members of a comment that are read.
    """

    has_trash = True
    follows = frozenset({"date"})  # an update stores the local date as both, which may be a second later
    shown: ClassVar[tuple[str, ...]]

    def __init__(self, client: Client) -> None:
        self.client = client

    async def read(self, object_id: int) -> Json | None:
        answer = await read_or_none(self.client, f"{ROUTE}/{object_id}", {**EDIT, "_fields": self.shown})
        return answer.value if answer is not None and answer.value["type"] == self.kind else None

    async def read_newest(self) -> int:
        found = (await self._read_list({**NEWEST, "per_page": 1})).value
        return int(found[0]["id"]) if found else 0

    async def find_made(self, after: int, sent: Fields) -> Made:
        return await look_back(self, self._read_list, after, sent)

    async def _read_list(self, asked: Mapping[str, Any]) -> Answer:
        return await self.client.read(
            ROUTE, {**EDIT, "status": "all", "type": self.kind, "_fields": self.shown, **asked}
        )

    def shows(self, answered: Any) -> bool:
        return super().shows(answered) and answered["type"] == self.kind

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
    step.answers.append(GivenAnswer(cast(dict[str, Any], told), cast(Any, build)))
    return told
