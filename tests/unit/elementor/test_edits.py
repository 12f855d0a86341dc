"""Edits by element: what they change, what they leave alone, and that they can be taken back."""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.changes import TreeChange
from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.identifiers import ID
from sitehand.elementor.operations import MAX_OPERATIONS, edit, revert
from sitehand.elementor.parsing import read_document
from sitehand.elementor.placement import explain_misplacement, is_inner
from sitehand.elementor.validation import validate
from sitehand.errors import Code, Problem
from tests.unit.elementor.documents import MIXED, grow, odd_document, real_documents

NEW = {"elType": "container", "elements": [{"elType": "widget", "widgetType": "heading", "settings": {"title": "New"}}]}
SETTINGS: list[dict[str, Any]] = [{"_title": "x"}, {"_cssid": "x"}, {"_margin": {"top": "1"}}]
WHERE = ("before", "after", "first_in", "last_in")
SECTION = {"elType": "section", "elements": [{"elType": "column"}]}


def run(text: str, *operations: dict[str, Any]) -> tuple[Element, list[list[str]]]:
    """The document after operations that can be taken back."""
    root = read_document(text)
    done = edit(root, operations, load_catalogue())
    after = write(root)
    assert write(read_document(after)) == after
    revert(root, done.inverse)
    assert write(root) == text
    root = read_document(after)
    return root, done.ids


def find(root: Element, identifier: str) -> Element:
    """The one element with an id."""
    (found,) = (each for each in walk(root) if each.id == identifier)
    return found


def test_settings_are_merged_and_removed_and_the_rest_keeps_its_bytes() -> None:
    """Settings are merged and removed and the rest keeps its bytes."""
    root, _ = run(
        MIXED,
        {"operation": "update_element", "element": "aaaaaa3", "settings": {"align": "center"}, "remove": ["title"]},
    )
    found = find(root, "aaaaaa3")
    assert list(found.settings) == ["typography_typography", "typography_font_size", "align"]
    assert '"typography_font_size":{"unit":"px","size":"1e1"}' in found.shell
    assert write(root).startswith('[{"id":"aaaaaa1","settings":[],"elements":[\n  {"id":"aaaaaa2"')


def test_settings_come_where_an_empty_array_was() -> None:
    """Settings come where an empty array was."""
    root, _ = run(MIXED, {"operation": "update_element", "element": "aaaaaa1", "settings": {"gap": "no"}})
    assert find(root, "aaaaaa1").settings == {"gap": "no"}


def test_an_element_is_added_complete_with_ids_of_its_own() -> None:
    """An element is added complete with ids of its own."""
    root, ids = run(MIXED, {"operation": "add_element", "element": NEW, "at": {"last_in": "bbbbbb1"}})
    added = find(root, ids[0][0])
    assert added.position == (find(root, "bbbbbb1"), 1)
    assert list(added.fields or {}) == ["id", "elType", "settings", "isInner"]
    assert ID.fullmatch(added.children[0].id)
    assert (added.fields or {})["isInner"] is True


@pytest.mark.parametrize(
    ("at", "parent", "index"),
    [
        ("start", "", 0),
        ("end", "", 3),
        ({"before": "bbbbbb1"}, "", 1),
        ({"after": "bbbbbb1"}, "", 2),
        ({"first_in": "bbbbbb1"}, "bbbbbb1", 0),
        ({"last_in": "bbbbbb2"}, "bbbbbb2", 1),
    ],
)
def test_places(at: object, parent: str, index: int) -> None:
    """Places."""
    root, ids = run(MIXED, {"operation": "add_element", "element": NEW, "at": at})
    added = find(root, ids[0][0])
    assert (added.position[0].id, added.position[1]) == (parent, index)


