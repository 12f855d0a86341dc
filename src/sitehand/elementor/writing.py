"""Settings that a caller writes, element by element: every value is checked, and what it needs to act comes with it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.controls import Control, ElementType, find_switches
from sitehand.elementor.completion import complete_value
from sitehand.elementor.document import Element
from sitehand.elementor.dynamic.checks import FOREIGN
from sitehand.elementor.findings import NOTHING, Fault, Finding, show
from sitehand.elementor.plain import type_value
from sitehand.elementor.scalars import find_close
from sitehand.elementor.shared.names import SharedNames
from sitehand.elementor.style.local import list_classes
from sitehand.elementor.typed import check_typed
from sitehand.elementor.values import SPECIAL, check_value
from sitehand.errors import Code, Problem

MAX_FAULTS = 50
"""Faults that one refusal lists. Finding what each was likely meant to be costs more than the check."""
MAX_SUGGESTED = 5
"""Unknown classes of one element for which the label that is likely meant is looked for: a site may have 1,000."""
ACCEPTED = {"number_as_text", FOREIGN}
"""Faults that Elementor itself stores, and tags that another plugin may have registered."""
HINT = "get_widget tells the settings of a widget, with their types, units and values."


def prepare_settings(
    element: Element,
    given: Mapping[str, Any],
    catalogue: Catalogue,
    breakpoint: str = "",
    *,
    present: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The settings to store: those given, completed, and the switches without which they do nothing.

    `present` are the settings that the element has, those that it was read with unless said otherwise.

    Raises Problem(invalid_arguments) with every fault: its path, what is expected, what came, and what would be right.
    """
    if element.is_atomic:
        stored = element.settings if present is None else present
        prepared, faults = _prepare_atomic(element, given, catalogue, stored)
        if breakpoint:
            faults = [Fault("", "not_responsive", "styles at a breakpoint; settings have none", breakpoint)]
    else:
        found = catalogue.classic.types.get(element.kind)
        target = _Target(element.kind, element.settings if present is None else present)
        prepared, faults = _prepare_classic(target, found, given, catalogue, breakpoint)
    refuse_faults(element.id, (fault._replace(path=f"settings.{fault.path}") for fault in faults))
    return prepared


