"""Notes of a WordPress: reading them, and staging what is written of them."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.hosts.wordpress.changes import stage_create, stage_follow, stage_trash, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.note_resource import HIDDEN, SHOWN, TYPE, NoteResource, is_gone, read_fields
from sitehand.hosts.wordpress.own_user import OwnUser
from sitehand.hosts.wordpress.resources import EDIT, Json, name_fields
from sitehand.hosts.wordpress.staging import Stage, Step
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.hosts.wordpress.typed_comments import ROUTE, answer_signed
from sitehand.site.comments import bound_contents
from sitehand.site.content import Listing, Rendered
from sitehand.site.notes import (
    ANSWERS,
    MAX_REPLIES,
    OTHERS_WORDS,
    Note,
    NoteQuery,
    NoteStatus,
    View,
    check_no_reply,
    check_replies,
    refuse_absent,
    refuse_post,
)

MAX_BYTES = 8 * 1024 * 1024
"""Limit on the contents in one list."""
FORBIDDEN = "rest_forbidden_context"
LISTED = {"all": "all", "open": "hold", "resolved": "approve"}
"""What WordPress's list calls a status."""


class WordPressNotes:
    """Implements `site.notes.NoteStore`. WordPress signs what is written with the user of the service."""

    def __init__(
        self, client: Client, resource: NoteResource, items: Sequence[Items], transactions: StagedTransactions
    ) -> None:
        self._client = client
        self._resource = resource
        self._items = items
        self._transactions = transactions
        self._user = OwnUser(client)

    async def find(self, query: NoteQuery) -> Listing[Note]:
        """One page of the list. What the call has staged shows in the notes; which they are is WordPress's."""
        asked = _write_query(query)
        if asked is None:
            return Listing([], 0, query.page, query.per_page)
        try:
            answer = await self._transactions.ask(ROUTE, asked)
        except Problem as refusal:
            raise (_explain(refusal) if query.post else refusal) from refusal
        seen = self._transactions.lay_over(self._resource, answer.value)
        user_id, raw = await self._user.read(), query.context == "edit"
        shown = (self._show(value, user_id, raw=raw) for value in seen if not is_gone(value))
        found = bound_contents(shown, MAX_BYTES)
        return Listing(found, int(answer.headers["x-wp-total"]), query.page, query.per_page)

    async def get(self, note_id: int, context: View) -> Note:
        """One note or reply."""
        value = await self._transactions.read(self._resource, note_id)
        return self._show(_refuse_gone(note_id, value), await self._user.read(), raw=context == "edit")

    async def foresee(self) -> None:
        """Foresee no id: WordPress alone gives ids."""

    async def create(self, post: int, content: str, by: str) -> Note:
        """Stage a note on an item."""
        user_id = await self._user.read()
        async with self._transactions.joined() as stage:
            await self._check_item(stage, post)
            given = {"post": post, "parent": 0, "status": "open", "content": content}
            return _answer(stage_create(stage, self._resource, given), user_id)

    async def reply(self, note_id: int, content: str, by: str) -> Note:
        """Stage a reply to a note."""
        user_id = await self._user.read()
        async with self._transactions.joined() as stage:
            note = await self._read_head(stage, note_id)
            return _answer(self._stage_reply(stage, note, content=content), user_id)

    async def set_status(self, note_id: int, status: NoteStatus, by: str) -> Note:
        """Stage another status of a note, and the reply without words that the editor shows as who did it."""
        user_id = await self._user.read()
        async with self._transactions.joined() as stage:
            note = await self._read_head(stage, note_id)
            step = stage_update(stage, self._resource, note_id, note, {"status": status})
            if step is None:
                return self._show(note, user_id)
            self._stage_reply(stage, note, status=ANSWERS[status])
            return _answer(step, user_id)

    async def delete(self, note_id: int) -> Note:
        """Stage the way to the trash, on which WordPress takes the replies along."""
        user_id = await self._user.read()
        async with self._transactions.joined() as stage:
            note = await self._read_there(stage, note_id)
            replies = [] if note["parent"] else await self._read_replies(stage, note_id)
            told = self._show(note, user_id)
            stage_trash(stage, self._resource, note_id, note, {**note, "status": "trash"})
            for reply in replies:
                stage_follow(stage, self._resource, reply, {**reply, "status": "trash"})
            return told

    def _show(self, value: Json, user_id: int, *, raw: bool = True) -> Note:
        build = partial(_build, user_id=user_id, raw=raw)
        return self._transactions.show(self._resource, value["id"], value, build)

    def _stage_reply(self, stage: Stage, note: Json, *, content: str = "", status: str = "") -> Step:
        given = {"post": note["post"], "parent": note["id"], "status": status, "content": content}
        return stage_create(stage, self._resource, given)

    async def _read_there(self, stage: Stage, note_id: int) -> Json:
        return _refuse_gone(note_id, await stage.read(self._resource, note_id))

    async def _read_head(self, stage: Stage, note_id: int) -> Json:
        note = await self._read_there(stage, note_id)
        check_no_reply(note_id, note["parent"])
        if note["status"] == HIDDEN:
            await self._check_item(stage, note["post"])
        return note

    async def _check_item(self, stage: Stage, post: int) -> None:
        found = [value for items in self._items if (value := await stage.read(items, post)) is not None]
        if not found:
            raise refuse_absent(post)
        if found[0]["status"] == "trash":
            raise refuse_post(f"The item {post} is in the trash.")

    async def _read_replies(self, stage: Stage, note_id: int) -> list[Json]:
        """The replies to a note, as the call sees them. Raises Problem(conflict) for too many."""
        asked = {**EDIT, **TYPE, "parent": note_id, "status": "all", "per_page": MAX_REPLIES, "_fields": SHOWN}
        answer = await self._client.read(ROUTE, asked)
        check_replies(note_id, int(answer.headers["x-wp-total"]))
        seen = stage.merge(self._resource, answer.value)
        return [value for value in seen if value["parent"] == note_id and not is_gone(value)]


