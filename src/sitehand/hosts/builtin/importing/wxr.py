"""Reads a WordPress export (WXR 1.0 to 1.2, https://wordpress.org/documentation/article/tools-export-screen/) safely.

The whole file is read and checked before anything is done with it. A fault of the file, or of a term or author, which
items refer to, refuses all of it; a fault inside one item leaves that item out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from sitehand.hosts.builtin.importing.addresses import name_file, name_site
from sitehand.hosts.builtin.importing.comments import read_comments
from sitehand.hosts.builtin.importing.elements import (
    Fault,
    check_length,
    check_prefix,
    read_children,
    read_id,
    read_line,
    read_moment,
    read_name,
    read_number,
    read_published,
    read_text,
)
from sitehand.hosts.builtin.importing.encoding import check_encoding, refuse_file
from sitehand.hosts.builtin.importing.wellformedness import HINT, check_wellformedness, is_wellformed, refuse_syntax
from sitehand.site.export import Author, Entry, Export, ExportedTerm
from sitehand.site.importing import ExportFile

MAX_SLUG = 200
MAX_PASSWORD = 255
MAX_NAME = 250
MAX_ADDRESS = 1_000
MAX_TAXONOMY = 32
MAX_CREATOR = 200
MAX_DEPTH = 32
# Terms: the elements that hold slug, name, description and the parent's slug.
_CATEGORY = ("category_nicename", "cat_name", "category_description", "category_parent")
_TAG = ("tag_slug", "tag_name", "tag_description", "")
_TERM = ("term_slug", "term_name", "term_description", "term_parent")
# What belongs to the site that was exported, is read elsewhere, or is said twice in the file.
_PASSED_OVER = frozenset(
    f"{prefix}{name}"
    for prefix, names in {
        "": "channel title link description pubDate language generator image cloud item guid category",
        "dc:": "creator",
        "content:": "encoded",
        "excerpt:": "encoded",
        "wp:": "wxr_version base_site_url base_blog_url post_id post_date post_date_gmt post_modified "
        "post_modified_gmt comment_status ping_status post_name status post_parent menu_order post_type "
        "post_password is_sticky attachment_url postmeta comment term_id term_taxonomy author_id author_login "
        "author_email author_display_name author_first_name author_last_name "
        "category_nicename cat_name category_description category_parent "
        "tag_slug tag_name tag_description term_slug term_name term_description term_parent",
    }.items()
    for name in names.split()
)


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    source: str = ""
    version: str = ""
    link: str = ""
    authors: list[Author] = field(default_factory=list)
    terms: list[ExportedTerm] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)


def read_export(file: ExportFile) -> Export:
    """Everything in the file. Raises Problem(invalid_arguments) with file, line and fault when any of it is wrong."""
    check_encoding(file)
    check_wellformedness(file)
    reading = _Reading()
    try:
        for element in _iterate_parts(file):
            _read_part(reading, element)
    except Fault as fault:
        raise refuse_file(file, fault.line, str(fault), HINT) from None
    if not reading.version:
        raise refuse_file(file, 0, "This is XML, but not a WordPress export (no wp:wxr_version).", HINT)
    source = name_site((reading.source, reading.link), (entry.link for entry in reading.entries)) or name_file(file)
    return Export(source, reading.authors, reading.terms, reading.entries, reading.damaged, reading.unread)


def _iterate_parts(file: ExportFile) -> Iterator[etree._Element]:
    """Each child of the channel, complete, and freed after use. No entity is ever resolved, no file or host asked."""
    events = etree.iterparse(
        file.rewind(),
        events=("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        strip_cdata=False,
    )
    try:
        yield from _pick_parts(events)
    except etree.XMLSyntaxError:
        if not is_wellformed(events.error_log):
            raise refuse_syntax(file, events.error_log) from None


def _pick_parts(events: Iterable[tuple[str, etree._Element]]) -> Iterator[etree._Element]:
    depth = 0
    for event, element in events:
        if event == "start":
            depth += 1
            _check_start(element, depth)
            continue
        depth -= 1
        if depth == 2:  # noqa: PLR2004 - rss, channel
            yield element
            _free(element)


def _check_start(element: etree._Element, depth: int) -> None:
    check_prefix(element)
    if depth == 1 and element.tag != "rss":
        raise Fault(element, f"This is XML, but not a WordPress export (<{read_name(element)}> in place of <rss>).")
    if depth == 2 and element.tag != "channel":  # noqa: PLR2004
        raise Fault(element, f"<{read_name(element)}> in place of <channel>.")
    if depth > MAX_DEPTH:
        raise Fault(element, f"Elements nest deeper than {MAX_DEPTH}.")


def _free(element: etree._Element) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and len(parent) > 1:
        del parent[0]


def _read_part(reading: _Reading, element: etree._Element) -> None:
    name = read_name(element)
    readers: dict[str, Callable[[], None]] = {
        "link": lambda: setattr(reading, "link", _read_address(element)),
        "wp:base_blog_url": lambda: setattr(reading, "source", _read_address(element)),
        "wp:wxr_version": lambda: setattr(reading, "version", read_text(element)),
        "wp:author": lambda: reading.authors.append(_read_author(element)),
        "wp:wp_author": lambda: reading.authors.append(_read_author(element)),  # WordPress.com's name, until about 2013
        "wp:category": lambda: reading.terms.append(_read_term(element, _CATEGORY, "category")),
        "wp:tag": lambda: reading.terms.append(_read_term(element, _TAG, "post_tag")),
        "wp:term": lambda: reading.terms.append(_read_term(element, _TERM, "")),
        "item": lambda: _add_item(reading, element),
    }
    if name in readers:
        readers[name]()
        reading.unread.update(read_name(child) for child in element if read_name(child) not in _PASSED_OVER)
    elif name not in _PASSED_OVER:
        reading.unread[name] += 1


def _read_address(element: etree._Element) -> str:
    """The address of the site, which stands beside each of its items here."""
    address = _read_word(element)
    check_length(element, "The address of the site", address, MAX_ADDRESS)
    return address


def _read_author(element: etree._Element) -> Author:
    fields = {name: read_text(child) for name, child in read_children(element).items()}
    login = fields.get("wp:author_login", "").strip()
    if not login:
        raise Fault(element, "An author has no wp:author_login.")
    name = fields.get("wp:author_display_name", "").strip() or login
    check_length(element, "An author's name", name, MAX_NAME)
    return Author(login, name)


def _read_term(element: etree._Element, names: tuple[str, str, str, str], taxonomy: str) -> ExportedTerm:
    children = read_children(element)
    readers = (_read_word, read_line, read_text, _read_word)
    slug, name, description, parent = (
        read(children[f"wp:{part}"]) if f"wp:{part}" in children else ""
        for read, part in zip(readers, names, strict=True)
    )
    taxonomy = taxonomy or (_read_word(children["wp:term_taxonomy"]) if "wp:term_taxonomy" in children else "")
    if not taxonomy or not slug:
        raise Fault(element, f"<{read_name(element)}> has no {'slug' if taxonomy else 'taxonomy'}.")
    source_id = read_id(element, children, "wp:term_id")
    return _check_term(element, ExportedTerm(taxonomy, slug, name or slug, description, parent, source_id))


def _add_item(reading: _Reading, element: etree._Element) -> None:
    try:
        reading.entries.append(_read_item(element))
    except Fault as fault:
        reading.damaged.append(f"line {fault.line}: {str(fault).rstrip('.')}")


def _read_item(element: etree._Element) -> Entry:
    children = read_children(element)
    texts = {name: reader(children[name]) if name in children else "" for name, reader in _ITEM_TEXTS.items()}
    source_id, type_ = read_id(element, children, "wp:post_id"), texts["wp:post_type"]
    if not source_id or not type_:
        raise Fault(element, "An item has no wp:post_id or no wp:post_type.")
    check_length(element, "<wp:post_name>", texts["wp:post_name"], MAX_SLUG)
    check_length(element, "<wp:post_password>", texts["wp:post_password"], MAX_PASSWORD)
    check_length(element, "<dc:creator>", texts["dc:creator"], MAX_CREATOR)
    date, local_date = _read_date(element, texts)
    return Entry(
        line=element.sourceline or 0,
        source_id=source_id,
        type=type_,
        status=texts["wp:status"],
        title=texts["title"],
        content=texts["content:encoded"],
        excerpt=texts["excerpt:encoded"],
        slug=texts["wp:post_name"],
        parent=read_id(element, children, "wp:post_parent"),
        menu_order=read_number(element, children, "wp:menu_order", -(2**31), 2**31 - 1),
        date=date,
        modified=read_moment(element, texts["wp:post_modified_gmt"]),
        local_date=local_date,
        link=texts["link"],
        creator=texts["dc:creator"],
        sticky=bool(read_number(element, children, "wp:is_sticky", 0, 1)),
        password=texts["wp:post_password"],
        attachment_url=texts["wp:attachment_url"],
        terms=_read_uses(element),
        **_read_meta(element),
        comments=read_comments(element),
    )


def _read_word(element: etree._Element) -> str:
    """The text of something that has no white space around it."""
    return read_text(element).strip()


_ITEM_TEXTS = {
    "title": read_line,
    "content:encoded": read_text,
    "excerpt:encoded": read_text,
    "wp:post_password": read_line,
    **dict.fromkeys(
        (
            *("link", "pubDate", "dc:creator", "wp:post_date", "wp:post_date_gmt", "wp:post_modified_gmt"),
            *("wp:post_name", "wp:status", "wp:post_type", "wp:attachment_url"),
        ),
        _read_word,
    ),
}


def _check_term(element: etree._Element, term: ExportedTerm) -> ExportedTerm:
    check_length(element, "A term's taxonomy", term.taxonomy, MAX_TAXONOMY)
    check_length(element, "A term's slug", term.slug, MAX_SLUG)
    check_length(element, "A term's name", term.name, MAX_NAME)
    return term


def _read_date(element: etree._Element, texts: dict[str, str]) -> tuple[str, bool]:
    """The date in UTC, and whether only the exported site's local time was there to take it from."""
    if moment := read_moment(element, texts["wp:post_date_gmt"]):
        return moment, False
    if moment := read_moment(element, texts["wp:post_date"]):
        return moment, True
    return read_published(texts["pubDate"]), False


def _read_uses(element: etree._Element) -> list[ExportedTerm]:
    """The terms that an item names; those without a domain or slug belong to the feed, not to WordPress."""
    uses = [child for child in element if child.tag == "category" and child.get("domain") and child.get("nicename")]
    return [_read_use(use) for use in uses]


def _read_use(element: etree._Element) -> ExportedTerm:
    """WXR 1.0 calls the taxonomy of tags `tag`."""
    domain, slug = element.get("domain", ""), element.get("nicename", "")
    return _check_term(
        element, ExportedTerm("post_tag" if domain == "tag" else domain, slug, read_line(element) or slug)
    )


def _read_meta(element: etree._Element) -> dict[str, Any]:
    """The custom fields, and the keys of values that are lost: of a key that stands more than once the last counts."""
    meta: dict[str, str] = {}
    repeated = []
    for child in element:
        if read_name(child) == "wp:postmeta":
            fields = {name: read_line(part) for name, part in read_children(child).items()}
            key, value = fields.get("wp:meta_key", ""), fields.get("wp:meta_value", "")
            if meta.setdefault(key, value) != value:
                repeated.append(key)
            meta[key] = value
    return {"meta": meta, "repeated": repeated}
