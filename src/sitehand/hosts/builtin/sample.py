"""Sample content for the demo: a small bakery's site."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.slugs import assign_slug, make_slug
from sitehand.hosts.builtin.states import next_id, store_item
from sitehand.hosts.builtin.tables import terms
from sitehand.site.host import Host
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.numbered import insert_numbered

BY = "sample"


class SamplePage(NamedTuple):
    """A page; `parent` is the title of one before it."""

    title: str
    content: Sequence[str]
    parent: str = ""
    status: str = "publish"


class SamplePost(NamedTuple):
    """A post; its date lies `days` before now, or after it when negative."""

    title: str
    days: int
    categories: Sequence[str]
    tags: Sequence[str]
    content: Sequence[str]


def _make_block(line: str) -> str:
    """A line as a block of the editor: a heading when it begins with `##`, or else a paragraph."""
    if line.startswith("## "):
        heading = f'<h2 class="wp-block-heading">{line[3:]}</h2>'
        return f"<!-- wp:heading -->\n{heading}\n<!-- /wp:heading -->"
    return f"<!-- wp:paragraph -->\n<p>{line}</p>\n<!-- /wp:paragraph -->"


PAGES = (
    SamplePage("About us", ["We have baked in Mill Lane since 1987.", "## The house", "Flour is ground next door."]),
    SamplePage("Our bakers", ["Rosa starts at three, Tom at four. You smell it by five."], "About us"),
    SamplePage("History", ["The oven is older than the shop: it came by barge in 1921."], "About us"),
    SamplePage("Bread & cakes", ["Everything is made by hand, and sold on the day it is baked."]),
    SamplePage("Sourdough", ["Rye, spelt and wheat. Each loaf rests for a night."], "Bread & cakes"),
    SamplePage("Cakes to order", ["Tell us three days before. We write any name on it."], "Bread & cakes"),
    SamplePage("Visit us", ["Mill Lane 4, by the bridge.", "## Opening hours", "Tuesday to Sunday, 6 to 14 o'clock."]),
    SamplePage("Baking courses", ["Six people, one oven, a whole Sunday. Dates follow."], status="draft"),
)
POSTS = (
    SamplePost("The new oven is in", 2, ["News"], ["oven"], ["It took eight people and a crane.", "It bakes evenly."]),
    SamplePost(
        "What we do with old bread", 9, ["Behind the counter"], ["rye"], ["Crumbs, soup, and a pig named Otto."]
    ),
    SamplePost("Plum cake season", 16, ["News", "Recipes"], ["cake", "plums"], ["Until the plums are gone."]),
    SamplePost(
        "A starter of your own", 30, ["Recipes"], ["sourdough", "rye"], ["Flour, water, five days of patience."]
    ),
    SamplePost("Closed on Monday", 44, ["News"], [], ["We sleep in. Once a week."]),
    SamplePost("Why our rye takes two days", 60, ["Behind the counter"], ["rye"], ["Taste takes time."]),
    SamplePost("Christmas orders open", -14, ["News"], ["cake"], ["Order until the twentieth."]),
)
PROPOSAL = {
    "title": "Open on Sunday from May",
    "content": _make_block("From the first Sunday in May we open at seven. Rolls and coffee, until they are gone."),
    "status": "publish",
}
"""A post that an assistant would like to publish, as the arguments of `create_post`."""


async def add_sample_content(database: Database, host: Host, now: datetime) -> bool:
    """Fill a site that has no page and no post yet. Returns whether it did; a second call changes nothing."""
    added = await database.transact(partial(_fill, now=now), alone=True)
    if added:
        await host.settings.update(SiteSettingsFields(name="Mill Lane Bakery", description="Bread by the bridge"))
    return added


def _fill(connection: Connection, now: datetime) -> bool:
    if connection.execute(text("SELECT 1 FROM items LIMIT 1")).first():
        return False
    pages: dict[str, int] = {}
    for position, page in enumerate(PAGES):
        values = {"parent": pages.get(page.parent, 0), "menu_order": position, "status": page.status}
        pages[page.title] = _store(connection, "page", page.title, page.content, now, now, **values)
    known: dict[tuple[str, str], int] = {}
    for post in POSTS:
        status = "publish" if post.days >= 0 else "future"
        date = now - timedelta(days=post.days)
        named = [("category", name) for name in post.categories] + [("post_tag", name) for name in post.tags]
        known |= {each: _add_term(connection, *each) for each in named if each not in known}
        of_post = sorted(known[each] for each in named)
        _store(connection, "post", post.title, post.content, date, now, status=status, terms=of_post)
    return True


def _store(
    connection: Connection, kind: str, title: str, lines: Sequence[str], date: datetime, now: datetime, **values: Any
) -> int:
    state = {"id": next_id(connection), "type": kind, "title": title, "parent": 0, **values}
    state |= {"content": "\n\n".join(map(_make_block, lines)), "date": iso(date), "modified": iso(min(date, now))}
    assign_slug(connection, state, "")
    return store_item(connection, state, by=BY, at=iso(now), action="create").id


def _add_term(connection: Connection, taxonomy: str, name: str) -> int:
    """The id of a term, which the site may have although it has no items."""
    values = {"taxonomy": taxonomy, "slug": make_slug(name), "name": name}
    query = text("SELECT id FROM terms WHERE taxonomy = :taxonomy AND slug = :slug")
    found = connection.execute(query, values).scalar()
    return int(found or insert_numbered(connection, terms, values))
