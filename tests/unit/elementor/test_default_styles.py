"""What atomic elements look like before anybody styles them: told as CSS, and drawn."""

import json
import re

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.atomic.defaults import DRAWN, write_defaults
from sitehand.elementor.shared.showing import show_style
from sitehand.hosts.builtin.public.theme import ELEMENTOR_STYLE
from tests.unit.elementor.drawing import draw, element

CATALOGUE = load_catalogue()
STYLED = [name for name, found in CATALOGUE.atomic.types.items() if found.base_styles]


@pytest.mark.parametrize("kind", STYLED)
def test_what_is_told_can_be_written(kind: str) -> None:
    """The CSS of an element's own style is taken as its local style, and shown in the same words."""
    told = show_style(CATALOGUE.atomic.types[kind].base_styles, {})
    root = read_document(json.dumps([element(kind, {})]))
    edit(root, [{"operation": "update_element", "element": "aaaaaa1", "style": told}], CATALOGUE)
    ((_, style),) = (root.children[0].fields or {})["styles"].items()
    assert _sort(show_style(style["variants"], {})) == _sort(told)


def _sort(css: str) -> list[str]:
    return sorted(re.findall(r"[^;{}]+[;{}]", css.replace(" ", "")))


@pytest.mark.parametrize("kind", DRAWN)
def test_visitors_get_every_default(kind: str) -> None:
    """In the sheet of all pages, where the class of each element names it, at every breakpoint."""
    sheet = ELEMENTOR_STYLE.decode()
    assert f"{kind}-base" in draw(element(kind, {"image": None})).html or kind in ("e-image", "e-svg")
    for variant in CATALOGUE.atomic.types[kind].base_styles:
        for declared in re.findall(r"([\w-]+: [^;{}]+);", show_style([{**variant, "meta": {}}], {})):
            rules = re.findall(rf"^\.{kind}-base {{ ([^}}]*) }}", sheet, re.MULTILINE)
            assert any(declared in rule.split("; ") for rule in rules), declared


def test_a_grid_has_its_columns_and_its_own_come_after() -> None:
    """So many equal ones, fewer on a phone; those of a style of its own are drawn too."""
    sheet = write_defaults()
    assert "grid-template-columns: repeat(3, 1fr)" in sheet.partition("@media")[0]
    assert "grid-template-columns: repeat(1, 1fr)" in sheet.partition("(max-width: 767px)")[2]
    tracks = {"$$type": "grid-track-size", "value": {"size": 4, "unit": "fr"}}
    props = {"grid-template-columns": tracks, "grid-template-rows": {**tracks, "value": {"size": 101, "unit": "fr"}}}
    variant = {"meta": {"breakpoint": "desktop", "state": None}, "props": props}
    style = {"id": "e-aaaaaa1-1", "label": "local", "type": "class", "variants": [variant]}
    css = draw({**element("e-grid", {}), "styles": {"e-aaaaaa1-1": style}}).css
    assert "grid-template-columns: repeat(4, 1fr)" in css and "101" not in css
