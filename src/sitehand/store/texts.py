"""Long texts of the journal and of revisions: each is stored once, compressed, under its SHA-256.

An edit of a page names its text four times: before and after in the journal, in the revision, and before the next
edit. So rows that keep fields as JSON hold null in place of a long text, and name its hash in a column of their own,
`texts`: field by field, apart from the fields, so that no value can be mistaken for a hash.
"""

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from sitehand.store.prepared import Prepared
from sitehand.store.tables import texts

Fields = Mapping[str, Any]
Hashes = dict[str, str]
"""The hash of the text that a field has, by the field's name."""

LONG = 200
"""Characters from which on a text is worth a row of its own."""
FASTEST = 1
"""Level of compression: texts are compressed while others wait to write."""
READ_AT_ONCE = 500
NAMED = texts.c.sha256 == bindparam("named")
REFER = Prepared(update(texts).where(NAMED).values(refs=texts.c.refs + 1))
RELEASE = update(texts).where(NAMED).values(refs=texts.c.refs - bindparam("number"))
FORGET = delete(texts).where(NAMED, texts.c.refs <= 0)
KEEP = Prepared(insert(texts))


def fold(connection: Connection, fields: Fields) -> tuple[dict[str, Any], Hashes]:
    """The fields with null for each long text, and the hashes of these texts, which are stored and counted."""
    hashes = {
        name: _keep(connection, value)
        for name, value in fields.items()
        if isinstance(value, str) and len(value) >= LONG
    }
    return {**fields, **dict.fromkeys(hashes)}, hashes


def unfold(fields: Fields, hashes: Fields, bodies: Mapping[str, str]) -> dict[str, Any]:
    """The fields with their long texts; null stays in place of a text that is gone."""
    return {**fields, **{name: bodies[named] for name, named in hashes.items() if named in bodies}}


def read_bodies(connection: Connection, hashes: Iterable[str]) -> dict[str, str]:
    """The texts that are there, by their hashes."""
    wanted = sorted(set(hashes))
    bodies: dict[str, str] = {}
    for start in range(0, len(wanted), READ_AT_ONCE):
        query = select(texts.c.sha256, texts.c.body).where(texts.c.sha256.in_(wanted[start : start + READ_AT_ONCE]))
        bodies |= {row.sha256: zlib.decompress(row.body).decode() for row in connection.execute(query)}
    return bodies


def release(connection: Connection, named: Iterable[str | None]) -> None:
    """Count down the texts that rows named which are gone, given their `texts`; what nothing names goes, too."""
    gone = Counter(name_hash for each in named if each for name_hash in walk_hashes(each))
    if gone:
        connection.execute(RELEASE, [{"named": each, "number": number} for each, number in gone.items()])
        connection.execute(FORGET, [{"named": each} for each in gone])


def walk_hashes(named: str) -> Iterable[str]:
    """The hashes that a row names in its `texts`: of its fields, or of its two sides' fields."""
    for value in json.loads(named).values():
        if isinstance(value, str):
            yield value
        else:
            yield from value.values()


@lru_cache(4)  # a revision keeps the texts of an item, and the journal right after it
def name_text(body: str) -> str:
    """The hash of a text, under which it is stored."""
    return hashlib.sha256(body.encode()).hexdigest()


def _keep(connection: Connection, body: str) -> str:
    named = name_text(body)
    if REFER.run(connection, {"named": named}) == 0:
        KEEP.run(connection, {"sha256": named, "refs": 1, "body": zlib.compress(body.encode(), FASTEST)})
    return named
