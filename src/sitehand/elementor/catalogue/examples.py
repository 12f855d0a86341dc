"""One minimal element of each type, that validates: what a caller can send to add one."""

from collections.abc import Callable, Mapping
from typing import Any

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.controls import Control, ElementType
from sitehand.elementor.catalogue.schema import AtomicType

ADDRESS = "https://example.com/"
IMAGE = "https://example.com/image.jpg"
MAX_SETTINGS = 3
_PLAIN: Mapping[str, Any] = {
    "text": "Text",
    "textarea": "Text",
    "wysiwyg": "<p>Text</p>",
    "code": "<p>Text</p>",
    "number": 1,
    "url": {"url": ADDRESS},
    "media": {"url": IMAGE},
    "gallery": [{"id": 1, "url": IMAGE}],
    "icons": {"value": "fas fa-star", "library": "fa-solid"},
}
"""What an example has in a setting, by the type of its control."""
_ATOMIC: Mapping[str, Any] = {"html-v3": "Text", "image": IMAGE, "svg-src": IMAGE, "video-src": ADDRESS}
"""What an example has in a property, by its type."""
_CHOSEN: Mapping[str, Mapping[str, Any]] = {"video": {"youtube_url": "https://www.youtube.com/watch?v=aqz-KE-bpKQ"}}
"""What an example of these has, since nothing of it is shown without: a setting that depends on another."""
_HELD: Mapping[str, Callable[[Catalogue], list[dict[str, Any]]]] = {
    "section": lambda catalogue: [make_example("column", catalogue)],
    "e-tabs": lambda catalogue: [
        {"elType": "e-tabs-menu", "elements": [_hold_text("e-tab", catalogue)]},
        {"elType": "e-tabs-content-area", "elements": [_hold_text("e-tab-content", catalogue)]},
    ],
    "nested-tabs": lambda _: [{"elType": "container"}],
    "nested-accordion": lambda _: [{"elType": "container"}],
}
"""What an example of these must hold: tabs and their panels are paired by their places."""


def make_example(kind: str, catalogue: Catalogue) -> dict[str, Any]:
    """An element of a type that the catalogue knows, as `add_element` takes it. Raises KeyError for another."""
    if kind in catalogue.atomic.types:
        found = catalogue.atomic.types[kind]
        made = {**_name(kind, found.is_widget), "settings": _fill_atomic(found)}
    else:
        classic = catalogue.classic.types[kind]
        made = {**_name(kind, classic.is_widget), "settings": dict(classic.example) or _fill_classic(classic)}
    return {**made, "elements": _HELD[kind](catalogue)} if kind in _HELD else made


def _hold_text(kind: str, catalogue: Catalogue) -> dict[str, Any]:
    return {"elType": kind, "elements": [make_example("e-paragraph", catalogue)]}


def _name(kind: str, is_widget: bool) -> dict[str, Any]:
    return {"elType": "widget", "widgetType": kind} if is_widget else {"elType": kind}


def _fill_classic(found: ElementType) -> dict[str, Any]:
    """The first settings that a person fills in."""
    filled = dict(_CHOSEN.get(found.name, {}))
    for name in found.content if found.is_widget else ():
        value = _fill(found.controls[name])
        if value is not None and not found.controls[name].conditions:
            filled[name] = value
        if len(filled) == MAX_SETTINGS:
            break
    return filled


def _fill(control: Control) -> Any:
    if control.fields:
        return [{name: _PLAIN[each.type] for name, each in control.fields.items() if each.type in _PLAIN}]
    return _PLAIN.get(control.type)


def _fill_atomic(found: AtomicType) -> dict[str, Any]:
    if "component_instance" in found.props:
        return {"component_instance": {"component_id": 1}}
    keys = {name: schema.forms[0].key for name, schema in found.props.items()}
    filled = {name: _ATOMIC[key] for name, key in keys.items() if key in _ATOMIC}
    return {**filled, "source": ADDRESS} if keys.get("source") == "string" else filled
