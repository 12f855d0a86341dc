"""Edits of a document, by element. Each takes a draft, and answers the ids of the elements that it made or changed."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sitehand.elementor.atomic import BREAKPOINTS, check_atomic
from sitehand.elementor.document import WIDGET, Element, trace, walk, write
from sitehand.elementor.draft import Draft
from sitehand.elementor.findings import Fault
from sitehand.elementor.identifiers import renew_text
from sitehand.elementor.placement import check_placement
from sitehand.elementor.places import encode, merge_members
from sitehand.elementor.style.local import PREFIX, name_style, style_locally
from sitehand.elementor.style.sheet import convert_css
from sitehand.elementor.writing import name_suffixed, prepare_settings, refuse_faults
from sitehand.errors import Code, Problem


def add_element(draft: Draft, element: Mapping[str, Any], at: object) -> list[str]:
    """Add an element with all that is in it. Ids that are missing, of another form or in use become new."""
    parent, index = find_place(draft, at)
    text = renew_text(encode(_complete(element, _has_inner(draft))), draft.ids, keep_new=True)
    new = draft.insert(parent, index, text, fresh=True)
    _settle_new(draft, new)
    return [each.id for each in new]


def update_element(
    draft: Draft,
    element: str,
    settings: Mapping[str, Any] | None = None,
    remove: Collection[str] = (),
    breakpoint: str = "",
    style: str = "",
) -> list[str]:
    """Set and remove settings, at a breakpoint where one is named; the others stay as they are.

    Of an atomic element `style` is plain CSS for its local style, and `remove` takes `style.padding` too.
    """
    found = draft.find(element)
    properties = [name.removeprefix(PREFIX) for name in remove if name.startswith(PREFIX)]
    names = [name for name in remove if not name.startswith(PREFIX)]
    if settings:
        prepared = prepare_settings(found, settings, draft.catalogue, breakpoint)
        draft.merge(found, "settings", prepared)
    if names:
        draft.merge(found, "settings", {}, name_suffixed(names, breakpoint))
    if style or properties:
        restyle(draft, found, style, breakpoint or BREAKPOINTS[0], properties)
    return [element]


def replace_element(draft: Draft, element: str, replacement: Mapping[str, Any]) -> list[str]:
    """Put another element in the place of one. It gets its id, unless it brings a good one of its own."""
    old = draft.find(element)
    parent, index = old.position
    draft.delete(old)
    made = {**_complete(replacement, _has_inner(draft)), "id": replacement.get("id") or old.id}
    text = renew_text(encode(made), draft.ids, keep_new=True)
    new = draft.insert(parent, index, text, fresh=True)
    _settle_new(draft, new)
    return [each.id for each in new]


def move_element(draft: Draft, element: str, at: object) -> list[str]:
    """Move an element with all that is in it."""
    moved = draft.find(element)
    target = _find_target(draft, at)
    if moved is target or moved in trace(target):
        raise refuse_edit("An element cannot be moved into itself, or beside itself.")
    text = draft.delete(moved)
    draft.insert(*find_place(draft, at), text)
    return [element]


def duplicate_element(draft: Draft, element: str, at: object = None) -> list[str]:
    """Copy an element with all that is in it, right behind it unless `at` says where. The copy has ids of its own."""
    copied = draft.find(element)
    text = renew_text(write(copied), draft.ids)
    place = find_place(draft, {"after": element} if at is None else at)
    return [each.id for each in draft.insert(*place, text)]


def wrap_element(draft: Draft, elements: Sequence[str], wrapper: Mapping[str, Any]) -> list[str]:
    """Put an element around some that stand side by side. They come into its innermost first element."""
    wrapped = [draft.find(each) for each in elements]
    if not wrapped:
        raise refuse_edit("Name the elements to wrap.")
    first = min(wrapped, key=lambda each: each.position[1])
    parent, index = first.position
    if {id(each) for each in parent.children[index : index + len(wrapped)]} != {id(each) for each in wrapped}:
        raise refuse_edit("Only elements that stand side by side can be wrapped together.")
    text = draft.delete(first, len(wrapped))
    taken = draft.ids | {each.id for root in wrapped for each in (root, *walk(root))}
    made = renew_text(encode(_complete(wrapper, _has_inner(draft))), taken, keep_new=True)
    new = draft.insert(parent, index, made, fresh=True)
    _settle_new(draft, new)
    inner = new[0]
    while inner.children:
        inner = inner.children[0]
    draft.insert(inner, 0, text)
    return [new[0].id]


def remove_element(draft: Draft, element: str) -> list[str]:
    """Remove an element with all that is in it."""
    draft.delete(draft.find(element))
    return [element]


def restyle(
    draft: Draft, element: Element, css: str, breakpoint: str = BREAKPOINTS[0], remove: Collection[str] = ()
) -> None:
    """Change the local style of an atomic element by plain CSS, and remove properties of it."""
    if not element.is_atomic:
        raise refuse_edit("Only atomic elements take CSS.", "Use `settings`; get_widget tells those of a widget.")
    variants, faults = convert_css(css, draft.catalogue.atomic, breakpoint)
    known = draft.catalogue.atomic.style_props
    faults += [
        Fault(name, "no_property", "a property of Elementor's styles", name) for name in remove if name not in known
    ]
    refuse_faults(element.id, (fault._replace(path=f"{PREFIX}{fault.path}") for fault in faults))
    made = style_locally(element, variants, [(breakpoint, name) for name in remove])
    draft.merge(element, "styles", {made["id"]: made})
    classes = name_style(element, made)
    if classes:
        draft.merge(element, "settings", {"classes": classes})


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


def refuse_edit(why: str, hint: str = "") -> Problem:
    """The refusal for an edit that cannot be."""
    return Problem(Code.INVALID_ARGUMENTS, why, hint=hint)


def _find_target(draft: Draft, at: object) -> Element:
    if at in ("start", "end"):
        return draft.root
    if isinstance(at, Mapping) and len(at) == 1 and next(iter(at)) in {"before", "after", "first_in", "last_in"}:
        return draft.find(str(next(iter(at.values()))))
    raise refuse_edit(
        "`at` is no place.", 'Use "start", "end", or {"before"|"after"|"first_in"|"last_in": the id of an element}.'
    )


def _has_inner(draft: Draft) -> bool:
    """Whether the elements of a document have `isInner`."""
    first = draft.root.children[0].fields if draft.root.children else None
    return first is None or "isInner" in first


def _complete(element: Mapping[str, Any], has_inner: bool) -> dict[str, Any]:
    """An element with the members that every one has, in Elementor's order, and so all that is in it."""
    root: dict[str, Any] = {}
    waiting: list[tuple[Any, dict[str, Any]]] = [(element, root)]
    while waiting:
        given, made = waiting.pop()
        if not isinstance(given, Mapping) or not isinstance(given.get("elements", []), list):
            raise refuse_edit("An element is an object, and its `elements` is a list of elements.")
        if not isinstance(given.get("elType"), str) or not given["elType"]:
            raise refuse_edit(
                "An element says its `elType`.", "A heading has elType `widget` and widgetType `heading`."
            )
        if (given["elType"] == WIDGET) != bool(given.get("widgetType")):
            raise refuse_edit("A widget, and nothing else, has a `widgetType`.")
        defaults = {"id": "", "elType": "", "isInner": False, "settings": {}, "elements": []}
        made.update({name: given.get(name, default) for name, default in defaults.items()})
        if not has_inner and "isInner" not in given:
            del made["isInner"]
        made.update({name: value for name, value in given.items() if name not in made})
        made["elements"] = [{} for _ in given.get("elements", [])]
        waiting += zip(given.get("elements", []), made["elements"], strict=True)
    return root


def _settle_new(draft: Draft, elements: Sequence[Element]) -> None:
    """Settle new elements: whether all that is in them may stand there, and their settings."""
    for element in elements:
        for each in (element, *walk(element)):
            check_placement(each.position[0], each)
            _prepare_new(draft, each)


def _prepare_new(draft: Draft, element: Element) -> None:
    known = draft.catalogue.atomic.types if element.is_atomic else draft.catalogue.classic.types
    if element.kind not in known:
        hint = "It is Elementor Pro's." if element.kind in draft.catalogue.classic.pro_widgets else ""
        raise refuse_edit(
            f"The catalogue has no `{element.kind}`.", f"{hint} list_widgets tells what there is.".strip()
        )
    style = (element.fields or {}).get("style")
    if style is not None:
        draft.rewrite(element, merge_members(element.shell, 0, {}, {"style"}))
    prepared = prepare_settings(element, element.settings, draft.catalogue, present={})
    if prepared != element.settings:
        draft.rewrite(element, merge_members(element.shell, 0, {"settings": prepared}))
    if style is not None:
        restyle(draft, element, str(style))
    if element.is_atomic:
        refuse_faults(element.id, check_atomic(element, draft.catalogue.atomic))
