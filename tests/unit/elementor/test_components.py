"""Components: elements that are kept once and shown with the values of each instance."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.components.component import Component
from sitehand.elementor.components.instances import (
    INSTANCE,
    SETTING,
    Instance,
    find_placed,
    read_instance,
    write_instance,
)
from sitehand.elementor.components.properties import read_properties
from sitehand.elementor.document import walk, write
from sitehand.elementor.operations import edit, revert
from sitehand.elementor.parsing import read_document
from sitehand.elementor.validation import validate
from sitehand.errors import Code, Problem
from sitehand.exchange.to_blocks.converting import convert_to_blocks
from sitehand.operations.elementor.component_works import ComponentEdits, make_component
from sitehand.operations.elementor.element_edits import write_edits
from sitehand.site.elementor import ElementorDocument
from sitehand.site.elementor_components import ComponentDocument
from tests.unit.elementor.drawing import draw, element
from tests.unit.exchange.documents import open_site


def typed(key: str, value: Any) -> dict[str, Any]:
    """A typed value."""
    return {"$$type": key, "value": value}


def words(text: str) -> dict[str, Any]:
    """The title of a heading."""
    return typed("html-v3", {"content": typed("string", text), "children": []})


TITLE = element("e-heading", {"title": words("Card"), "tag": typed("string", "h3")}, identifier="aaaaaa2")
CARD = element("e-flexbox", {}, TITLE)
PAGE = ElementorDocument(data=json.dumps([CARD, element("container", {}, identifier="bbbbbb1")]))
PROPERTIES = json.dumps([{"label": "Title", "element": "aaaaaa2", "setting": "title"}])


def make(properties: str = PROPERTIES, page: ElementorDocument = PAGE) -> ComponentDocument:
    """The component of the card."""
    return make_component(page, "aaaaaa1", "Card", properties)


def keep(document: ComponentDocument, number: int = 3) -> Component:
    """A component of a site."""
    return Component(number, document.title, document.data, document.properties)


def place(data: str, *operations: dict[str, Any], components: tuple[Component, ...] = ()) -> str:
    """A document after operations, which can be taken back to the byte and leave it valid."""
    root = read_document(data)
    done = edit(root, operations, load_catalogue(None, components or (keep(make()),)))
    made = write(root)
    assert not list(validate(read_document(made), load_catalogue()))
    revert(root, done.inverse)
    assert write(root) == data
    return made


PLACE = {"operation": "place_elementor_component", "component": "card", "at": {"last_in": "bbbbbb1"}}


def test_a_component_is_a_copy_with_wrapped_settings() -> None:
    """Its ids are new, a property says where its setting stands, and both forms of Elementor agree."""
    made = make()
    (box,) = json.loads(made.data)
    (heading,) = box["elements"]
    assert not {box["id"], heading["id"]} & {"aaaaaa1", "aaaaaa2"}
    (found,) = read_properties(made.properties)
    assert (found.label, found.element, found.setting, found.kind) == ("Title", heading["id"], "title", "e-heading")
    assert heading["settings"]["title"] == typed(
        "overridable", {"override_key": found.key, "origin_value": words("Card")}
    )
    stored = json.loads(made.properties)
    assert stored["props"][found.key]["originValue"] == words("Card")
    assert stored["groups"]["items"]["default"]["props"] == [found.key]
    assert make() == made


@pytest.mark.parametrize(
    ("document", "chosen"),
    [
        ([element("container", {})], "aaaaaa1"),
        ([element("e-flexbox", {}, element("heading", {"title": "x"}, identifier="aaaaaa2"))], "aaaaaa1"),
        ([CARD], "aaaaaa2"),
    ],
)
def test_only_boxes_of_atomic_elements_become_components(document: list[Any], chosen: str) -> None:
    """As in Elementor; a widget, or a box with a classic one, is refused."""
    with pytest.raises(Problem, match="component") as refused:
        make_component(ElementorDocument(data=json.dumps(document)), chosen, "Card", "[]")
    assert refused.value.code is Code.INVALID_ARGUMENTS


@pytest.mark.parametrize(
    "wrong",
    [
        [{"label": "Title", "element": "nothing", "setting": "title"}],
        [{"label": "Title", "element": "aaaaaa2", "setting": "link"}],
        [{"label": "Title", "element": "aaaaaa2", "setting": "classes"}],
        [{"label": label, "element": "aaaaaa2", "setting": "title"} for label in ("One", "Two")],
        [{"label": "Same", "element": "aaaaaa2", "setting": each} for each in ("title", "tag")],
    ],
)
def test_a_property_is_of_one_setting_that_is_there(wrong: list[dict[str, str]]) -> None:
    """An element or setting that is not there is refused with its path, and so is a second property or label."""
    with pytest.raises(Problem) as refused:
        make(json.dumps(wrong))
    assert refused.value.details[0]["path"].startswith("properties[")


def test_an_instance_is_placed_changed_and_detached_by_labels() -> None:
    """Plain values become typed ones; null gives the component's own back; what is detached has ids of its own."""
    made = place(PAGE.data, {**PLACE, "values": {"title": "Hello"}})
    assert list(find_placed(made)) == [3]
    (instance,) = (each for each in walk(read_document(made)) if each.kind == "e-component")
    (key,) = (each.key for each in read_properties(make().properties))
    assert read_instance(instance.settings).values == {key: words("Hello")}
    change = {"operation": "place_elementor_component", "element": instance.id}
    plain = place(made, {**change, "values": {"Title": None}})
    assert json.loads(plain)[1]["elements"][0]["settings"]["component_instance"]["value"]["overrides"]["value"] == []
    loose = place(made, {"operation": "detach_elementor_component", "element": instance.id})
    box = json.loads(loose)[1]["elements"][0]
    assert (box["elType"], box["elements"][0]["settings"]["title"]) == ("e-flexbox", words("Hello"))
    assert len({each.id for each in walk(read_document(loose))}) == 5


