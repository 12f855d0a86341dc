"""What visitors see of the comments on an item: those that are approved, each below the one that it replies to."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import text

from sitehand.hosts.builtin.rendering import render_comment
from sitehand.store.database import Database
from sitehand.store.reading import list_rows

MAX_COMMENTS, MAX_CHARACTERS = 500, 500_000
"""Comments and characters that a page shows of one item, the oldest first."""
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
    for at, depth in arrange([(row.id, row.parent) for row in rows]):
        row = rows[at]
        room -= len(row.content)
        if room < 0:
            break
        html = render_comment(row.content).html
        found.append(PublicComment(row.id, row.author_name, row.author_url, row.date, html, min(depth, DEEPEST)))
    return found


def arrange(found: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Comments, each an id and that of its parent, in order: the place of each, before those of the replies to it, and
    its depth. A reply to one that is not among them stands for itself.
    """
    shown = {comment for comment, _ in found}
    below: dict[int, list[int]] = {}
    for at, (_, parent) in enumerate(found):
        below.setdefault(parent if parent in shown else 0, []).append(at)
    pending = [(at, 0) for at in reversed(below.pop(0, []))]
    while pending:
        at, depth = pending.pop()
        yield at, depth
        pending += [(reply, depth + 1) for reply in reversed(below.pop(found[at][0], []))]
