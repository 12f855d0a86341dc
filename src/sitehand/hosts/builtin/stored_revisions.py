"""Revisions of pages and posts: how they are stored, and which were kept long enough."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, text

from sitehand.hosts.builtin.tables import revisions
from sitehand.site.revisions import REVISED
from sitehand.store.json_text import write_object
from sitehand.store.texts import fold, read_bodies, release, unfold

ALWAYS_KEPT = 10
"""The newest revisions of each existing item that stay at any age."""
DRAWN = (*REVISED, "elementor_data", "elementor_page_settings", "elementor_edit_mode")
"""The texts that the page of an item is drawn from."""
PORTION = 200
"""Revisions that one transaction clears."""
OLD = text(
    """
    SELECT id FROM revisions AS old WHERE id > :last AND CASE
        WHEN EXISTS (SELECT 1 FROM items WHERE items.id = old.item_id) THEN at < :cutoff AND
            (SELECT count(*) FROM (SELECT 1 FROM revisions AS newer WHERE newer.item_id = old.item_id
                AND newer.id > old.id LIMIT :kept) AS kept) = :kept
        ELSE at < :gone END
    ORDER BY id LIMIT :limit
    """
)
DELETE = delete(revisions).where(revisions.c.id.in_(bindparam("ids", expanding=True))).returning(revisions.c.texts)


def fold_state(connection: Connection, state: Mapping[str, Any]) -> dict[str, str | None]:
    """The columns that keep a state: its fields as JSON, the long texts by their hashes."""
    stored, hashes = fold(connection, state)
    return {"state": write_object(stored), "texts": write_object(hashes) if hashes else None}


def unfold_state(connection: Connection, row: RowMapping, names: Collection[str] = REVISED) -> dict[str, Any]:
    """The fields that the columns `state` and `texts` of a revision keep, with the long texts of these names."""
    hashes = {name: named for name, named in json.loads(row["texts"] or "{}").items() if name in names}
    return unfold(json.loads(row["state"]), hashes, read_bodies(connection, hashes.values()))


def fold_revision(connection: Connection, row: Mapping[str, Any]) -> dict[str, str | None]:
    """The columns that keep a revision, of one that keeps its long texts itself, as those from before 3.8 do."""
    return fold_state(connection, json.loads(row["state"]))


def find_old_revisions(connection: Connection, cutoff: str, gone: str) -> Iterator[list[int]]:
    """Ids of revisions to clear, in portions: older than a moment, of items that are deleted for good than another.

    Looking takes a while on a large site; no transaction that writes should wait for it.
    """
    last = 0
    while True:
        known = {"last": last, "cutoff": cutoff, "gone": gone, "kept": ALWAYS_KEPT, "limit": PORTION}
        found = list(connection.execute(OLD, known).scalars())
        if not found:
            return
        yield found
        last = found[-1]


def delete_revisions(connection: Connection, ids: Iterable[int]) -> int:
    """Delete those that are still there, with the texts that nothing else names. Returns how many those were."""
    texts = connection.execute(DELETE, {"ids": list(ids)}).scalars().all()
    release(connection, texts)
    return len(texts)
