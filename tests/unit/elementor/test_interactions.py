"""Interactions: plain values as typed ones, what is Pro's, and how an element comes into view."""

import json
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.interactions import CHOICES, MAX_INTERACTIONS, OF_PRO, list_ids, list_stored, read_plain
from sitehand.elementor.operations import edit, revert
from sitehand.elementor.outline import describe_element
from sitehand.elementor.parsing import read_document
from sitehand.errors import Code, Problem
from tests.unit.elementor.drawing import draw, element

BOX = element("e-flexbox", {}, element("e-heading", {}, identifier="aaaaaa2"))
PLAIN: dict[str, Any] = {
    **{"trigger": "scrollIn", "effect": "slide", "type": "in", "direction": "left", "easing": "easeIn"},
    **{"duration": 1500, "delay": 200, "exclude": ["mobile"]},
}
UPDATE = {"operation": "update_element", "element": "aaaaaa1"}
SET = {"operation": "set_interactions", "element": "aaaaaa1"}


ENDLESS = {"items": [{"animation": {"timing_config": {"duration": "1e999ms"}}}]}


def run(data: str, *operations: dict[str, Any]) -> str:
    """A document after operations, which can be taken back to the byte."""
    root = read_document(data)
    done = edit(root, operations, load_catalogue())
    made = write(root)
    revert(root, done.inverse)
    assert write(root) == data
    return made


def find(data: str, identifier: str = "aaaaaa1") -> Element:
    """An element of a document."""
    (found,) = (each for each in walk(read_document(data)) if each.id == identifier)
    return found


def put(*interactions: Any, data: str = "") -> str:
    """The box with these interactions."""
    return run(data or json.dumps([BOX]), {**SET, "interactions": list(interactions)})


def test_plain_values_become_typed_ones_and_back() -> None:
    """Times as numbers of milliseconds or as text; what is not said is what the free Elementor has."""
    made = put({**PLAIN, "duration": "1.5s", "delay": "200ms"}, {})
    first, second = list_stored(find(made))
    assert (read_plain(first), read_plain(second)["trigger"]) == (PLAIN, "load")
    value = first["value"]
    assert (first["$$type"], value["trigger"]) == ("interaction-item", {"$$type": "string", "value": "scrollIn"})
    animation = value["animation"]["value"]
    assert animation["timing_config"]["value"]["duration"]["value"] == {"size": 1500, "unit": "ms"}
    assert value["breakpoints"]["value"]["excluded"]["value"] == [{"$$type": "string", "value": "mobile"}]
    assert describe_element(find(made), 0, load_catalogue())["interactions"] == [
        "scrollIn: slide in left",
        "load: fade in",
    ]


def test_the_same_again_changes_nothing_and_none_removes_all() -> None:
    """Ids stay where the values do; an element without any is not touched."""
    made = put(PLAIN)
    assert put(PLAIN, data=made) == made
    assert put(data=json.dumps([BOX])) == json.dumps([BOX])
    assert '"interactions":[]' in put(data=made)
    other = put({"effect": "scale"}, data=made)
    assert [read_plain(each)["effect"] for each in list_stored(find(other))] == ["scale"]


def list_names(made: str) -> list[str]:
    """The ids of the interactions of the box."""
    return list_ids(find(made))


def test_an_interaction_keeps_its_id_wherever_it_stands_then() -> None:
    """In another order, and where another is gone; one that is sent twice is two."""
    made = put(PLAIN, {"effect": "scale"})
    first, second = list_names(made)
    assert list_names(put({"effect": "scale"}, PLAIN, data=made)) == [second, first]
    assert list_names(put({"effect": "scale"}, data=made)) == [second]
    stored = list_stored(find(made))[0]
    assert list_names(put(stored, stored, data=made))[0] == first
    assert len(set(list_names(put(stored, stored, data=made)))) == 2