def test_an_instance_takes_the_place_of_an_element() -> None:
    """Also of an outermost one, under its id."""
    made = place(PAGE.data, {"operation": "place_elementor_component", "component": "Card", "element": "aaaaaa1"})
    assert [(each["id"], each.get("widgetType")) for each in json.loads(made)] == [
        ("aaaaaa1", "e-component"),
        ("bbbbbb1", None),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {**PLACE, "component": "Cart"},
        {**PLACE, "values": {"Titel": "x"}},
        {**PLACE, "values": {"Title": 3}},
        {**PLACE, "element": "aaaaaa1"},
        {"operation": "place_elementor_component", "element": "aaaaaa1", "values": {}},
        {"operation": "place_elementor_component", "component": "Card"},
        {"operation": "detach_elementor_component", "element": "aaaaaa1"},
    ],
)
def test_what_names_nothing_is_refused(wrong: dict[str, Any]) -> None:
    """A title, a label or a value that is wrong, no place or two, an element that is no instance."""
    with pytest.raises(Problem) as refused:
        place(PAGE.data, wrong)
    assert refused.value.code is Code.INVALID_ARGUMENTS


def test_edits_keep_properties_and_say_their_new_values() -> None:
    """A setting with a property is edited as any other; a property goes with its element."""
    made = make()
    (found,) = read_properties(made.properties)
    step = write_edits([{"operation": "update_element", "element": found.element, "settings": {"title": "Fresh"}}])
    edited = ComponentEdits("", step, "[]", ())(made).document
    assert isinstance(edited, ComponentDocument)
    assert read_properties(edited.properties) == [found]
    assert json.loads(edited.properties)["props"][found.key]["originValue"] == words("Fresh")
    gone = write_edits([{"operation": "remove_element", "element": found.element}])
    emptied = ComponentEdits("", gone, "[]", ())(edited).document
    assert isinstance(emptied, ComponentDocument)
    assert (emptied.properties, "overridable" in emptied.data) == ("", False)


def test_properties_are_renamed_added_and_removed_by_label() -> None:
    """Their keys stay, so that instances keep their values; nothing asked changes nothing."""
    made = make()
    (old,) = read_properties(made.properties)
    asked = [{"label": "TITLE", "rename": "Heading"}, {"label": "Level", "element": old.element, "setting": "tag"}]
    edited = ComponentEdits("", None, json.dumps(asked), ())(made).document
    assert isinstance(edited, ComponentDocument)
    first, second = read_properties(edited.properties)
    assert (first.key, first.label, second.label, second.setting) == (old.key, "Heading", "Level", "tag")
    assert (
        ComponentEdits("", None, "[]", ("heading", "level"))(edited).document
        == ComponentEdits("", None, "[]", ("Title",))(made).document
    )
    assert ComponentEdits("", None, "[]", ())(made).document == made


