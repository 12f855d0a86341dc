"""The Elementor document of an exported item."""

import json

from sitehand.hosts.builtin.importing.export import Entry
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.serialized import read_serialized
from sitehand.site.elementor import ElementorDocument

FIELDS = {
    "data": "_elementor_data",
    "edit_mode": "_elementor_edit_mode",
    "template_type": "_elementor_template_type",
    "version": "_elementor_version",
}
PAGE_SETTINGS = "_elementor_page_settings"
META = {*FIELDS.values(), PAGE_SETTINGS}
"""The custom fields that are kept."""


def has_document(entry: Entry) -> bool:
    """Whether an item was made with Elementor; one where it was opened and closed again was not."""
    mode, data = (entry.meta.get(FIELDS[name], "").strip() for name in ("edit_mode", "data"))
    return mode == "builder" or data not in ("", "[]")


def take_document(entry: Entry, report: ImportReport) -> ElementorDocument:
    """The document, its text as it came. Settings of the page that cannot be read stay behind, with a remark."""
    if not has_document(entry):
        return ElementorDocument()
    fields = {name: entry.meta.get(key, "") for name, key in FIELDS.items()}
    stored = entry.meta.get(PAGE_SETTINGS, "").strip()
    try:
        settings = read_serialized(stored) if stored else {}
    except ValueError as fault:
        report.leave_out("page settings of Elementor", f"they are damaged: {fault}", entry.label)
        settings = {}
    written = json.dumps(settings, ensure_ascii=False) if isinstance(settings, dict) and settings else ""
    return ElementorDocument(**fields, page_settings=written)
