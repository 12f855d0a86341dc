"""Edits of a document, by element. Each takes a draft, and answers the ids of the elements that it made or changed."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Unpack

from typing_extensions import TypedDict

from sitehand.elementor.additions import check_new, complete_element, has_inner, put_interactions
from sitehand.elementor.atomic import BREAKPOINTS
from sitehand.elementor.document import Element, trace, walk, write
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.dynamic.binding import bind_tags
from sitehand.elementor.identifiers import renew_text
from sitehand.elementor.numbers import refuse_copy
from sitehand.elementor.places import encode
from sitehand.elementor.style.local import PREFIX
from sitehand.elementor.styling import restyle
from sitehand.elementor.writing import drop_references, name_suffixed, prepare_settings


def add_element(draft: Draft, element: Mapping[str, Any], at: object) -> list[str]:
    """Add an element with all that is in it. Ids that are missing, of another form or in use become new."""
    parent, index = find_place(draft, at)
    text = renew_text(encode(complete_element(element, has_inner(draft))), draft.ids, keep_new=True)
    new = draft.insert(parent, index, text, fresh=True)
    check_new(draft, new)
    return [each.id for each in new]


class ElementChange(TypedDict, total=False):
    """What becomes of an element: settings to set and remove, at a breakpoint where one is named.

    Of an atomic element `style` is plain CSS for its local style, and `remove` takes `style.padding` too. `dynamic` are
    tags by the names of settings.
    """

    settings: Mapping[str, Any]
    remove: Collection[str]
    breakpoint: str
    style: str
    dynamic: Mapping[str, Any]


def update_element(draft: Draft, element: str, **change: Unpack[ElementChange]) -> list[str]:
    """Change settings; the others stay as they are."""
    if change.keys() - ElementChange.__annotations__.keys():
        raise refuse_edit(f"update_element takes {', '.join(ElementChange.__annotations__)}.", "Leave out the rest.")
    found, breakpoint = draft.find(element), change.get("breakpoint", "")
    settings, removed = change.get("settings"), list(change.get("remove", ()))
    if dynamic := change.get("dynamic"):
        settings, freed = bind_tags(found, dynamic, settings or {}, draft.catalogue, breakpoint)
        removed += freed
    properties = [name.removeprefix(PREFIX) for name in removed if name.startswith(PREFIX)]
    names = [name for name in removed if not name.startswith(PREFIX)]
    if settings:
        prepared = prepare_settings(found, settings, draft.catalogue, breakpoint)
        draft.merge(found, "settings", prepared)
    if names:
        stored = name_suffixed(names, breakpoint)
        draft.merge(found, "settings", drop_references(found.settings, stored), stored)
    style = change.get("style", "")
    if style or properties:
        restyle(draft, found, style, breakpoint or BREAKPOINTS[0], properties)
    return [element]


def set_interactions(draft: Draft, element: str, interactions: Sequence[Any]) -> list[str]:
    """Put interactions in place of all that an atomic element has."""
    put_interactions(draft, draft.find(element), interactions)
    return [element]


def replace_element(draft: Draft, element: str, replacement: Mapping[str, Any]) -> list[str]:
    """Put another element in the place of one. It gets its id, unless it brings a good one of its own."""
    old = draft.find(element)
    parent, index = old.position
    draft.delete(old)
    made = {**complete_element(replacement, has_inner(draft)), "id": replacement.get("id") or old.id}
    text = renew_text(encode(made), draft.ids, keep_new=True)
    new = draft.insert(parent, index, text, fresh=True)
    check_new(draft, new)
    return [each.id for each in new]


def move_element(draft: Draft, element: str, at: object) -> list[str]:
    """Move an element with all that is in it."""
    moved = draft.find(element)
    target = _find_target(draft, at)
    if moved is target or moved in trace(target):
        raise refuse_edit("An element cannot be moved into itself, or beside itself.", "Name another element in `at`.")
    text = draft.delete(moved)
    draft.insert(*find_place(draft, at), text)
    return [element]


def duplicate_element(draft: Draft, element: str, at: object = None) -> list[str]:
    """Copy an element with all that is in it, right behind it unless `at` says where. The copy has ids of its own."""
    copied = draft.find(element)
    refuse_copy([copied])
    text = renew_text(write(copied), draft.ids)
    place = find_place(draft, {"after": element} if at is None else at)
    return [each.id for each in draft.insert(*place, text)]


def wrap_element(draft: Draft, elements: Sequence[str], wrapper: Mapping[str, Any]) -> list[str]:
    """Put an element around some that stand side by side. They come into its innermost first element."""
    wrapped = [draft.find(each) for each in elements]
    if not wrapped:
        raise refuse_edit("Name the elements to wrap.", "Send their ids: get_elementor shows them.")
    first = min(wrapped, key=lambda each: each.position[1])
    parent, index = first.position
    if {id(each) for each in parent.children[index : index + len(wrapped)]} != {id(each) for each in wrapped}:
        raise refuse_edit(
            "Only elements that stand side by side can be wrapped together.", "Move them together first: move_element."
        )
    text = draft.delete(first, len(wrapped))
    taken = draft.ids | {each.id for root in wrapped for each in (root, *walk(root))}
    made = renew_text(encode(complete_element(wrapper, has_inner(draft))), taken, keep_new=True)
    new = draft.insert(parent, index, made, fresh=True)
    check_new(draft, new)
    inner = new[0]
    while inner.children:
        inner = inner.children[0]
    draft.insert(inner, 0, text)
    return [new[0].id]


def remove_element(draft: Draft, element: str) -> list[str]:
    """Remove an element with all that is in it."""
    draft.delete(draft.find(element))
    return [element]


def find_place(draft: Draft, at: object) -> tuple[Element, int]:
    """The element and index that a place means: "start", "end", or {"before"|"after"|"first_in"|"last_in": id}."""
    target = _find_target(draft, at)
    where = at if isinstance(at, str) else next(iter(at))  # type: ignore[call-overload]
    if where in {"start", "first_in"}:
        return target, 0
    if where in {"end", "last_in"}:
        return target, len(target.children)
    parent, index = target.position
    return parent, index + (where == "after")


def _find_target(draft: Draft, at: object) -> Element:
    if at in ("start", "end"):
        return draft.root
    if isinstance(at, Mapping) and len(at) == 1 and next(iter(at)) in {"before", "after", "first_in", "last_in"}:
        return draft.find(str(next(iter(at.values()))))
    raise refuse_edit(
        "`at` is not a valid place.",
        'Use "start", "end", or {"before"|"after"|"first_in"|"last_in": the id of an element}.',
    )
