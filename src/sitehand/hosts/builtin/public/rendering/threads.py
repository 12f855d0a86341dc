"""The comments on an item as blocks show them: each before the replies to it, and so many threads on a page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from sitehand.hosts.builtin.public.comments import DEEPEST, MAX_COMMENTS, arrange
from sitehand.hosts.builtin.public.rendering.reads import fetch

ANONYMOUS = "Anonymous"
"""The author of a comment by somebody who gave no name."""
THREADS = 50
"""Threads on a page of comments, as WordPress has them unless its owner says otherwise."""
_OF_ITEM = "post = :id AND comments.type <> 'note' AND status = 'approved'"


class Said(NamedTuple):
    """A comment without its text. `depth` 0 is one on the item itself; `account` is the slug of an author of the site,
    empty for a visitor.
    """

    id: int
    author: str
    account: str
    address: str
    date: str
    depth: int


class Thread(NamedTuple):
    """The comments that a block shows, from one page of those on an item."""

    shown: Sequence[Said]
    page: int = 1
    pages: int = 1


def read_said(connection: Connection, item_id: int) -> list[Said]:
    """The comments on an item, the oldest `MAX_COMMENTS`, each before the replies to it."""
    statement = f"""
        SELECT comments.id, comments.parent, comments.date, author_name, author_url,
            coalesce(authors.slug, '') AS account
        FROM comments LEFT JOIN authors ON authors.id = comments.author
        WHERE {_OF_ITEM} ORDER BY comments.date, comments.id LIMIT {MAX_COMMENTS}"""  # noqa: S608
    rows = fetch(connection, statement, {"id": item_id})
    parents = [(row["id"], row["parent"]) for row in rows]
    return [_build(rows[at], depth) for at, depth in arrange(parents)]


def _build(row: Mapping[str, Any], depth: int) -> Said:
    return Said(
        row["id"], row["author_name"] or ANONYMOUS, row["account"], row["author_url"], row["date"], min(depth, DEEPEST)
    )


def read_words(connection: Connection, comment_id: int) -> str:
    """The text of an approved comment as it is stored."""
    statement = "SELECT content FROM comments WHERE id = :id AND status = 'approved'"
    rows = fetch(connection, statement, {"id": comment_id})
    return rows[0]["content"] if rows else ""


def find_page(said: Sequence[Said], page: int) -> Thread:
    """One page of the comments, or the last where there are not so many."""
    threads = [*_list_threads(said)]
    pages = max(1, -(-len(threads) // THREADS))
    page = min(page, pages)
    shown = [comment for thread in threads[(page - 1) * THREADS : page * THREADS] for comment in thread]
    return Thread(shown, page, pages)


def _list_threads(said: Sequence[Said]) -> Iterator[Sequence[Said]]:
    starts = [at for at, comment in enumerate(said) if not comment.depth]
    for start, end in zip(starts, [*starts[1:], len(said)], strict=True):
        yield said[start:end]
