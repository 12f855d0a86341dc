"""Global classes and variables: written by label, stored by id, shown as they are written, drawn on pages."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.shared import choose_shared
from sitehand.elementor.shared.classes import ClassChange, ClassChanges, change_classes, read_style
from sitehand.elementor.shared.names import SharedNames, Variable
from sitehand.elementor.shared.showing import show_style
from sitehand.elementor.shared.variables import VariableChange, VariableChanges, change_variables
from sitehand.errors import Code, Problem
from tests.unit.elementor.drawing import draw

NAMES = SharedNames(
    {"card": "g-1111111", "wide": "g-2222222"},
    {
        "brand": Variable("e-gv-1111111", "color"),
        "gap": Variable("e-gv-2222222", "size"),
        "face": Variable("e-gv-3333333", "font"),
    },
)
CATALOGUE = load_catalogue(NAMES)
STYLE = "color: var(--brand); padding: var(--gap); font-family: var(--face); box-shadow: 0 1px 2px var(--brand);"
BOX = '[{"id":"aaaaaa1","elType":"e-div-block","settings":{},"elements":[]}]'


def style(label: str, css: str = "", remove: Sequence[str] = (), **more: Any) -> ClassChange:
    """A change of a class."""
    return ClassChange(label, read_style(css, remove, "classes[0]", CATALOGUE), remove, **more)


def make(*changes: ClassChange) -> dict[str, Any]:
    """The classes that changes make of none."""
    return dict(change_classes({}, [], ClassChanges(changes))[0])


def update(data: str, **arguments: Any) -> dict[str, Any]:
    """The first element of a document after an update."""
    root = read_document(data)
    edit(root, [{"operation": "update_element", "element": "aaaaaa1", **arguments}], CATALOGUE)
    return dict(root.children[0].fields or {})


def test_a_style_refers_to_variables_by_label() -> None:
    """Wherever a colour, a size or a font stands, within shadows too; what is shown can be sent again."""
    (found,) = make(style("card", STYLE)).values()
    props = found["variants"][0]["props"]
    assert props["color"] == {"$$type": "global-color-variable", "value": "e-gv-1111111"}
    assert props["padding"] == {"$$type": "global-size-variable", "value": "e-gv-2222222"}
    assert props["font-family"] == {"$$type": "global-font-variable", "value": "e-gv-3333333"}
    assert props["box-shadow"]["value"][0]["value"]["color"] == props["color"]
    shown = show_style(found["variants"], NAMES.labels)
    assert "color: var(--brand);" in shown
    (again,) = make(style("card", shown)).values()
    assert again["variants"] == found["variants"]


def test_what_is_shown_has_states_and_breakpoints() -> None:
    """In the form in which they are written."""
    css = "width: 10px; &:hover { width: 20px } @media(--mobile) { width: 30px; }"
    (found,) = make(style("card", css)).values()
    shown = show_style(found["variants"], {})
    assert shown == "width: 10px; &:hover { width: 20px; } @media(--mobile) { width: 30px; }"


def test_a_variable_of_another_sort_is_refused() -> None:
    """With the property, and what would be right."""
    with pytest.raises(Problem) as refusal:
        make(style("card", "color: var(--gap)"))
    (detail,) = refusal.value.details
    assert (detail["path"], detail["expected"]) == (
        "classes[0].style.color",
        '`var(--gap)` is a size, and a color is expected here; write "color: #333333"',
    )


def test_classes_change_by_label() -> None:
    """A label that is there changes; properties go; another label keeps the id; others keep their order."""
    first = make(style("card", "width: 1px; height: 2px"), style("wide", "width: 100%"))
    (card, wide) = first
    changes = ClassChanges([style("Card", "width: 3px", ["height"], rename="tile")], ["wide"])
    items, ranking = change_classes(first, list(first), changes)
    assert list(ranking) == [wide, card]
    assert items[card]["label"] == "tile"
    assert items[card]["variants"][0]["props"] == {
        "width": {"$$type": "size", "value": {"size": 3, "unit": "px"}},
    }
    left, _ = change_classes(items, ranking, ClassChanges(remove=["wide"]))
    assert list(left) == [card]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        (ClassChanges([style("9lives")]), "classes[0].label"),
        (ClassChanges([style("a1", rename="WIDE")]), "classes[0].rename"),
        (ClassChanges([style("none", rename="other")]), "classes[0].label"),
        (ClassChanges([style("a1", rename="g-1234567")]), "classes[0].rename"),
        (ClassChanges(order=["nope"]), "order[0]"),
        (ClassChanges(remove=["a1", "a1"]), "remove[1]"),
    ],
)
def test_wrong_changes_of_classes_are_refused(changes: ClassChanges, path: str) -> None:
    """With the place of the fault, and the classes stay."""
    items = make(style("a1"), style("wide"))
    before = json.dumps(items)
    with pytest.raises(Problem) as refusal:
        change_classes(items, list(items), changes)
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, path)
    assert json.dumps(items) == before


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (VariableChange("x", "color", "red; } body {"), ".color"),
        (VariableChange("x", "color", "color-mix(a))(b(c)"), ".color"),
        (VariableChange("x", "color", "color-mix(in srgb, 'x)"), ".color"),
        (VariableChange("x", "color", "color-mix(in srgb, red, blue), url(https://evil.test/a.png)"), ".color"),
        (VariableChange("x", "color", "color-mix(in srgb, red, url(https://evil.test/a.png))"), ".color"),
        (VariableChange("x", "color", 'var(--x, "red)'), ".color"),
        (VariableChange("x", "color", "rgb(1 2 3"), ".color"),
        (VariableChange("x", "size", "calc(1px + 1em)"), ".size"),
        (VariableChange("x", "size", "12"), ".size"),
        (VariableChange("x", "font", 'a"b'), ".font"),
        (VariableChange("x", "", "red"), ""),
        (VariableChange("gap", "color", "red"), ".color"),
        (VariableChange("1x", "color", "red"), ".label"),
        (VariableChange("E-gv-1", "color", "red"), ".label"),
        (VariableChange("gap", rename="FACE"), ".rename"),
    ],
)
def test_wrong_variables_are_refused(change: VariableChange, path: str) -> None:
    """Values that are none of their sort, a sort that changes, and labels that are taken or none."""
    stored, ranking = change_variables(
        {}, [], VariableChanges([VariableChange("gap", "size", "1rem"), VariableChange("face", "font", "Inter")])
    )
    with pytest.raises(Problem) as refusal:
        change_variables(stored, ranking, VariableChanges([change]))
    assert refusal.value.details[0]["path"] == f"variables[0]{path}"


def test_elements_take_classes_by_label() -> None:
    """Their local style stays; a class that is not there is refused, with the one that is likely meant."""
    styled = update(BOX, style="width: 5px")
    (local,) = styled["styles"]
    found = update(json.dumps([styled]), settings={"classes": ["card", "wide"]})
    assert found["settings"]["classes"] == {"$$type": "classes", "value": ["g-1111111", "g-2222222", local]}
    with pytest.raises(Problem) as refusal:
        update(BOX, settings={"classes": ["cart"]})
    (detail,) = refusal.value.details
    assert detail["path"] == "aaaaaa1.settings.classes.0"
    assert detail["expected"] == 'the label of a global class; write "card"'


def test_unknown_classes_are_refused_at_once() -> None:
    """The first fifty are told, and what is likely meant of the first five, whatever the site has."""
    names = [f"cart{number}" for number in range(100)]
    with pytest.raises(Problem) as refusal:
        update(BOX, settings={"classes": ["card", *names]})
    found = refusal.value.details
    assert (len(found), found[49]["path"]) == (50, "aaaaaa1.settings.classes.50")
    assert ["write" in each["expected"] for each in found] == [True] * 5 + [False] * 45


def test_a_local_style_refers_to_variables() -> None:
    """By label, as a class does; a name that is no variable of Elementor stays CSS."""
    css = "color: var(--brand); background-color: var(--wp--preset--color--leaf)"
    (found,) = update(BOX, style=css)["styles"].values()
    props = found["variants"][0]["props"]
    assert props["color"]["$$type"] == "global-color-variable"
    assert props["background"]["value"]["color"] == {"$$type": "color", "value": "var(--wp--preset--color--leaf)"}


def test_a_page_has_the_rules_of_what_it_names() -> None:
    """In the order of the classes, before local styles, with the variables that these name, and nothing else."""
    items = make(style("card", "color: var(--brand)"), style("rest", "color: red"))
    card, rest = items
    variables = {
        "e-gv-1111111": {"type": "global-color-variable", "label": "brand", "value": "#123456"},
        "e-gv-9999999": {"type": "global-color-variable", "label": "evil", "value": "red} body {"},
    }
    local = {"e-aaaaaa1-abc": {"id": "e-aaaaaa1-abc", "label": "local", "type": "class", "variants": []}}
    box = {
        "id": "aaaaaa1",
        "elType": "e-div-block",
        "settings": {"classes": {"$$type": "classes", "value": [card, "e-aaaaaa1-abc"]}},
        "styles": local,
        "elements": [],
    }
    shared = choose_shared(json.dumps([box]) + '"e-gv-9999999"', items, variables)
    found = draw(box, classes=shared.classes, variables=shared.variables)
    assert ".elementor { --e-gv-1111111: #123456 }" in found.css
    assert f".elementor .{card} {{ color: var(--e-gv-1111111) }}" in found.css
    assert rest not in found.css and "body" not in found.css
    assert f'class="elementor-element elementor-element-aaaaaa1 e-div-block-base {card} e-aaaaaa1-abc"' in found.html
