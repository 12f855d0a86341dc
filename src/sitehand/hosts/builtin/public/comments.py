"""What visitors see of the comments on an item: those that are approved, each below the one that it replies to."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import text

from sitehand.hosts.builtin.rendering import render_comment
from sitehand.store.database import Database
from sitehand.store.reading import list_rows

MAX_COMMENTS, MAX_CHARACTERS = 500, 500_000
"""Of one item, the oldest: a page has no more of them."""
DEEPEST = 4
"""Replies to replies are set in by so many steps."""
COUNT = "SELECT count(*) AS number FROM comments WHERE post = :id AND type <> 'note' AND status = 'approved'"
OLDEST = text(
    "SELECT id, parent, author_name, author_url, date, content FROM comments WHERE post = :id AND type <> 'note'"
    " AND status = 'approved' ORDER BY date, id LIMIT :limit"
)


class PublicComment(NamedTuple):
    """One comment. `content` is sanitised HTML; `depth` 0 is a comment on the item itself."""

    id: int
    author: str
    address: str
    date: str
    content: str
    depth: int


class PublicComments(NamedTuple):
    """The comments that a page shows, and how many there are."""

    shown: Sequence[PublicComment]
    total: int


NONE = PublicComments((), 0)


async def fetch_comments(database: Database, item_id: int) -> PublicComments:
    """The comments on an item. Most items have none: then nothing but an index is looked at."""
    total = database.look_up(COUNT, {"id": item_id}, committed=True)[0]["number"]
    if not total:
        return NONE
    rows = await database.visitors.read(list_rows(OLDEST, {"id": item_id, "limit": MAX_COMMENTS}))
    return PublicComments(await asyncio.to_thread(_build_all, rows), total)


def _build_all(rows: Sequence[Any]) -> list[PublicComment]:
    """The comments as a page shows them, up to its bound."""
    room, found = MAX_CHARACTERS, []
    for row, depth in _arrange(rows):
        room -= len(row.content)
        if room < 0:
            break
        html = render_comment(row.content).html
        found.append(PublicComment(row.id, row.author_name, row.author_url, row.date, html, min(depth, DEEPEST)))
    return found


def _arrange(rows: Sequence[Any]) -> Iterator[tuple[Any, int]]:
    """Each comment before the replies to it. A reply to one that is not shown stands for itself."""
    shown = {row.id for row in rows}
    below: dict[int, list[Any]] = {}
    for row in rows:
        below.setdefault(row.parent if row.parent in shown else 0, []).append(row)
    pending = [(row, 0) for row in reversed(below.pop(0, []))]
    while pending:
        row, depth = pending.pop()
        yield row, depth
        pending += [(reply, depth + 1) for reply in reversed(below.pop(row.id, []))]
