"""Media as a resource of WordPress's REST API, where they are items of the type `attachment`."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.listed import Read
from sitehand.hosts.wordpress.looking_back import look_back
from sitehand.hosts.wordpress.resources import (
    EDIT,
    Action,
    Fields,
    Json,
    Made,
    Request,
    Resource,
    describe_fields,
)
from sitehand.hosts.wordpress.shown import ATTACHMENT, has_ids
from sitehand.hosts.wordpress.states import SPACE, read_moment
from sitehand.hosts.wordpress.term_resource import TermResource
from sitehand.hosts.wordpress.uploads import FILE
from sitehand.site.changes import ObjectChange
from sitehand.site.media import TYPE

ROUTE = "/wp/v2/media"
RENDERED = ("title", "caption", "description")
SHOWN = (
    *("id", "date_gmt", "modified_gmt", "slug", "link", "title", "author", "post", "alt_text"),
    *("media_type", "mime_type", "source_url", "caption", "description", "media_details"),
)
"""What is asked for, also where a summary is shown: the revision stands for the texts, and the details propose the
alternative text. WordPress gives each whole or not at all.
"""


NEW: Json = {
    **{name: {"raw": "", "rendered": ""} for name in RENDERED},
    **dict.fromkeys(("date_gmt", "modified_gmt", "slug", "link", "alt_text", "source_url"), ""),
    **{"author": 0, "post": None, "media_details": {}},
}
"""What is expected of a new file before WordPress has it."""
INSERTED = frozenset(("title", "caption", "description", "parent"))
"""The fields that WordPress stores with a new file, before its alternative text and its terms.

Source: `create_item` of WP_REST_Attachments_Controller.
"""
PLAIN = ("slug", "author", "alt_text", "mime_type", "source_url")
"""Fields that WordPress shows as they are."""


class Attachments(Resource):
    """Implements `resources.Resource` for files."""

    kind = "media"
    hint = "list_media lists the files."
    item_type = TYPE
    stored_first = INSERTED
    least = ATTACHMENT
    statuses = "inherit,private,trash"
    """All that a file can have."""

    def __init__(self, client: Client, terms: TermResource, taxonomies: Mapping[str, str]) -> None:
        """`taxonomies` lead to the fields in which files have their terms."""
        self.client = client
        self.terms = terms
        self.taxonomies = taxonomies

    def list_fields(self, *, full: bool = True) -> list[str]:
        """What WordPress is asked for."""
        return [*SHOWN, *self.taxonomies.values()]

    @property
    def all(self) -> Sequence["Attachments"]:
        """Files are of one type."""
        return [self]

    @property
    def names(self) -> frozenset[str]:
        return frozenset({*RENDERED, *PLAIN, "parent", "date", *self.taxonomies.values()})

    @property
    def references(self) -> Mapping[str, str]:
        return {**super().references, **dict.fromkeys(self.taxonomies.values(), "term")}

    def tell_terms(self, value: Json) -> dict[str, list[int]]:
        """The terms that a file has, by taxonomy."""
        return {name: sorted(value.get(base) or ()) for name, base in self.taxonomies.items()}

    async def read_list(self, read: Read, asked: Mapping[str, Any]) -> Answer:
        """The files that a query finds."""
        return await read(ROUTE, asked)

    async def read(self, object_id: int) -> Json | None:
        asked = {**EDIT, "_fields": self.list_fields()}
        answer = await read_or_none(self.client, f"{ROUTE}/{object_id}", asked)
        return None if answer is None else answer.value

    async def read_newest(self) -> int:
        answer = await self.client.read(ROUTE, {"orderby": "id", "order": "desc", "per_page": 1, "_fields": "id"})
        return int(answer.value[0]["id"]) if answer.value else 0

    async def find_made(self, after: int, sent: Fields) -> Made:
        asked = {**EDIT, "_fields": self.list_fields()}
        return await look_back(self, lambda part: self.client.read(ROUTE, {**asked, **part}), after, sent)

    def fields(self, value: Json) -> Fields:
        terms = self.tell_terms(value)
        return {**read_fields(value), **{self.taxonomies[name]: ids for name, ids in terms.items()}}

    def shows(self, answered: Any) -> bool:
        return super().shows(answered) and has_ids(answered, self.taxonomies.values())

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        if action == "create":
            return Request("POST", ROUTE, body, EDIT)
        if action == "update":
            return Request("POST", f"{ROUTE}/{object_id}", body, EDIT)
        # Without `force` WordPress refuses: files have no trash there unless MEDIA_TRASH is on.
        return Request("DELETE", f"{ROUTE}/{object_id}", None, {"force": True})

    def mark(self, given: Fields) -> Fields:
        """Fields as WordPress stores them: a title without spaces at its ends, alternative text on one line."""
        sent = {name: value for name, value in given.items() if name != FILE}
        if "title" in sent:
            sent["title"] = sent["title"].strip(SPACE)
        if "alt_text" in sent:
            sent["alt_text"] = " ".join(sent["alt_text"].split())
        return sent

    def write_body(self, given: Fields) -> Json:
        marked = {**given, **self.mark(given)}
        return {"post" if name == "parent" else name: value for name, value in marked.items()}

    def predict(self, before: Json | None, body: Json) -> Json:
        """What follows. Raises Problem(conflict) for a file that would be created again: nobody has its bytes."""
        if before is None and FILE in body:
            terms: Json = {base: [] for base in self.taxonomies.values()}
            before = {**NEW, **terms, "mime_type": body[FILE].mime_type}
        if before is None:
            raise Problem(
                Code.CONFLICT,
                "WordPress keeps no deleted files: this file cannot be restored. Nothing was changed.",
                hint="Upload it again.",
            )
        value = dict(before)
        for name, given in body.items():
            if name == FILE:
                continue
            value[name] = {**value[name], "raw": given, "rendered": given} if name in RENDERED else given
        return value

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return describe_fields(self.kind, object_id, "title", before, after)


def read_fields(value: Json) -> Fields:
    """The fields of a file but its terms, as callers can write or see them."""
    fields = {name: value[name]["raw"] for name in RENDERED}
    fields |= {name: value[name] for name in PLAIN}
    return {**fields, "parent": value["post"] or 0, "date": read_moment(value["date_gmt"] or "")}
