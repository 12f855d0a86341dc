"""A site's own registry of elements, as a companion dumps it, in place of Sitehand's catalogue."""

import json
import shutil
import subprocess
import sys
from typing import Any

import pytest

from sitehand.elementor.advice import advise
from sitehand.elementor.catalogue.catalogue import Catalogue, load_catalogue
from sitehand.elementor.catalogue.controls import Control, ElementType
from sitehand.elementor.catalogue.registry import read_registry
from sitehand.elementor.catalogue.widget_form import read_widget
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.validation import validate
from sitehand.errors import Problem
from sitehand.hosts.wordpress.companion import ELEMENTOR_PART
from tests.browser import require
from tests.elementor_registry import ACME
from tests.unit.elementor.documents import odd_document, real_documents, widget

CARD = {
    "controls": {
        "title": {"t": "text"},
        "align": {"t": "choose", "o": ["start", "end"], "r": True},
        "space": {"t": "dimensions", "u": ["px", "em"], "sides": ["top", "bottom"]},
        "inset": {"t": "dimensions", "sides": "all"},
        "rows": {"t": "repeater", "f": {"_id": {"t": "hidden"}, "query": {"t": "acme-query"}}},
        "query": {"t": "acme-query"},
        "tags": {"t": "select2", "multiple": True},
        "menu": {"t": "select"},
        "own_background": {"t": "select", "if": {"own_background": [None, {"a": 1}]}},
        "sticky": {"t": "switcher"},
    },
    "sections": {"content/card": ["title", "rows", "query", "tags"], "style/look": ["align", "space", "inset"]},
}
DUMP = {"elementor": "4.3.1", "common": {}, "widgets": {"acme-card": CARD}, "elements": {}, "atomic": ["e-heading"]}
TELL = """namespace { function add_action() {} require $argv[1];
    class Type { function get_controls() { return json_decode(stream_get_contents(STDIN), true); } }
    echo json_encode((object) Sitehand\\Companion\\dump_types(['acme' => new Type()], [])); }"""
"""Has the companion tell a widget whose controls are these."""


ODD: dict[str, Any] = {
    "size": {"type": "slider", "size_units": {"px": {"min": 1}, "0": "em"}},
    "space": {"type": "dimensions", "allowed_dimensions": {"top": "top"}},
    "inset": {"type": "dimensions", "allowed_dimensions": "top"},
    "gap": {"type": "dimensions", "allowed_dimensions": "vertical"},
    "5": {"type": "text", "tab": "content", "section": "card"},
    "bare": {"type": "text", "condition": [], "dynamic": [], "fields": [], "multiple": "", "is_responsive": None},
    "on": {"type": "switcher", "return_value": True, "size_units": None, "default": False},
    "off": {"type": "select", "options": {"1": "On"}, "groups": [], "default": True},
}


@pytest.fixture(scope="module")
def site() -> Catalogue:
    """The catalogue of a site with one widget and one atomic element."""
    return read_registry(DUMP)


@pytest.fixture(scope="module")
def whole() -> Catalogue:
    """The catalogue of a site with Elementor's own widgets, one of Pro's, and a heading that a plugin has changed."""
    own = load_catalogue()
    types: dict[str, Any] = {
        name: {"controls": {name: _tell(each) for name, each in found.controls.items()}, "sections": {}}
        for name, found in own.classic.types.items()
    }
    types["call-to-action"] = CARD
    types["heading"]["controls"]["blend_mode"] = {"t": "text"}
    widgets = {name: each for name, each in types.items() if name not in ("section", "column", "container")}
    elements = {name: types[name] for name in types.keys() - widgets.keys()}
    return read_registry({**DUMP, "widgets": widgets, "elements": elements, "atomic": list(own.atomic.types)})


def _tell(control: Control) -> dict[str, Any]:
    """A control as the companion tells it."""
    fields = {name: _tell(each) for name, each in control.fields.items()}
    told = {"t": control.type, "o": [*control.options], "r": control.responsive, "multiple": control.multiple}
    return {**told, "on": control.on, **({"u": [*control.units]}), **({"f": fields} if fields else {})}


