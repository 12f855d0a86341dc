"""Sets the front page and the posts page of a site that moves in, once its pages are here."""

from collections.abc import Mapping

from sitehand.hosts.builtin.front_page import FRONT, NAMES, POSTS, SHOW
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.places import SELECT
from sitehand.hosts.builtin.settings import set_front
from sitehand.hosts.builtin.tables import items
from sitehand.store.settings import read_setting

WORDS = {FRONT: "the front page", POSTS: "the posts page"}


def write_front(session: Session, front: Mapping[str, int]) -> None:
    """Both by the ids of their pages there. What somebody has chosen here stays, and what cannot be chosen is named."""
    pages = {name: _find_page(session, source_id) for name, source_id in front.items()}
    given = {SHOW: "page"} | {name: str(page) for name, page in pages.items() if page}
    stored = {name: read_setting(session.connection, name) for name in NAMES}
    if any(value is not None for value in stored.values()):
        differs = any(stored[name] != value for name, value in given.items())
        session.report.leave_out("settings", "set here already, which stays", "front page", count=int(differs))
        return
    for name, page in pages.items():
        if not page or not pages[FRONT]:
            reason = "there is no front page beside it" if page else "its page is not public here"
            session.report.leave_out(WORDS[name], reason, f"page {front[name]}")
    if pages[FRONT]:
        set_front(session.connection, given, session.now)
        session.report.count("settings", "created")


def _find_page(session: Session, source_id: int) -> int:
    """The id here of a published page; 0 for none."""
    page = session.find_imported(items, session.items, source_id)
    row = SELECT.first(session.connection, {"id": page})
    return page if row is not None and (row["type"], row["status"], row["locale"]) == ("page", "publish", "") else 0
