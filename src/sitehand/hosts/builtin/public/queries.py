"""What visitors may read. Every statement here shows published items whose moment has come, and nothing else.

What an index answers at once is read in the event loop; searches, terms and the sitemap in the visitors' threads.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import text

from sitehand.hosts.builtin.public.neighbours import ANCESTORS, BY_DATE, BY_LOCALE, CHILDREN, find_neighbour
from sitehand.hosts.builtin.relevance import MAX_RANKED, RANKED_HITS, SCORE, weigh_by
from sitehand.hosts.builtin.sqlite.full_text import HIT
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.hosts.builtin.words import match_words
from sitehand.site.terms import FORMAT, FORMATS
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from sitehand.store.sqlite import find_place
from sitehand.store.sqlite.driver import Row
from sitehand.store.sqlite.hints import BY_KEY, THEN_JOIN, aside, by_index, is_set
from sitehand.store.sqlite.json import build_array, gather

TERM_LABELS = {"category": "Category", "post_tag": "Tag"}
PER_PAGE = 10
MAX_SORTED = 10_000
"""A term with fewer items has them sorted; the posts of a larger one are met on a walk through all."""
MAX_QUICK_PAGE = 100

SHOWN_DOCUMENT = "e.elementor_edit_mode = 'builder' AND e.elementor_data NOT IN ('', '[]')"
HAS_DOCUMENT = f"EXISTS (SELECT 1 FROM item_elementor AS e WHERE e.item_id = items.id AND {SHOWN_DOCUMENT})"  # noqa: S608
VISIBLE = "items.status = 'publish' AND items.date <= :now"
LOCAL = "items.locale = :locale"
IS_STICKY = is_set("items.sticky", truth=True)
# The same where an index has found the rows already: SQLite must not choose another by state and date.
FOUND_VISIBLE = f"{aside('items.status')} = 'publish' AND {aside('items.date')} <= :now"
FOCUS = """CASE WHEN media.focal_x <> 50 OR media.focal_y <> 50
    THEN media.focal_x || '% ' || media.focal_y || '%' ELSE '' END"""
"""The focal point of a picture as CSS's `object-position`; empty for the centre, where crops are anyway."""
CARD = f"""
    items.id, items.type, items.locale, items.title_rendered AS title, items.path, items.date, items.modified,
    items.password <> '' AS protected,
    CASE WHEN items.password <> '' THEN '' ELSE items.excerpt_rendered END AS excerpt,
    authors.name AS author, authors.slug AS author_slug,
    coalesce(media.source_url, '') AS image, coalesce(media.alt_text, '') AS image_alt,
    coalesce(media.details, '{{}}') AS image_size, {FOCUS} AS image_focus,
    (SELECT {gather(build_array("t.taxonomy", "t.slug", "t.name"))}
     FROM (SELECT terms.* FROM item_terms JOIN terms ON terms.id = item_terms.term_id
           WHERE item_terms.item_id = items.id ORDER BY terms.name) AS t) AS terms"""  # noqa: S608
JOINS = "JOIN authors ON authors.id = items.author LEFT JOIN media ON media.id = items.featured_media"


class Link(NamedTuple):
    """A title in HTML and the path that it leads to."""

    title: str
    path: str


class ShownTerm(NamedTuple):
    """A category (`category`), tag (`post_tag`) or term of another taxonomy."""

    taxonomy: str
    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """An item in a list. `title` and `excerpt` are sanitised HTML; `image_size` is in pixels, empty if not known.

    `image_focus` is the `object-position` of crops of its image, empty for the centre.
    """

    id: int
    type: str
    locale: str
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
    image_size: Mapping[str, int]
    image_focus: str
    terms: Sequence[ShownTerm]

    @property
    def format(self) -> str:
        """The format of a post, such as `aside`; `standard` where it has none that WordPress knows."""
        slugs = (term.slug.removeprefix("post-format-") for term in self.terms if term.taxonomy == FORMAT)
        return next((slug for slug in slugs if slug in FORMATS), "standard")


@dataclass(frozen=True, slots=True)
class Entry(Card):
    """An item with its content, sanitised HTML; whether an Elementor document takes its place."""

    content: str
    revision: str
    has_document: bool


@dataclass(frozen=True, slots=True)
class Article(Entry):
    """An item on its own page."""

    password: str
    has_blocks: bool
    newer: Link | None
    older: Link | None
    ancestors: Sequence[Link]
    children: Sequence[Link]
    seo: Mapping[str, Any]
    translation_of: int


class Archive(NamedTuple):
    """What an archive is of: its name, a description in plain text, the kind of archive."""

    name: str
    description: str
    label: str


