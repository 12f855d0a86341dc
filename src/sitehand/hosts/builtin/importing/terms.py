"""Writes an export's categories, tags and other terms."""

from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.tables import terms
from sitehand.site.export import ExportedTerm
from sitehand.site.terms import COLLECTION, FORMAT

DOING = "Writing terms"
NAMES = {"category": "categories", "post_tag": "tags", FORMAT: "post formats", COLLECTION: "collections"}


def write_term(session: Session, term: ExportedTerm) -> None:
    """One term, after its parent. A term that is here already stays as it is: nothing says who wrote it."""
    parent = session.terms[(term.taxonomy, term.parent)] if term.parent else 0
    if parent:
        session.require(terms, parent)
    values = {"name": term.name, "description": term.description, "parent": parent}
    row = session.find_row(terms, taxonomy=term.taxonomy, slug=term.slug)
    kind = NAMES.get(term.taxonomy, f"terms of {term.taxonomy}")
    if row is None:
        values |= {"taxonomy": term.taxonomy, "slug": term.slug}
        session.terms[(term.taxonomy, term.slug)] = session.insert_row(terms, values)
        return session.count(kind, "created", DOING)
    if any(row[name] != value for name, value in values.items()):
        reason = "here already with another name, description or parent, which stays"
        session.report.adjust("terms", reason, f"{term.taxonomy} {term.slug}")
    session.terms[(term.taxonomy, term.slug)] = int(row["id"])
    return session.count(kind, "unchanged", DOING)
