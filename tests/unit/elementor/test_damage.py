"""Damaged documents: whatever stands where, each part either works or refuses with a reason."""

import copy
import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.operations import edit, revert
from sitehand.elementor.outline import outline
from sitehand.elementor.parsing import read_document
from sitehand.elementor.placement import PARTS
from sitehand.elementor.validation import validate
from sitehand.errors import Problem
from tests.unit.elementor.documents import MIXED, widget

VALUES: list[Any] = [None, True, 0, 1.5, "", "x", "10px", [], {}, ["x"], {"x": 1}, [[]], [None], {"$$type": "x"}]
VALUES += [{"$$type": "classes", "value": "x"}, {"$$type": "size", "value": None}, {"$$type": [], "value": {}}]
VALUES += [
    {"unit": [], "size": {}, "sizes": 1},
    {"top": 1, "isLinked": []},
    [{"_id": 5, "x": []}],
    {"value": {"content": 1}},
]
RICH = [
    widget("1000001", "tabs", tabs=[{"_id": "aaaaaaa", "tab_title": "A"}], _margin={"unit": "px", "top": "1"}),
    widget("1000002", "icon-list", icon_list=[{"text": "A", "link": {"url": "#"}}], __globals__={"text_color": "x"}),
    widget("1000003", "image-gallery", wp_gallery=[{"id": 1, "url": "a"}], thumbnail_custom_dimension={"width": "1"}),
]
"""Values of more types than the mixed document has."""
SETTINGS = [
    *((kind, name) for kind, found in load_catalogue().classic.types.items() for name in found.controls),
    *(
        (kind, name)
        for kind, found in load_catalogue().atomic.types.items()
        if kind not in PARTS
        for name in found.props
    ),
]


def damage(random: Random) -> str:
    """A document with values put where others belong."""
    document = json.loads(MIXED)
    document.append({"id": "2000000", "elType": "container", "settings": {}, "elements": RICH, "isInner": False})
    document = json.loads(json.dumps(document))
    for _ in range(random.randint(1, 4)):
        places = list(_find_places(document))
        holder, key = random.choice(places)
        holder[key] = copy.deepcopy(random.choice(VALUES))
    return json.dumps(document)


def _find_places(document: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [document]
    while waiting:
        value = waiting.pop()
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        found += [(value, key) for key in keys]
        waiting += [value[key] for key in keys if isinstance(value[key], dict | list)]
    return found


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_damaged_document_is_told_and_kept(random: Random) -> None:
    """Any damage is read, told and written back; every edit of it can be taken back, or is refused."""
    text = damage(random)
    try:
        root = read_document(text)
    except Problem:
        return
    assert write(root) == text
    assert all(finding.path and finding.expected for finding in validate(root, load_catalogue()))
    assert outline(root, load_catalogue(), 5_000).items is not None
    for operation in _list_operations(random, root):
        try:
            done = edit(root, [operation], load_catalogue())
        except Problem as problem:
            assert problem.message
            assert write(root) == text
            continue
        json.loads(write(root))
        revert(root, done.inverse)
        assert write(root) == text


@settings(max_examples=80, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_damaged_document_is_repaired_or_told_by_path(random: Random) -> None:
    """After a repair no error is left but types that nobody knows, ids are unique, and the repair can be taken back."""
    text = damage(random)
    try:
        root = read_document(text)
    except Problem:
        return
    untouched: dict[str, str] = {}
    for each in walk(root):
        untouched.setdefault(each.id, each.shell)  # of two with one id, the first keeps it
    done = edit(root, [{"operation": "repair_document"}], load_catalogue())
    left = [
        finding for finding in validate(read_document(write(root)), load_catalogue()) if finding.severity == "error"
    ]
    assert {finding.code for finding in left} <= {"no_type"}, left
    assert all(finding.path for finding in left)
    ids = [each.id for each in walk(root)]
    assert len(ids) == len(set(ids))
    assert all(
        each.shell == untouched[each.id] for each in walk(root) if each.id in untouched.keys() - set(done.ids[0])
    )
    revert(root, done.inverse)
    assert write(root) == text


def test_a_list_with_gaps_becomes_a_list() -> None:
    """An object with indexes as keys, as PHP writes a list with gaps, is repaired with all that is in it."""
    text = json.dumps(
        [{"id": "1000000", "elType": "container", "settings": "", "elements": {"0": RICH[0], "2": RICH[1]}}]
    )
    root = read_document(text)
    done = edit(root, [{"operation": "repair_document"}], load_catalogue())
    assert done.ids == [["1000000"]]
    assert [each.id for each in walk(root)] == ["1000000", "1000001", "1000002"]
    revert(root, done.inverse)
    assert write(root) == text


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SETTINGS), st.sampled_from(VALUES), st.sampled_from(["", "mobile", "phone"]))
def test_any_value_is_stored_right_or_refused(setting: tuple[str, str], value: Any, breakpoint: str) -> None:
    """Whatever is written to whichever setting, what is stored has no fault, and the rest is refused with a path."""
    kind, name = setting
    catalogue = load_catalogue()
    root = read_document(MIXED)
    place = {"section": "end", "column": {"last_in": "aaaaaa1"}}.get(kind, {"last_in": "bbbbbb1"})
    add = {"operation": "add_element", "element": make_example(kind, catalogue), "at": place}
    ((identifier,),) = edit(root, [add], catalogue).ids
    before = write(root)
    update = {"operation": "update_element", "element": identifier, "settings": {name: copy.deepcopy(value)}}
    try:
        edit(root, [{**update, "breakpoint": breakpoint}], catalogue)
    except Problem as problem:
        assert all(detail["path"].startswith(f"{identifier}.settings") for detail in problem.details)
        assert problem.details
        assert write(root) == before
        return
    found = [each for each in validate(read_document(write(root)), catalogue) if each.path.startswith(identifier)]
    assert not [each for each in found if each.code not in {"number_as_text", "unpaired"}]


def _list_operations(random: Random, root: Element) -> list[dict[str, Any]]:
    element = random.choice([each.id for each in walk(root) if each.id] or ["none"])
    name = {"element": element}
    return [
        {"operation": "update_element", **name, "settings": {"title": "x", "_title": "y"}},
        {"operation": "update_element", **name, "settings": random.choice([{"_margin": "1px"}, {"classes": ["x"]}])},
        {
            "operation": "update_element",
            **name,
            "style": "color: red; padding-top: 1px",
            "remove": ["style.gap", "title"],
        },
        {"operation": "duplicate_element", **name},
        {"operation": "move_element", **name, "at": random.choice(["end", {"last_in": "bbbbbb1"}])},
        {"operation": "add_element", "element": {"elType": "container"}, "at": {"first_in": element}},
        {"operation": "wrap_element", "elements": [element], "wrapper": {"elType": "container"}},
        {"operation": "replace_in_elementor", "old": "x", "new": "y"},
        {"operation": "replace_in_elementor", "old": "#", "new": "/", "kind": "address"},
        {"operation": "remove_element", **name},
    ]
