"""Writes the catalogue of Elementor's elements from measured facts: `python scripts/elementor_catalogue.py FOLDER`.

The folder holds `elementor-controls.json` and `elementor-atomic.json`, which were dumped from a running Elementor.
Names, types, units and enumerated values are kept; texts, titles and defaults that are texts are not.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitehand.elementor.catalogue.compaction import compact

TARGET = Path(__file__).parents[1] / "src" / "sitehand" / "elementor" / "catalogue"
UNWANTED = {"default", "initial", "depends", "hide_reset", "title", "base_styles", "default_children"}
STYLED = "base_styles"
"""What an element looks like before anybody styles it: kept as typed variants, by the element alone."""


def main(folder: Path) -> None:
    """Write both files."""
    _write("classic.json", convert_classic(json.loads((folder / "elementor-controls.json").read_text("utf-8"))))
    _write("atomic.json", convert_atomic(json.loads((folder / "elementor-atomic.json").read_text("utf-8"))))


def convert_classic(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The catalogue of sections, columns, containers and classic widgets: those that have controls of their own."""
    widgets = {
        name: found for name, found in facts["widgets"].items() if found["controls"] and not name.startswith("common")
    }
    return compact({**facts, "widgets": widgets})


def convert_atomic(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The catalogue of atomic elements, their typed values and the properties of their styles."""
    return {
        "elementor": facts["elementor"],
        "types": _prune(facts["types"]),
        "elements": {name: {**_prune(found), **_keep_style(name, found)} for name, found in facts["elements"].items()},
        "style_props": _prune(facts["style_props"]),
        "pro_elements": facts["pro_element_names"],
    }


def _keep_style(name: str, found: Mapping[str, Any]) -> dict[str, Any]:
    variants = found.get(STYLED, {}).get(f"{name}-base", [])
    return {STYLED: [{**each, "props": _type_all(each["props"])} for each in variants]}


def _type_all(props: Mapping[str, Any]) -> dict[str, Any]:
    """Properties with their types, which Elementor leaves out for some keywords."""
    typed = {name: {"$$type": "string", "value": value} for name, value in props.items() if isinstance(value, str)}
    return {**props, **typed}


def _prune(value: Any) -> Any:
    """A schema without defaults and texts. Members of `props` and `shape` are names, whatever they are called."""
    if isinstance(value, list):
        return [_prune(each) for each in value]
    if not isinstance(value, dict):
        return value
    pruned = {}
    for key, found in value.items():
        if key in {"props", "shape"}:
            pruned[key] = {name: _prune(each) for name, each in found.items()}
        elif key not in UNWANTED:
            pruned[key] = _prune(found)
    return pruned


def _write(name: str, catalogue: Mapping[str, Any]) -> None:
    lines = [f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in catalogue.items()]
    (TARGET / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
