"""The collections that a file of the built-in site is in."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.hosts.builtin.following import read_terms
from sitehand.hosts.builtin.parts import COLLECTIONS
from sitehand.hosts.builtin.tables import media
from sitehand.hosts.builtin.term_rules import is_term
from sitehand.site.item_terms import ItemTerms, check_taxonomies
from sitehand.site.media import TYPE, MediaFields, refuse_collection
from sitehand.site.terms import COLLECTION, refuse_term
from sitehand.store.parts import write_fields
from sitehand.store.verification import verify_row

Row = Mapping[str, Any]
NewFields = dict[str, list[int]]
"""The collections of a file, where they change: `{"collections": [5, 7]}`, else nothing."""


def resolve_collections(connection: Connection, row: Row, fields: MediaFields) -> NewFields:
    """What the given collections change. Raises Problem(invalid_arguments) for what is no collection."""
    if fields.collections is None:
        return {}
    return _resolve(connection, row, fields.collections, lambda term_id: refuse_collection(term_id, [COLLECTION]))


def resolve_terms(connection: Connection, row: Row, given: ItemTerms) -> NewFields:
    """What terms, given by taxonomy, change in the collections of a file: they replace, join or leave them. Raises
    Problem(invalid_arguments).
    """
    check_taxonomies(TYPE, [COLLECTION], given.list_taxonomies())
    now = read_terms(row["collected"])
    wanted = [each for each in given.combine({COLLECTION: now}).get(COLLECTION, now) if isinstance(each, int)]
    return _resolve(connection, row, wanted, lambda term_id: refuse_term(COLLECTION, term_id))


def file_media(connection: Connection, media_id: int, ids: Sequence[int]) -> None:
    """Put a file into these collections, and into no others."""
    write_fields(connection, COLLECTIONS, media_id, {"collections": ids})
    verify_row(connection, media, {"id": media_id}, {"collected": ",".join(map(str, ids))})


def _resolve(connection: Connection, row: Row, ids: Sequence[int], refuse: Callable[[int], Problem]) -> NewFields:
    now, wanted = read_terms(row["collected"]), sorted(set(ids))
    for term_id in wanted:
        if not is_term(connection, COLLECTION, term_id):
            raise refuse(term_id)
    return {} if wanted == now else {"collections": wanted}
