"""Each setting of each element of the catalogue, set right and wrong through edits."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.controls import Control, find_switches
from sitehand.elementor.document import Element, write
from sitehand.elementor.operations import MAX_OPERATIONS, edit, revert
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.document import render_text
from sitehand.elementor.validation import validate
from sitehand.errors import Detail, Problem
from sitehand.hosts.builtin.public.rendered_documents import clean
from tests.unit.elementor.drawing import KINDS, check, element
from tests.unit.elementor.second_writer import normalize
from tests.unit.elementor.sweep import list_mistyped, list_right, list_typed, list_wrong

CATALOGUE = load_catalogue()
CLASSIC = CATALOGUE.classic.types
ATOMIC = CATALOGUE.atomic
STYLE = "e-aaaaaa1-1234567"
START = {"settings": "settings.", "styles": "props."}
"""What stands before the name in the path of a setting, and of a property of a style."""
INERT = "another setting: what switches this one"
BACKGROUNDS = re.compile(r"\w*background_(?:\w+_)?(?:video_|slideshow_|play_|privacy_mode)\w*")
UNCLEAR = re.compile(r"positions?\.value$")
"""The values, places within a background, of which no other is known to be meant."""


SHARED = {
    name: control
    for name, control in CLASSIC["heading"].controls.items()
    if all(found.controls.get(name) is control for found in CLASSIC.values() if found.is_widget)
}
"""The settings that all widgets have: their values are tried on one widget, and two of each on the others."""


def is_shared(name: str, control: Control) -> bool:
    """Whether a setting of an element is the one that all widgets have."""
    return SHARED.get(name) is control


def list_values(kind: str) -> dict[str, list[Any]]:
    """The right values of each setting of an element."""
    if kind in ATOMIC.types:
        return {name: list(list_typed(schema)) for name, schema in ATOMIC.types[kind].props.items()}
    inert = list_inert(kind)
    return {
        name: list_right(control)[: None if kind == "heading" or not is_shared(name, control) else 2]
        for name, control in CLASSIC[kind].controls.items()
        if name not in inert
    }


def list_switches(kind: str) -> set[str]:
    """The settings without which others do nothing: those others switch them on."""
    controls = CLASSIC[kind].controls if kind in CLASSIC else {}
    return {name for control in controls.values() for name, _ in find_switches(controls, control)}


def list_inert(kind: str) -> list[str]:
    """The settings that nothing switches on."""
    controls = CLASSIC[kind].controls
    return [
        name for name, control in controls.items() if any(not values for _, values in find_switches(controls, control))
    ]


def list_rounds(values: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """All values, in portions of as many settings as one edit takes; none has a setting twice."""
    for number in range(max(map(len, values.values()))):
        names = [name for name, found in values.items() if number < len(found)]
        for start in range(0, len(names), MAX_OPERATIONS):
            yield {name: values[name][number] for name in names[start : start + MAX_OPERATIONS]}


def make(kind: str) -> Element:
    """A document of one element."""
    return read_document(json.dumps([element(kind, {})]))


def update(root: Element, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Set each by itself, and draw the page; what is stored, before all of it is taken back."""
    before = write(root)
    operations = [
        {"operation": "update_element", "element": "aaaaaa1", "settings": {name: value}}
        for name, value in settings.items()
    ]
    done = edit(root, operations, CATALOGUE)
    text = write(root)
    stored = json.loads(text)
    assert json.dumps(normalize(stored)) == json.dumps(stored)
    assert not [each for each in validate(read_document(text), CATALOGUE) if each.path.startswith("aaaaaa1.settings")]
    check(render_text(text, "", References(), clean))
    revert(root, done.inverse)
    assert write(root) == before
    return dict(stored[0]["settings"])