def add(site: Catalogue, **element: Any) -> Any:
    """Add an element to a container."""
    root = read_document('[{"id":"aaaaaa1","elType":"container","settings":[],"elements":[]}]')
    edit(root, [{"operation": "add_element", "element": element, "at": {"first_in": "aaaaaa1"}}], site)
    return root.children[0].children[0]


def test_only_what_the_site_has_can_be_added(site: Catalogue) -> None:
    """A widget of a plugin, and no widget that is not registered there, atomic ones too."""
    assert add(site, elType="widget", widgetType="acme-card", settings={"title": "A", "align_tablet": "end"}).settings
    assert add(site, elType="widget", widgetType="e-heading", settings={"title": "A"}).settings
    for kind in ("heading", "e-button"):
        with pytest.raises(Problem):
            add(site, elType="widget", widgetType=kind, settings={})
        assert add(load_catalogue(), elType="widget", widgetType=kind, settings={}).kind == kind


@pytest.mark.parametrize(
    "settings",
    [
        {"query": {"any": ["thing"]}, "rows": [{"query": 5}]},
        {"tags": ["12", "news"]},
        {"menu": "main"},
        {"own_background": "any"},
        {"space": {"unit": "em", "top": "1", "bottom": "2", "isLinked": False}},
    ],
)
def test_what_nobody_here_can_judge_is_taken(site: Catalogue, settings: dict[str, Any]) -> None:
    """Values of a plugin's own sort of control, and choices that are loaded as a person types."""
    stored = add(site, elType="widget", widgetType="acme-card", settings=settings).settings
    assert {name: stored[name] for name in settings if name != "rows"} == {
        name: value for name, value in settings.items() if name != "rows"
    }


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"align": "middle"}, "settings.align"),
        ({"titel": "A"}, "settings.titel"),
        ({"tags": "12"}, "settings.tags"),
        ({"query": None}, "settings.query"),
    ],
)
def test_a_wrong_setting_of_a_plugin_is_refused(site: Catalogue, settings: dict[str, Any], path: str) -> None:
    """By the types and values that the site has told."""
    with pytest.raises(Problem) as refused:
        add(site, elType="widget", widgetType="acme-card", settings=settings)
    assert refused.value.details[0]["path"].endswith(path)


STORED = {
    "title": ["x"],
    "align": "middle",
    "tags": {"a": 1},
    "rows": {"0": {}},
    "space": "10px",
    "titel": "A",
    "query": {"any": ["thing"]},
}
"""Settings of a plugin's widget in a document: four of a wrong kind, two odd ones, and one that nobody can judge."""


def test_what_a_plugin_has_stored_is_a_note(site: Catalogue) -> None:
    """By the types that the site has told, with what would be right; nobody measured what damages such a page."""
    root = read_document(json.dumps([widget("1234567", "acme-card", **STORED)]))
    told = [each for each in advise(root, site) if each["code"] != "misplaced"]
    found = {each["path"].removeprefix("1234567.settings."): each for each in told}
    codes = {name: each["code"] for name, each in found.items()}
    assert codes == {
        **dict.fromkeys(("title", "tags", "rows", "space"), "wrong_kind"),
        "align": "unknown_value",
        "titel": "unknown_setting",
    }
    assert {each["severity"] for each in found.values()} == {"note"}
    assert found["rows"]["repair"]["settings"] == {"rows": [{}]}
    assert edit(root, [{"operation": "repair_document"}], site).ids == [[]]


def test_a_wrong_kind_in_a_setting_of_elementor_stays_an_error(whole: Catalogue) -> None:
    """On a site that has told its registry too, unless a plugin has put a control of its own in its place."""
    root = read_document(json.dumps([widget("1234567", title=["x"], blend_mode=["x"])]))
    severities = {each.path: each.severity for each in validate(root, whole) if each.code == "wrong_kind"}
    assert severities == {"1234567.settings.title": "error", "1234567.settings.blend_mode": "note"}


