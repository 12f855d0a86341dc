"""What the first page of each list costs on a small and on a large site: `python -m bench.lists [--large 10000]`.

Every noun has as many rows as the site is large; media and terms lead the issue's list. All applications run in this
process and are asked in turns, without a network; medians of processor time are compared.
"""

import sqlite3
from collections.abc import Sequence

from bench.nouns import ROOT, Sizes, run
from bench.scale import Question
from bench.site import NUMBERS

DATE = "strftime('%Y-%m-%dT%H:%M:%SZ', '2026-01-01', '-' || value || ' minutes')"
ROWS = {
    "media": {
        **{"source_url": "'/media/2026/01/file-' || value || '.jpg'", "title": "'File ' || value"},
        **{"slug": "'file-' || value", "mime_type": "'image/jpeg'", "sha256": "printf('%064x', value)"},
        **{"date": DATE, "modified": DATE, "details": """'{"width": 40, "height": 30}'""", "unused": "1"},
    },
    "terms": {"taxonomy": "'category'", "slug": "'term-' || value", "name": "'Term ' || value"},
    "comments": {
        **{"post": "1", "status": "'approved'", "author_name": "'Ann'", "date": DATE},
        "content": "'A comment with some words, number ' || value",
    },
    "redirects": {"source": "'/old-' || value", "target": "'/new-' || value", "code": "301", "created": DATE},
    "address_hits": {"path": "'/gone-' || value", "hits": "value", "first": DATE, "last": DATE},
    "authors": {"slug": "'author-' || value", "name": "'Author ' || value"},
    "revisions": {
        **{"item_id": "1", "revision": "'x'", "at": DATE, "by": "'key:1'", "action": "'update'"},
        "state": "(SELECT state FROM revisions LIMIT 1)",
    },
    "jobs": {
        **{"kind": "'count'", "arguments": "'{}'", "caller": "'key:1'", "label": "'bench'", "role": "'admin'"},
        **{"operation": "'x'", "door": "'rest'", "client": "''", "state": "'done'", "due": DATE},
        **{"created": DATE, "updated": DATE},
    },
    "changes": {
        **{"at": DATE, "milliseconds": "1", "request_id": "'-'", "caller": "'key:1'", "label": "'bench'"},
        **{"role": "'admin'", "door": "'rest'", "client": "''", "operation": "'create_page'", "arguments": "'{}'"},
        **{"outcome": "'done'", "previous": "''", "hash": "''"},
    },
    "api_keys": {
        **{"label": "'Key ' || value", "role": "'author'", "secret_sha256": "printf('%064x', value)"},
        **{"first_characters": "'x'", "created": DATE},
    },
}
"""What a row of each table has, in SQL of its number. Changes are not chained: nothing here reads the chain."""
QUESTIONS = (
    Question("media", f"{ROOT}/media"),
    Question("media by title", f"{ROOT}/media", "orderby=title&order=asc"),
    Question("media without alternative text", f"{ROOT}/media", "only=missing_alt_text"),
    Question("media that nothing uses", f"{ROOT}/media", "only=unused"),
    Question("categories", f"{ROOT}/categories"),
    Question("categories by use", f"{ROOT}/categories", "orderby=count&order=desc"),
    Question("comments", f"{ROOT}/comments"),
    Question("comments of a page", f"{ROOT}/comments", "post=1"),
    Question("redirects", f"{ROOT}/redirects"),
    Question("redirects by use", f"{ROOT}/redirects", "orderby=hits"),
    Question("missing addresses", f"{ROOT}/redirects/missing"),
    Question("users", f"{ROOT}/users"),
    Question("users by id", f"{ROOT}/users", "orderby=id"),
    Question("revisions of a page", f"{ROOT}/pages/1/revisions"),
    Question("jobs", f"{ROOT}/jobs"),
    Question("changes", f"{ROOT}/changes"),
    Question("keys", f"{ROOT}/api-keys"),
)


def fill_tables(connection: sqlite3.Connection, rows: int, tables: Sequence[str] = tuple(ROWS)) -> None:
    """Give each table so many rows, without entries in the journal."""
    connection.execute("PRAGMA synchronous=OFF")
    for name in tables:
        columns = ROWS[name]
        written = f"INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(columns.values())} FROM number"
        connection.execute(f"{NUMBERS} {written}", {"first": 1, "last": rows})


if __name__ == "__main__":
    run("bench.lists", QUESTIONS, fill_tables, Sizes(100, 10_000, 40))
