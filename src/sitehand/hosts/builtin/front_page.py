"""The page that is at `/` instead of the newest posts, and the one that lists the posts, as the settings have them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from sitehand.errors import Code, Problem
from sitehand.site.content import Notice
from sitehand.store.prepared import Prepared
from sitehand.store.settings import write_settings

HOME = "/"
"""The path of the front page. What is below that page stands below the path that it would have otherwise."""
SHOW, FRONT, POSTS = NAMES = ("show_on_front", "page_on_front", "page_for_posts")
ROWS = Prepared(text(f"SELECT name, value FROM settings WHERE name IN {NAMES}"))  # noqa: S608 - names of ours
IS_THERE = Prepared(text("SELECT 1 FROM items WHERE id = :id AND type = 'page' AND status <> 'trash'"))
RESET_FRONT = "This page was the front page. Visitors see the newest posts at / now."
RESET_POSTS = "This page listed the posts. The site has no posts page now."


class Chosen(NamedTuple):
    """The ids of both pages, 0 for none; whether they are shown."""

    front: int
    posts: int
    shown: bool


def read_chosen(connection: Connection) -> Chosen:
    """The pages that the settings name, inside a transaction."""
    stored = {row["name"]: row["value"] for row in ROWS.all(connection, {})}
    return Chosen(int(stored.get(FRONT, 0)), int(stored.get(POSTS, 0)), stored.get(SHOW) == "page")


def is_front(connection: Connection, state: Mapping[str, Any]) -> bool:
    """Whether an item is at `/`, as soon as visitors see it: a page in the language of the site."""
    if state["type"] != "page" or state["locale"] or state["status"] == "trash":
        return False
    chosen = read_chosen(connection)
    return chosen.shown and chosen.front == state["id"]


def check_chosen(connection: Connection) -> None:
    """Raise Problem(conflict) for a page that the settings name and the site no longer has, for one that they name
    twice, and for a front page that is shown and not named.
    """
    chosen = read_chosen(connection)
    if chosen.front == chosen.posts != 0:
        message = f"Page {chosen.front} would be both front page and posts page."
        raise Problem(Code.CONFLICT, message, hint="Choose another posts page first.", extra={"pages": [chosen.front]})
    if chosen.shown and not chosen.front:
        message = "The site would show a front page, and none is chosen."
        raise Problem(Code.CONFLICT, message, hint="Choose the front page on the screen Settings.")
    for page in (chosen.front, chosen.posts):
        if page and IS_THERE.scalar(connection, {"id": page}) is None:
            message = f"Page {page} is gone, or in the trash."
            raise Problem(Code.CONFLICT, message, hint="Restore the page first.", extra={"pages": [page]})


def release_page(connection: Connection, item_id: int) -> list[Notice]:
    """Take a page that is removed out of the settings, as WordPress does; what to tell of it."""
    chosen = read_chosen(connection)
    if chosen.front == item_id:
        write_settings(connection, {SHOW: "posts", FRONT: "0"})
    if chosen.posts == item_id:
        write_settings(connection, {POSTS: "0"})
    reset = {RESET_FRONT: chosen.front, RESET_POSTS: chosen.posts} if chosen.shown else {}
    return [Notice(code="front_page_reset", message=message) for message, page in reset.items() if page == item_id]


def release_trashed(connection: Connection, state: Mapping[str, Any]) -> list[Notice]:
    """Take an item that is in the trash out of the settings; what to tell of it. Does nothing for any other item."""
    return release_page(connection, state["id"]) if state["status"] == "trash" else []