def test_an_id_that_is_free_is_kept_and_one_in_use_becomes_new() -> None:
    """An id that is free is kept and one in use becomes new."""
    root, ids = run(
        MIXED,
        {"operation": "add_element", "element": {**NEW, "id": "1234567"}, "at": "end"},
        {"operation": "add_element", "element": {**NEW, "id": "aaaaaa3"}, "at": "end"},
        {"operation": "add_element", "element": {**NEW, "id": "My id!"}, "at": "end"},
    )
    assert ids[0] == ["1234567"]
    assert all(ID.fullmatch(each.id) for each in walk(root))
    assert len({each.id for each in walk(root)}) == len(list(walk(root)))


def test_a_copy_has_new_ids_and_what_names_the_old_follows() -> None:
    """A copy has new ids and what names the old follows."""
    root, ids = run(
        MIXED,
        {"operation": "duplicate_element", "element": "bbbbbb1"},
        {"operation": "duplicate_element", "element": "cccccc1"},
    )
    copy = find(root, ids[0][0]).children[0]
    (style,) = (copy.fields or {})["styles"]
    assert style.startswith(f"e-{copy.id}-")
    assert (copy.fields or {})["styles"][style]["id"] == style
    assert copy.settings["classes"]["value"] == [style]
    assert find(root, ids[1][0]).settings["custom_css"] == f".elementor-element-{ids[1][0]} {{}}"
    assert not {each.id for each in walk(find(root, ids[0][0]))} & {"bbbbbb2", "bbbbbb3"}
    assert write(find(root, "bbbbbb1")) in MIXED


def test_a_moved_section_says_whether_it_is_inner_as_the_document_spells_it() -> None:
    """A moved section says whether it is inner as the document spells it."""
    root, _ = run(MIXED, {"operation": "move_element", "element": "aaaaaa4", "at": "start"})
    moved = find(root, "aaaaaa4")
    assert (moved.fields or {})["isInner"] is False
    assert (moved.children[0].fields or {})["isInner"] is False
    root, _ = run(MIXED, {"operation": "move_element", "element": "cccccc1", "at": {"first_in": "bbbbbb1"}})
    assert (find(root, "cccccc1").fields or {})["isInner"] is True
    text = MIXED.replace('"aaaaaa4","elType":"section","isInner":true', '"aaaaaa4","elType":"section","isInner":"1"')
    root, _ = run(text, {"operation": "move_element", "element": "aaaaaa4", "at": "start"})
    assert (find(root, "aaaaaa4").fields or {})["isInner"] == ""


def test_neighbours_are_wrapped_and_others_are_not() -> None:
    """Neighbours are wrapped and others are not."""
    root, ids = run(
        MIXED, {"operation": "wrap_element", "elements": ["cccccc1", "bbbbbb1"], "wrapper": {"elType": "container"}}
    )
    assert [each.id for each in find(root, ids[0][0]).children] == ["bbbbbb1", "cccccc1"]
    root, ids = run(MIXED, {"operation": "wrap_element", "elements": ["aaaaaa3"], "wrapper": SECTION})
    assert find(root, ids[0][0]).children[0].children[0].id == "aaaaaa3"
    assert is_inner(find(root, ids[0][0]))
    with pytest.raises(Problem, match="side by side"):
        run(MIXED, {"operation": "wrap_element", "elements": ["aaaaaa3", "cccccc1"], "wrapper": NEW})


def test_a_replacement_takes_over_the_id() -> None:
    """A replacement takes over the id."""
    button = {"elType": "widget", "widgetType": "button", "settings": {"text": "Go"}}
    root, ids = run(MIXED, {"operation": "replace_element", "element": "aaaaaa3", "replacement": button})
    assert ids == [["aaaaaa3"]]
    assert find(root, "aaaaaa3").kind == "button"


