"""What visitors may read. Every statement here shows published items whose moment has come, and nothing else."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

TERM_LABELS = {"category": "Category", "post_tag": "Tag"}
PER_PAGE = 10
SITEMAP_SIZE = 5000
MAX_CHILDREN = 200
MAX_RANKED, TITLE_WEIGHT = 2000, 5
"""Of a word that is everywhere, the newest items are ranked; a word in a title counts as so many in the content."""

VISIBLE = "items.status = 'publish' AND items.date <= :now"
# The same where an index has found the rows already: the plus keeps SQLite from choosing another by state and date.
FOUND_VISIBLE = "+items.status = 'publish' AND +items.date <= :now"
CARD = """
    items.id, items.type, items.title_rendered AS title, items.path, items.date, items.modified,
    items.password <> '' AS protected,
    CASE WHEN items.password <> '' THEN '' ELSE items.excerpt_rendered END AS excerpt,
    authors.name AS author, authors.slug AS author_slug,
    coalesce(media.source_url, '') AS image, coalesce(media.alt_text, '') AS image_alt,
    (SELECT json_group_array(json_array(t.taxonomy, t.slug, t.name))
     FROM (SELECT terms.* FROM item_terms JOIN terms ON terms.id = item_terms.term_id
           WHERE item_terms.item_id = items.id ORDER BY terms.name) AS t) AS terms"""
JOINS = "JOIN authors ON authors.id = items.author LEFT JOIN media ON media.id = items.featured_media"


class Link(NamedTuple):
    """A title in HTML and the path that it leads to."""

    title: str
    path: str


class Term(NamedTuple):
    """A category (`category`) or tag (`post_tag`)."""

    taxonomy: str
    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """An item in a list. `title` and `excerpt` are sanitised HTML."""

    id: int
    type: str
    title: str
    path: str
    date: str
    modified: str
    protected: bool
    excerpt: str
    author: str
    author_slug: str
    image: str
    image_alt: str
    terms: Sequence[Term]


@dataclass(frozen=True, slots=True)
class Entry(Card):
    """An item with its content, sanitised HTML."""

    content: str


@dataclass(frozen=True, slots=True)
class Article(Entry):
    """An item on its own page."""

    password: str
    newer: Link | None
    older: Link | None
    ancestors: Sequence[Link]
    children: Sequence[Link]


class Archive(NamedTuple):
    """What an archive is of: its name, a description in plain text, the kind of archive."""

    name: str
    description: str
    label: str


class Selection(NamedTuple):
    """A further condition on the items of a list, and its values."""

    condition: str = ""
    values: dict[str, Any] = {}  # noqa: RUF012


ALL = Selection()
# A term's archive holds the items of the terms below it too.
OF_TERM = """AND items.id IN (SELECT item_id FROM item_terms WHERE term_id IN (
    WITH RECURSIVE tree(id) AS (SELECT id FROM terms WHERE taxonomy = :taxonomy AND slug = :slug
                                UNION SELECT terms.id FROM terms JOIN tree ON terms.parent = tree.id)
    SELECT id FROM tree))"""
OF_AUTHOR = "AND items.author = (SELECT id FROM authors WHERE slug = :slug)"
OF_PERIOD = "AND items.date >= :start AND items.date < :end"


async def fetch_posts(
    connection: AsyncConnection, now: str, selection: Selection, page: int
) -> tuple[list[Card], bool]:
    """One page of posts, newest first, and whether older ones follow."""
    query = f"""
        SELECT {CARD} FROM (SELECT id FROM items WHERE type = 'post' AND {VISIBLE} {selection.condition}
                            ORDER BY date DESC, id DESC LIMIT :limit OFFSET :offset) AS found
        JOIN items ON items.id = found.id {JOINS} ORDER BY items.date DESC, items.id DESC"""  # noqa: S608
    return await _fetch_cards(connection, query, page, {"now": now, **selection.values})


async def search_items(connection: AsyncConnection, now: str, words: str, page: int) -> tuple[list[Card], bool]:
    """One page of what holds every word, best first. Protected items never: a hit would tell what is in them."""
    if not (match := match_words(words)):
        return [], False
    query = f"""
        SELECT {CARD} FROM (
            SELECT items.id, hit.score
            FROM (SELECT rowid AS id, bm25(items_fts, {TITLE_WEIGHT}, 1) AS score FROM items_fts
                  WHERE items_fts MATCH :match ORDER BY rowid DESC LIMIT {MAX_RANKED}) AS hit
            JOIN items ON items.id = hit.id
            WHERE {FOUND_VISIBLE} AND items.type IN ('page', 'post') AND items.password = ''
            ORDER BY hit.score, items.id DESC LIMIT :limit OFFSET :offset) AS found
        JOIN items ON items.id = found.id {JOINS} ORDER BY found.score, items.id DESC"""  # noqa: S608
    return await _fetch_cards(connection, query, page, {"now": now, "match": match})


async def _fetch_cards(
    connection: AsyncConnection, query: str, page: int, values: dict[str, Any]
) -> tuple[list[Card], bool]:
    values |= {"limit": PER_PAGE + 1, "offset": (page - 1) * PER_PAGE}
    rows = (await connection.execute(text(query), values)).mappings().all()
    cards = [Card(**{**row, "terms": _read_terms(row["terms"])}) for row in rows[:PER_PAGE]]
    return cards, len(rows) > PER_PAGE


async def fetch_term(connection: AsyncConnection, taxonomy: str, slug: str) -> Archive | None:
    """The heading of a term's archive."""
    query = "SELECT name, description FROM terms WHERE taxonomy = :taxonomy AND slug = :slug"
    row = (await connection.execute(text(query), {"taxonomy": taxonomy, "slug": slug})).first()
    return Archive(row.name, row.description, TERM_LABELS[taxonomy]) if row else None


