"""Validation of a whole document, as it is read, imported or set: a wrong kind is an error, all else a note.

What Elementor and its Pro and older versions have stored is right, whatever today's catalogue says of it. So is what a
plugin has stored: a wrong kind in its settings is a note too.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from sitehand.elementor.atomic import check_atomic
from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.controls import ClassicCatalogue, ElementType, Setting, load_classic
from sitehand.elementor.document import WIDGET, Element, locate, walk
from sitehand.elementor.dynamic.checks import check_text
from sitehand.elementor.dynamic.tags import DYNAMIC
from sitehand.elementor.findings import Fault, Finding, show
from sitehand.elementor.identifiers import ID
from sitehand.elementor.numbers import EXPECTED, find_infinite
from sitehand.elementor.placement import explain_misplacement
from sitehand.elementor.scalars import guess_size
from sitehand.elementor.values import SPECIAL, check_value, name_unknown
from sitehand.errors import Code, Problem

MAX_ERRORS = 50
OUT_OF_RANGE = "out_of_range"
KEPT = {"_column_size": "column_size"}
"""Settings that are no control, and matter."""


ROWS = {"nested-tabs": "tabs", "nested-accordion": "items"}
"""Widgets that hold an element for each row of a setting."""


def validate(root: Element, catalogue: Catalogue) -> Iterator[Finding]:
    """What is wrong with a document, and what is worth a note, in order: as many as the caller takes."""
    ids = Counter(each.id for each in walk(root))
    for element in walk(root):
        path = element.id if element.id and ids[element.id] == 1 else show_place(element)
        for fault in check_element(element, ids, catalogue):
            yield Finding(
                ".".join(filter(None, (path, fault.path))),
                "error" if fault.wrong_kind else "note",
                fault.code,
                fault.expected,
                show(fault.got),
                fault.suggestion,
            )


def refuse_errors(root: Element, catalogue: Catalogue) -> None:
    """Raises Problem(invalid_arguments) for a document with errors, with the first of them; notes are none.

    A number that PHP cannot write is kept where it is, and let in nowhere.
    """
    found = (each for each in validate(root, catalogue) if each.severity == "error" or each.code == OUT_OF_RANGE)
    errors = list(islice(found, MAX_ERRORS))
    if errors:
        sentence = (
            f"The document has {'an error' if len(errors) == 1 else f'{len(errors)} errors'}, and would be damaged."
        )
        hint = "validate_elementor tells all; repair_document repairs what can be."
        raise Problem(Code.INVALID_ARGUMENTS, sentence, hint=hint, details=[each.detail for each in errors])


def show_place(element: Element) -> str:
    """The place of an element, such as `/0/2`."""
    return "".join(f"/{index}" for index in locate(element))


def check_element(element: Element, ids: Mapping[str, int], catalogue: Catalogue) -> Iterator[Fault]:
    """The faults of one element, where `ids` counts the ids of the document."""
    if element.fields is None:
        yield Fault("", "wrong_kind", "an element", element.shell, wrong_kind=True)
        return
    yield from _check_names(element, ids)
    yield from _check_members(element)
    if element.parent and (why := explain_misplacement(element.parent, element)):
        yield Fault("", "misplaced", why, element.kind)
    if element.is_atomic:
        yield from check_atomic(element, catalogue.atomic)
    elif element.kind:
        yield from _check_settings(element, catalogue.classic)
    if element.kind == "section":
        yield from _check_columns(element)
    yield from _check_pairs(element)


def _check_names(element: Element, ids: Mapping[str, int]) -> Iterator[Fault]:
    fields = element.fields or {}
    if not element.id:
        yield Fault("id", "no_id", "seven hexadecimal digits", fields.get("id"), wrong_kind=True)
    elif ids[element.id] > 1:
        yield Fault("id", "duplicate_id", "an id of its own", element.id)
    elif not ID.fullmatch(element.id):
        yield Fault("id", "odd_id", "seven hexadecimal digits", element.id)
    if not isinstance(fields.get("elType"), str) or not fields["elType"]:
        yield Fault("elType", "no_type", "the type of the element", fields.get("elType"), wrong_kind=True)
    elif element.is_widget and element.kind == WIDGET:
        yield Fault("widgetType", "no_type", "the type of the widget", fields.get("widgetType"), wrong_kind=True)


def _check_members(element: Element) -> Iterator[Fault]:
    fields = element.fields or {}
    if _has_half_characters(element):
        yield Fault("", "half_character", "whole characters, or PHP reads nothing of the page", None, wrong_kind=True)
    for place in find_infinite(element):
        yield Fault(place.path, OUT_OF_RANGE, EXPECTED, place.value)
    settings = fields.get("settings", {})
    if not isinstance(settings, dict) and settings != []:
        yield Fault("settings", "wrong_kind", "an object", settings, {}, wrong_kind=True)
    if element.split < 0 and fields.get("elements"):
        yield Fault("elements", "wrong_kind", "a list of elements", fields["elements"], wrong_kind=True)
    elif element.split < 0:
        yield Fault("elements", "no_elements", "a list of elements", fields.get("elements"), [])


def _has_half_characters(element: Element) -> bool:
    """Whether its text has one half of a pair of surrogates, as itself or escaped."""
    escaped = "\\ud" in element.shell or "\\uD" in element.shell
    text = json.dumps(element.fields, ensure_ascii=False) if escaped else element.shell
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _check_settings(element: Element, catalogue: ClassicCatalogue) -> Iterator[Fault]:
    found = catalogue.types.get(element.kind)
    if found is None:
        code = "pro_widget" if element.kind in catalogue.pro_widgets else "unknown_element"
        yield Fault("", code, "an element of the catalogue", element.kind)
        yield from _check_untold(element)
        return
    for name, value in element.settings.items():
        yield from _check_setting(found, name, value, catalogue)


def _check_untold(element: Element) -> Iterator[Fault]:
    """The wrong kinds in an element of Elementor that a site does not tell: it may be switched on again."""
    own = load_classic()
    for name, value in element.settings.items() if element.kind in own.types else ():
        yield from (each for each in _check_setting(own.types[element.kind], name, value, own) if each.wrong_kind)


def _check_setting(found: ElementType, name: str, value: Any, catalogue: ClassicCatalogue) -> Iterator[Fault]:
    path = f"settings.{name}"
    setting = catalogue.find_setting(found.controls, name)
    if name in SPECIAL:
        yield from _check_references(value, path)
        yield from _check_tags(found, name, value, catalogue)
    elif setting:
        for fault in check_value(catalogue, setting.control, value, path):
            mild = fault.wrong_kind and not _is_own(found.name, setting)
            yield fault._replace(wrong_kind=False) if mild else fault
    elif name in KEPT:
        yield Fault(path, KEPT[name], "no control, and kept", value)
    else:
        yield Fault(path, name_unknown(name, found.legacy), f"a setting of `{found.name}`", value)


def _is_own(kind: str, setting: Setting) -> bool:
    """Whether Elementor itself has a setting, of this element or of all widgets.

    Of a plugin's nobody measured what it stores, and what damages a page.
    """
    own = load_classic()
    control = (own.types[kind].controls if kind in own.types else own.common).get(setting.name)
    return control is not None and control.type == setting.control.type


def _check_references(value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, "odd_references", "an object of texts", value, {})
        return
    for name, each in value.items():
        if not isinstance(each, str):
            yield Fault(f"{path}.{name}", "odd_references", "text", each)


def _check_tags(found: ElementType, special: str, texts: Any, catalogue: ClassicCatalogue) -> Iterator[Fault]:
    for name, text in texts.items() if special == DYNAMIC and isinstance(texts, dict) else ():
        setting = catalogue.find_setting(found.controls, name)
        if isinstance(text, str):
            yield from check_text(text, setting.control if setting else None, f"settings.{special}.{name}")


def _check_pairs(element: Element) -> Iterator[Fault]:
    """Tabs and what they open are paired by their places, so there are as many of one as of the other."""
    if element.kind in ROWS:
        rows = element.settings.get(ROWS[element.kind])
        tabs, panels = len(rows) if isinstance(rows, list) else len(element.children), len(element.children)
    elif element.kind == "e-tabs":
        counts = {each.kind: len(each.children) for each in element.children}
        tabs, panels = counts.get("e-tabs-menu", 0), counts.get("e-tabs-content-area", 0)
    else:
        return
    if tabs != panels:
        yield Fault("", "unpaired", f"{tabs} panels for {tabs} tabs", panels)


def _check_columns(section: Element) -> Iterator[Fault]:
    sizes = [guess_size(each.settings.get("_column_size")) for each in section.children]
    total = sum(size[0] for size in sizes if size)
    if all(sizes) and sizes and total != 100:  # noqa: PLR2004 - per cent
        yield Fault("", "column_sum", "columns that sum to 100", total)
