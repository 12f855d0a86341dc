"""Pages and posts as resources of WordPress's REST API, and which of them has an id."""

import asyncio
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import datetime
from itertools import product
from typing import Any

from sitehand.hosts.wordpress import locales, states
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.baseline import Baseline, find_newest, is_autosave, tells_all
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.elementor_fields import JSON_TEXTS, same_document, tell_rewritten
from sitehand.hosts.wordpress.elementor_fields import NAMES as DOCUMENT
from sitehand.hosts.wordpress.item_notices import tell_date, tell_race, tell_rewritten_blocks, tell_unseen
from sitehand.hosts.wordpress.item_shape import PLAIN, Shape
from sitehand.hosts.wordpress.listed import META, Read, read_listed
from sitehand.hosts.wordpress.looking_back import NEWEST, look_back
from sitehand.hosts.wordpress.meta_fields import leave_equal, prepare_anew
from sitehand.hosts.wordpress.resources import (
    EDIT,
    Action,
    Fields,
    Json,
    Made,
    Request,
    Resource,
    SecretMarks,
    Written,
    differ,
)
from sitehand.hosts.wordpress.shown import ITEM, ITEMS, has_ids
from sitehand.hosts.wordpress.slugs import tell_slug
from sitehand.hosts.wordpress.stored import BLOCK, check_left
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.hosts.wordpress.verification import same_blocks
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.items import MAX_COUNTED, Count, Counted
from sitehand.site.shared_styles import ItemName

SHOWN = ("id", "type", "date_gmt", "modified_gmt", "link", "password", "title", *states.SHARED)
"""The fields of an item that are read whatever is asked, beside those of its type and the raw texts."""
RAW = ("content.raw", "excerpt.raw")
ALL = "any,trash"
PER_PAGE = 100