async def fetch_author(connection: AsyncConnection, slug: str) -> Archive | None:
    """The heading of an author's archive."""
    row = (await connection.execute(text("SELECT name, bio FROM authors WHERE slug = :slug"), {"slug": slug})).first()
    return Archive(row.name, row.bio, "Author") if row else None


def _neighbour(compare: str, order: str) -> str:
    return f"""(SELECT json_array(n.title_rendered, n.path) FROM items AS n
        WHERE items.type = 'post' AND n.type = 'post' AND n.status = 'publish' AND +n.date <= :now
          AND (n.date, n.id) {compare} (items.date, items.id)
        ORDER BY n.date {order}, n.id {order} LIMIT 1)"""  # noqa: S608


ARTICLE = text(
    f"""
SELECT {CARD}, items.content_rendered AS content, items.password,
    {_neighbour(">", "ASC")} AS newer, {_neighbour("<", "DESC")} AS older,
    (WITH RECURSIVE line(id, parent, title, path, shown, height) AS (
        SELECT a.id, a.parent, a.title_rendered, a.path, a.status = 'publish' AND a.date <= :now, 1
        FROM items AS a WHERE a.id = items.parent
        UNION ALL
        SELECT a.id, a.parent, a.title_rendered, a.path, a.status = 'publish' AND a.date <= :now, height + 1
        FROM items AS a JOIN line ON a.id = line.parent WHERE height < 50)
     SELECT json_group_array(json_array(title, path))
     FROM (SELECT title, path FROM line WHERE shown ORDER BY height DESC)) AS ancestors,
    (SELECT json_group_array(json_array(title_rendered, path))
     FROM (SELECT c.title_rendered, c.path FROM items AS c
           WHERE c.parent = items.id AND c.type = 'page' AND c.status = 'publish' AND c.date <= :now
           ORDER BY c.menu_order, c.title LIMIT {MAX_CHILDREN})) AS children
FROM items {JOINS}
WHERE items.path = :path AND items.type IN ('page', 'post') AND {FOUND_VISIBLE} LIMIT 1
"""  # noqa: S608
)


async def fetch_article(connection: AsyncConnection, now: str, path: str) -> Article | None:
    """The page or post whose permalink has this path."""
    row = (await connection.execute(ARTICLE, {"now": now, "path": path})).mappings().first()
    if row is None:
        return None
    links = {name: _read_links(row[name]) for name in ("ancestors", "children")}
    neighbours = {name: Link(*json.loads(row[name])) if row[name] else None for name in ("newer", "older")}
    return Article(**{**row, "terms": _read_terms(row["terms"]), **links, **neighbours})


async def fetch_path(connection: AsyncConnection, now: str, item_id: int) -> str | None:
    """The path of a public item."""
    query = f"SELECT path FROM items WHERE id = :id AND {VISIBLE} AND type IN ('page', 'post')"  # noqa: S608
    path: str | None = (await connection.execute(text(query), {"now": now, "id": item_id})).scalar()
    return path


async def fetch_feed(connection: AsyncConnection, now: str) -> list[Entry]:
    """The newest posts with their content, which a password hides."""
    query = f"""
        SELECT {CARD}, CASE WHEN items.password = '' THEN items.content_rendered ELSE '' END AS content
        FROM items {JOINS} WHERE items.type = 'post' AND {VISIBLE}
        ORDER BY items.date DESC, items.id DESC LIMIT {PER_PAGE}"""  # noqa: S608
    rows = (await connection.execute(text(query), {"now": now})).mappings().all()
    return [Entry(**{**row, "terms": _read_terms(row["terms"])}) for row in rows]


async def count_public(connection: AsyncConnection, now: str) -> dict[str, int]:
    """How many pages and posts anybody may see."""
    query = f"SELECT count(*) FROM items WHERE type = :type AND {VISIBLE}"  # noqa: S608
    values = [{"now": now, "type": type_} for type_ in ("page", "post")]
    return {value["type"]: (await connection.execute(text(query), value)).scalar_one() for value in values}


async def fetch_addresses(connection: AsyncConnection, now: str, type_: str, part: int) -> list[tuple[str, str]]:
    """Path and last change of each public item, oldest first, `SITEMAP_SIZE` to a part; parts count from 1."""
    query = f"""
        SELECT path, modified FROM items WHERE id IN (
            SELECT id FROM items WHERE type = :type AND {VISIBLE} ORDER BY date, id LIMIT :limit OFFSET :offset)
        ORDER BY date, id"""  # noqa: S608
    values = {"now": now, "type": type_, "limit": SITEMAP_SIZE, "offset": (part - 1) * SITEMAP_SIZE}
    return [(row.path, row.modified) for row in await connection.execute(text(query), values)]


def match_words(words: str) -> str:
    """Visitors' words as an FTS5 query: each quoted, so that none is an operator."""
    kept = [word for word in words.replace("\0", " ").replace('"', " ").split() if any(map(str.isalnum, word))]
    return " ".join(f'"{word}"' for word in kept[:20])


def _read_terms(value: str) -> list[Term]:
    return [Term(*term) for term in json.loads(value)]


def _read_links(value: str) -> list[Link]:
    return [Link(*link) for link in json.loads(value)]
