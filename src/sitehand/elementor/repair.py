"""Repairs of a document: what is of a wrong kind becomes what was likely meant, or goes; the rest keeps its bytes."""

import copy
from collections import Counter
from typing import Any

from sitehand.elementor.changes import Insert
from sitehand.elementor.document import WIDGET, Element, locate, walk
from sitehand.elementor.draft import Draft
from sitehand.elementor.findings import NOTHING, Fault
from sitehand.elementor.identifiers import make_id
from sitehand.elementor.places import encode, merge_members
from sitehand.elementor.validation import check_element

ROUNDS = 5
"""A repair may show what was behind it, such as the elements of a list that was none."""


def repair_document(draft: Draft) -> list[str]:
    """Repair what can be, and answer the ids of the elements that changed.

    Missing ids and all but the first of the same become new; items that are no elements go; settings and styles of a
    wrong kind become their suggestion, or go. An element whose type nobody knows stays as it is, an error.
    """
    changed: dict[str, None] = {}
    for _ in range(ROUNDS):
        before = len(draft.undo)
        changed.update(dict.fromkeys(_repair_once(draft)))
        if len(draft.undo) == before:
            break
    present = draft.ids
    return [each for each in changed if each in present]


def _repair_once(draft: Draft) -> list[str]:
    changed = []
    ids = Counter(each.id for each in walk(draft.root))
    seen, taken = set[str](), set(ids)
    for element in list(walk(draft.root)):
        before = len(draft.undo)
        for fault in list(check_element(element, ids, draft.catalogue)):
            if fault.code == "duplicate_id" and element.id not in seen:
                continue
            if fault.wrong_kind or fault.code == "duplicate_id":
                _repair(draft, element, fault, taken)
        seen.add(element.id)
        if len(draft.undo) > before:
            changed.append(element.id)
    return changed


def _repair(draft: Draft, element: Element, fault: Fault, taken: set[str]) -> None:
    member, _, rest = fault.path.partition(".")
    if element.fields is None:
        draft.delete(element)
    elif member == "id":
        made = make_id(taken)
        taken.add(made)
        _set(draft, element, "id", made)
    elif member == "elType" and isinstance(element.fields.get("widgetType"), str):
        _set(draft, element, "elType", WIDGET)
    elif member == "elements":
        _repair_children(draft, element, element.fields["elements"])
    elif member in {"settings", "styles"}:
        _repair_member(draft, element, member, rest, fault.suggestion)


def _repair_children(draft: Draft, element: Element, stored: Any) -> None:
    """PHP writes a list with gaps as an object, with its indexes as keys."""
    _set(draft, element, "elements", [])
    if isinstance(stored, dict):
        draft.change(Insert(locate(element), 0, ",".join(map(encode, stored.values()))))


def _repair_member(draft: Draft, element: Element, member: str, rest: str, suggestion: Any) -> None:
    """Repair a setting or style: the whole, or what is wrong in it."""
    name, _, inner = rest.partition(".")
    stored = (element.fields or {}).get(member)
    if not rest or not isinstance(stored, dict):
        _set(draft, element, member, {})
    elif name in stored:
        value = _replace(stored[name], inner.split(".") if inner else [], suggestion)
        draft.merge(element, member, {} if value is NOTHING else {name: value}, [name] if value is NOTHING else [])


def _replace(value: Any, keys: list[str], suggestion: Any) -> Any:
    """A value with what is suggested at a path; NOTHING where nothing is, or the path is not found."""
    if not keys or suggestion is NOTHING:
        return suggestion
    root = holder = copy.deepcopy(value)
    for key in keys[:-1]:
        holder = _step(holder, key)
    found = _step(holder, keys[-1])
    if found is NOTHING:
        return NOTHING
    holder[int(keys[-1]) if isinstance(holder, list) else keys[-1]] = suggestion
    return root


def _step(holder: Any, key: str) -> Any:
    if isinstance(holder, dict):
        return holder.get(key, NOTHING)
    if isinstance(holder, list) and key.isdigit() and int(key) < len(holder):
        return holder[int(key)]
    return NOTHING


def _set(draft: Draft, element: Element, name: str, value: Any) -> None:
    draft.rewrite(element, merge_members(element.shell, 0, {name: value}))