@pytest.mark.parametrize("kind", KINDS)
def test_every_right_value_is_stored_and_drawn(kind: str) -> None:
    """Without a finding, as a second writer that normalises would store it, and its page is well-formed."""
    root, values, switches = make(kind), list_values(kind), list_switches(kind)
    for settings in list_rounds(values):
        ordered = {name: settings[name] for name in sorted(settings, key=lambda name: name in switches)}
        stored = update(root, ordered)
        assert {name: stored[name] for name in settings} == settings


@pytest.mark.parametrize("kind", sorted(CLASSIC))
def test_what_nothing_switches_on_is_refused(kind: str) -> None:
    """A widget has the settings of a background video, and no such background: they would do nothing."""
    root = make(kind)
    for name in list_inert(kind):
        with pytest.raises(Problem) as refusal:
            update(root, {name: next(filter(None, list_right(CLASSIC[kind].controls[name])))})
        assert [each["expected"].partition(" on ")[0] for each in refusal.value.details] == [INERT]
    assert all(map(BACKGROUNDS.fullmatch, list_inert(kind)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_wrong_value_is_refused_with_one_that_is_accepted(kind: str) -> None:
    """The path is the one of the value, and what the refusal says to write is stored and drawn."""
    root = make(kind)
    for name, wrong in list_wrong_values(kind):
        with pytest.raises(Problem) as refusal:
            update(root, {name: wrong})
        details = refusal.value.details
        assert details and all(each["path"].startswith(f"aaaaaa1.settings.{name}") for each in details)
        if not UNCLEAR.search(details[0]["path"]):
            update(root, {name: follow(name, wrong, details)})


def put_style(name: str, value: Any) -> Element:
    """A document with a box whose style has this property."""
    meta = {"breakpoint": "desktop", "state": None}
    variants = [{"meta": meta, "props": {name: value}, "custom_css": None}]
    style = {"id": STYLE, "label": "local", "type": "class", "variants": variants}
    box = {"id": "aaaaaa1", "elType": "e-div-block", "styles": {STYLE: style}}
    root = read_document("[]")
    edit(root, [{"operation": "add_element", "element": box, "at": "end"}], CATALOGUE)
    assert not list(validate(root, CATALOGUE))
    check(render_text(write(root), "", References(), clean))
    return root


@pytest.mark.parametrize("name", ATOMIC.style_props)
def test_every_style_property_takes_what_is_right_alone(name: str) -> None:
    """Each form of its value, in each unit; one with a value of another kind within is refused with the right one."""
    for value in list_typed(ATOMIC.style_props[name]):
        (stored,) = json.loads(write(put_style(name, value)))[0]["styles"].values()
        assert stored["variants"][0]["props"] == {name: value}
        for wrong in list_mistyped(value):
            with pytest.raises(Problem) as refusal:
                put_style(name, wrong)
            details = refusal.value.details
            assert details[0]["path"].startswith(f"aaaaaa1.styles.{STYLE}.variants.0.props.{name}")
            if not UNCLEAR.search(details[0]["path"]):
                put_style(name, follow(name, wrong, details))


def list_wrong_values(kind: str) -> Iterator[tuple[str, Any]]:
    """The wrong values of each setting of an element, with the name of the setting."""
    if kind in CLASSIC:
        controls = {name: CLASSIC[kind].controls[name] for name in list_values(kind)}
        yield from ((name, wrong) for name, control in controls.items() for wrong in list_wrong(control))
    else:
        for name, values in list_values(kind).items():
            yield from ((name, wrong) for value in values for wrong in list_mistyped(value))


def follow(name: str, wrong: Any, details: list[Detail]) -> Any:
    """A wrong value with what its refusal says to write."""
    holder = {name: json.loads(json.dumps(wrong))}
    for each in details:
        *keys, last = each["path"].partition(START[each["path"].split(".")[1]])[2].split(".")
        place: Any = holder
        for key in keys:
            place = place[int(key) if isinstance(place, list) else key]
        _, told, suggestion = each["expected"].rpartition("; write ")
        assert told, each
        place[int(last) if isinstance(place, list) else last] = json.loads(suggestion)
    return holder[name]