def test_a_copy_has_ids_of_its_own() -> None:
    """They follow the id of the element."""
    made = run(put(PLAIN), {"operation": "duplicate_element", "element": "aaaaaa1"})
    ids = [each["value"]["interaction_id"]["value"] for one in walk(read_document(made)) for each in list_stored(one)]
    assert len(set(ids)) == 2
    assert all(found.split("-")[1] in made.replace(found, "") for found in ids)


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ("fade", "interactions.0"),
        ({"efect": "fade"}, "interactions.0.efect"),
        ({"effect": "slide"}, "interactions.0.direction"),
        ({"duration": "soon"}, "interactions.0.duration"),
        ({"delay": -1}, "interactions.0.delay"),
        ({"delay": True}, "interactions.0.delay"),
        ({"duration": 60_001}, "interactions.0.duration"),
        ({"duration": "1e999"}, "interactions.0.duration"),
        ({"exclude": "mobile"}, "interactions.0.exclude"),
        ({"exclude": ["phone"]}, "interactions.0.exclude"),
        *(({name: value}, f"interactions.0.{name}") for name, values in OF_PRO.items() for value in values),
        *(({name: "nothing"}, f"interactions.0.{name}") for name in CHOICES),
    ],
)
def test_what_is_wrong_or_pros_is_refused_with_its_path(wrong: Any, path: str) -> None:
    """Before anything is stored."""
    with pytest.raises(Problem) as refused:
        put(wrong)
    assert (refused.value.code, refused.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, f"aaaaaa1.{path}")


def test_classic_elements_have_none_and_an_atomic_one_has_five() -> None:
    """As in Elementor."""
    with pytest.raises(Problem, match="Only atomic"):
        run(json.dumps([element("container", {})]), {**SET, "interactions": [{}]})
    with pytest.raises(Problem) as refused:
        put(*[{}] * (MAX_INTERACTIONS + 1))
    assert "5 at most" in refused.value.details[0]["expected"]


def test_what_is_pros_and_stored_stays() -> None:
    """Beside new ones, sent back as it is stored; and untouched by edits of other things."""
    made = put(PLAIN).replace('"scrollIn"', '"hover"')
    (stored,) = list_stored(find(made))
    both = put(stored, {}, data=made)
    assert [read_plain(each)["trigger"] for each in list_stored(find(both))] == ["hover", "load"]
    assert '"hover"' in run(made, {**UPDATE, "settings": {"tag": "section"}})


def test_a_new_element_brings_its_own() -> None:
    """Plain, or as another page has it stored; a wrong one is refused."""
    new = {"elType": "e-div-block", "interactions": [PLAIN]}
    add = {"operation": "add_element", "at": "end"}
    made = run(json.dumps([BOX]), {**add, "element": new})
    (plain,) = (each for each in walk(read_document(made)) if each.kind == "e-div-block")
    assert list(map(read_plain, list_stored(plain))) == [PLAIN]
    again = run(json.dumps([BOX]), {**add, "element": {**new, "interactions": (plain.fields or {})["interactions"]}})
    assert list_stored(read_document(again).children[-1]) == list_stored(plain)
    with pytest.raises(Problem):
        run(json.dumps([BOX]), {**add, "element": {**new, "interactions": [{"effect": "explode"}]}})


def test_an_element_is_drawn_with_its_animation() -> None:
    """By scrolling or at once, from its side; the narrow screens that are left out have none."""
    (box,) = json.loads(put(PLAIN))
    css = draw(box).css
    assert "elementor-appear 1500ms ease-in 0ms normal both" in css and "animation-timeline: view()" in css
    assert "--appear-x: -6rem" in css and "--appear-opacity: 1" in css
    phone = css[css.index("(max-width: 767px)") :]
    assert "animation: none" in phone
    (box,) = json.loads(put({"type": "out", "delay": 100, "exclude": ["desktop"]}))
    css = draw(box).css
    assert css.index("animation: none") < css.index("ease-in 100ms reverse both")
    assert "appear" not in draw(BOX).css


@pytest.mark.parametrize(
    "odd",
    [
        "[]",
        "{",
        '{"items": 3}',
        [],
        3,
        None,
        {"items": [None, {"value": []}]},
        {"items": [{"value": {"trigger": []}}]},
        ENDLESS,
    ],
)
def test_odd_interactions_hurt_nobody(odd: Any) -> None:
    """They are read as what they say, and drawn at most as the plainest one."""
    made = json.dumps([{**BOX, "interactions": odd}])
    assert isinstance(describe_element(find(made), 0, load_catalogue()), dict)
    assert "aaaaaa1" in draw(*json.loads(made)).html
