"""Terms of a WordPress: reading lists, trees and terms, and staging what is written."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.hosts.wordpress.capabilities import REASONS
from sitehand.hosts.wordpress.changes import stage_create, stage_follow, stage_update
from sitehand.hosts.wordpress.conditions import add_conditions
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.resources import EDIT, Json, name_fields
from sitehand.hosts.wordpress.staging import Stage, Step
from sitehand.hosts.wordpress.term_removal import TermRemoval
from sitehand.hosts.wordpress.term_resource import SHOWN, TermResource
from sitehand.hosts.wordpress.term_rules import check_name, check_parent, check_slug, check_words
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.content import Listing
from sitehand.site.terms import (
    MAX_TREE,
    Branch,
    Merger,
    OrderedTerms,
    Removal,
    Taxonomy,
    Term,
    TermFields,
    TermOrder,
    TermQuery,
    Tree,
    find_taxonomy,
    refuse_into,
    refuse_parent,
    take_fields,
)

PASSED_ON = ("page", "per_page", "order", "orderby", "slug", "include", "exclude", "post")
PER_REQUEST = 100


class Terms:
    """Implements `site.terms.TermStore`."""

    def __init__(self, resource: TermResource, removal: TermRemoval, transactions: StagedTransactions) -> None:
        self._resource = resource
        self._removal = removal
        self._transactions = transactions

    async def taxonomies(self) -> Sequence[Taxonomy]:
        """The public ones."""
        return await self._resource.list_taxonomies()

    async def taxonomy(self, name: str) -> Taxonomy:
        """A taxonomy, by its name or its REST base. Raises Problem(not_found)."""
        return find_taxonomy(await self.taxonomies(), name)

    async def find(self, query: TermQuery) -> Listing[Term]:
        """One page of the list. What the call has staged shows in the terms; which they are is as WordPress has it."""
        kind = await self.taxonomy(query.taxonomy)
        if query.parent and not kind["hierarchical"]:  # WordPress leaves out what it does not know
            raise refuse_parent(query.parent, "0", f"Terms of {kind['slug']} have no parent.")
        if query.orderby == "menu_order":
            raise _refuse_order()
        answer = await self._transactions.ask(self._resource.route(kind["slug"]), _write_query(query))
        found = [self._show(value) for value in self._transactions.lay_over(self._resource, answer.value)]
        return Listing(found, int(answer.headers["x-wp-total"]), query.page, query.per_page)

    async def tree(self, taxonomy: str, top: int) -> Tree:
        """The terms below one, or all of them when it is 0, of the first thousand."""
        kind = await self.taxonomy(taxonomy)
        if top:
            await self.get(kind["slug"], top)
        values, total = await self._read_all(kind["slug"])
        items = _arrange([self._build(value) for value in values], top)
        return Tree(taxonomy=kind["slug"], items=items, total=total, complete=len(values) == total)

    async def get(self, taxonomy: str, term_id: int) -> Term:
        """One term."""
        kind = await self.taxonomy(taxonomy)
        value = await self._transactions.read(self._resource, term_id)
        if value is None or value["taxonomy"] != kind["slug"]:
            raise not_found("term", term_id, self._resource.hint)
        return self._show(value)

    async def create(self, taxonomy: str, fields: TermFields) -> Term:
        """Stage a new term."""
        kind = await self.taxonomy(taxonomy)
        given = {**take_fields(fields), "taxonomy": kind["slug"]}
        check_words("name", given["name"])
        async with self._transactions.joined() as stage:
            await check_parent(stage, self._resource, kind, given.get("parent", 0), 0)
            await check_name(stage, self._resource, kind, given)
            return self._answer(stage_create(stage, self._resource, given))

    async def update(self, taxonomy: str, term_id: int, fields: TermFields) -> Term:
        """Stage the given fields; nothing is staged when nothing would be different."""
        kind, given = await self.taxonomy(taxonomy), take_fields(fields)
        async with self._transactions.joined() as stage:
            before = await self._read_there(stage, kind["slug"], term_id)
            if given.get("parent", before.get("parent", 0)) != before.get("parent", 0):
                await check_parent(stage, self._resource, kind, given["parent"], term_id)
            elif given.get("slug", before["slug"]) != before["slug"]:
                await check_slug(stage, self._resource, kind["slug"], given["slug"], term_id)
            if given.get("name", name := self._resource.fields(before)["name"]) != name:
                check_words("name", given["name"])
            step = stage_update(stage, self._resource, term_id, before, given)
            return self._answer(step) if step else self._show(before)

    async def delete(self, removal: Removal, by: str) -> Term:
        """Stage the end of a term, with what WordPress does to its posts and to the terms below it."""
        kind = await self.taxonomy(removal.taxonomy)
        async with self._transactions.joined() as stage:
            before = await self._read_there(stage, kind["slug"], removal.term_id)
            told = self._show(before)
            await self._removal.stage(stage, kind, before, removal.reassign)
            return told

    async def merge(self, merger: Merger, by: str) -> Term:
        """Stage the end of a term in favour of another. WordPress leads no visitor of its archive on."""
        kind = await self.taxonomy(merger.taxonomy)
        async with self._transactions.joined() as stage:
            before = await self._read_there(stage, kind["slug"], merger.term_id)
            target = await stage.read(self._resource, merger.into)
            if target is None or target["taxonomy"] != kind["slug"] or merger.into == merger.term_id:
                raise refuse_into(kind["slug"], merger.into)
            await self._removal.stage_merge(stage, kind, before, target)
            now = await stage.read(self._resource, merger.into) or target
            return self._answer(stage_follow(stage, self._resource, now, now))  # its count is read when all is done

    async def order(self, order: TermOrder) -> OrderedTerms:
        """Raises Problem(not_supported)."""
        raise Problem(Code.NOT_SUPPORTED, REASONS["term_order"], hint="list_terms takes orderby.")

    async def _read_there(self, stage: Stage, taxonomy: str, term_id: int) -> Json:
        value = await stage.read(self._resource, term_id)
        if value is None or value["taxonomy"] != taxonomy:
            raise not_found("term", term_id, self._resource.hint)
        return value

    async def _read_all(self, taxonomy: str) -> tuple[list[Json], int]:
        """The first thousand terms by name, and how many there are."""
        values: list[Json] = []
        asked = {**EDIT, "per_page": PER_REQUEST, "_fields": SHOWN}
        for page in range(1, MAX_TREE // PER_REQUEST + 1):
            answer = await self._resource.client.read(self._resource.route(taxonomy), {**asked, "page": page})
            values += answer.value
            total = int(answer.headers["x-wp-total"])
            if len(values) >= total:
                break
        return values, total

    def _show(self, value: Json) -> Term:
        return self._transactions.show(self._resource, value["id"], value, self._build)

    def _answer(self, step: Step) -> Term:
        """The answer as staged, which is written anew when it is done."""
        term = self._build(step.after or {})
        step.answers.append(GivenAnswer(cast(dict[str, Any], term), cast(Any, self._build)))
        return term

    def _build(self, value: Json) -> Term:
        fields = self._resource.fields(value)
        term = Term(
            id=value["id"],
            count=value["count"],
            description=value["description"],
            link=value["link"],
            name=fields["name"],
            slug=value["slug"],
            taxonomy=value["taxonomy"],
            revision=name_fields(fields),
        )
        if "parent" in value:
            term["parent"] = value["parent"]
        return term


def _write_query(query: TermQuery) -> Mapping[str, Any]:
    asked: dict[str, Any] = {**EDIT, "_fields": SHOWN}
    asked |= {name: value for name in PASSED_ON if (value := getattr(query, name))}
    if words := query.search.strip():
        asked["search"] = words
    if query.parent is not None:
        asked["parent"] = query.parent
    add_conditions(asked, query.where, "term")
    return asked | ({"hide_empty": True} if query.hide_empty else {})


def _refuse_order() -> Problem:
    detail = Detail(path="orderby", expected="name, id, slug or count", got="menu_order")
    return Problem(Code.INVALID_ARGUMENTS, REASONS["term_order"], hint="Choose another order.", details=[detail])


def _arrange(terms: Sequence[Term], top: int) -> list[Branch]:
    """Each term before those below it; `terms` are ordered by name."""
    below: dict[int, list[Term]] = {}
    for term in terms:
        below.setdefault(term.get("parent", 0), []).append(term)
    found: list[Branch] = []
    pending = [(term, 0) for term in reversed(below.pop(top, []))]
    while pending:
        term, depth = pending.pop()
        named = {"id": term["id"], "name": term["name"], "slug": term["slug"], "count": term["count"]}
        found.append(cast(Branch, {**named, "parent": term.get("parent", 0), "depth": depth}))
        pending += [(child, depth + 1) for child in reversed(below.pop(term["id"], []))]
    return found
