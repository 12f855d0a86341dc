"""Reports what comes over, but not as visitors knew it: files, embeds, shortcodes, layouts, menus and addresses."""

from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from sqlalchemy import func, select

from sitehand.elementor.popup_links import find_opened
from sitehand.elementor.template_uses import find_in_content, find_shown
from sitehand.hosts.builtin.importing.addresses import split_address
from sitehand.hosts.builtin.importing.elementor import FIELDS, has_document
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.selection import Selection
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.importing.shortcodes import count_embeds, count_shortcodes
from sitehand.hosts.builtin.tables import items, menus
from sitehand.site.export import Entry


def report_losses(session: Session, selection: Selection) -> None:
    """A line for each kind of loss. Asked when everything is written, since addresses are known only then."""
    report = session.report
    report_texts(selection.items, report)
    _report_templates(session, selection)
    _report_menus(session, selection)
    _report_addresses(session, selection.items)


def report_files(media: Iterable[Entry], report: ImportReport) -> None:
    """The files of attachments stay where they are."""
    hosts = Counter(split_address(entry.attachment_url).hostname or "no host" for entry in media)
    _report_counts(report, "files", "they stay on the old server; pages show them only as long as it runs", hosts)


def report_texts(entries: Iterable[Entry], report: ImportReport) -> None:
    """What WordPress and its plugins would have put into the texts."""
    shortcodes, embeds = Counter[str](), Counter[str]()
    for entry in entries:
        shortcodes += count_shortcodes(entry.content)
        embeds += count_embeds(entry.content)
        if has_document(entry):
            reason = "the layout of Elementor is kept and shown; widgets of Pro show their words, forms send nothing"
            report.adjust(f"{entry.type}s made with Elementor", reason, entry.label)
        if any(find_shown(entry.meta.get(FIELDS["data"], ""))):
            reason = "pages here do not draw them: visitors see nothing in their place, and no popup opens"
            report.adjust("Elementor templates", reason, entry.label)
    _report_counts(report, "shortcodes", "nothing replaces them here; visitors see them as text", shortcodes)
    _report_counts(report, "embeds", "nothing is embedded here; visitors see the address, or nothing", embeds)


def _report_counts(report: ImportReport, what: str, reason: str, counts: Counter[str]) -> None:
    for name, count in counts.most_common():
        report.adjust(what, reason, f"{name} ({count})", count)


def _report_templates(session: Session, selection: Selection) -> None:
    """Templates of Elementor that texts show, and that neither this import nor an earlier one has brought."""
    for entry in (*(each.entry for each in selection.templates), *selection.items):
        data = entry.meta.get(FIELDS["data"], "")
        shown = (*find_shown(data), *find_in_content(entry.content), *find_opened(data + entry.content))
        for number in dict.fromkeys(shown):
            if not session.links.knows_template(number):
                reason = "no such template came in; what names it keeps its number, which another one may have here"
                session.report.adjust("Elementor templates", reason, f"{number} in {entry.label}")


def _report_menus(session: Session, selection: Selection) -> None:
    """The site's pages show its first menu alone."""
    first = (session.connection.execute(select(func.min(menus.c.id)))).scalar()
    for menu in selection.menus:
        row = session.find_row(menus, slug=menu.slug)
        if row and row["id"] != first:
            session.report.adjust("menus", "the site shows only its first menu; nothing shows these", menu.name)


def _report_addresses(session: Session, entries: Sequence[Entry]) -> None:
    """Published items that stand under another path than before."""
    query = select(items.c.id, items.c.path).where(items.c.import_source.is_not(None), items.c.status == "publish")
    paths = {row.id: row.path for row in session.connection.execute(query)}
    for entry in entries:
        old, new = _read_path(entry.link), paths.get(session.items[entry.source_id], "")
        if new and old.rstrip("/") not in ("", new.rstrip("/")):
            session.report.adjust("addresses", "the old ones lead to the new ones", f"{old} is now {new}")


def _read_path(link: str) -> str:
    """The path of an address, with its query, as it is stored here: not quoted."""
    parts = split_address(link)
    return unquote(parts.path) + (f"?{parts.query}" if parts.query else "")
