"""What tests rely on when they compare stored states: that `check_derived` finds what does not agree."""

import sqlite3
from pathlib import Path

import pytest

from tests.promises.dumps import check_derived
from tests.promises.walk import open_walk, run_sql, sabotaged
from tests.samples.sample import alter

DAMAGES = {
    "the search index": "INSERT INTO items_fts (items_fts) VALUES ('delete-all')",
    "the parts of texts": "INSERT INTO authors_fts (authors_fts) VALUES ('delete-all')",
    "the counts": "UPDATE item_counts SET count = count + 1",
    "the values of fields": "INSERT INTO item_field_values (name, item_id, place) VALUES ('colour', 1, 0)",
    "the links": "UPDATE items SET links = (SELECT json_array(json_object('url', '/', 'text', '', 'host', '',"
    " 'path', '/', 'item', 0, 'stem', '')))",
    "the sizes": "UPDATE item_sizes SET raw = raw + 1",
    "the revision token": "UPDATE items SET excerpt = 'changed past the service'",
    "the revision token by a term": "INSERT INTO item_terms (item_id, term_id) VALUES (1, 50)",
    "the digest of a part": "INSERT INTO item_seo (item_id, data, digest, noindex, canonical)"
    " VALUES (1, '{\"title\": \"Tea\"}', '000000000000', 0, '')",
    "a reference": "INSERT INTO menu_entries (id, menu_id, parent, position, title) VALUES (1, 9, 0, 1, 'Top')",
}
TERM = "INSERT INTO terms (id, taxonomy, name, slug) VALUES (50, 'category', 'Water', 'water')"


@pytest.mark.parametrize("damage", DAMAGES)
async def test_what_does_not_agree_is_found(tmp_path: Path, damage: str) -> None:
    """The search index, counts, sizes, values of fields, revision tokens and references, one after the other."""
    async with open_walk(tmp_path) as walk:
        await walk.make("page")
        run_sql(walk.data, TERM)
        check_derived(walk.data)
        run_sql(walk.data, DAMAGES[damage])
        with pytest.raises((AssertionError, sqlite3.DatabaseError)):
            check_derived(walk.data)


async def test_a_sabotaged_text_keeps_the_search_index_whole(tmp_path: Path) -> None:
    """The words that the index has are those of the row, also after a trigger of a test has rewritten it."""
    async with open_walk(tmp_path) as walk:
        await walk.make("page")
        with sabotaged(walk.data, alter("UPDATE", "items", "content = content || 'x'")):
            run_sql(walk.data, "UPDATE items SET content = 'reworded'")
        run_sql(walk.data, "INSERT INTO items_fts (items_fts, rank) VALUES ('integrity-check', 1)")