def prepare_page_settings(present: Mapping[str, Any], given: Mapping[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """Settings for a page as they are stored, checked against the catalogue. `present` are those that the page has.
    Raises Problem.
    """
    page = ElementType("page", catalogue.classic.page_settings, (), False)
    prepared, faults = _prepare_classic(_Target("page", present), page, given, catalogue, "")
    refuse_faults("page_settings", faults)
    return prepared


def refuse_faults(identifier: str, faults: Iterable[Fault]) -> None:
    """Raises Problem(invalid_arguments) if there is any fault."""
    found = [
        Finding(
            ".".join(filter(None, (identifier, each.path))),
            "error",
            each.code,
            each.expected,
            show(each.got),
            each.suggestion,
        )
        for each in islice((fault for fault in faults if fault.code not in ACCEPTED), MAX_FAULTS)
    ]
    if found:
        sentence = "A value is wrong." if len(found) == 1 else f"{len(found)} values are wrong."
        raise Problem(Code.INVALID_ARGUMENTS, sentence, hint=HINT, details=[each.detail for each in found])


def name_suffixed(names: Iterable[str], breakpoint: str) -> list[str]:
    """The stored names of settings at a breakpoint; none is the desktop."""
    return [f"{name}_{breakpoint}" if breakpoint else name for name in names]


def drop_references(settings: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """References to the kit and dynamic tags without those of some settings: they would win over a value."""
    dropped = {}
    for special in SPECIAL:
        present = settings.get(special)
        if isinstance(present, dict) and any(name in names for name in present):
            dropped[special] = {name: each for name, each in present.items() if name not in names}
    return dropped


class _Target(NamedTuple):
    """What is written to: the kind of the element, and the settings that it has."""

    kind: str
    settings: Mapping[str, Any]


def _prepare_classic(
    target: _Target, found: ElementType | None, given: Mapping[str, Any], catalogue: Catalogue, breakpoint: str
) -> tuple[dict[str, Any], list[Fault]]:
    prepared: dict[str, Any] = {}
    faults: list[Fault] = []
    names = sorted(given, key=lambda name: name in SPECIAL)  # references last: those of what is written go
    for name, stored_name in zip(names, name_suffixed(names, breakpoint), strict=True):
        if len(faults) >= MAX_FAULTS:
            break
        setting = catalogue.classic.find_setting(found.controls, stored_name) if found else None
        if name in SPECIAL:
            prepared[name] = _merge_references(target, name, given[name], prepared, faults)
            faults += _check_references(catalogue, target, found, given, prepared, name) if found else ()
        elif setting is None:
            prepared[stored_name] = given[name]
            faults += _check_unknown(target, found, stored_name, given[name])
        else:
            value = complete_value(setting.control, given[name])
            prepared[stored_name] = value
            faults += islice(check_value(catalogue.classic, setting.control, value, stored_name), MAX_FAULTS)
            faults += _set_switches(target, found, setting.control, given, prepared) if found and _is_set(value) else ()
    return {**drop_references(target.settings, prepared), **prepared}, faults


def _set_switches(
    target: _Target, found: ElementType, control: Control, given: Mapping[str, Any], prepared: dict[str, Any]
) -> Iterator[Fault]:
    """Switch on what a setting needs, unless the caller says otherwise: then it would do nothing, and is refused."""
    for name, values in find_switches(found.controls, control):
        if not values:
            yield Fault(
                name, "no_effect", f"another setting: what switches this one on is not in `{target.kind}`", None
            )
        elif name in given and given[name] not in values:
            yield Fault(name, "switched_off", f"one of {', '.join(values)}, or nothing acts", given[name], values[0])
        elif prepared.get(name, target.settings.get(name)) not in values:
            prepared[name] = values[0]


def _is_set(value: Any) -> bool:
    return value not in ("", None, [], {})


def _check_unknown(target: _Target, found: ElementType | None, name: str, value: Any) -> Iterator[Fault]:
    """A setting that the catalogue does not know is changed where it is, to a value of the same kind."""
    present = target.settings.get(name)
    if present is not None:
        if not _same_kind(present, value):
            yield Fault(name, "wrong_kind", f"a value of the kind that is there, such as {show(present)}", value)
    elif name == "_column_size" and isinstance(value, int | float) and 0 < value <= 100:  # noqa: PLR2004 - per cent
        return
    else:
        names = found.controls if found else target.settings
        sort = f"a setting of `{target.kind}`" if found else f"one that `{target.kind}` has already"
        yield Fault(name, "unknown_setting", sort, value, _suggest_name(target, name, names))


def _suggest_name(target: _Target, name: str, names: Collection[str]) -> Any:
    """The setting that is meant: of a container its layout's, such as `flex_gap` for `gap`; else one like it."""
    of_layout = f"{target.settings.get('container_type') or 'flex'}_{name}"
    return of_layout if of_layout in names else find_close(name, names)


def _same_kind(present: Any, value: Any) -> bool:
    if isinstance(present, dict | list):
        return type(present) is type(value)
    return isinstance(value, str | int | float) and isinstance(present, str | int | float)


def _merge_references(target: _Target, name: str, given: Any, written: Collection[str], faults: list[Fault]) -> Any:
    """References to the kit and dynamic tags: those given join those that are there; an empty one goes.

    One of a setting that was just `written` goes too, since it would win over the value.
    """
    if not isinstance(given, Mapping) or not all(isinstance(each, str) for each in given.values()):
        faults.append(Fault(name, "odd_references", "an object of texts, such as globals/colors?id=primary", given))
        return given
    present = target.settings.get(name)
    kept = {key: each for key, each in present.items() if key not in written} if isinstance(present, dict) else {}
    return {key: each for key, each in {**kept, **given}.items() if each}


def _check_references(
    catalogue: Catalogue,
    target: _Target,
    found: ElementType,
    given: Mapping[str, Any],
    prepared: dict[str, Any],
    special: str,
) -> Iterator[Fault]:
    """References of settings that there are, which need their switches as values do."""
    references = given[special] if isinstance(given[special], Mapping) else {}
    present = target.settings.get(special)
    known = present if isinstance(present, dict) else {}
    for name in [name for name, each in references.items() if each and name not in known]:
        setting = catalogue.classic.find_setting(found.controls, name)
        if setting:
            yield from _set_switches(target, found, setting.control, given, prepared)
        else:
            close = find_close(name, found.controls)
            yield Fault(
                f"{special}.{name}", "unknown_setting", f"a setting of `{target.kind}`", references[name], close
            )


def _name_classes(
    element: Element, given: Any, shared: SharedNames, present: Mapping[str, Any]
) -> tuple[Any, list[Fault]]:
    """Classes by id, and the local styles that the element has: nobody names those."""
    plain = given.get("value") if isinstance(given, Mapping) else given
    names = plain.split() if isinstance(plain, str) else plain
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        return given, []
    styles = (element.fields or {}).get("styles")
    local = styles if isinstance(styles, dict) else {}
    known = {*local, *list_classes(present), *shared.classes.values()}
    found = [shared.classes.get(name, name) for name in names]
    unknown = (number for number, identifier in enumerate(found) if identifier not in known)
    faults = [
        Fault(
            f"classes.{number}",
            "unknown_class",
            "the label of a global class",
            names[number],
            find_close(names[number], shared.classes) if place < MAX_SUGGESTED else NOTHING,
        )
        for place, number in enumerate(islice(unknown, MAX_FAULTS))
    ]
    kept = [each for each in list_classes(present) if each in local]
    return list(dict.fromkeys([*found, *kept])), faults


def _prepare_atomic(
    element: Element, given: Mapping[str, Any], catalogue: Catalogue, present: Mapping[str, Any]
) -> tuple[dict[str, Any], list[Fault]]:
    found = catalogue.atomic.types.get(element.kind)
    if found is None:
        return {}, [Fault("", "unknown_element", "an element of the catalogue", element.kind)]
    aliases = {alias: name for name, schema in found.props.items() for alias in (*schema.aliases, name)}
    prepared: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, value in given.items():
        if len(faults) >= MAX_FAULTS:
            break
        if name not in aliases:
            faults.append(
                Fault(name, "unknown_setting", f"one of {', '.join(found.props)}", value, find_close(name, aliases))
            )
            continue
        schema = found.props[aliases[name]]
        named, unknown = value, list[Fault]()
        if aliases[name] == "classes" and catalogue.shared:
            named, unknown = _name_classes(element, value, catalogue.shared, present)
        made = type_value(schema, named)
        prepared[aliases[name]] = named if made is NOTHING else made
        faults += unknown
        faults += islice(check_typed(schema, prepared[aliases[name]], name), MAX_FAULTS)
    return prepared, faults
