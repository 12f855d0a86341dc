"""Comments of a WordPress: reading lists and comments, and staging what is written of them."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sitehand.errors import Code, Problem, not_found
from sitehand.hosts.wordpress.changes import read_there, stage_create, stage_delete, stage_follow, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.comment_resource import SHOWN, CommentResource, read_fields
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.own_user import OwnUser
from sitehand.hosts.wordpress.resources import EDIT, Json, name_fields
from sitehand.hosts.wordpress.settings import ROUTE as SETTINGS
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL, Stage, Step
from sitehand.hosts.wordpress.states import read_moment
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.hosts.wordpress.typed_comments import ROUTE, answer_signed
from sitehand.site.comments import (
    VISITORS_WORDS,
    Comment,
    CommentFields,
    CommentQuery,
    NewComment,
    View,
    bound_contents,
    refuse_many,
    refuse_parent,
    refuse_post,
)
from sitehand.site.content import Listing, Rendered
from sitehand.site.values import iso

MAX_BYTES = 8 * 1024 * 1024
"""Limit on the contents in one list."""
MAX_REPLIES = 100
"""Replies to a comment that its deletion changes: each is looked at."""
PASSED_ON = ("page", "per_page", "order", "type", "post", "parent", "include", "exclude")
STATUSES = {"approved": "approve"}
"""What WordPress's list calls a status otherwise than its comments do."""
ORDERS = {"date": "date_gmt", "id": "id"}
DEFAULT_STATUS = "default_comment_status"
REFUSED_ITEMS = {"draft": "is a draft", "trash": "is in the trash"}


