"""Is a file complete, well-formed XML without a DOCTYPE? Asked of the whole file before its elements are read.

The parser that hands out elements while it reads (lxml's iterparse) forgets some faults: after an entity that is not
declared it takes what follows for a new document. The one that only reports, used here, forgets none.
"""

import re
from typing import Any

from lxml import etree

from sitehand.errors import Problem
from sitehand.hosts.builtin.importing.encoding import refuse_file
from sitehand.site.importing import ExportFile

HINT = "Export the site again (in WordPress: Tools, Export, All content) and import the complete new file."
CONTROL = "This is not well-formed XML: a control character, which XML cannot hold."
CONTROL_HINT = "Remove the control characters from that line, or from the text in WordPress, and import the file again."


class _Refusal(Exception):
    """Something that well-formed XML may have, and an export may not."""


class _Inspector:
    """Receives what the parser meets, and keeps nothing."""

    def doctype(self, *_parts: str | None) -> None:
        raise _Refusal("It has a DOCTYPE, which no WordPress export has and which can hide an attack.")

    def close(self) -> None:
        return None


def check_wellformedness(file: ExportFile) -> None:
    """Raises Problem(invalid_arguments) that names file, line and fault. Nothing outside the file is ever read."""
    inspector: Any = _Inspector()  # lxml's stubs know only targets that take everything
    parser = etree.XMLParser(target=inspector, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        etree.parse(file.rewind(), parser)
    except _Refusal as refusal:
        raise refuse_file(file, _find_doctype(file), str(refusal), HINT) from None
    except etree.XMLSyntaxError:
        raise refuse_syntax(file, parser.error_log) from None


def is_wellformed(log: etree._ListErrorLog) -> bool:
    """Whether a parser has found nothing fatal. A prefix that nobody declares is not: XML itself knows no prefixes."""
    return not log.filter_from_fatals()


def refuse_syntax(file: ExportFile, log: etree._ListErrorLog) -> Problem:
    """The refusal of what the XML parser does not accept."""
    fatal = log.filter_from_fatals()
    control = next(iter(fatal.filter_types([etree.ErrorTypes.ERR_INVALID_CHAR])), None)
    if control is not None:
        return refuse_file(file, control.line, CONTROL, CONTROL_HINT)
    first = next(iter(fatal), None)
    said = ((first and first.message) or "no element found").splitlines()[0][:200]  # some quote the text that follows
    return refuse_file(
        file, first.line if first else 1, f"This is not well-formed XML: {said.strip().rstrip('.')}.", HINT
    )


def _find_doctype(file: ExportFile) -> int:
    """The line of the DOCTYPE; 0 when there is none near the beginning."""
    start = file.rewind().read(64 * 1024)
    uncommented = re.sub(rb"<!--.*?-->", lambda comment: b"\n" * comment[0].count(b"\n"), start, flags=re.DOTALL)
    place = uncommented.find(b"<!DOCTYPE")
    return uncommented.count(b"\n", 0, place) + 1 if place >= 0 else 0