@pytest.mark.parametrize(
    ("element", "at"),
    [
        ({"elType": "widget", "widgetType": "heading"}, "end"),
        ({"elType": "column"}, "end"),
        ({"elType": "column"}, {"last_in": "bbbbbb1"}),
        (SECTION, {"last_in": "aaaaaa5"}),
        (SECTION, {"last_in": "bbbbbb1"}),
        (NEW, {"last_in": "aaaaaa2"}),
        (NEW, {"last_in": "aaaaaa3"}),
        ({"elType": "e-tab"}, {"last_in": "bbbbbb2"}),
        ({"elType": "e-tabs", "elements": [{"elType": "e-tab"}]}, "end"),
        ({"elType": "widget"}, {"last_in": "bbbbbb1"}),
        ({"elType": ""}, "end"),
        ({"elType": "container", "settings": None}, "end"),
        ({"elType": "container", "settings": ["x"]}, "end"),
        ({"elType": "container", "elements": ["x"]}, "end"),
        ({"elType": "container", "elements": [{"elType": "column"}]}, "end"),
    ],
)
def test_an_element_where_it_cannot_stand_is_refused(element: dict[str, Any], at: object) -> None:
    """An element where it cannot stand is refused."""
    with pytest.raises(Problem) as caught:
        run(MIXED, {"operation": "add_element", "element": element, "at": at})
    assert caught.value.code == Code.INVALID_ARGUMENTS


@pytest.mark.parametrize("at", [{"first_in": "aaaaaa1"}, {"after": "aaaaaa4"}, "middle", {"before": "x", "after": "y"}])
def test_an_element_is_not_moved_into_itself_or_nowhere(at: object) -> None:
    """An element is not moved into itself or nowhere."""
    with pytest.raises(Problem):
        run(MIXED, {"operation": "move_element", "element": "aaaaaa1", "at": at})


def test_all_operations_are_done_or_none() -> None:
    """All operations are done or none."""
    root = read_document(MIXED)
    operations: list[dict[str, Any]] = [
        {"operation": "remove_element", "element": "aaaaaa1"},
        {"operation": "move_element", "element": "cccccc1", "at": "start"},
        {"operation": "update_element", "element": "aaaaaa1", "settings": {}},
    ]
    with pytest.raises(Problem) as caught:
        edit(root, operations, load_catalogue())
    assert caught.value.message == "Operation 2: There is no element aaaaaa1."
    assert write(root) == MIXED
    for wrong in ({"operation": "explode"}, {"operation": "remove_element", "elment": "x"}):
        with pytest.raises(Problem):
            edit(root, [wrong], load_catalogue())
    with pytest.raises(Problem, match="More than"):
        edit(root, [{"operation": "remove_element", "element": "x"}] * (MAX_OPERATIONS + 1), load_catalogue())


def test_an_element_that_shares_its_id_is_not_edited_by_chance() -> None:
    """An element that shares its id is not edited by chance."""
    with pytest.raises(Problem, match="Several elements"):
        run(MIXED.replace("aaaaaa3", "cccccc1"), {"operation": "remove_element", "element": "cccccc1"})


def test_a_list_that_is_none_is_not_overwritten() -> None:
    """A list that is none is not overwritten."""
    text = '[{"id":"aaaaaa1","elType":"container","elements":{"0":{"id":"x"}}},{"id":"aaaaaa2","elType":"container"}]'
    with pytest.raises(Problem, match="not a list"):
        run(text, {"operation": "add_element", "element": NEW, "at": {"first_in": "aaaaaa1"}})
    root, _ = run(text, {"operation": "move_element", "element": "aaaaaa1", "at": {"first_in": "aaaaaa2"}})
    assert find(root, "aaaaaa2").children[0].id == "aaaaaa1"


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False))
def test_any_sequence_of_edits_leaves_a_valid_document_and_can_be_taken_back(random: Random) -> None:
    """Any sequence of edits leaves a valid document and can be taken back."""
    text = grow(random)
    root, touched = read_document(text), set[str]()
    inverse: list[TreeChange] = []
    before = {each.id: each.shell for each in walk(root)}
    for _ in range(random.randint(1, 6)):
        operation = _choose(random, root)
        try:
            done = edit(root, [operation], load_catalogue())
        except Problem:
            continue
        inverse = [*done.inverse, *inverse]
        touched |= {str(operation.get("element")), *done.ids[0]}
    every = list(walk(root))
    assert json.loads(write(root)) == json.loads(write(read_document(write(root))))
    assert max(Counter(each.id for each in every).values(), default=1) == 1
    assert not [why for each in every if each.parent and (why := explain_misplacement(each.parent, each))]
    assert not [each for each in validate(root, load_catalogue()) if each.severity == "error"]
    kept = [each for each in every if each.id in before.keys() - touched]
    assert [_ignore_inner(each.shell) for each in kept] == [_ignore_inner(before[each.id]) for each in kept]
    for change in inverse:
        revert(root, [change])
    assert write(root) == text