class WordPressComments:
    """Implements `site.comments.CommentStore`."""

    def __init__(
        self, client: Client, resource: CommentResource, items: Sequence[Items], transactions: StagedTransactions
    ) -> None:
        self._client = client
        self._resource = resource
        self._items = items
        self._transactions = transactions
        self._user = OwnUser(client)

    async def find(self, query: CommentQuery) -> Listing[Comment]:
        """One page of the list. What the call has staged shows in the comments; which they are is WordPress's."""
        answer = await self._transactions.ask(ROUTE, _write_query(query))
        seen = self._transactions.lay_over(self._resource, answer.value)
        user_id, raw = await self._user.read(), query.context == "edit"
        found = bound_contents((self._show(value, user_id, raw=raw) for value in seen), MAX_BYTES)
        return Listing(found, int(answer.headers["x-wp-total"]), query.page, query.per_page)

    async def get(self, comment_id: int, context: View) -> Comment:
        """One comment."""
        value = await self._transactions.read(self._resource, comment_id)
        if value is None:
            raise not_found("comment", comment_id, self._resource.hint)
        return self._show(value, await self._user.read(), raw=context == "edit")

    async def create(self, new: NewComment) -> Comment:
        """Stage a comment by the user that the service is connected as."""
        user_id = await self._user.read()
        given = {"post": new.post, "parent": new.parent, "content": new.content, "status": new.status or "approved"}
        async with self._transactions.joined() as stage:
            await self._check_place(stage, new)
            step = stage_create(stage, self._resource, given)
            return _answer(step, user_id)

    async def update(self, comment_id: int, fields: CommentFields) -> Comment:
        """Stage the given fields; nothing is staged when nothing would be different."""
        user_id = await self._user.read()
        given = fields.model_dump(include={*CommentFields.model_fields} & fields.model_fields_set)
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._resource, comment_id)
            step = stage_update(stage, self._resource, comment_id, before, given)
            return _answer(step, user_id) if step else self._show(before, user_id)

    async def delete(self, comment_id: int) -> Comment:
        """Stage the end of a comment; WordPress moves the replies to it up."""
        user_id = await self._user.read()
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._resource, comment_id)
            replies = await self._read_replies(stage, comment_id)
            told = self._show(before, user_id)
            stage_delete(stage, self._resource, comment_id, before)
            for reply in replies:
                stage_follow(stage, self._resource, reply, {**reply, "parent": before["parent"]})
            return told

    def _show(self, value: Json, user_id: int, *, raw: bool = True) -> Comment:
        build = partial(_build, user_id=user_id, raw=raw)
        return self._transactions.show(self._resource, value["id"], value, build)

    async def _check_place(self, stage: Stage, new: NewComment) -> None:
        found = [value for items in self._items if (value := await stage.read(items, new.post)) is not None]
        if not found:
            raise refuse_post(new.post, f"There is no page or post {new.post}.")
        if (status := found[0]["status"]) in REFUSED_ITEMS:
            raise refuse_post(new.post, f"The item {new.post} {REFUSED_ITEMS[status]}.")
        if not await self._is_open(found[0]):
            raise refuse_post(new.post, f"Comments are closed on {new.post}.")
        parent = await stage.read(self._resource, new.parent) if new.parent else None
        if new.parent and (parent is None or parent["post"] != new.post):
            raise refuse_parent(new.parent, new.post)

    async def _is_open(self, item: Json) -> bool:
        """Whether an item takes comments; one that is not there yet does as new ones do. Some types have none."""
        if item["id"] >= FIRST_PROVISIONAL and "comment_status" not in item:
            return await self._take_new(item["type"])
        return item.get("comment_status") == "open"

    async def _take_new(self, item_type: str) -> bool:
        """Whether new items of a type take comments, as far as WordPress tells its user.

        Source: get_default_comment_status in wp-includes/comment.php.
        """
        if item_type == "page":
            return False
        try:
            answer = await self._client.read(SETTINGS, {"_fields": DEFAULT_STATUS})
        except Problem as refusal:
            if refusal.code is not Code.HOST_REFUSED:
                raise
            return True  # only administrators read the settings: WordPress decides when it gets the comment
        return bool(answer.value[DEFAULT_STATUS] == "open")

    async def _read_replies(self, stage: Stage, comment_id: int) -> list[Json]:
        """The replies to a comment, in every status, as the call sees them. Raises Problem(conflict) for too many."""
        found: list[Json] = []
        for status in ("all", "spam", "trash"):
            asked = {**EDIT, "parent": comment_id, "status": status, "per_page": MAX_REPLIES, "_fields": SHOWN}
            found += (await self._client.read(ROUTE, asked)).value
        if len(found) >= MAX_REPLIES:
            raise refuse_many(comment_id, MAX_REPLIES)
        return [value for value in stage.merge(self._resource, found) if value["parent"] == comment_id]


def _write_query(query: CommentQuery) -> Mapping[str, Any]:
    asked: dict[str, Any] = {**EDIT, "_fields": SHOWN}
    asked |= {name: value for name in PASSED_ON if (value := getattr(query, name))}
    asked |= {"status": STATUSES.get(query.status, query.status), "orderby": ORDERS[query.orderby]}
    if words := query.search.strip():
        asked["search"] = words
    return asked | {name: iso(value) for name in ("after", "before") if (value := getattr(query, name)) is not None}


def _answer(step: Step, user_id: int) -> Comment:
    return answer_signed(step, user_id, partial(_build, user_id=user_id, raw=True))


def _build(value: Json, *, user_id: int, raw: bool) -> Comment:
    """A comment in the port's shape."""
    content = Rendered(rendered=value["content"]["rendered"])
    if raw:
        content["raw"] = value["content"]["raw"]
    is_own = value["author"] == user_id
    return Comment(
        id=value["id"],
        post=value["post"],
        parent=value["parent"],
        author=value["author"],
        author_name=value["author_name"],
        author_url=value["author_url"],
        date=read_moment(value["date_gmt"]),
        content=content,
        link=value["link"],
        status=value["status"],
        type=value["type"],
        untrusted=[] if is_own else list(VISITORS_WORDS),
        revision=name_fields(read_fields(value)),
    )
