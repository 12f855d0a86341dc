"""Deleting a term, with where its items go: to the term that is named, else to the default category if they need one.

Source: wp-includes/taxonomy.php, wp_delete_term.
"""

from sqlalchemy import Connection, delete, insert, text, update

from sitehand.hosts.builtin.tables import terms
from sitehand.hosts.builtin.term_rules import BY_ID, UNCATEGORIZED, State, begin_term, find_default
from sitehand.hosts.builtin.trees import is_below
from sitehand.site.terms import CATEGORY, refuse_default, refuse_many, refuse_many_below, refuse_reassign
from sitehand.store.prepared import Prepared
from sitehand.store.verification import verify_row

MAX_ITEMS = 2_000
"""What has a term, or is right below it, and changes with one deletion: each gets a new revision while others wait."""
COUNT_ITEMS = Prepared(
    text(
        "SELECT count(*) FROM (SELECT 1 FROM item_terms WHERE term_id = :id"
        " UNION ALL SELECT 1 FROM media_terms WHERE term_id = :id LIMIT :limit) AS counted"
    ),
)
COUNT_BELOW = Prepared(
    text(
        "SELECT count(*) FROM (SELECT 1 FROM terms WHERE taxonomy = :taxonomy AND parent = :id LIMIT :limit) AS counted"
    ),
)
NEEDY = """NOT EXISTS (SELECT 1 FROM item_terms AS other JOIN terms ON terms.id = other.term_id
    WHERE other.item_id = item_terms.item_id AND other.term_id <> :id AND terms.taxonomy = :taxonomy)"""
"""What is true of an item that has no other term of the taxonomy."""
IS_NEEDED = Prepared(text(f"SELECT 1 FROM item_terms WHERE term_id = :id AND {NEEDY} LIMIT 1"))  # noqa: S608
GIVE = "INSERT INTO item_terms (item_id, term_id) SELECT item_id, :target FROM item_terms WHERE term_id = :id"
KEEP = "ON CONFLICT DO NOTHING"
GIVE_ALL, GIVE_NEEDY = Prepared(text(f"{GIVE} {KEEP}")), Prepared(text(f"{GIVE} AND {NEEDY} {KEEP}"))
GIVE_MEDIA = Prepared(text(f"{GIVE.replace('item', 'media')} {KEEP}"))
TAKE = [Prepared(text(f"DELETE FROM {table} WHERE term_id = :id")) for table in ("item_terms", "media_terms")]  # noqa: S608
MOVE_UP = Prepared(
    text("UPDATE terms SET parent = :parent, menu_order = 0 WHERE taxonomy = :taxonomy AND parent = :id"),
)
"""A place is one among siblings."""


def remove_term(connection: Connection, term: State, reassign: int) -> None:
    """Remove a term and give its items another.

    Raises Problem(conflict) for the default category and for a term with too many items; Problem(invalid_arguments)
    for a term to reassign to that is not there.
    """
    _check(connection, term, reassign)
    known = {"id": term["id"], "taxonomy": term["taxonomy"]}
    if reassign:
        for give in (GIVE_ALL, GIVE_MEDIA):
            give.run(connection, {"id": term["id"], "target": reassign})
    elif term["taxonomy"] == CATEGORY and IS_NEEDED.scalar(connection, known):
        GIVE_NEEDY.run(connection, {**known, "target": _need_default(connection)})
    MOVE_UP.run(connection, {**known, "parent": term["parent"]})
    for take in TAKE:
        take.run(connection, {"id": term["id"]})
    connection.execute(delete(terms).where(terms.c.id == term["id"]))
    verify_row(connection, terms, {"id": term["id"]}, None)


def merge_term(connection: Connection, term: State, target: State) -> None:
    """End a term in favour of another, which gets its items and the terms below it.

    Raises what `remove_term` raises.
    """
    known = {"taxonomy": term["taxonomy"], "id": term["id"]}
    if is_below(connection, "terms", target["id"], term["id"]):
        connection.execute(update(terms).where(terms.c.id == target["id"]).values(parent=term["parent"], menu_order=0))
    MOVE_UP.run(connection, {**known, "parent": target["id"]})
    remove_term(connection, term, target["id"])


def _check(connection: Connection, term: State, reassign: int) -> None:
    if term["taxonomy"] == CATEGORY and term["id"] == find_default(connection):
        raise refuse_default()
    target = {"taxonomy": term["taxonomy"], "id": reassign}
    if reassign and (reassign == term["id"] or BY_ID.first(connection, target) is None):
        raise refuse_reassign(term["taxonomy"], reassign)
    counted = {"id": term["id"], "limit": MAX_ITEMS + 1}
    if COUNT_ITEMS.scalar(connection, counted) > MAX_ITEMS:
        raise refuse_many(term["id"], MAX_ITEMS)
    if COUNT_BELOW.scalar(connection, {**counted, "taxonomy": term["taxonomy"]}) > MAX_ITEMS:
        raise refuse_many_below(term["id"], MAX_ITEMS)


def _need_default(connection: Connection) -> int:
    """The default category, which is made when it is first needed."""
    found = find_default(connection)
    if found is None:
        given = {"name": "Uncategorized", "slug": UNCATEGORIZED}
        state, _ = begin_term(connection, CATEGORY, given, nested=True)
        connection.execute(insert(terms).values(state))
        verify_row(connection, terms, {"id": state["id"]}, state)
        found = int(state["id"])
    return found
