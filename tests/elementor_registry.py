"""Controls in the form in which Elementor itself has them, made of what Sitehand knows, and of a plugin's."""

from collections.abc import Mapping
from typing import Any

from sitehand.elementor.catalogue.controls import Control, load_classic

ACME = {
    "title": {"type": "text", "tab": "content", "section": "card", "dynamic": {"active": True}},
    "layout": {
        "type": "select",
        "tab": "content",
        "section": "card",
        "groups": [{"label": "Wide", "options": {"wide": "Wide", "2": "Two"}}, {"label": "None", "options": []}],
        "default": "wide",
    },
    "query": {"type": "acme-query", "tab": "content", "section": "card", "default": {"posts": []}},
    "tags": {"type": "select2", "tab": "content", "section": "card", "multiple": True, "options": []},
    "cards": {
        "type": "repeater",
        "tab": "content",
        "section": "card",
        "fields": [{"name": "_id", "type": "hidden"}, {"name": "words", "type": "textarea"}],
    },
    "width": {
        "type": "slider",
        "tab": "style",
        "section": "look",
        "size_units": ["px", "%"],
        "is_responsive": True,
        "condition": {"layout": "wide"},
        "selectors": {"{{WRAPPER}} .card": "width: {{SIZE}}{{UNIT}}; --card-width:{{SIZE}}{{UNIT}}"},
    },
    "card": {"type": "section", "tab": "content", "label": "Card"},
    "told": {"type": "raw_html", "tab": "content", "section": "card", "raw": "<b>Read this</b>"},
}
"""A widget that a plugin has registered."""


def make_registry() -> dict[str, Any]:
    """The registries of widgets and elements: all that Sitehand knows, but for some atomic ones, and more."""
    own = load_classic()
    widgets = [each for each in own.types.values() if each.is_widget]
    shared = set.intersection(*(set(each.controls) for each in widgets))
    common = {
        name: each
        for name, each in widgets[0].controls.items()
        if name in shared and all(one.controls[name] == each for one in widgets)
    }
    known: dict[str, dict[str, Any]] = {
        kind: {
            found.name: _write_all(found.controls, found.content, "content" if found.is_widget else "layout")
            for found in own.types.values()
            if found.is_widget is (kind == "widgets")
        }
        for kind in ("widgets", "elements")
    }
    typed = dict.fromkeys(("e-heading", "e-svg", "acme-atomic"), "atomic")
    known["widgets"] |= {"common": _write_all(common, (), ""), "acme-card": ACME, "acme-broken": "broken", **typed}
    known["elements"] |= dict.fromkeys(("e-div-block", "e-flexbox"), "atomic")
    return known


def _write_all(controls: Mapping[str, Control], first: tuple[str, ...], tab: str) -> dict[str, Any]:
    """Controls, of which those that come `first` are in a tab."""
    names = [*first, *(name for name in controls if name not in first)]
    return {
        name: {**_write(name, controls[name]), "tab": tab if name in first else "style", "section": "section"}
        for name in names
    }


def _write(name: str, control: Control) -> dict[str, Any]:
    told = {
        "options": dict.fromkeys(control.options, "A label"),
        "size_units": control.units if control.units != ("px",) else (),
        "is_responsive": control.responsive,
        "condition": dict(control.conditions),
        "selectors": {"{{WRAPPER}}": "; ".join(f"{each}: {{{{VALUE}}}}" for each in control.css)},
        "multiple": control.multiple,
        "dynamic": {"active": control.dynamic},
        "allowed_dimensions": control.sides,
        "default": control.default,
        "fields": [_write(each, field) for each, field in control.fields.items()],
    }
    return {"name": name, "type": control.type, "return_value": control.on, **{k: v for k, v in told.items() if v}}
