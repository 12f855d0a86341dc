"""A list of items that an author puts together: each item drawn by the blocks of a template."""

import re
from collections.abc import Iterator

from sitehand.hosts.builtin.public.queries import Card
from sitehand.hosts.builtin.public.rendering.reads import PostQuery
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import wrap
from sitehand.hosts.builtin.words import match_words
from sitehand.site.values import MAX_ID

MAX_OFFSET, MAX_PAGE = 10_000, 1_000
NOTHING = Attributes()


def read_query(block: Slot, scene: Scene) -> PostQuery:
    """What the list around a block shows, on the page of it that the visitor asks for."""
    query = block.context.get("core/query", NOTHING).inner("query")
    size = query.number("perPage", 10, 1)
    page = read_page(block, scene)
    post = (scene.post.id,) if query.flag("excludeCurrent") else ()
    include, exclude = _read_terms(query)
    return PostQuery(
        type="page" if query.text("postType") == "page" else "post",
        limit=size,
        offset=query.number("offset", 0, 0, MAX_OFFSET) + size * (page - 1),
        orderby=query.text("orderBy", "date"),
        order=query.choice("order", ("desc", "asc")),
        terms=include,
        without=exclude,
        authors=_read_authors(query),
        parents=query.ids("parents"),
        search=match_words(words) if (words := query.text("search").strip()) else None,
        exclude=query.ids("exclude") + post,
        sticky=query.choice("sticky", ("", "only", "exclude")),
    )


def _read_authors(query: Attributes) -> tuple[int, ...]:
    """Ids, given as a list, or as text with commas."""
    given = re.findall("[0-9]{1,15}", query.text("author")[:1000])
    return query.ids("author") or tuple(map(int, given))


def _read_terms(query: Attributes) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The terms that items have, one group for each taxonomy, and those that they have not."""
    given = query.inner("taxQuery")
    divided = not given.values or set(given.values) <= {"include", "exclude"}
    include, exclude = (given.inner("include"), given.inner("exclude")) if divided else (given, NOTHING)
    groups = [query.ids("categoryIds"), query.ids("tagIds"), *(include.ids(name) for name in sorted(include.values))]
    unwanted = [number for name in exclude.values for number in exclude.ids(name)]
    return tuple(group for group in groups if group), tuple(unwanted)


def page_parameter(block: Slot) -> str:
    """What the address calls a page of the list; its `queryId`, if it has one, tells it from others on the page."""
    given = block.context.get("core/query", NOTHING)
    return f"query-{given.number('queryId', 0, 0, MAX_ID)}-page" if "queryId" in given.values else "query-page"


def read_page(block: Slot, scene: Scene) -> int:
    """The page of the list that the visitor asks for; the first unless the address says another."""
    return min(MAX_PAGE, max(1, scene.pages.get(page_parameter(block), 1)))


def count_pages(block: Slot, scene: Scene) -> int:
    """How many pages the list has, which its author may limit."""
    query = block.context.get("core/query", NOTHING).inner("query")
    items = max(0, scene.site.count(read_query(block, scene)) - query.number("offset", 0, 0, MAX_OFFSET))
    pages = -(-items // query.number("perPage", 10, 1))
    return min(pages, query.number("pages", 0, 0, MAX_PAGE) or MAX_PAGE)


@renders("core/post-template")
def draw_template(block: Slot, scene: Scene) -> str:
    """Each item of the list, drawn by what is in the block; nothing where there is no item."""
    posts = scene.site.posts(read_query(block, scene))
    if not posts:
        return ""
    items = "".join(_draw_item(block, scene, post) for post in scene.work.until_ended(posts))
    return wrap(block, "ul", items, *_list_columns(block))


def _list_columns(block: Slot) -> Iterator[str]:
    """How many columns it has: by its own layout, or by that of the query, as releases before 6.3 stored it."""
    layout = block.attributes.inner("layout")
    older = block.context.get("core/query", NOTHING).inner("displayLayout")
    if layout.text("type") == "grid" and (columns := layout.number("columnCount", 0, 0, 16)):
        yield f"columns-{columns}"
    elif older.text("type") == "flex" and (columns := older.number("columns", 0, 0, 6)):
        yield from ("is-flex-container", f"columns-{columns}")


def _draw_item(block: Slot, scene: Scene, post: Card) -> str:
    classes = " ".join(list_post_classes(post))
    return f'<li class="{classes}">{scene.of(post).draw(block.inner)}</li>'


def list_post_classes(post: Card) -> Iterator[str]:
    """What WordPress tells of an item by classes. Slugs of terms stand in them as they are in addresses."""
    yield from ("wp-block-post", f"post-{post.id}", post.type, f"type-{post.type}", "status-publish", "hentry")
    if post.type == "post":
        yield f"format-{post.format}"
    if post.image and not post.protected:
        yield "has-post-thumbnail"
    if post.protected:
        yield "post-password-required"
    for term in post.terms:
        if term.slug.isascii() and term.slug.replace("-", "").replace("_", "").isalnum():
            yield f"{'tag' if term.taxonomy == 'post_tag' else term.taxonomy}-{term.slug}"


@renders("core/query-no-results")
def draw_no_results(block: Slot, scene: Scene) -> str:
    """What its author says where the list is empty."""
    if scene.site.posts(read_query(block, scene)):
        return ""
    return wrap(block, "div", scene.draw(block.inner))


@renders("core/query-total")
def draw_total(block: Slot, scene: Scene) -> str:
    """How many items the list has in all, or which of them it shows; WordPress counts all, passed over or not."""
    query = read_query(block, scene)
    total = scene.site.count(query)
    if block.attributes.text("displayType") != "range-display":
        return wrap(block, "div", f"{total} result{'' if total == 1 else 's'} found")
    first = (read_page(block, scene) - 1) * query.limit + 1 if total else 0
    last = min(first + query.limit - 1, total)
    shown = f"{first}" if first == last else f"{first} – {last}"
    return wrap(block, "div", f"Displaying {shown} of {total}")
