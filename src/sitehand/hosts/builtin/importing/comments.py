"""Comments of an export: read from their elements, chosen for the import, and written on their items."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lxml import etree

from sitehand.hosts.builtin.importing.elements import Fault, read_children, read_id, read_moment, read_name, read_text
from sitehand.hosts.builtin.importing.notes import NOTE, write_note
from sitehand.hosts.builtin.importing.notes import STATUSES as NOTE_STATUSES
from sitehand.hosts.builtin.importing.ordering import order_by_parent
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.tables import comments, items
from sitehand.site.export import Comment, Entry

DOING = "Writing comments"
STATUSES = {"1": "approved", "0": "hold", "": "hold", "spam": "spam", "trash": "trash", "post-trashed": "hold"}
META, NOTE_STATUS = "wp:commentmeta", "_wp_note_status"
WITHOUT_NOTES = ("pattern", "navigation")
TYPES = {"": "comment", "comment": "comment", "pingback": "pingback", "trackback": "trackback"}


def read_comments(item: etree._Element) -> list[Comment]:
    """The comments in an item's element; of one that is damaged only what is wrong with it."""
    return [_try_comment(child) for child in item if read_name(child) == "wp:comment"]


def choose_comments(entry: Entry, report: ImportReport) -> Entry:
    """The entry with the comments that the site can keep, each once and after the one that it replies to."""
    kept = list({each.source_id: each for each in entry.comments if _accept(entry, each, report)}.values())
    ordered, _ = order_by_parent(kept, lambda each: each.source_id, lambda each: each.parent)
    placed = [*_place(ordered, entry, report)]
    _report_parts(entry, placed, report)
    return replace(entry, comments=placed)


def _report_parts(entry: Entry, placed: Iterable[Comment], report: ImportReport) -> None:
    """The parts of comments that the site has no place for, and those that were not there."""
    for each in placed:
        report.leave_out("e-mail and IP addresses of comments", "the site keeps none")
        for key in each.fields:
            report.leave_out("custom fields of comments", "comments here have none", key)
        if not each.date:
            label = f"comment {each.source_id} on {entry.label}"
            report.adjust("comments", "there was no date; it is the date of the import", label)


def _place(ordered: Iterable[Comment], entry: Entry, report: ImportReport) -> Iterator[Comment]:
    """Comments below those that they reply to, or at the top where these stay behind. A reply to a note says nothing
    without it, and stays behind too.
    """
    placed: set[int] = set()
    for each in ordered:
        if each.type == NOTE and each.parent and each.parent not in placed:
            label = f"comment {each.source_id} on {entry.label}"
            report.leave_out("notes", "what they reply to did not come over", label)
            continue
        yield each if each.parent in placed else replace(each, parent=0)
        placed.add(each.source_id)


def write_comments(session: Session, entry: Entry) -> Iterator[None]:
    """The comments and notes on one item, one a step. One that is here already was moderated here, and stays so."""
    written: dict[int, int] = {0: 0}
    for each in entry.comments:
        if each.type == NOTE:
            write_note(session, entry, each)
            yield
            continue
        session.require(items, session.items[entry.source_id])
        source = session.name_source(f"comment-{each.source_id}")
        row = session.find_row(comments, import_source=source)
        session.count("comments", "unchanged" if row else "created", DOING)
        values = {**_describe(session, entry, each), "parent": written.get(each.parent, 0), "import_source": source}
        written[each.source_id] = int(row["id"]) if row else session.insert_row(comments, values)
        yield


def _try_comment(element: etree._Element) -> Comment:
    try:
        return _read_comment(element)
    except Fault as fault:
        return Comment(damage=f"line {fault.line}: {str(fault).rstrip('.')}")


def _read_comment(element: etree._Element) -> Comment:
    children = read_children(element)
    told = {name: child for name, child in children.items() if name != META}
    texts = {name.removeprefix("wp:comment_"): read_text(child) for name, child in told.items()}
    source_id = read_id(element, children, "wp:comment_id")
    if not source_id:
        raise Fault(element, "A comment has no wp:comment_id.")
    fields = dict(_read_fields(element))
    return Comment(
        source_id=source_id,
        parent=read_id(element, children, "wp:comment_parent"),
        status=texts.get("approved", "").strip(),
        type=texts.get("type", "").strip(),
        author_name=texts.get("author", "").strip(),
        author_url=texts.get("author_url", "").strip(),
        date=read_moment(element, texts.get("date_gmt", "")) or read_moment(element, texts.get("date", "")),
        content=texts.get("content", ""),
        did=fields.pop(NOTE_STATUS, ""),
        fields=sorted(fields),
    )


def _read_fields(element: etree._Element) -> Iterator[tuple[str, str]]:
    """The custom fields of a comment, each with its value."""
    for child in element:
        if read_name(child) == META:
            field = {name: read_text(part).strip() for name, part in read_children(child).items()}
            yield field.get("wp:meta_key", ""), field.get("wp:meta_value", "")


def _accept(entry: Entry, comment: Comment, report: ImportReport) -> bool:
    label = f"comment {comment.source_id} on {entry.label}"
    if comment.damage:
        report.leave_out("comments", "they are damaged", comment.damage)
    elif comment.type == NOTE and entry.type in WITHOUT_NOTES:
        report.leave_out("notes", "patterns and navigations have none here", label)
    elif comment.type == NOTE and comment.status not in NOTE_STATUSES:
        report.leave_out("notes", "they are in the trash there", label)
    elif comment.type == NOTE:
        return True
    elif comment.type not in TYPES:
        report.leave_out("comments", f'the site has no type "{comment.type}"', label)
    elif comment.status not in STATUSES:
        report.leave_out("comments", f'the site has no status "{comment.status}"', label)
    else:
        return True
    return False


def _describe(session: Session, entry: Entry, comment: Comment) -> dict[str, str | int]:
    return {
        "post": session.items[entry.source_id],
        "type": TYPES[comment.type],
        "status": STATUSES[comment.status],
        "author_name": comment.author_name,
        "author_url": comment.author_url,
        "date": comment.date or session.now,
        "content": comment.content,
    }
