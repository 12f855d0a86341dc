"""Templates of Elementor in an export: which of its library are kept, and how they are written.

They are written before items, whose texts name them by their ids. Templates that name each other are led to these once
all are there.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import RowMapping

from sitehand.elementor import parsing
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.validation import refuse_errors
from sitehand.errors import Problem
from sitehand.hosts.builtin.elementor_templates import TEMPLATE_STATE, elementor_templates, name_values
from sitehand.hosts.builtin.importing.elementor import FIELDS, read_document
from sitehand.hosts.builtin.importing.report import ImportReport, Outcome
from sitehand.hosts.builtin.importing.serialized import read_serialized
from sitehand.hosts.builtin.importing.session import Session
from sitehand.site.content import UNTRASHED_STATUSES
from sitehand.site.elementor_templates import KIT, LIBRARY, MAX_TITLE, TYPE, TemplateDocument
from sitehand.site.export import Entry
from sitehand.store.revision import name_state

LIBRARY_TYPE = f"{LIBRARY}_type"
"""The taxonomy that repeats their types."""
CONDITIONS = "_elementor_conditions"
WHAT, DOING = "Elementor templates", "Writing Elementor templates"


class Template(NamedTuple):
    """A template of the export, and what is kept of it, with the ids of the old site."""

    entry: Entry
    document: TemplateDocument


def select_templates(entries: Sequence[Entry], report: ImportReport) -> list[Template]:
    """The templates that this site can keep. The report says why others, or parts of them, stay behind."""
    return [template for entry in entries if (template := _select(entry, report))]


def write_template(session: Session, template: Template) -> None:
    """One template, unless a person has changed it here since the last import."""
    if outcome := _save(session, template):
        session.count(WHAT, outcome, DOING)
    else:
        session.report.leave_out(f"changes of {WHAT}", "changed here since the last import", template.entry.label)
        session.step(DOING)


def lead_template(session: Session, template: Template) -> None:
    """Let a template name others that came in after it by their ids here."""
    if _lead_data(session, template) != template.document.data:
        _save(session, template)


def _lead_data(session: Session, template: Template) -> str:
    """Its document with the ids of templates here. It counts towards its portion also where nothing is written."""
    session.characters += len(template.document.data)
    return session.links.rewrite_document(template.document.data)


def _save(session: Session, template: Template) -> Outcome | None:
    """Create or update it, with the templates that are known by now; None where somebody has changed it here."""
    document = replace(template.document, data=_lead_data(session, template))
    values, source = name_values(document), session.name_source(template.entry.source_id)
    row, wanted = session.find_row(elementor_templates, import_source=source), _name_state(values)
    if row is not None:
        session.templates[template.entry.source_id] = row["id"]
        if _name_state(row) == wanted:
            return "unchanged"
        if _name_state(row) != row["imported_revision"]:
            return None
    saved = {**values, "import_source": source, "imported_revision": wanted}
    session.templates[template.entry.source_id], outcome = session.save_row(elementor_templates, saved)
    return outcome


def _name_state(row: RowMapping | dict[str, str]) -> str:
    return name_state(row[name] for name in TEMPLATE_STATE)


def _select(entry: Entry, report: ImportReport) -> Template | None:
    kind = _read_type(entry)
    if why := _find_hindrance(entry, kind):
        report.leave_out(WHAT, why, entry.label)
        return None
    found = read_document(entry, report)
    if fault := _find_fault(found.data):
        report.leave_out(WHAT, "their documents are damaged", f"{entry.label}: {fault}")
        return None
    _report_parts(entry, report)
    settings, title = found.page_settings, _choose_title(entry, report)
    return Template(entry, TemplateDocument(found.data, template_type=kind, page_settings=settings, title=title))


def _read_type(entry: Entry) -> str:
    """The type of a template. Old ones have it as a term alone; Elementor takes those without any for pages."""
    named = (use.slug for use in entry.terms if use.taxonomy == LIBRARY_TYPE)
    return entry.meta.get(FIELDS["template_type"], "").strip() or next(named, "page")


def _find_hindrance(entry: Entry, kind: str) -> str:
    """Why a template cannot be kept, whatever its document is; "" for no reason."""
    if kind == KIT:
        return "it is the kit of the old site: its colours, fonts and settings; set_elementor_kit sets those here"
    if not re.fullmatch(TYPE, kind):
        return f'no template can have the type "{kind[:60]}"'
    if entry.status not in UNTRASHED_STATUSES:
        return f'templates here have no status, and theirs is "{entry.status}"'
    return "" if entry.meta.get(FIELDS["data"], "").strip() else "they have no document of Elementor"


def _find_fault(data: str) -> str:
    """What would damage a page that a template is copied to, the first thing of several; "" for nothing."""
    try:
        refuse_errors(parsing.read_document(data), load_catalogue())
    except Problem as problem:
        first = [f"{each['path']}: expected {each['expected']}, got {each['got']}" for each in problem.details[:1]]
        return (first or [problem.message])[0][:200].rstrip(".")
    return ""


def _choose_title(entry: Entry, report: ImportReport) -> str:
    title = entry.title.strip()
    chosen = title[:MAX_TITLE].rstrip() or f"Template {entry.source_id}"
    if chosen != title:
        report.adjust(WHAT, f"a title has 1 to {MAX_TITLE} characters; changed", entry.label)
    return chosen


def _report_parts(entry: Entry, report: ImportReport) -> None:
    """What of a template has no place here."""
    for condition in _list_conditions(entry.meta.get(CONDITIONS, "").strip()):
        report.leave_out("display conditions", "nothing is shown by conditions here", f"{entry.label}: {condition}")
    if entry.status != "publish":
        report.adjust(WHAT, f'templates here have no status; theirs was "{entry.status}"', entry.label)
    if entry.password:
        report.leave_out("passwords of templates", "templates here have none, and no page of their own", entry.label)
    for use in entry.terms:
        if use.taxonomy != LIBRARY_TYPE:
            report.leave_out(f"terms of {WHAT}", "templates here have none", f"{entry.label}: {use.name}")
    report.leave_out("comments", "templates here have none", entry.label, count=len(entry.comments))


def _list_conditions(stored: str) -> Iterator[str]:
    """The display conditions of a template, as PHP or JSON has them; of what is neither, that it is damaged."""
    try:
        found = json.loads(stored) if stored.startswith("[") else read_serialized(stored) if stored else []
    except (ValueError, RecursionError):
        found = ["they are damaged"]
    listed = found.values() if isinstance(found, dict) else found if isinstance(found, list) else [found]
    yield from (str(each)[:200] for each in listed if each)
