"""Atomic elements as they are stored: typed settings, and local styles with their variants."""

import re
from collections.abc import Iterator
from typing import Any

from sitehand.elementor.catalogue.schema import AtomicCatalogue, load_atomic
from sitehand.elementor.document import Element
from sitehand.elementor.findings import Fault
from sitehand.elementor.typed import check_typed

BREAKPOINTS = ("desktop", "widescreen", "laptop", "tablet_extra", "tablet", "mobile_extra", "mobile")
STATES = (
    *("hover", "active", "focus", "focus-visible", "checked"),
    *("e--selected", "e--disabled", "e--playing", "e--paused"),
)
LABEL = re.compile(r"(?!container$)(?!--)[A-Za-z_-][A-Za-z0-9_-]{1,49}")


def check_atomic(element: Element, catalogue: AtomicCatalogue) -> Iterator[Fault]:
    """The faults of an atomic element's settings and styles."""
    found = catalogue.types.get(element.kind)
    if found is None:
        code = "pro_element" if element.kind in catalogue.pro_elements else "unknown_element"
        yield Fault("", code, "an element of the catalogue", element.kind)
        yield from _check_untold(element)
    for name, value in element.settings.items():
        if found and name in found.props:
            yield from check_typed(found.props[name], value, f"settings.{name}")
        elif found:
            yield Fault(f"settings.{name}", "unknown_setting", f"a setting of `{found.name}`", value)
    yield from _check_styles((element.fields or {}).get("styles", {}), catalogue)


def _check_untold(element: Element) -> Iterator[Fault]:
    """The wrong kinds in an element of Elementor that a site does not tell: it may be switched on again."""
    found = load_atomic().types.get(element.kind)
    props = found.props if found else {}
    for name, value in element.settings.items():
        if name in props:
            faults = check_typed(props[name], value, f"settings.{name}")
            yield from (each for each in faults if each.wrong_kind)


def _check_styles(styles: Any, catalogue: AtomicCatalogue) -> Iterator[Fault]:
    if not isinstance(styles, dict):
        if styles != []:
            yield Fault("styles", "wrong_kind", "an object of styles", styles, {}, wrong_kind=True)
        return
    for identifier, style in styles.items():
        yield from check_style(style, f"styles.{identifier}", catalogue)


def check_style(style: Any, path: str, catalogue: AtomicCatalogue) -> Iterator[Fault]:
    """The faults of a style: a local one of an element, or a global class."""
    if not isinstance(style, dict) or not isinstance(style.get("variants"), list):
        yield Fault(path, "wrong_kind", "a style with a list of variants", style, wrong_kind=True)
        return
    label = style.get("label")
    if not isinstance(label, str) or not LABEL.fullmatch(label):
        yield Fault(f"{path}.label", "odd_label", "2 to 50 letters, digits, _ or -", label)
    for number, variant in enumerate(style["variants"]):
        yield from _check_variant(variant, f"{path}.variants.{number}", catalogue)


def _check_variant(variant: Any, path: str, catalogue: AtomicCatalogue) -> Iterator[Fault]:
    if not isinstance(variant, dict) or not isinstance(variant.get("meta"), dict):
        yield Fault(path, "wrong_kind", "a variant with meta and props", variant, wrong_kind=True)
        return
    meta, props = variant["meta"], variant.get("props", {})
    if meta.get("breakpoint") not in BREAKPOINTS:
        expected = f"one of {', '.join(BREAKPOINTS)}"
        yield Fault(f"{path}.meta.breakpoint", "unknown_breakpoint", expected, meta.get("breakpoint"), "desktop")
    if meta.get("state") not in (None, *STATES):
        yield Fault(f"{path}.meta.state", "unknown_state", f"null, or one of {', '.join(STATES)}", meta.get("state"))
    if not isinstance(props, dict):
        if props != []:
            yield Fault(f"{path}.props", "wrong_kind", "an object of properties", props, {}, wrong_kind=True)
        return
    for name, value in props.items():
        if name in catalogue.style_props:
            yield from check_typed(catalogue.style_props[name], value, f"{path}.props.{name}")
        else:
            yield Fault(f"{path}.props.{name}", "unknown_property", "a property of Elementor's styles", value)
