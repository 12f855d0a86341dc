"""Dynamic tags that a caller binds to settings: `{"title": {"tag": "post-date", "settings": {"format": "Y-m-d"}}}`.

They become settings that the element is then written with, so that switches and references are resolved as for values.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.schema import AtomicType, Schema, TypeForm
from sitehand.elementor.document import Element
from sitehand.elementor.dynamic.checks import check_fit, find_taken
from sitehand.elementor.dynamic.known import KNOWN, TagSetting
from sitehand.elementor.dynamic.tags import DYNAMIC, TYPE, Tag, list_tags, read_text, write_text
from sitehand.elementor.findings import Fault
from sitehand.elementor.plain import ADDRESSES, IMAGE_SIZE, type_value
from sitehand.elementor.scalars import find_close, is_number
from sitehand.elementor.seed import make_hex
from sitehand.elementor.writing import name_suffixed, refuse_faults

TYPES = {"text": "string", "number": "number", "switch": "boolean"}
"""How settings of tags are typed in atomic elements."""


class Bound(NamedTuple):
    """Settings to write, and to remove."""

    settings: dict[str, Any]
    remove: list[str]


def bind_tags(
    element: Element,
    given: Mapping[str, Any],
    settings: Mapping[str, Any],
    catalogue: Catalogue,
    breakpoint: str = "",
) -> Bound:
    """The settings with tags for those that are `given` one; null takes a tag away, and the value behind it shows.

    Raises Problem(invalid_arguments) with every fault.
    """
    bind = _bind_atomic if element.is_atomic else _bind_classic
    bound, faults = bind(element, given, settings, catalogue, breakpoint)
    refuse_faults(element.id, (fault._replace(path=f"dynamic.{fault.path}") for fault in faults))
    return bound


def _bind_classic(
    element: Element, given: Mapping[str, Any], settings: Mapping[str, Any], catalogue: Catalogue, breakpoint: str
) -> tuple[Bound, list[Fault]]:
    found = catalogue.classic.types.get(element.kind)
    present = element.settings.get(DYNAMIC)
    texts: dict[str, str] = {}
    faults: list[Fault] = []
    for name, stored in zip(given, name_suffixed(given, breakpoint), strict=True):
        setting = catalogue.classic.find_setting(found.controls, stored) if found else None
        if given[name] is None:
            texts.update({stored: ""} if isinstance(present, dict) and stored in present else {})
        elif found and (setting is None or not find_taken(setting.control)):
            takers = [each for each, control in found.controls.items() if find_taken(control)]
            faults.append(_refuse_target(name, element.kind, given[name], takers))
        else:
            tag, wrong = _read_asked(given[name], name)
            faults += wrong or check_fit(tag, find_taken(setting.control) if setting else (), name)
            texts[stored] = _keep_same(present, stored, tag) or write_text(tag, make_hex())
    own = settings.get(DYNAMIC)
    others = {name: value for name, value in settings.items() if name != DYNAMIC}
    tags = {**(own if isinstance(own, Mapping) else {}), **texts}
    return Bound({**others, **({DYNAMIC: tags} if tags else {})}, []), faults


def _keep_same(present: Any, name: str, tag: Tag) -> str:
    """The text of a setting that has this tag already; the same again changes nothing."""
    text = present.get(name) if isinstance(present, dict) else None
    return str(text) if read_text(text) == tag else ""


def _bind_atomic(
    element: Element, given: Mapping[str, Any], settings: Mapping[str, Any], catalogue: Catalogue, breakpoint: str
) -> tuple[Bound, list[Fault]]:
    found = catalogue.atomic.types.get(element.kind)
    bound = Bound(dict(settings), [])
    if found is None or breakpoint:
        expected = "styles at a breakpoint; settings have none" if found else "an element of the catalogue"
        return bound, [Fault("", "not_responsive" if found else "unknown_element", expected, element.kind)]
    present = {path for path, _ in list_tags(element.settings)}
    faults: list[Fault] = []
    for path, asked in given.items():
        if asked is None:
            _free_property(found, bound, element, path, present)
        else:
            tag, wrong = _read_asked(asked, path)
            faults += wrong or _bind_property(found, bound, element, path, tag)
    return bound, faults


def _free_property(found: AtomicType, bound: Bound, element: Element, path: str, present: Set[str]) -> None:
    """Take away the tag at a path. Its property goes with it, unless the same call says its value, or the tag stands
    beside what the property is, as the words for a picture do.
    """
    name, _, inner = path.partition(".")
    schema = found.props.get(name)
    place = find_place(schema, inner) if schema else None
    steps = place.steps if place else ()
    if name in bound.settings or not {path, ".".join([name, *(member for _, member in steps)])} & present:
        return
    if len(steps) > 1:
        bound.settings[name] = _drop(element.settings[name], [member for _, member in steps])
    else:
        bound.remove.append(name)


def _drop(value: Any, members: Sequence[str]) -> Any:
    """A typed value without the member at the end of a way through it."""
    name, *rest = members
    inner = value["value"]
    kept = {**inner, name: _drop(inner[name], rest)} if rest else {each: inner[each] for each in inner if each != name}
    return {**value, "value": kept}


def _bind_property(found: AtomicType, bound: Bound, element: Element, path: str, tag: Tag) -> Iterator[Fault]:
    name, _, inner = path.partition(".")
    schema = found.props.get(name)
    place = find_place(schema, inner) if schema else None
    if schema is None or place is None:
        takers = [each for each, known in found.props.items() if find_place(known, "")]
        yield _refuse_target(path, found.name, tag.name, takers)
        return
    yield from check_fit(tag, place.taken, path)
    pictures = [each for each in tag.settings if KNOWN[tag.name].settings[each].kind not in TYPES]
    yield from (Fault(f"{path}.settings.{each}", "unknown_setting", "no picture here", each) for each in pictures)
    if pictures:
        return
    present = type_value(schema, bound.settings[name]) if name in bound.settings else element.settings.get(name)
    bound.settings[name] = _put(present, place.steps, _type_tag(tag))


class Place(NamedTuple):
    """Where a tag stands in a property: the objects on the way with the member in each, and what it may give."""

    steps: tuple[tuple[TypeForm, str], ...]
    taken: tuple[str, ...]


def find_place(schema: Schema, path: str) -> Place | None:
    """The place at a path in a property; without one, the property itself or the address in it, such as `src`."""
    if not path and schema.dynamic:
        return Place((), schema.dynamic)
    for form in schema.forms:
        name, _, inner = path.partition(".") if path else (ADDRESSES.get(form.key, ""), "", "")
        below = find_place(form.shape[name], inner) if name in form.shape else None
        if below:
            return Place(((form, name), *below.steps), below.taken)
    return None


def _put(present: Any, steps: tuple[tuple[TypeForm, str], ...], tag: dict[str, Any]) -> Any:
    """A property with the tag in its place; its other members stay."""
    if not steps:
        return tag
    (form, name), *rest = steps
    fits = isinstance(present, dict) and present.get("$$type") == form.key and isinstance(present.get("value"), dict)
    members = dict(present["value"]) if fits else {"size": IMAGE_SIZE} if form.key == "image" else {}
    return {"$$type": form.key, "value": {**members, name: _put(members.get(name), tuple(rest), tag)}}


def _type_tag(tag: Tag) -> dict[str, Any]:
    known = KNOWN[tag.name]
    typed = {name: _type_setting(known.settings[name], value) for name, value in tag.settings.items()}
    return {"$$type": TYPE, "value": {"name": tag.name, "group": known.group, "settings": typed}}


def _type_setting(setting: TagSetting, value: Any) -> dict[str, Any]:
    return {"$$type": TYPES[setting.kind], "value": value == "yes" if setting.kind == "switch" else value}


def _refuse_target(path: str, kind: str, got: Any, takers: list[str]) -> Fault:
    expected = f"a setting of `{kind}` that takes a tag"
    return Fault(path, "not_dynamic", f"{expected}: {', '.join(takers[:20])}" if takers else expected, got)


NO_TAG = Tag("post-title", {})
"""Stands for one that is refused."""


def _read_asked(asked: Any, path: str) -> tuple[Tag, list[Fault]]:
    """The tag that is asked for: its name, or `{tag, settings}`."""
    told = {"tag": asked} if isinstance(asked, str) else asked
    if not isinstance(told, Mapping) or not isinstance(told.get("tag"), str) or told.keys() - {"tag", "settings"}:
        return NO_TAG, [Fault(path, "no_tag", '{"tag": name, "settings": {...}}, or null', asked)]
    name, given = told["tag"], told.get("settings") or {}
    if name not in KNOWN:
        expected = "a tag of list_dynamic_tags; another plugin's is written as it is stored"
        return NO_TAG, [Fault(f"{path}.tag", "unknown_tag", expected, name, find_close(name, KNOWN))]
    if not isinstance(given, Mapping):
        return NO_TAG, [Fault(f"{path}.settings", "wrong_kind", "an object", given)]
    settings, faults = {}, []
    for each, value in given.items():
        made, wrong = _read_setting(KNOWN[name].settings, each, value, f"{path}.settings.{each}")
        settings[each] = made
        faults += wrong
    return Tag(name, settings), faults


def _read_setting(known: Mapping[str, TagSetting], name: str, value: Any, path: str) -> tuple[Any, list[Fault]]:
    setting = known.get(name)
    if setting is None:
        expected = f"one of {', '.join(known)}" if known else "no settings"
        return value, [Fault(path, "unknown_setting", expected, value, find_close(name, known))]
    if setting.kind == "switch" and value in (True, False, "yes", "no", ""):
        return "yes" if value in (True, "yes") else "", []
    if setting.kind == "number" and is_number(value) and not isinstance(value, bool):
        return value, []
    if setting.kind == "text" and isinstance(value, str) and (value in setting.options or not setting.options):
        return value, []
    if setting.kind == "media" and isinstance(value, Mapping) and value.keys() <= {"id", "url"}:
        return dict(value), []
    options = ", ".join(filter(None, setting.options))
    return value, [Fault(path, "wrong_value", f"one of {options}" if options else EXPECTED[setting.kind], value)]


EXPECTED = {"text": "text", "number": "a number", "switch": "true or false", "media": '{"id", "url"}'}
"""How values of settings are called."""