class Items(Resource):
    """Implements `resources.Resource` for one type of item."""

    batched = True
    stored_first = states.INSERTED
    has_trash = True
    follows = frozenset({"status", "slug", "date"})
    decided = frozenset({"status", "slug", "date"})
    statuses = ALL

    def __init__(
        self, client: Client, kind: str, marks: SecretMarks, clock: Callable[[], datetime], shape: Shape = PLAIN
    ) -> None:
        self.kind = kind
        self.item_type = kind
        """The type of the items, which may be no kind of its own."""
        self.taxonomies = shape.taxonomies
        self._own = tuple(dict.fromkeys([*states.OWN[kind], *self.taxonomies.values()]))
        self.least = ITEMS.get(kind, ITEM)
        self.route = shape.route or f"/wp/v2/{kind}s"
        self.hint = f"list_{kind}s shows the {kind}s that there are."
        self.client = client
        self.baseline = Baseline(client, self.route)
        self.marks = marks
        self.clock = clock
        self._documents = shape.documents

    def list_fields(self, *, full: bool) -> list[str]:
        """What WordPress is asked for, with rendered texts when they are wanted."""
        texts = ("content", "excerpt") if full else RAW
        return [*SHOWN, *self._own, *texts]

    @property
    def all(self) -> Sequence["Items"]:
        """The items of each type."""
        return [self]

    @property
    def references(self) -> Mapping[str, str]:
        return {**super().references, **dict.fromkeys(self.taxonomies.values(), "term")}

    @property
    def names(self) -> frozenset[str]:
        return frozenset({*states.TEXTS, *states.SHARED, *self._own, *DOCUMENT, "date", "password"})

    def tell_terms(self, value: Json, but: Container[str] = ()) -> dict[str, list[int]]:
        """The terms that an item has, by taxonomy, but for some of these."""
        named = sorted(self.taxonomies.items())
        return {name: sorted(value[base]) for name, base in named if name not in but and value.get(base)}

    async def locate_route(self, object_id: int) -> str:
        """The route of one of its items."""
        return self.route

    async def read_list(self, read: Read, asked: Mapping[str, Any]) -> Answer:
        """The items that a query finds; `_fields` of it is what `list_fields` says."""
        return await read_listed(read, self.route, asked, documents=self._documents and META in asked["_fields"])

    async def read(self, object_id: int, *, recall: bool = False) -> Json | None:
        answer = await read_or_none(self.client, f"{self.route}/{object_id}", self._ask_all(), recall=recall)
        return None if answer is None else answer.value

    async def recall(self, object_id: int) -> Json | None:
        return await self.read(object_id, recall=True)

    async def read_again(self, object_id: int, known: Json) -> Json | None:
        answer = await read_or_none(self.client, f"{self.route}/{object_id}", self._ask_raw())
        return None if answer is None else _keep_rendered(known, answer.value)

    def _ask_all(self) -> dict[str, Any]:
        return {**EDIT, "_fields": [*self.list_fields(full=True), "_links"]}

    def _ask_raw(self) -> dict[str, Any]:
        """Asks for all but rendered texts, which cost WordPress more than the rest."""
        return {**EDIT, "_fields": [*self.list_fields(full=False), "_links"]}

    async def read_newest(self) -> int:
        answer = await self.read_list(self.client.read, {**NEWEST, "status": ALL, "per_page": 1, "_fields": ["id"]})
        return int(answer.value[0]["id"]) if answer.value else 0

    async def search(self, mark: str) -> tuple[list[Json], bool]:
        """The items, none in the trash, whose text may have a mark, and whether these are all."""
        fields = ["id", "type", "status", "title.raw", "content.raw"]
        asked = {**EDIT, "status": "any", "orderby": "id", "order": "asc", "per_page": PER_PAGE, "search": mark}
        found: list[Json] = []
        for page in range(1, MAX_COUNTED // PER_PAGE + 1):
            answer = await self.read_list(self.client.read, {**asked, "page": page, "_fields": fields})
            found += answer.value
            if page >= int(answer.headers["x-wp-totalpages"]):
                return found, True
        return found, False

    async def find_made(self, after: int, sent: Fields) -> Made:
        asked = {**self._ask_all(), "status": ALL}
        return await look_back(self, lambda part: self.read_list(self.client.read, {**asked, **part}), after, sent)

    async def prepare_anew(self, given: Fields) -> tuple[Fields, Sequence[str]]:
        return await prepare_anew(self.client, self.route, given)

    def fields(self, value: Json) -> Fields:
        return states.read_fields(value, self.marks, self._own)

    def shows(self, answered: Any) -> bool:
        return super().shows(answered) and has_ids(answered, self.taxonomies.values())

    def revision(self, fields: Fields, object_id: str) -> str | None:
        return states.name_revision(fields)

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        if action == "create":
            return Request("POST", self.route, body, EDIT)
        path = f"{self.route}/{object_id}"
        if action == "update":
            return Request("POST", path, body, EDIT)
        return Request("DELETE", path, None, {"force": True} if action == "delete" else None)

    def mark(self, given: Fields) -> Fields:
        return {**given, "password": self.marks.write(given["password"])} if "password" in given else dict(given)

    def write_body(self, given: Fields) -> Json:
        return states.write_body(given)

    def write_back(self, before: Json, now: Json | None) -> Json:
        old = self.fields(before)
        names = differ(self.fields(now), old) if now is not None else list(old)
        # `fields` has a mark in place of the password; only the object as it was read has the password itself.
        raw = {name: before[name] if name == "password" else old[name] for name in names}
        return self.write_body(raw if now is None else leave_equal(raw, now))

    def predict(self, before: Json | None, body: Json) -> Json:
        terms: Json = {base: [] for base in self.taxonomies.values()} if before is None else {}
        return {**terms, **states.predict(self.item_type, before, body, self.clock())}

    def find_lost(self, sent: Fields, fields: Fields) -> list[str]:
        lost = states.find_lost(sent, fields)
        if "content" in lost and same_blocks(sent["content"], fields["content"]):
            lost.remove("content")
        return [name for name in lost if name not in JSON_TEXTS or not same_document(sent[name], fields.get(name, ""))]

    async def examine(self, before: Json | None, sent: Fields, after: Json) -> Written:
        """By the newest revision, where there is one, which has the text as it is stored; else by its blocks."""
        fields = self.fields(after)
        lost = self.find_lost(sent, fields)
        notices = [*tell_slug(before, sent, after), *tell_date(before, sent, after), *tell_rewritten(sent, fields)]
        if before is None:
            return Written(lost, notices)
        if not tells_all(before, sent, after, fields) and find_newest(after) > find_newest(before):
            lost, told = await self._compare_revisions(before, sent, after, lost)
            notices += told
        elif not find_newest(after) and BLOCK in sent.get("content", ""):
            notices.append(tell_unseen(self.item_type))
        return Written(lost, notices)

    async def keep(self, before: Json, sent: Fields) -> Json:
        """Make sure that a revision has the stored bytes of blocks, before WordPress writes them anew."""
        shown = before["content"]["raw"]
        if "content" not in sent or BLOCK not in shown:
            return before
        stored = await self.baseline.recall_stored(before)
        if stored is None or not await asyncio.to_thread(same_blocks, stored, shown):
            before = _keep_rendered(before, await self.baseline.make(before, self._ask_raw()))
            stored, shown = await self.baseline.read_stored(before), before["content"]["raw"]
        if stored is not None:
            await asyncio.to_thread(check_left, stored, shown, sent["content"])
        return before

    def name_item(self, value: Json) -> ItemName:
        """An item for people, where it is told with others."""
        return ItemName(id=value["id"], title=value["title"]["raw"])

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return states.describe(self.kind, object_id, before, after, sent)

    async def _compare_revisions(
        self, before: Json, sent: Fields, after: Json, lost: list[str]
    ) -> tuple[list[str], list[Notice]]:
        """What is not stored as it was sent; what WordPress wrote anew, and whether somebody else wrote meanwhile."""
        revisions = {each["id"]: each for each in await self.baseline.read_last(after["id"])}
        known, newest = find_newest(before), find_newest(after)
        notices: list[Notice] = []
        if newest in revisions:
            texts = {name: sent[name] for name in states.TEXTS if name in sent}
            stored = {name: revisions[newest][name]["raw"] for name in texts}
            lost = [name for name in lost if name not in texts] + self.find_lost(texts, stored)
            notices += await tell_rewritten_blocks(before, revisions.get(known), texts, stored)
        between = [number for number, each in revisions.items() if known < number < newest and not is_autosave(each)]
        if between:
            told = f"Somebody wrote it at the same time: their text is revision {max(between)} in WordPress."
            notices.append(tell_race(told, self.item_type))
        return lost, notices


class WordPressItems(locales.NoLocales):
    """Implements `site.items.Items`."""

    def __init__(self, resources: Sequence[Items], transactions: StagedTransactions) -> None:
        self._resources = resources
        self._transactions = transactions

    async def kind_of(self, item_id: int) -> str:
        """The kind of an item, by a request for each kind that it might have. Raises Problem(not_found)."""
        return (await self._transactions.find_item(self._resources, item_id))[0].kind

    async def count(self, marks: Sequence[str], number: Callable[[str], int]) -> Count:
        """WordPress searches for each mark among the items of each kind, and `number` counts in what it finds.

        What the call has staged counts as it will be.
        """
        found: dict[int, Counted] = {}
        complete = True
        for resource, mark in product(self._resources, marks):
            values, all_seen = await resource.search(mark)
            complete = complete and all_seen
            seen = self._merge_staged(resource, values)
            counted = await asyncio.to_thread(_count_all, resource.kind, seen, number)
            found |= {one.id: one for one in counted if one.count}
        return Count([found[item_id] for item_id in sorted(found)], complete)

    def _merge_staged(self, resource: Items, values: Sequence[Json]) -> list[Json]:
        """The items as the call sees them: those that it has written too, none that it has moved to the trash."""
        return [value for value in self._transactions.merge(resource, values) if value["status"] != "trash"]


def _count_all(kind: str, values: Sequence[Json], number: Callable[[str], int]) -> list[Counted]:
    """How often the texts of these items have it."""
    return [
        Counted(one["id"], name_type(kind, one), one["status"], one["title"]["raw"], number(one["content"]["raw"]))
        for one in values
    ]


def name_type(kind: str, value: Json) -> str:
    """The type of an item in our words: that of a custom item is WordPress's."""
    return str(value["type"]) if kind == "custom_item" else kind


def _keep_rendered(known: Json, value: Json) -> Json:
    """An item of which raw texts were read, with the rendered ones that are known."""
    texts: Json = {name: {**known[name], **value[name]} for name in ("content", "excerpt") if name in value}
    return {**known, **value, **texts}
