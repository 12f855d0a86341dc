"""Terms as resources of WordPress's REST API: one kind over a route for each taxonomy."""

import html
from collections.abc import Container, Mapping, Sequence
from typing import Any

from sitehand.errors import not_found
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.custom_types import TAXONOMIES, is_taxonomy
from sitehand.hosts.wordpress.looking_back import NEWEST, look_back
from sitehand.hosts.wordpress.resources import (
    EDIT,
    Action,
    Fields,
    Json,
    Made,
    Request,
    Resource,
    Written,
    describe_fields,
)
from sitehand.hosts.wordpress.shown import TERM
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.terms import CATEGORY, TAG, Taxonomy

SHOWN = ("id", "count", "description", "link", "name", "slug", "taxonomy", "parent")
WRITTEN = ("name", "slug", "description", "parent", "taxonomy")
OWN_BASES: Mapping[str, str] = {CATEGORY: "categories", TAG: "tags"}
NEW: Json = {"count": 0, "description": "", "link": "", "name": "", "slug": ""}


class TermResource(Resource):
    """Implements `resources.Resource` for terms.

    A term's taxonomy never changes; which route a term has is known from when it was last read.
    """

    batched = True
    decided = frozenset({"slug", "description"})
    kind = "term"
    least = TERM
    hint = "list_terms lists the terms of a taxonomy."

    def __init__(self, client: Client, bases: Mapping[str, str] = OWN_BASES) -> None:
        """`bases` are the REST bases of taxonomies that are known already."""
        self.client = client
        self._bases = {**OWN_BASES, **bases}
        self._nested = {CATEGORY}
        self._taxonomy_of: dict[int, str] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(WRITTEN)

    async def list_taxonomies(self) -> list[Taxonomy]:
        """The public taxonomies, as WordPress describes them, whose terms its own controller reads and writes."""
        answer = await self.client.read(TAXONOMIES, EDIT)
        public = [each for each in answer.value.values() if each["visibility"]["public"]]
        found = [_describe(each) for each in public if is_taxonomy(each)]
        self._bases |= {each["slug"]: each["rest_base"] for each in found}
        self._nested |= {each["slug"] for each in found if each["hierarchical"]}
        return found

    def route(self, taxonomy: str) -> str:
        """The route of a taxonomy that was listed."""
        return f"/wp/v2/{self._bases[taxonomy]}"

    async def read(self, object_id: int) -> Json | None:
        known = self._taxonomy_of.get(object_id)
        value = await self._read_of([known] if known else list(self._bases), object_id)
        if value is None and not known:
            tried = set(self._bases)
            value = await self._read_of(
                [e["slug"] for e in await self.list_taxonomies() if e["slug"] not in tried], object_id
            )
        return value

    async def read_newest(self) -> int:
        asked = {**NEWEST, "per_page": 1}
        newest = [(await self._read_list(taxonomy, asked)).value for taxonomy in list(self._bases)]
        return max((each[0]["id"] for each in newest if each), default=0)

    async def find_made(self, after: int, sent: Fields) -> Made:
        return await look_back(self, lambda part: self._read_list(sent["taxonomy"], part), after, sent)

    async def _read_list(self, taxonomy: str, asked: Mapping[str, Any]) -> Answer:
        return await self.client.read(self.route(taxonomy), {**EDIT, "_fields": SHOWN, **asked})

    async def _read_of(self, taxonomies: Sequence[str], object_id: int) -> Json | None:
        for taxonomy in taxonomies:
            answer = await read_or_none(self.client, f"{self.route(taxonomy)}/{object_id}", {**EDIT, "_fields": SHOWN})
            if answer is not None:
                return dict(answer.value)
        return None

    def fields(self, value: Json) -> Fields:
        """WordPress keeps names as HTML."""
        self._taxonomy_of[value["id"]] = value["taxonomy"]
        fields = {name: value[name] for name in WRITTEN if name in value}
        return {**fields, "name": html.unescape(value["name"])}

    def shows(self, answered: Any) -> bool:
        return super().shows(answered) and answered["taxonomy"] in self._bases

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        given = {name: value for name, value in body.items() if name != "taxonomy"}
        if action == "create":
            return Request("POST", self.route(body["taxonomy"]), given, EDIT)
        if object_id not in self._taxonomy_of:
            raise not_found("term", object_id, self.hint)
        path = f"{self.route(self._taxonomy_of[object_id])}/{object_id}"
        # Terms have no trash: WordPress refuses to delete one without `force`.
        return (
            Request("POST", path, given, EDIT) if action == "update" else Request("DELETE", path, None, {"force": True})
        )

    def predict(self, before: Json | None, body: Json) -> Json:
        value = {**(NEW if before is None else before), **body}
        return {"parent": 0, **value} if value["taxonomy"] in self._nested else value

    def find_lost(self, sent: Fields, fields: Fields) -> list[str]:
        """A slug may be another; WordPress writes `&` of a description as HTML does."""
        told = {name: html.unescape(value) if isinstance(value, str) else value for name, value in fields.items()}
        asked = {name: html.unescape(value) if isinstance(value, str) else value for name, value in sent.items()}
        return [name for name in asked if name != "slug" and asked[name] != told.get(name)]

    async def examine(self, before: Json | None, sent: Fields, after: Json) -> Written:
        return Written(self.find_lost(sent, self.fields(after)), _tell_slug(sent, after))

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return describe_fields(self.kind, object_id, "name", before, after)


def _tell_slug(sent: Fields, after: Json) -> list[Notice]:
    wanted = sent.get("slug")
    if not wanted or wanted == after["slug"]:
        return []
    return [Notice(code="slug_changed", message=f'WordPress took the slug "{after["slug"]}", not "{wanted}".')]


def _describe(value: Mapping[str, Any]) -> Taxonomy:
    return Taxonomy(
        name=value["name"],
        slug=value["slug"],
        description=value["description"],
        hierarchical=value["hierarchical"],
        types=list(value["types"]),
        rest_base=value["rest_base"],
    )
