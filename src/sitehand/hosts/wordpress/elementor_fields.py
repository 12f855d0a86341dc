"""The fields of an item that Elementor registers for REST, among its `meta`, as fields of the port.

They are there since Elementor 3.27, in `context=edit`. Where they are not shown, WordPress takes them
and stores nothing.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sitehand.elementor.pages import read_page_settings
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.verification import simplify
from sitehand.site.content import ItemFields, Notice
from sitehand.site.elementor import ElementorDocument
from sitehand.site.revisions import RestoredFields

SETTINGS = "elementor_page_settings"
DATA = "elementor_data"
JSON_TEXTS = (DATA, SETTINGS)
"""Fields that are compared as PHP reads them."""
NAMES = (DATA, "elementor_edit_mode", "elementor_template_type", SETTINGS)


def read_meta(meta: Any) -> Fields:
    """The fields of an item whose `meta` is given: those of Elementor, and the rest as `meta`."""
    known = dict(meta) if isinstance(meta, Mapping) else {}
    found = {name: _read(name, known.pop(f"_{name}")) for name in NAMES if f"_{name}" in known}
    # PHP shows an empty object as []: without fields of Elementor, `meta` stays as it came.
    return {**found, "meta": known or meta if not found else known}


def write_meta(fields: Fields) -> Fields:
    """The fields as they are sent: those of Elementor within `meta`."""
    given = {f"_{name}": _write(name, fields[name]) for name in NAMES if name in fields}
    rest = {name: value for name, value in fields.items() if name not in NAMES}
    return {**rest, "meta": {**dict(rest.get("meta") or {}), **given}} if given else rest


def read_document(value: Json) -> ElementorDocument:
    """The document of an item. Raises Problem(not_supported) where WordPress does not show it."""
    fields = read_meta(value.get("meta"))
    if DATA not in fields:
        raise Problem(
            Code.NOT_SUPPORTED,
            f"This WordPress does not show the Elementor document of {value['type']} {value['id']}.",
            hint="It needs Elementor 3.27 or later, switched on for this type, and a user who may edit the item.",
        )
    return ElementorDocument(**{name.removeprefix("elementor_"): fields.get(name, "") for name in NAMES})


def name_fields(document: ElementorDocument) -> dict[str, str]:
    """A document as fields of an item, its settings as they will be read; WordPress takes no version."""
    fields = {f"elementor_{name}": value for name, value in asdict(document).items()}
    return {name: _read(name, _write(name, fields[name])) for name in NAMES}


def same_document(sent: str, stored: str) -> bool:
    """Whether two texts are the same document or settings, as PHP reads them: it writes `1.0` as `1`, `{}` as `[]`."""
    if sent == stored:
        return True
    try:
        return bool(simplify(json.loads(sent)) == simplify(json.loads(stored)))
    except ValueError:
        return False


def tell_rewritten(sent: Fields, stored: Fields) -> list[Notice]:
    """What to say of a document that is stored in other words."""
    if DATA not in sent or sent[DATA] == stored.get(DATA):
        return []
    message = "WordPress wrote the document in its own form: the same elements, and not the same bytes."
    return [Notice(code="document_rewritten", message=message)]


def take_document(fields: ItemFields) -> Fields:
    """The document that a revision puts back, if it has one."""
    if isinstance(fields, RestoredFields) and "elementor" in fields.model_fields_set:
        return dict(fields.elementor)
    return {}


def tell_kept(fields: ItemFields, before: Json) -> list[Notice]:
    """What to say where a revision without its document is put back in an item that has one."""
    has_document = bool(read_meta(before.get("meta")).get(DATA))
    if not isinstance(fields, RestoredFields) or "elementor" in fields.model_fields_set or not has_document:
        return []
    message = (
        "The Elementor document stays as it is: WordPress shows none in this revision, or this key has no access to"
        " Elementor. Use undo_change to undo changes of the document."
    )
    return [Notice(code="elementor_not_restored", message=message)]


def _read(name: str, value: Any) -> str:
    if name != SETTINGS:
        return str(value or "")
    return json.dumps(value, ensure_ascii=False) if value and isinstance(value, dict) else ""


def _write(name: str, value: str) -> Any:
    return read_page_settings(value) if name == SETTINGS else value
