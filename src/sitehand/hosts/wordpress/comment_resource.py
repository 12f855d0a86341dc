"""Comments as a resource of WordPress's REST API."""

import re
from collections.abc import Container

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.resources import (
    EDIT,
    Action,
    Fields,
    Json,
    Request,
    Resource,
    describe_fields,
)
from sitehand.hosts.wordpress.states import read_moment
from sitehand.site.changes import ObjectChange
from sitehand.site.comments import HINT

ROUTE = "/wp/v2/comments"
KEPT = ("post", "parent", "author", "author_name", "author_url", "status", "type")
SHOWN = ("id", *KEPT, "date_gmt", "content", "link")
SIGNED = frozenset({"author_name", "author_url"})
"""What WordPress takes from the account of an author that it knows."""
NEW: Json = {
    **{"post": 0, "parent": 0, "author": 0, "author_name": "", "author_url": "", "status": "approved"},
    **{"type": "comment", "date_gmt": "", "content": {"raw": "", "rendered": ""}, "link": ""},
}
"""What is expected of a new comment before WordPress has it."""
NEWEST = {**EDIT, "orderby": "id", "order": "desc", "status": "all", "_fields": SHOWN}
DATE = re.compile(r"[0-9]{4}-")
"""What WordPress takes back begins so."""
LOOKED_AT = 20
"""How many of the newest comments are looked at for one that was made."""


class CommentResource(Resource):
    """Implements `resources.Resource` for comments."""

    kind = "comment"
    hint = HINT

    def __init__(self, client: Client) -> None:
        self.client = client

    async def read(self, object_id: int) -> Json | None:
        answer = await read_or_none(self.client, f"{ROUTE}/{object_id}", {**EDIT, "_fields": SHOWN})
        return answer.value if answer is not None and answer.value["type"] == "comment" else None

    async def read_newest(self) -> int:
        found = (await self.client.read(ROUTE, {**NEWEST, "per_page": 1})).value
        return int(found[0]["id"]) if found else 0

    async def find_made(self, after: int, sent: Fields) -> list[Json]:
        newest = (await self.client.read(ROUTE, {**NEWEST, "per_page": LOOKED_AT})).value
        return [value for value in newest if value["id"] > after and not self.find_lost(sent, self.fields(value))]

    def fields(self, value: Json) -> Fields:
        return read_fields(value)

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        if action == "create":
            return Request("POST", ROUTE, body, EDIT)
        path = f"{ROUTE}/{object_id}"
        if action == "update":
            return Request("POST", path, body, EDIT)
        return Request("DELETE", path, None, {"force": True} if action == "delete" else None)

    def write_body(self, given: Fields) -> Json:
        body = {"date_gmt" if name == "date" else name: value for name, value in given.items() if name != "type"}
        return {name: value for name, value in body.items() if not (given.get("author") and name in SIGNED)}

    def write_change(self, before: Json, given: Fields) -> Json:
        """With the date that is shown: an update takes the local one, which may have been stored a second later.

        One that is made in the same call has none yet, and what no date is stored for is shown as of the year -1.
        """
        body, shown = self.write_body(given), before["date_gmt"] or ""
        return body if body.keys() <= {"status"} or not DATE.match(shown) else {"date_gmt": shown, **body}

    def predict(self, before: Json | None, body: Json) -> Json:
        """What follows. Raises Problem(conflict) for a visitor's comment that would be created again."""
        if before is None and body.get("author") == 0:
            raise Problem(
                Code.CONFLICT,
                "WordPress needs the visitor's e-mail address, which is not stored here: a comment of a visitor that "
                "was deleted permanently cannot be restored. Nothing was changed.",
                hint="Move comments to the trash: from there they can be restored.",
            )
        value = {**(NEW if before is None else before), **body}
        if "content" in body:
            value["content"] = {"raw": body["content"], "rendered": body["content"]}
        return value

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return describe_fields(self.kind, object_id, "author_name", before, after)


def read_fields(value: Json) -> Fields:
    """The fields of a comment, as callers can write or see them."""
    fields = {name: value[name] for name in KEPT}
    return {**fields, "content": value["content"]["raw"], "date": read_moment(value["date_gmt"])}
