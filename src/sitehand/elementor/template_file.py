"""Template files of Elementor: the elements of a template with its title, its type and settings of the page.

Source: the file that "Export Template" of Elementor writes. `global_classes` (`items`, `order`) and `global_variables`
(`data`, `watermark`, `version`) have what the elements name by id, so that another site finds its own by their labels.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.document import Element, write
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.identifiers import renew_ids, renew_text
from sitehand.elementor.numbers import refuse_copy
from sitehand.elementor.parsing import read_document
from sitehand.elementor.places import MAX_SHOWN_DEPTH, encode, measure_depth, read_members, refuse_json
from sitehand.elementor.shared.names import SharedNames, find_named
from sitehand.elementor.validation import refuse_errors

VERSION = "0.4"
MAX_FILE = 8 * 1024 * 1024
"""Bytes of a template file."""
MAX_LABEL = 50
"""Characters of the label of a class or variable."""
TYPES = {"section", "container", "e-flexbox", "e-div-block"}
"""Elements that are a template by themselves, whose type is then called so."""
VARIABLE = "e-gv-"
"""Ids of variables begin so, those of classes otherwise; a class and a variable may have the same label."""
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_TYPE = re.compile(r"[a-z][a-z0-9_-]{0,49}")
_REFERENCE = re.compile(r'(?<=")(?:g|e-gv)-[\w-]{1,60}(?=")')
_MADE = re.compile(r"(?:g|e-gv)-[0-9a-f]{7}")
"""An id as Elementor makes it. Any other text that begins so may be what people read, such as `g-force`."""


@dataclass(frozen=True, slots=True)
class TemplateFile:
    """What a file has. `data` is the list of its elements and `page_settings` an object, both as JSON; empty: none.

    `labels` are those of the classes and variables that it brings, by id.
    """

    data: str
    title: str = ""
    type: str = ""
    page_settings: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)


def read_template_file(text: str, catalogue: Catalogue) -> TemplateFile:
    """A template file, or a list of elements, with new ids. What its elements say is kept whole.

    Raises Problem(invalid_json), or Problem(invalid_arguments) for what would damage a page.
    """
    root = read_document(text)
    refuse_errors(root, catalogue)
    fields = root.fields or {}
    encode({name: fields.get(name) for name in ("title", "page_settings")})  # refuses what PHP cannot read or write
    title, kind = (value if isinstance(value := fields.get(name), str) else "" for name in ("title", "type"))
    return TemplateFile(
        f"[{_copy_elements(root, set())}]",
        _clean(title)[:200],
        kind if _TYPE.fullmatch(kind) else "",
        _read_settings(root),
        {**_read_labels(fields.get("global_classes"), "items"), **_read_labels(fields.get("global_variables"), "data")},
    )


def make_template(root: Element, element: str, catalogue: Catalogue) -> TemplateFile:
    """A template of one element, or with none named, of the whole page. Raises Problem(invalid_arguments)."""
    if not element:
        return TemplateFile(f"[{_copy_elements(root, set())}]", type="page")
    found = Draft(root, catalogue).find(element)
    if found.kind not in TYPES:
        hint = "Name the section or container that it is in, or wrap it with wrap_element first."
        raise refuse_edit(f"A single `{found.kind}` cannot be a template.", hint)
    made = Draft(read_document("[]"), catalogue)
    refuse_copy([found])
    made.insert(made.root, 0, renew_text(write(found), set()))
    return TemplateFile(write(made.root), type=found.kind)


def write_template_file(template: TemplateFile, classes: Mapping[str, Any], variables: Mapping[str, Any]) -> str:
    """The file, its elements byte for byte, with those of the site's classes and variables that they name."""
    used = set(find_named(template.data))
    named = {each: style for each, style in classes.items() if each in used}
    used |= set(find_named(json.dumps(named)))
    values = {each: value for each, value in variables.items() if each in used or value.get("label") in used}
    members = {
        "version": encode(VERSION),
        "title": encode(template.title),
        "type": encode(template.type),
        "content": template.data,
        "page_settings": template.page_settings or "[]",
    }
    if named:
        members["global_classes"] = encode({"items": named, "order": list(named)})
    if values:
        members["global_variables"] = encode({"data": values, "watermark": 0, "version": 1})
    return "{" + ",".join(f"{encode(name)}:{value}" for name, value in members.items()) + "}"


def read_file_text(raw: bytes) -> str:
    """The text of a file. Raises Problem(invalid_arguments) for a large one, Problem(invalid_json) for no UTF-8."""
    if len(raw) > MAX_FILE:
        raise refuse_edit(f"The file has more than {MAX_FILE:,} bytes.", "Split the template into several.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse_json(f"It is not UTF-8 at byte {error.start}.") from error


def match_labels(data: str, labels: Mapping[str, str], names: SharedNames) -> tuple[str, list[str]]:
    """The elements with the site's own ids of classes and variables; the labels or ids of those that it has not."""
    known = set(names.labels)
    classes = {label.casefold(): each for label, each in names.classes.items()}
    variables = {label.casefold(): each.id for label, each in names.variables.items()}
    found = {
        each: (variables if each.startswith(VARIABLE) else classes).get(label.casefold(), each)
        for each, label in labels.items()
    }
    matched = _REFERENCE.sub(lambda each: found.get(each[0], each[0]), data)
    named = (each for each in _REFERENCE.findall(matched) if each in labels or _MADE.fullmatch(each))
    return matched, [labels.get(each, each) for each in dict.fromkeys(named) if each not in known]


def insert_template(draft: Draft, place: tuple[Element, int], data: str) -> list[str]:
    """Put a copy of a template into a document; its ids are new. Answers those of its outermost elements."""
    return [each.id for each in draft.insert(*place, _copy_elements(read_document(data), draft.ids))]


def _copy_elements(root: Element, taken: set[str]) -> str:
    """The text of the elements of a document, with new ids. Raises Problem(invalid_arguments)."""
    refuse_copy(root.children)
    renew_ids(root.children, taken)
    return ",".join(map(write, root.children))


def _clean(text: str) -> str:
    """A text in one line, without control characters."""
    return _SPACE.sub(" ", text).strip()


def _read_settings(root: Element) -> str:
    """The settings of the page, as they are written. Raises Problem(invalid_arguments)."""
    members = read_members(root.shell) if root.fields is not None else ()
    found = [each for each in members if each.key == "page_settings" and each.value not in ([], {}, None, "")]
    if found and not isinstance(found[-1].value, dict):
        raise refuse_edit("The `page_settings` of a template must be an object.", "Send an object, or leave them out.")
    text = root.shell[found[-1].at : found[-1].end] if found else ""
    if measure_depth(text) > MAX_SHOWN_DEPTH:
        hint = f"They have {MAX_SHOWN_DEPTH} levels at most."
        raise refuse_edit("The `page_settings` of a template are nested too deeply.", hint)
    return text


def _read_labels(given: Any, member: str) -> dict[str, str]:
    entries = given.get(member) if isinstance(given, dict) else None
    found = entries.items() if isinstance(entries, dict) else ()
    texts = ((each, value.get("label")) for each, value in found if isinstance(value, dict))
    labels = {each: _clean(text)[:MAX_LABEL] for each, text in texts if isinstance(text, str)}
    return {each: label for each, label in labels.items() if label}