class Selection(NamedTuple):
    """The type of a list's items, a further condition with its values, and the index that holds them in their order."""

    condition: str = ""
    values: Mapping[str, Any] = {}
    index_name: str = BY_DATE
    type: str = "post"


ALL = Selection()
# A term's archive holds the items of the terms below it too.
TREE = """term_id IN (
    WITH RECURSIVE tree(id) AS (SELECT id FROM terms WHERE taxonomy = :taxonomy AND slug = :slug
                                UNION SELECT terms.id FROM terms JOIN tree ON terms.parent = tree.id)
    SELECT id FROM tree)"""
OF_TERM = f"AND EXISTS (SELECT 1 FROM item_terms WHERE item_id = items.id AND {TREE})"  # noqa: S608
OF_AUTHOR = "AND items.author = :author"
OF_PERIOD = "AND items.date >= :start AND items.date < :end"


async def fetch_posts(
    database: Database, now: str, locale: str, selection: Selection, page: int
) -> tuple[list[Card], bool]:
    """One page of the posts of a locale, newest first, and whether older ones follow."""
    wanted = f"items.type = :type AND {VISIBLE} {selection.condition}"
    query = _list_posts(*_choose_index(locale, wanted, selection.index_name))
    values = {"now": now, "locale": locale, "type": selection.type, **selection.values}
    return await _fetch_cards(database, query, page, values, quick=page <= MAX_QUICK_PAGE)


async def fetch_sticky(database: Database, now: str, locale: str) -> list[Card]:
    """The newest sticky posts of a locale, no more than a page of a list has."""
    wanted = f"items.type = 'post' AND {IS_STICKY} AND {VISIBLE} AND {LOCAL}"
    query = _list_posts(f"items {by_index('ix_items_sticky')}", wanted)
    return (await _fetch_cards(database, query, 1, {"now": now, "locale": locale}, quick=True))[0]


async def fetch_term_posts(
    database: Database, now: str, locale: str, taxonomy: str, slug: str, page: int
) -> tuple[list[Card], bool]:
    """One page of the posts with a term or a term below it, newest first, and whether older ones follow."""
    values = {"taxonomy": taxonomy, "slug": slug}
    count = text(f"SELECT count(*) FROM (SELECT 1 FROM item_terms WHERE {TREE} LIMIT {MAX_SORTED + 1}) AS counted")  # noqa: S608
    if (await database.visitors.read(list_rows(count, values)))[0][0] > MAX_SORTED:
        query = _list_posts(*_choose_index(locale, f"items.type = 'post' AND {VISIBLE} {OF_TERM}"))
    else:
        chosen = f"(SELECT DISTINCT item_id FROM item_terms WHERE {TREE}) AS chosen"  # noqa: S608
        source = f"{chosen} {THEN_JOIN} items {BY_KEY} ON items.id = chosen.item_id"
        query = _list_posts(source, f"items.type = 'post' AND {VISIBLE} AND {LOCAL}")
    return await _fetch_cards(database, query, page, {"now": now, "locale": locale, **values})


def _choose_index(locale: str, wanted: str, index_name: str = BY_DATE) -> tuple[str, str]:
    """Where the items of a locale are found, and the condition on them; a walk by date would meet all the others."""
    if locale:
        return f"items {by_index(BY_LOCALE[index_name])}", f"{wanted} AND {LOCAL} AND items.locale <> ''"
    return f"items {by_index(index_name)}", f"{wanted} AND {LOCAL}"


def _list_posts(source: str, where: str) -> str:
    return f"""
        SELECT {CARD} FROM (SELECT items.id FROM {source} WHERE {where}
                            ORDER BY items.date DESC, items.id DESC LIMIT :limit OFFSET :offset) AS found
        JOIN items ON items.id = found.id {JOINS} ORDER BY items.date DESC, items.id DESC"""  # noqa: S608


async def search_items(database: Database, now: str, locale: str, words: str, page: int) -> tuple[list[Card], bool]:
    """One page of what holds every word, best first. Protected items never: a hit would tell what is in them."""
    if not (match := match_words(words)):
        return [], False
    query = f"""
        SELECT {CARD} FROM (
            SELECT hit.id, hit.score
            FROM (SELECT items.id, {SCORE} AS score FROM {RANKED_HITS}
                  WHERE {VISIBLE} AND items.type IN {SHOWN_TYPES} AND items.password = '' AND {LOCAL}
                  ORDER BY {HIT} DESC LIMIT {MAX_RANKED}) AS hit
            ORDER BY hit.score, hit.id DESC LIMIT :limit OFFSET :offset) AS found
        JOIN items ON items.id = found.id {JOINS} ORDER BY found.score, items.id DESC"""  # noqa: S608
    weighed = await database.visitors.read(lambda connection: weigh_by(connection, match))
    return await _fetch_cards(database, query, page, {"now": now, "locale": locale, **weighed})


