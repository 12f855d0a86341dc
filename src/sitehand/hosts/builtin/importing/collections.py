"""The terms of an export's attachments, which are collections here, whatever their taxonomies were called there."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import RowMapping

from sitehand.hosts.builtin.following import read_terms
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.media_collections import file_media
from sitehand.hosts.builtin.tables import terms
from sitehand.site.export import Entry, ExportedTerm
from sitehand.site.terms import CATEGORY, COLLECTION, TAG


def name_collections(
    declared: Iterable[ExportedTerm], media: Sequence[Entry], items: Iterable[Entry], report: ImportReport
) -> tuple[list[ExportedTerm], list[Entry]]:
    """The terms and the attachments, with each taxonomy of attachments alone as that of collections.

    A taxonomy of items has its terms as theirs, and attachments keep none of it.
    """
    shared = {CATEGORY, TAG, *(use.taxonomy for entry in items for use in entry.terms)}
    own = {use.taxonomy for entry in media for use in entry.terms} - shared
    for entry in media:
        lost = sum(use.taxonomy in shared for use in entry.terms)
        report.leave_out("terms of attachments", "the taxonomy is that of pages, posts or other items", count=lost)
    filed = [replace(entry, terms=[_rename(use) for use in entry.terms if use.taxonomy in own]) for entry in media]
    return [_rename(term) if term.taxonomy in own else term for term in declared], filed


def add_collections(session: Session, entry: Entry, media_id: int, row: RowMapping | None) -> bool:
    """Put a file into the collections of its attachment, beside those that it is in; whether it was in one less."""
    wanted = {session.terms[use.taxonomy, use.slug] for use in entry.terms}
    now = set(read_terms(row["collected"])) if row else set()
    if wanted <= now:
        return False
    for term_id in wanted - now:
        session.require(terms, term_id)
    file_media(session.connection, media_id, sorted(wanted | now))
    return True


def _rename(term: ExportedTerm) -> ExportedTerm:
    return replace(term, taxonomy=COLLECTION)