def _choose(random: Random, root: Element) -> dict[str, Any]:
    ids = [each.id for each in walk(root)] or ["none"]
    element, at = random.choice(ids), random.choice(["start", "end", *({where: random.choice(ids)} for where in WHERE)])
    return random.choice(
        [
            {"operation": "add_element", "element": random.choice([NEW, SECTION, NEW["elements"][0]]), "at": at},
            {"operation": "update_element", "element": element, "settings": random.choice(SETTINGS), "remove": ["a/b"]},
            {"operation": "replace_element", "element": element, "replacement": NEW},
            {"operation": "move_element", "element": element, "at": at},
            {"operation": "duplicate_element", "element": element, "at": random.choice([at, None])},
            {
                "operation": "wrap_element",
                "elements": [element],
                "wrapper": random.choice([SECTION, {"elType": "container"}]),
            },
            {"operation": "remove_element", "element": element},
        ]
    )


def _ignore_inner(shell: str) -> str:
    """An element's own text without what its place says of it."""
    return re.sub('"isInner": ?(true|false)', "", shell)


@pytest.mark.parametrize("text", [odd_document(), *real_documents()])
@pytest.mark.parametrize(
    "operation",
    [
        {"operation": "update_element", "settings": {"title": "New", "align": "center"}, "remove": ["_margin"]},
        {"operation": "update_element", "settings": {"align": "end"}, "breakpoint": "mobile"},
        {"operation": "replace_element", "replacement": {"elType": "widget", "widgetType": "divider"}},
        {"operation": "duplicate_element"},
        {"operation": "remove_element"},
        {"operation": "replace_in_elementor", "old": "Law", "new": "Tea"},
    ],
)
def test_an_edit_of_a_page_leaves_the_rest(text: str, operation: dict[str, Any]) -> None:
    """On pages with every oddity, an edit of one element changes no byte of another, and can be taken back."""
    root = read_document(text)
    heading = next(each for each in walk(root) if each.kind == "heading")
    before = {each.id: (each.lead, each.shell, each.trail) for each in walk(root)}
    done = edit(root, [{**operation, "element": heading.id}], load_catalogue())
    changed = {heading.id, *done.ids[0]}
    again = read_document(write(root))
    assert all((each.lead, each.shell, each.trail) == before[each.id] for each in walk(again) if each.id not in changed)
    assert {each.id for each in walk(again)} ^ before.keys() <= changed
    revert(root, done.inverse)
    assert write(root) == text


@pytest.mark.parametrize("text", [odd_document(), *real_documents()])
def test_an_element_is_moved_and_wrapped_on_a_page(text: str) -> None:
    """A section of a page is moved and wrapped where it may stand, and all that is in it keeps its bytes."""
    root = read_document(text)
    section, last = root.children[0].id, root.children[-1].id
    inside = write(root.children[0]).strip()
    done = edit(root, [{"operation": "move_element", "element": section, "at": {"after": last}}], load_catalogue())
    assert [each.id for each in root.children][-2:] == [last, section]
    assert write(root.children[-1]).strip() == inside
    revert(root, done.inverse)
    widget = next(each for each in walk(root) if each.is_widget and each.parent and not is_inner(each.parent))
    inside = write(widget).strip()
    done = edit(root, [{"operation": "wrap_element", "elements": [widget.id], "wrapper": SECTION}], load_catalogue())
    assert inside in write(find(root, done.ids[0][0]))
    revert(root, done.inverse)
    assert write(root) == text
