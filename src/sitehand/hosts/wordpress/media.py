"""Media of a WordPress: reading lists and files, and staging what is written of them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, cast

from sitehand.errors import Problem, not_found
from sitehand.files.fetching import Fetcher
from sitehand.files.inspection import MAX_BYTES
from sitehand.files.intake import Intake, Taken
from sitehand.hosts.wordpress.attachments import ROUTE, Attachments
from sitehand.hosts.wordpress.changes import read_there, stage_create, stage_delete, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.conditions import add_conditions
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.media_collections import resolve_collections, resolve_item_terms, write_filter
from sitehand.hosts.wordpress.media_files import fetch_file
from sitehand.hosts.wordpress.media_lacks import find_without_alt_text, refuse_unsupported
from sitehand.hosts.wordpress.media_types import check_type, contradicts_itself, write_type
from sitehand.hosts.wordpress.media_uses import FileUses
from sitehand.hosts.wordpress.media_view import build_media
from sitehand.hosts.wordpress.resources import EDIT, Fields, Json
from sitehand.hosts.wordpress.staging import Stage, Step
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.hosts.wordpress.uploads import FILE, make_upload
from sitehand.operation.carried import Carried
from sitehand.site.content import Listing, take_page
from sitehand.site.item_terms import ItemTerms
from sitehand.site.media import (
    FileSource,
    Media,
    MediaFields,
    MediaQuery,
    MediaUses,
    NewMedia,
    View,
    refuse_item,
)
from sitehand.site.media_text import MediaText, MediaTextQuery, check_pdf
from sitehand.site.values import iso

PASSED_ON = ("search", "slug", "include", "exclude", "author", "parent")
"""Filters that WordPress has under the same name."""
PAST_THE_END = "rest_post_invalid_page_number"
COMPLETED = 100
Source = tuple[str | None, ...]
_taken: Carried[Mapping[Source, Taken]] = Carried("taken_files", {})


class WordPressMedia:
    """Implements `site.media.MediaStore`."""

    def __init__(
        self,
        client: Client,
        files: Attachments,
        items: Sequence[Items],
        transactions: StagedTransactions,
        intake: Intake,
        uses: FileUses,
    ) -> None:
        self._intake = intake
        self._uses = uses
        self._client = client
        self._fetcher = Fetcher(MAX_BYTES, own=client.root)
        self._files = files
        self._items = items
        self._transactions = transactions

    async def find(self, query: MediaQuery) -> Listing[Media]:
        """One page of the list; past its end an empty one, with the right total."""
        if contradicts_itself(query):
            return Listing([], 0, query.page, query.per_page)
        if query.only:
            return await self._find_lacking(query)
        full, raw = query.detail == "full", query.context == "edit"
        asked = {**self._write_query(query), "_fields": self._files.list_fields()}
        try:
            answer = await self._transactions.ask(ROUTE, asked)
        except Problem as problem:
            if problem.extra.get("upstream", {}).get("code") != PAST_THE_END:
                raise
            return Listing([], await self._count(asked), query.page, query.per_page)
        check_type(asked, answer.value)
        seen = self._transactions.lay_over(self._files, answer.value)
        found = [self._show(value, full=full, raw=raw) for value in seen]
        return Listing(found, int(answer.headers["x-wp-total"]), query.page, query.per_page)

    async def _find_lacking(self, query: MediaQuery) -> Listing[Media]:
        """One page of the files that lack something. WordPress cannot filter by that, so all files are read."""
        ids, complete = await find_without_alt_text(self._client, self._write_query(query), query.only)
        found: Listing[Any] = take_page(ids, query, complete=complete)
        shown = query.model_copy(update={"only": [], "where": [], "page": 1, "include": found.items})
        items = (await self.find(shown)).items if shown.include else []
        return replace(found, items=items)

    async def get(self, item_id: int, context: View) -> Media:
        """One file."""
        value = await self._transactions.read(self._files, item_id)
        if value is None:
            raise not_found("media", item_id, self._files.hint)
        return self._show(value, raw=context == "edit")

    @asynccontextmanager
    async def prepare(self, new: FileSource) -> AsyncIterator[None]:
        """Fetch and examine a file; while the block runs, `create` finds it."""
        with _taken.keep({**_taken.get(), _source(new): await self._take(new)}):
            yield

    def prepare_update(self, item_id: int, fields: MediaFields) -> AbstractAsyncContextManager[None]:
        """Do nothing: no part of an update takes long."""
        return nullcontext()

    async def create(self, new: NewMedia) -> Media:
        """Stage a new file. WordPress gets bytes that were fetched and examined here, never an address."""
        taken, given = await self._take(new), _take_fields(new)
        async with self._transactions.joined() as stage:
            await self._check_item(stage, given.get("parent", 0))
            step = stage_create(stage, self._files, {"title": taken.title, **given, FILE: make_upload(taken)})
            if new.collections and step.after:  # WordPress 6.1 takes no terms with a new file
                terms = await resolve_collections(stage, self._files, new.collections)
                step = stage_update(stage, self._files, step.object_id, step.after, terms) or step
            return self._answer(step)

    async def replace(self, item_id: int, source: FileSource) -> Media:
        """Refuse: WordPress replaces no files (`hosts.wordpress.capabilities`)."""
        raise refuse_unsupported("replace the file of an attachment", "Add a new file with create_media.")

    async def read_text(self, wanted: MediaTextQuery) -> MediaText:
        """The text of a PDF from one page on; WordPress has only the file."""
        file = await self.get(wanted.id, "view")
        check_pdf(wanted.id, file["mime_type"])
        load = partial(fetch_file, self._fetcher, wanted.id, file["source_url"])
        return await self._intake.read_pdf(load, wanted)

    async def update(self, item_id: int, fields: MediaFields) -> Media:
        """Stage the given fields; nothing is staged when nothing would be different."""
        given = _take_fields(fields)
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._files, item_id)
            await self._check_item(stage, given.get("parent", 0))
            if fields.collections is not None:
                given |= await resolve_collections(stage, self._files, fields.collections)
            step = stage_update(stage, self._files, item_id, before, given)
            return self._answer(step) if step else self._show(before)

    async def set_terms(self, item_id: int, terms: ItemTerms) -> Media:
        """Stage other terms of a file; nothing is staged when nothing would be different."""
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._files, item_id)
            given = await resolve_item_terms(stage, self._files, before, terms)
            step = stage_update(stage, self._files, item_id, before, given)
            return self._answer(step) if step else self._show(before)

    async def delete(self, item_id: int) -> Media:
        """Stage the end of a file; WordPress takes it from the items that have it as their featured media."""
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._files, item_id)
            told = self._show(before, raw=True)
            stage_delete(stage, self._files, item_id, before)
            return told

    async def find_uses(self, item_id: int) -> MediaUses:
        """The items that have it as their featured media, or name it in their text or document; and the logo."""
        file = await self.get(item_id, "view")
        return await self._uses.find(item_id, file["source_url"])

    async def complete_id(self, prefix: str, limit: int) -> list[str]:
        """Ids that begin with `prefix`, newest files first; among the last hundred."""
        asked = {"per_page": COMPLETED, "_fields": "id", "orderby": "id", "order": "desc"}
        ids = [str(value["id"]) for value in (await self._client.read(ROUTE, asked)).value]
        return [each for each in ids if each.startswith(prefix)][:limit]

    async def _take(self, new: FileSource) -> Taken:
        """The file, examined; as it was prepared, where it was."""
        known = _taken.get().get(_source(new))
        return known or await self._intake.take(new)

    async def _count(self, asked: dict[str, Any]) -> int:
        answer = await self._client.read(ROUTE, {**asked, "page": 1, "per_page": 1, "_fields": "id"})
        return int(answer.headers["x-wp-total"])

    def _write_query(self, query: MediaQuery) -> dict[str, Any]:
        """The parameters of WordPress's list."""
        written = {**EDIT, **{name: getattr(query, name) for name in ("page", "per_page", "order", "orderby")}}
        written |= {name: value for name in PASSED_ON if (value := getattr(query, name))} | write_type(query)
        written |= {name: iso(value) for name in ("after", "before") if (value := getattr(query, name)) is not None}
        written |= write_filter(self._files, query.collections)
        add_conditions(written, query.where, "media")
        return written

    def _show(self, value: Json, *, full: bool = True, raw: bool = False) -> Media:
        """A file as the call sees it, and later as it has become."""
        build = partial(build_media, self._files, full=full, raw=raw)
        return self._transactions.show(self._files, value["id"], value, build)

    def _answer(self, step: Step) -> Media:
        """The answer as staged, which is written anew when it is done."""
        build = partial(build_media, self._files)
        answer = build(step.after or {})
        step.answers.append(GivenAnswer(cast(dict[str, Any], answer), cast(Any, build)))
        return answer

    async def _check_item(self, stage: Stage, item_id: int) -> None:
        """A file belongs to an item that is there, or to none. WordPress would take any number."""
        if not item_id or any([await stage.read(items, item_id) is not None for items in self._items]):
            return
        raise refuse_item(item_id)


def _source(new: FileSource) -> Source:
    return new.url, new.data, new.file, new.suggest_name()


def _take_fields(fields: MediaFields) -> Fields:
    """The fields that were given, under the names of the journal."""
    if fields.focal_point is not None:
        hint = "Leave focal_point out, or set it in a cover block that shows the file."
        raise refuse_unsupported("keep a focal point with a file", hint)
    own = MediaFields.model_fields.keys() - {"collections"}
    given: Fields = fields.model_dump(include=own & fields.model_fields_set)
    if "post" in given:
        given["parent"] = given.pop("post")
    return given
