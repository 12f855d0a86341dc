"""Writes an export's authors, and finds the author of an item."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from sqlalchemy import func, select

from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.tables import authors
from sitehand.site.export import Author


def write_authors(session: Session, declared: Iterable[Author]) -> Iterator[None]:
    """One a step: every author that the export declares. One whose slug is here already is that author."""
    for author in declared:
        if author.login not in session.authors:
            session.authors[author.login] = _write_author(session, author)
            yield


def find_author(session: Session, creator: str) -> int:
    """The author's id. WordPress ignores signs in a login that it does not allow, and so does this."""
    login = creator if creator in session.authors else re.sub(r"[^a-zA-Z0-9 _.@-]", "", creator).strip()
    if login != creator:
        session.report.adjust("authors", "named with signs that a login cannot have; taken without them", creator)
    if login in session.authors:
        return session.authors[login]
    if not login:
        session.report.adjust("authors", "an item names none; it belongs to this site's first author")
        return int((session.connection.execute(select(func.min(authors.c.id)))).scalar_one())
    session.report.adjust("authors", "used but not declared in the export; made from their use", login)
    session.authors[login] = _write_author(session, Author(login, login))
    return session.authors[login]


def _write_author(session: Session, author: Author) -> int:
    slug = _choose_slug(session, author.login)
    row = session.find_row(authors, slug=slug)
    if row is None:
        session.report.count("authors", "created")
        return session.insert_row(authors, {"name": author.name, "slug": slug})
    if row["name"] != author.name:
        session.report.adjust("authors", "here already under another name, which stays", f"{slug} ({row['name']})")
    session.report.count("authors", "unchanged")
    return int(row["id"])


def _choose_slug(session: Session, login: str) -> str:
    """The login as a slug, which no other login of this export has."""
    plain = unicodedata.normalize("NFKD", login).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:190] or "author"
    number, candidate = 2, slug
    while candidate in session.author_slugs:
        candidate, number = f"{slug}-{number}", number + 1
    session.author_slugs.add(candidate)
    return candidate
