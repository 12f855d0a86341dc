"""The terms that a write gives an item: by ids, and those of flat taxonomies by names too."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert, text

from sitehand.hosts.builtin.tables import terms
from sitehand.hosts.builtin.term_rules import begin_term, is_term
from sitehand.site.content import Notice
from sitehand.site.item_terms import ItemTerms
from sitehand.site.terms import refuse_term, tell_created
from sitehand.store.prepared import Prepared
from sitehand.store.verification import verify_row

OF_ITEM = Prepared(
    text(
        "SELECT terms.id, terms.taxonomy FROM item_terms JOIN terms ON terms.id = item_terms.term_id"
        " WHERE item_terms.item_id = :item_id"
    )
)
BY_NAME = Prepared(
    text("SELECT id FROM terms WHERE taxonomy = :taxonomy AND name = :name COLLATE NOCASE ORDER BY id LIMIT 1")
)


class Given(NamedTuple):
    """The ids of all terms that an item is to have, in order, and what the caller should be told."""

    ids: list[int]
    notices: list[Notice]


def resolve_terms(
    connection: Connection, item_id: int, given: Mapping[str, Sequence[int | str]] | ItemTerms
) -> Given | None:
    """What is given, by taxonomy, makes of an item's terms; None when it leaves them as they are. Unknown names are
    created.

    Raises Problem(invalid_arguments) for an id that is no term of the taxonomy.
    """
    rows = OF_ITEM.all(connection, {"item_id": item_id})
    known: dict[str, list[int]] = {}
    for row in rows:
        known.setdefault(row["taxonomy"], []).append(row["id"])
    notices: list[Notice] = []
    for taxonomy, some in (given.combine(known) if isinstance(given, ItemTerms) else given).items():
        known[taxonomy] = _find_all(connection, taxonomy, some, notices)
    ids = sorted({term_id for found in known.values() for term_id in found})
    return None if ids == sorted(row["id"] for row in rows) else Given(ids, notices)


def _find_all(connection: Connection, taxonomy: str, given: Sequence[int | str], notices: list[Notice]) -> list[int]:
    found = []
    for each in given:
        if isinstance(each, str):
            found.append(_find_named(connection, taxonomy, each, notices))
        else:
            found.append(_check(connection, taxonomy, each))
    return found


def _check(connection: Connection, taxonomy: str, term_id: int) -> int:
    if not is_term(connection, taxonomy, term_id):
        raise refuse_term(taxonomy, term_id)
    return term_id


def _find_named(connection: Connection, taxonomy: str, given: str, notices: list[Notice]) -> int:
    name = " ".join(given.split())
    found = BY_NAME.scalar(connection, {"taxonomy": taxonomy, "name": name})
    if found is not None:
        return int(found)
    state, _ = begin_term(connection, taxonomy, {"name": name}, nested=False)
    connection.execute(insert(terms).values(state))
    verify_row(connection, terms, {"id": state["id"]}, state)
    notices.append(tell_created(name))
    return int(state["id"])