def test_instances_are_found_in_a_text() -> None:
    """In whatever order their members stand."""
    assert list(find_placed('"component_id":{"$$type":"number","value":2}')) == [2]
    assert list(find_placed('"component_id": {"value": 12, "$$type": "number"}')) == [12]


def test_an_instance_is_drawn_with_its_values() -> None:
    """Two instances of one component, each with its words, and the rules of the component once."""
    shown = keep(make())
    data = place(PAGE.data, {**PLACE, "values": {"Title": "<b>Bold</b>"}}, PLACE, components=(shown,))
    found = draw(*json.loads(data)[1:], components={3: shown.data})
    assert "<b>Bold</b>" in found.html
    assert found.html.count("Card") == 1
    assert "Card" not in (gone := draw(*json.loads(data)[1:]).html) and gone.count("elementor-widget-e-component") == 2


def test_a_circle_of_components_is_drawn_once() -> None:
    """An undo may bring one about: what is being drawn is not drawn within itself."""
    instance = place(PAGE.data, {**PLACE, "at": {"last_in": "aaaaaa1"}})
    within = json.dumps(json.loads(instance)[:1])
    found = draw(*json.loads(place(PAGE.data, PLACE))[1:], components={3: within})
    assert found.html.count("Card") == 1


def test_values_that_are_nested_deeply_stop_nothing() -> None:
    """The page is drawn; no value of Elementor is a hundredth as deep."""
    deep = '{"$$type":"overridable","value":{"override_key":"k","origin_value":' * 200 + "1" + "}}" * 200
    box = json.dumps([CARD]).replace('"settings": {}', f'"settings": {{"tag": {deep}}}', 1)
    found = draw(*json.loads(place(PAGE.data, PLACE))[1:], components={3: box})
    assert found.html.count("Card") == 1
    many = '{"a":[' * 240 + "]}" * 240
    box = json.dumps([CARD]).replace('"settings": {}', f'"settings": {{"tag": {many}}}', 1)
    assert "Card" in draw(*json.loads(place(PAGE.data, PLACE))[1:], components={3: box}).html


@pytest.mark.parametrize(
    "settings",
    [
        {"title": typed("overridable", {"override_key": "k", "origin_value": typed("override", "no object")})},
        {"title": typed("overridable", {"override_key": "k", "origin_value": {"$$type": "override"}})},
        typed("overridable", {"override_key": "k", "origin_value": None}),
        typed("overridable", {"override_key": "other", "origin_value": None}),
    ],
)
def test_what_only_looks_like_a_property_stops_no_page(settings: Any) -> None:
    """Documents hold what their author wrote; the page is drawn, and its instance can be converted, all the same."""
    odd = json.dumps([element("e-flexbox", {}, element("e-heading", settings, identifier="aaaaaa2"))])
    setting = {SETTING: write_instance(Instance(3, {"k": words("Given")}))}
    page = [element(INSTANCE, setting, identifier="bbbbbb2"), TITLE]
    assert "Card" in draw(*page, components={3: odd}).html
    site = replace(open_site(), components={3: odd})
    assert "Card" in convert_to_blocks(read_document(json.dumps(page)), site)[0]


def test_an_instance_in_a_component_has_no_properties() -> None:
    """Another instance could else put any component in its place."""
    outer = element("e-flexbox", {}, *json.loads(write_instances(1)))
    with pytest.raises(Problem, match="An instance of another component"):
        make(
            json.dumps([{"label": "Any", "element": "ccccc00", "setting": SETTING}]),
            ElementorDocument(data=json.dumps([outer])),
        )


def write_instances(number: int) -> str:
    """Instances of a component, one after the other."""
    setting = {SETTING: write_instance(Instance(3, {}))}
    return json.dumps([element(INSTANCE, setting, identifier=f"ccccc0{each}") for each in range(number)])


def test_tabs_of_two_instances_are_open_each_by_itself() -> None:
    """Browsers open one of all panels that share a name."""
    tab = element("e-tab", {}, element("e-paragraph", {"paragraph": words("One")}, identifier="aaaaaa5"))
    tabs = element("e-tabs", {}, element("e-tabs-menu", {}, tab, identifier="aaaaaa4"), identifier="aaaaaa3")
    html = draw(*json.loads(write_instances(2)), components={3: json.dumps([element("e-flexbox", {}, tabs)])}).html
    names = re.findall(r'name="([^"]+)" open', html)
    assert len(names) == len(set(names)) == 2