def _write_query(query: NoteQuery) -> dict[str, Any] | None:
    """What WordPress is asked; None for what no note can be: a reply has no status."""
    asked: dict[str, Any] = {**EDIT, **TYPE, "_fields": SHOWN, "orderby": "date_gmt", "status": LISTED[query.status]}
    asked |= {"page": query.page, "per_page": query.per_page, "order": query.order}
    asked |= {"post": query.post} if query.post else {}
    if query.status != "all":
        return {**asked, "parent": [0]} if not query.parent or 0 in query.parent else None
    return asked | ({"parent": query.parent} if query.parent else {})


def _explain(refusal: Problem) -> Problem:
    """The refusal of a list for items of which one is not there, or not the user's to edit."""
    if refusal.extra.get("upstream", {}).get("code") != FORBIDDEN:
        return refusal
    message = "WordPress lists notes only of items that are there and that its user may edit."
    detail = Detail(path="post", expected="ids of such items", got="another")
    return Problem(Code.INVALID_ARGUMENTS, message, hint="Leave the others out of post.", details=[detail])


def _refuse_gone(note_id: int, value: Json | None) -> Json:
    if value is None or is_gone(value):
        raise not_found("note", note_id, NoteResource.hint)
    return value


def _answer(step: Step, user_id: int) -> Note:
    return answer_signed(step, user_id, partial(_build, user_id=user_id, raw=True))


def _build(value: Json, *, user_id: int, raw: bool) -> Note:
    """A note in the port's shape."""
    fields = read_fields(value)
    content = Rendered(rendered=value["content"]["rendered"])
    if raw:
        content["raw"] = fields["content"]
    return Note(
        id=value["id"],
        post=fields["post"],
        parent=fields["parent"],
        status=fields["status"],
        author=fields["author"],
        author_name=fields["author_name"],
        date=fields["date"],
        content=content,
        untrusted=[] if fields["author"] == user_id else list(OTHERS_WORDS),
        revision=name_fields(fields),
    )
