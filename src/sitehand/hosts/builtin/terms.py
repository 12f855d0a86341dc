"""Terms of the built-in site: categories, tags, and what an import has brought."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast
from urllib.parse import quote, urlencode

from sqlalchemy import Connection, RowMapping, insert, text, update

from sitehand.errors import not_found
from sitehand.hosts.builtin.redirect_rules import replace_address
from sitehand.hosts.builtin.sqlite import trees
from sitehand.hosts.builtin.substrings import choose_parts, list_counted
from sitehand.hosts.builtin.tables import terms
from sitehand.hosts.builtin.term_list import COLUMNS, TOTAL, build_statement
from sitehand.hosts.builtin.term_order import place_terms
from sitehand.hosts.builtin.term_removal import merge_term, remove_term
from sitehand.hosts.builtin.term_rules import State, begin_term, change_term
from sitehand.hosts.builtin.tracked import TERM_STATE
from sitehand.site.content import Listing, Notice
from sitehand.site.media import TYPE
from sitehand.site.terms import (
    CATEGORY,
    COLLECTION,
    MAX_TREE,
    TAG,
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
    take_fields,
)
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.sqlite.driver import Row
from sitehand.store.sqlite.json import rows_of
from sitehand.store.verification import verify_row

Columns = Row | RowMapping | Mapping[str, Any]


def describe(words: str, name: str, base: str, of: str = "post", *, hierarchical: bool) -> Taxonomy:
    """A taxonomy of the items of a type."""
    return Taxonomy(name=words, slug=name, description="", hierarchical=hierarchical, types=[of], rest_base=base)


OWN = (
    describe("Categories", CATEGORY, "categories", hierarchical=True),
    describe("Tags", TAG, "tags", hierarchical=False),
    describe("Collections", COLLECTION, COLLECTION, TYPE, hierarchical=True),
)
ARCHIVES = {CATEGORY: "/category", TAG: "/tag"}
OF_TYPES = f"SELECT content_types.slug AS type, value AS taxonomy FROM content_types, {rows_of('taxonomies')}"  # noqa: S608
OTHERS = f"""SELECT taxonomy, EXISTS (SELECT 1 FROM terms WHERE terms.taxonomy = known.taxonomy AND parent > 0)
    AS nested FROM (SELECT taxonomy FROM taxonomy_counts UNION SELECT taxonomy FROM ({OF_TYPES}) AS of_types) AS known
    ORDER BY taxonomy LIMIT 100"""  # noqa: S608
READ = f"SELECT {COLUMNS} FROM terms WHERE id = :id AND taxonomy = :taxonomy"  # noqa: S608 - names of columns
READ_TERM = Prepared(text(READ))
HINT = "list_terms lists the terms of a taxonomy."


class Terms:
    """Implements `site.terms.TermStore`."""

    def __init__(self, database: Database, site_url: str, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._site_url = site_url
        self._clock = clock

    async def taxonomies(self) -> Sequence[Taxonomy]:
        """Categories, tags, collections of files, and every other taxonomy that has terms, or that a type names."""
        known = {each["slug"] for each in OWN}
        others = [_describe_other(row) for row in self._database.look_up(OTHERS) if row["taxonomy"] not in known]
        types: dict[str, list[str]] = {}
        for row in self._database.look_up(f"{OF_TYPES} ORDER BY type"):
            types.setdefault(row["taxonomy"], []).append(row["type"])
        return [{**each, "types": [*each["types"], *types.get(each["slug"], [])]} for each in (*OWN, *others)]

    async def taxonomy(self, name: str) -> Taxonomy:
        """A taxonomy, by its name or its REST base. Raises Problem(not_found)."""
        return find_taxonomy(await self.taxonomies(), name)

    async def find(self, query: TermQuery) -> Listing[Term]:
        """One page of the list; past its end an empty one, with the right total."""
        taxonomy, words = (await self.taxonomy(query.taxonomy))["slug"], query.search.strip()
        statement = build_statement(query, taxonomy)
        if statement.quick:
            total = self._database.look_up(statement.total, statement.values)[0]["total"]
            found = [self._build(row) for row in self._database.look_up(statement.rows, statement.values)]
            return Listing(found, total, query.page, query.per_page)

        def read(connection: Connection) -> tuple[int, Sequence[RowMapping]]:
            parts = choose_parts(connection, "terms", [words])
            return _read_rows(connection, *build_statement(query, taxonomy, parts)[:3])

        total, rows = await self._database.read(read)
        return list_counted([self._build(row) for row in rows], total, query, bounded=bool(words))

    async def tree(self, taxonomy: str, top: int) -> Tree:
        """The terms below one, or all of them when it is 0."""
        name = (await self.taxonomy(taxonomy))["slug"]
        values = {"taxonomy": name, "top": top, "limit": MAX_TREE + 1}
        if top:
            await self.get(name, top)
        total, rows = await self._database.read(lambda read: _read_rows(read, trees.TERMS, TOTAL, values))
        items = [cast(Branch, dict(row)) for row in rows[:MAX_TREE]]
        return Tree(taxonomy=name, items=items, total=total, complete=len(rows) <= MAX_TREE)

    async def get(self, taxonomy: str, term_id: int) -> Term:
        """One term."""
        name = (await self.taxonomy(taxonomy))["slug"]
        rows = self._database.look_up(READ, {"id": term_id, "taxonomy": name}) if term_id <= MAX_ID else []
        if not rows:
            raise not_found("term", term_id, HINT)
        return self._build(rows[0])

    async def create(self, taxonomy: str, fields: TermFields) -> Term:
        """Store a new term."""
        kind, given = await self.taxonomy(taxonomy), take_fields(fields)

        def work(connection: Connection) -> Term:
            state, notices = begin_term(connection, kind["slug"], given, nested=kind["hierarchical"])
            connection.execute(insert(terms).values(state))
            return self._tell(connection, state, notices)

        return await self._database.transact(work)

    async def update(self, taxonomy: str, term_id: int, fields: TermFields) -> Term:
        """Change the given fields; nothing is stored when nothing would be different."""
        kind, given = await self.taxonomy(taxonomy), take_fields(fields)

        def work(connection: Connection) -> Term:
            old = _read(connection, kind["slug"], term_id)
            state, notices = change_term(connection, old, given, nested=kind["hierarchical"])
            if state != old:
                connection.execute(update(terms).where(terms.c.id == term_id).values(state))
            return self._tell(connection, state, notices)

        return await self._database.transact(work)

    async def delete(self, removal: Removal, by: str) -> Term:
        """Remove a term for good; what is below it moves up, and its posts get another where they need one."""
        name = (await self.taxonomy(removal.taxonomy))["slug"]

        def work(connection: Connection) -> Term:
            gone = _read(connection, name, removal.term_id)
            told = self._build(READ_TERM.first(connection, {"id": gone["id"], "taxonomy": name}) or gone)
            remove_term(connection, gone, removal.reassign)
            return told

        return await self._database.transact(work)

    async def merge(self, merger: Merger, by: str) -> Term:
        """End a term in favour of another; its archive leads to that of the other."""
        name, now = (await self.taxonomy(merger.taxonomy))["slug"], iso(self._clock())

        def work(connection: Connection) -> Term:
            gone = _read(connection, name, merger.term_id)
            target = _find_target(connection, name, merger)
            merge_term(connection, gone, target)
            if name in ARCHIVES:
                replace_address(connection, _write_path(gone), _write_path(target), now)
            return self._build(READ_TERM.first(connection, {"id": merger.into, "taxonomy": name}) or target)

        return await self._database.transact(work)

    async def order(self, order: TermOrder) -> OrderedTerms:
        """Put terms in an order; their siblings follow by name."""
        known = replace(order, taxonomy=(await self.taxonomy(order.taxonomy))["slug"])

        def work(connection: Connection) -> OrderedTerms:
            if known.parent:
                _read(connection, known.taxonomy, known.parent)
            place_terms(connection, known)
            return OrderedTerms(taxonomy=known.taxonomy, parent=known.parent, ids=list(known.ids))

        return await self._database.transact(work)

    def _tell(self, connection: Connection, state: State, notices: list[Notice]) -> Term:
        verify_row(connection, terms, {"id": state["id"]}, state)
        known = {"id": state["id"], "taxonomy": state["taxonomy"]}
        term = self._build(READ_TERM.first(connection, known) or state)
        if notices:
            term["notices"] = notices
        return term

    def _build(self, row: Columns) -> Term:
        term = Term(
            id=row["id"],
            count=row["count"],
            description=row["description"],
            link=f"{self._site_url}{_write_path(row)}",
            name=row["name"],
            slug=row["slug"],
            taxonomy=row["taxonomy"],
            revision=name_state(row[name] for name in TERM_STATE),
        )
        if row["taxonomy"] != TAG:
            term["parent"] = row["parent"]
        if row["menu_order"]:
            term["menu_order"] = row["menu_order"]
        return term


def _read_rows(
    connection: Connection, rows: str, total: str, values: Mapping[str, Any]
) -> tuple[int, Sequence[RowMapping]]:
    """How long a list is, and its rows."""
    return connection.execute(text(total), values).scalar_one(), connection.execute(text(rows), values).mappings().all()


def _read(connection: Connection, taxonomy: str, term_id: int) -> State:
    row = READ_TERM.first(connection, {"id": term_id, "taxonomy": taxonomy}) if term_id <= MAX_ID else None
    if row is None:
        raise not_found("term", term_id, HINT)
    return {name: value for name, value in row.items() if name != "count"}


def _find_target(connection: Connection, taxonomy: str, merger: Merger) -> State:
    """The term that is merged into. Raises Problem(invalid_arguments)."""
    row = READ_TERM.first(connection, {"id": merger.into, "taxonomy": taxonomy}) if merger.into <= MAX_ID else None
    if row is None or merger.into == merger.term_id:
        raise refuse_into(taxonomy, merger.into)
    return row


def _describe_other(row: Columns) -> Taxonomy:
    """A taxonomy that an import has brought, or that a type names, of which nothing is known but its terms."""
    name = row["taxonomy"]
    return describe(name.replace("_", " ").capitalize(), name, name, hierarchical=bool(row["nested"]))


def _write_path(row: Columns) -> str:
    """Where its archive is; of a taxonomy without archives the form that WordPress gives it."""
    if base := ARCHIVES.get(row["taxonomy"]):
        return f"{base}/{quote(row['slug'])}/"
    return f"/?{urlencode({'taxonomy': row['taxonomy'], 'term': row['slug']})}"