@pytest.mark.parametrize(
    ("kind", "settings", "path"),
    [
        ("heading", {"title": ["x"]}, "title"),
        ("e-button", {"classes": "x"}, "classes"),
        ("call-to-action", {"_margin": "10px"}, "_margin"),
    ],
)
def test_a_wrong_kind_stays_an_error_in_what_a_site_does_not_tell(
    kind: str, settings: dict[str, Any], path: str
) -> None:
    """Elements of Elementor that are switched off there, or could not be told; and what all widgets have."""
    common = {name: _tell(each) for name, each in load_catalogue().classic.common.items()}
    part = {**DUMP, "common": common, "widgets": {"call-to-action": CARD}}
    root = read_document(json.dumps([widget("1234567", kind, **settings)]))
    errors = [each.path for each in validate(root, read_registry(part)) if each.severity == "error"]
    assert errors == [f"1234567.settings.{path}"]


@pytest.mark.parametrize("text", [odd_document(), *real_documents()])
def test_real_documents_have_no_error_on_a_site(whole: Catalogue, text: str) -> None:
    """With Elementor's own registry and that of a plugin: what was a note stays one, but of widgets that it has."""
    root, own = read_document(text), load_catalogue()
    found, before = (list(validate(root, known)) for known in (whole, own))
    assert not [each for each in found if each.severity == "error"]
    assert {each.path for each in found} >= {each.path for each in before if each.code != "pro_widget"}


def test_what_the_dump_does_not_tell_is_sitehands(site: Catalogue) -> None:
    """Settings of pages, the kit, breakpoints, and Pro widgets, but for those that the site has."""
    own = load_catalogue().classic
    assert (site.classic.page_settings, site.classic.kit) == (own.page_settings, own.kit)
    assert (site.classic.breakpoints, site.classic.version) == (own.breakpoints, "4.3.1")
    sections = {"sections": {"content/card": ["title", "gone"]}}
    form = read_registry({**DUMP, "widgets": {"form": {**CARD, **sections}}}).classic
    assert own.pro_widgets - form.pro_widgets == {"form"}
    assert form.types["form"].content == ("title",)


@pytest.mark.parametrize(
    "dump",
    [
        None,
        [],
        {**DUMP, "widgets": []},
        {**DUMP, "atomic": {"e-heading": 1}},
        {**DUMP, "common": {"_title": {}}},
        {**DUMP, "widgets": {"x": {"controls": {"y": {"t": "text", "o": [1]}}, "sections": {}}}},
    ],
)
def test_something_else_is_no_registry(dump: Any) -> None:
    """Nothing is made of half of one."""
    with pytest.raises(ValueError, match="validation error"):
        read_registry(dump)


def test_a_registry_that_is_nested_too_deeply_is_none() -> None:
    """It is told as something else is, and breaks no edit."""
    deep: dict[str, Any] = {}
    for _ in range(sys.getrecursionlimit()):
        deep = {"a": deep}
    control = {"t": "text", "if": deep}
    with pytest.raises(ValueError, match="too deeply"):
        read_registry({**DUMP, "widgets": {"x": {"controls": {"y": control}, "sections": {}}}})


def tell(controls: dict[str, Any]) -> ElementType:
    """A widget with these controls as a companion dumps it."""
    require(shutil.which("php") is not None, "PHP, to run the companion")
    command = ["php", "-r", TELL, "--", str(ELEMENTOR_PART)]
    told = subprocess.run(command, input=json.dumps(controls), capture_output=True, text=True, check=True).stdout
    return read_registry({**DUMP, "widgets": json.loads(told)}).classic.types["acme"]


def test_odd_controls_of_a_plugin_leave_the_rest_readable() -> None:
    """Units with their ranges, sides with names, a name of digits: what WordPress itself takes."""
    found = tell(ODD)
    assert (found.controls["size"].units, found.content) == (("em",), ("5",))
    assert [found.controls[name].sides for name in ("space", "inset", "gap")] == [("top",), ("top",), ("top", "bottom")]


def test_a_description_by_hand_says_the_same_as_the_dump() -> None:
    """Controls as Elementor's `get_controls()` gives them, whoever reads them."""
    controls = {name: {"tab": "style", **each} for name, each in {**ODD, **ACME}.items()}
    controls["query"]["type"] = "foreign"
    read, dumped = read_widget({"name": "acme", "controls": controls}), tell(controls)
    assert (read.controls, sorted(read.content)) == (dumped.controls, sorted(dumped.content))
