"""The Elementor document of an exported item."""

import json
import re
from typing import Any

from sitehand.elementor.places import MAX_SHOWN_DEPTH, measure_depth
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.serialized import read_serialized
from sitehand.site.elementor import ElementorDocument
from sitehand.site.export import Entry

FIELDS = {
    "data": "_elementor_data",
    "edit_mode": "_elementor_edit_mode",
    "template_type": "_elementor_template_type",
    "version": "_elementor_version",
}
PAGE_SETTINGS = "_elementor_page_settings"
META = {*FIELDS.values(), PAGE_SETTINGS}
"""The custom fields that are kept."""
_HALF = re.compile("[\ud800-\udfff]")


def has_document(entry: Entry) -> bool:
    """Whether an item was made with Elementor; one where it was opened and closed again was not."""
    mode, data = (entry.meta.get(FIELDS[name], "").strip() for name in ("edit_mode", "data"))
    return mode == "builder" or data not in ("", "[]")


def take_document(entry: Entry, report: ImportReport) -> ElementorDocument:
    """The document of an item, or none."""
    return read_document(entry, report) if has_document(entry) else ElementorDocument()


def read_document(entry: Entry, report: ImportReport) -> ElementorDocument:
    """The document, its text as it came. Settings of the page that cannot be read stay behind, with a remark."""
    fields = {name: entry.meta.get(key, "") for name, key in FIELDS.items()}
    stored = entry.meta.get(PAGE_SETTINGS, "").strip()
    try:
        written = _write_settings(_read_settings(stored))
    except ValueError as fault:
        report.leave_out("page settings of Elementor", f"they are damaged: {fault}", entry.label)
        written = ""
    return ElementorDocument(**fields, page_settings=written)


def _write_settings(settings: Any) -> str:
    """Settings as they are stored: an object, or "". Raises ValueError for what JSON or a database cannot hold."""
    if not isinstance(settings, dict) or not settings:
        return ""
    try:
        written = json.dumps(settings, ensure_ascii=False, allow_nan=False)
    except ValueError as fault:
        raise ValueError("They have a number that JSON has not.") from fault
    if _HALF.search(written):
        raise ValueError("They have half of a character.")
    return written


def _read_settings(stored: str) -> Any:
    """Settings as PHP writes them, as a file has them, or as JSON, as WordPress's REST API does. Raises ValueError."""
    if not stored:
        return {}
    if not stored.startswith("{"):
        return read_serialized(stored)
    if measure_depth(stored) > MAX_SHOWN_DEPTH:
        raise ValueError(f"It is nested deeper than {MAX_SHOWN_DEPTH} levels.")
    return json.loads(stored)
