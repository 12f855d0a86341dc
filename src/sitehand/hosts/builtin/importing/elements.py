"""Reads the parts of one XML element: its name, text, children, numbers and moments, each checked."""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from lxml import etree

from sitehand.site.values import MAX_ID, iso

_WP = re.compile(r"\{https?://wordpress\.org/export/1\.[0-2]/\}")
_EXCERPT = re.compile(r"\{https?://wordpress\.org/export/1\.[0-2]/excerpt/\}")
_PREFIXES = {"{http://purl.org/rss/1.0/modules/content/}": "content:", "{http://purl.org/dc/elements/1.1/}": "dc:"}
_NO_DATE = ("", "0000-00-00 00:00:00")
_REPEATED = ("category", "link", "enclosure", "wp:postmeta", "wp:comment", "wp:commentmeta", "wp:termmeta")
_OWN_PREFIXES = ("wp", "content", "excerpt", "dc")
# How an element with CDATA begins and ends in XML; `<` and `>` in text and attributes are escaped there.
_BEFORE_CDATA = re.compile(r"<[^<>]*>(\s+)<!\[CDATA\[")
_AFTER_CDATA = re.compile(r"\]\]>(\s+)</[^<>]*>\Z")


class Fault(Exception):
    """Something wrong in one element; `read_export` turns it into the Problem that names file and line."""

    def __init__(self, element: etree._Element, message: str) -> None:
        super().__init__(message)
        self.line = element.sourceline or 0


def read_name(element: etree._Element) -> str:
    """The tag with WordPress's own prefixes, whichever version of the format the namespaces name."""
    tag = _EXCERPT.sub("excerpt:", _WP.sub("wp:", str(element.tag)))
    for namespace, prefix in _PREFIXES.items():
        tag = tag.replace(namespace, prefix)
    return tag


def check_prefix(element: etree._Element) -> None:
    """Raises Fault when the prefix is one of WordPress's own and not declared: nobody knows what it stands for."""
    tag = str(element.tag)
    if tag.partition(":")[0] in _OWN_PREFIXES:
        raise Fault(element, f"The prefix of <{tag}> is not declared.")


def read_text(element: etree._Element) -> str:
    """The text, without the white space that a program put on both sides of its CDATA to indent it.

    Markup in it that is not escaped is a fault.
    """
    if len(element):
        raise Fault(element[0], f"<{read_name(element)}> holds markup that is not escaped (<{read_name(element[0])}>).")
    text = element.text or ""
    if text == text.strip():
        return text
    written = etree.tostring(element, encoding="unicode", with_tail=False)
    before, after = _BEFORE_CDATA.match(written), _AFTER_CDATA.search(written)
    return text[len(before[1]) : -len(after[1])] if before and after else text


def read_line(element: etree._Element) -> str:
    """The text of something that is one line, a title or a value, without the lines that indent it."""
    text = read_text(element)
    starting, ending = text.lstrip(), text.rstrip()
    start = len(text) - len(starting) if "\n" in text[: len(text) - len(starting)] else 0
    return text[start : len(ending) if "\n" in text[len(ending) :] else None]


def read_children(element: etree._Element) -> dict[str, etree._Element]:
    """The children by name. One that may stand more than once is not asked for here."""
    found: dict[str, etree._Element] = {}
    for child in element:
        name = read_name(child)
        is_foreign = name.startswith("{") or name.partition(":")[0] not in (*_OWN_PREFIXES, name)
        may_repeat = is_foreign or name in _REPEATED
        if name in found and not may_repeat:
            raise Fault(child, f"<{name}> stands twice in <{read_name(element)}>.")
        found[name] = child
    return found


def check_length(element: etree._Element, what: str, value: str, limit: int) -> None:
    """Raises Fault when a value is longer than its column."""
    if len(value) > limit:
        raise Fault(element, f"{what} has more than {limit} characters.")


def read_id(element: etree._Element, children: dict[str, etree._Element], name: str) -> int:
    """An id of WordPress, or 0."""
    return read_number(element, children, name, 0, MAX_ID)


def read_number(element: etree._Element, children: dict[str, etree._Element], name: str, least: int, most: int) -> int:
    """The whole number in a child; 0 when it is missing or empty."""
    value = read_text(children[name]).strip() if name in children else ""
    if not value:
        return 0
    if not re.fullmatch("-?[0-9]{1,19}", value) or not least <= int(value) <= most:
        raise Fault(children[name], f'<{name}> must be a whole number from {least} to {most}, not "{value[:40]}".')
    return int(value)


def read_moment(element: etree._Element, value: str) -> str:
    """A moment as WordPress writes it, in ISO 8601; empty when there is none."""
    value = value.strip()
    if value in _NO_DATE:
        return ""
    try:
        # `strftime` writes years before 1000 without zeros.
        return datetime.strptime(value, "%Y-%m-%d %H:%M:%S").strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20)
    except ValueError:
        message = f'"{value[:40]}" is not a date and time such as 2026-07-28 09:30:00.'
        raise Fault(element, message) from None


def read_published(value: str) -> str:
    """The feed's own date; WordPress writes `-0001` for the year of a draft without one."""
    try:
        return iso(parsedate_to_datetime(value)) if value.strip() and "-0001" not in value else ""
    except (ValueError, TypeError, OverflowError):
        return ""
