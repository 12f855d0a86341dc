"""The local style of an atomic element: what plain CSS makes of it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sitehand.elementor.atomic import BREAKPOINTS
from sitehand.elementor.document import Element
from sitehand.elementor.seed import make_hex
from sitehand.elementor.style.boxes import join_values
from sitehand.elementor.style.declaration import Part
from sitehand.elementor.style.sheet import Variant

PREFIX = "style."
"""What is before a property of CSS among the names to remove."""


def find_local(element: Element) -> dict[str, Any] | None:
    """The local style of an element: the first of its styles that its classes name."""
    styles = (element.fields or {}).get("styles")
    classes = list_classes(element.settings)
    named = styles.items() if isinstance(styles, dict) else ()
    return next(({**style, "id": name} for name, style in named if name in classes and isinstance(style, dict)), None)


def style_locally(element: Element, variants: Sequence[Variant], remove: Collection[tuple[str, str]]) -> dict[str, Any]:
    """The local style with these variants in it, and without properties that are named by breakpoint and property."""
    style = find_local(element) or _make_style(element)
    return {**style, "variants": change_variants(style.get("variants"), variants, remove)}


def change_variants(stored: Any, variants: Sequence[Variant], remove: Collection[tuple[str, str]]) -> list[Any]:
    """The variants of a style with others joined to them, and without properties by breakpoint and name."""
    made: list[Any] = list(stored) if isinstance(stored, list) else []
    for breakpoint, name in remove:
        made = [_change(each, {}, {name}) if _matches(each, breakpoint, "") else each for each in made]
    for variant in variants:
        if not any(_matches(each, variant.breakpoint, variant.state) for each in made):
            made.append(_make_variant(variant))
        made = [
            _change(each, variant.parts, ()) if _matches(each, variant.breakpoint, variant.state) else each
            for each in made
        ]
    return made


def name_style(element: Element, style: Mapping[str, Any]) -> dict[str, Any] | None:
    """The classes of an element with its style among them; None when they name it already."""
    classes = list_classes(element.settings)
    return None if style["id"] in classes else {"$$type": "classes", "value": [*classes, style["id"]]}


def list_classes(settings: Mapping[str, Any]) -> list[Any]:
    """The classes that the settings of an atomic element name."""
    stored = settings.get("classes")
    classes = stored.get("value") if isinstance(stored, dict) else None
    return classes if isinstance(classes, list) else []


def _make_style(element: Element) -> dict[str, Any]:
    identifier = f"e-{element.id}-{make_hex()}"
    return {"id": identifier, "label": "local", "type": "class", "variants": []}


def _make_variant(variant: Variant) -> dict[str, Any]:
    meta = {"breakpoint": variant.breakpoint, "state": variant.state or None}
    return {"meta": meta, "props": {}, "custom_css": None}


def _matches(stored: Any, breakpoint: str, state: str) -> bool:
    meta = stored.get("meta") if isinstance(stored, dict) else None
    if not isinstance(meta, dict):
        return False
    return (meta.get("breakpoint") or BREAKPOINTS[0], meta.get("state") or "") == (breakpoint, state)


def _change(stored: Mapping[str, Any], parts: Mapping[str, Part], remove: Collection[str]) -> dict[str, Any]:
    """A variant with these values, partial ones joined to those that are there."""
    props = stored.get("props")
    before = props if isinstance(props, dict) else {}
    changed = {
        name: join_values(before.get(name), part.value) if part.partial else part.value for name, part in parts.items()
    }
    return {**stored, "props": {name: each for name, each in {**before, **changed}.items() if name not in remove}}