async def _fetch_cards(
    database: Database, query: str, page: int, values: Mapping[str, Any], *, quick: bool = False
) -> tuple[list[Card], bool]:
    values = {**values, "limit": PER_PAGE + 1, "offset": (page - 1) * PER_PAGE}
    rows: Sequence[Row | Mapping[str, Any]]
    if quick:
        rows = database.look_up(query, values, committed=True)
    else:
        rows = [row._asdict() for row in await database.visitors.read(list_rows(text(query), values))]
    return [read_card(row) for row in rows[:PER_PAGE]], len(rows) > PER_PAGE


def read_card(row: Row | Mapping[str, Any]) -> Card:
    """An item of a list, from a row of the columns `CARD`."""
    return Card(**_read_columns(row))


def find_term(database: Database, taxonomy: str, slug: str) -> Archive | None:
    """The heading of a term's archive."""
    query = "SELECT name, description FROM terms WHERE taxonomy = :taxonomy AND slug = :slug"
    row = first(database, query, {"taxonomy": taxonomy, "slug": slug})
    return Archive(row["name"], row["description"], TERM_LABELS[taxonomy]) if row else None


def find_author(database: Database, slug: str) -> tuple[int, Archive] | None:
    """An author's id, and the heading of the archive."""
    row = first(database, "SELECT id, name, bio FROM authors WHERE slug = :slug", {"slug": slug})
    return (row["id"], Archive(row["name"], row["bio"], "Author")) if row else None


def first(database: Database, query: str, values: Mapping[str, Any]) -> Row | None:
    """The first row that a statement finds; None for none."""
    return next(iter(database.look_up(query, values, committed=True)), None)


ARTICLE = f"""
SELECT {CARD}, items.content_rendered AS content, items.password, items.revision, items.translation_of,
    {find_place("items.content", "'<!-- wp:'")} > 0 AS has_blocks,
    (SELECT data FROM item_seo WHERE item_id = items.id) AS seo,
    {HAS_DOCUMENT} AS has_document,
    {find_neighbour(">", "ASC")} AS newer, {find_neighbour("<", "DESC")} AS older,
    {ANCESTORS},
    {CHILDREN}
FROM items {JOINS}
WHERE"""  # noqa: S608
AT_PATH = f"{ARTICLE} items.path = :path AND items.type IN {SHOWN_TYPES} AND {FOUND_VISIBLE} LIMIT 1"


def find_article(database: Database, now: str, path: str) -> Article | None:
    """The page or post whose permalink has this path."""
    return read_article(first(database, AT_PATH, {"now": now, "path": path}))


def read_article(row: Row | Mapping[str, Any] | None) -> Article | None:
    """An item on its own page, from a row of `ARTICLE`; None for none."""
    if row is None:
        return None
    links = {name: [Link(*link) for link in json.loads(row[name])] for name in ("ancestors", "children")}
    neighbours = {name: Link(*json.loads(row[name])) if row[name] else None for name in ("newer", "older")}
    seo = json.loads(row["seo"] or "{}")
    return Article(**{**_read_columns(row), "seo": seo, **links, **neighbours})


def list_feed(database: Database, now: str, locale: str, item_type: str = "post") -> list[Entry]:
    """The newest items of a locale with their content and documents, which a password hides."""
    source, wanted = _choose_index(locale, f"items.type = :type AND {VISIBLE}")
    query = f"""
        SELECT {CARD}, CASE WHEN items.password = '' THEN items.content_rendered ELSE '' END AS content,
            items.revision, items.password = '' AND {HAS_DOCUMENT} AS has_document
        FROM {source} {JOINS} WHERE {wanted}
        ORDER BY items.date DESC, items.id DESC LIMIT {PER_PAGE}"""  # noqa: S608
    rows = database.look_up(query, {"now": now, "locale": locale, "type": item_type}, committed=True)
    return [Entry(**_read_columns(row)) for row in rows]


def _read_columns(row: Row | Mapping[str, Any]) -> dict[str, Any]:
    terms = [ShownTerm(*term) for term in json.loads(row["terms"])]
    return {**row, "terms": terms, "image_size": read_size(row["image_size"])}


def read_size(details: str) -> dict[str, int]:
    """The width and height of a picture, in pixels, from what is known of its file; empty when that is not."""
    known = json.loads(details)
    size = {name: known.get(name) for name in ("width", "height")}
    return size if all(size.values()) else {}
