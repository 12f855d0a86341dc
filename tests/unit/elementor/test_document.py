"""Documents are read into elements, and written back byte for byte."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.parsing import MAX_ELEMENTS, read_document, write_document
from sitehand.elementor.places import MAX_DEPTH, encode, merge_members
from sitehand.errors import Code, Problem
from tests.unit.elementor.documents import MIXED, grow, real_documents

ODD = [
    "[]",
    " [ ] ",
    '[1, {"a":1.50 , "elements": [ ] } ,{}, null, "x", [{"elements":[]}] ]',
    '{"content":[{"elements":[{"elements":[]} , {"id":"x","elements":null}],"z":1}],"t":2}\n',
    '{"model":{"title":"x"},"content":[],"page_settings":[]}',
    '[{"id":"x","elements":{"0":{"id":"y"}}}]',
    '[{"id":"a","id":"b","settings":{"t":"\\ud800 \\u00e9 \\/ \\" \\\\"},"elements":[]}]',
]


@pytest.mark.parametrize("text", [*ODD, MIXED, *real_documents()])
def test_a_document_is_written_as_it_was_read(text: str) -> None:
    """A document is written as it was read."""
    assert write(read_document(text)) == text


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_any_document_is_written_as_it_was_read(random: Random) -> None:
    """Any document is written as it was read."""
    text = grow(random)
    root = read_document(text)
    assert write(root) == text
    assert [each.id for each in walk(root)] == [found["id"] for found in _walk_json(json.loads(text))]


def test_the_model_is_known_per_element() -> None:
    """The model is known per element."""
    kinds = {each.id: (each.kind, each.is_atomic) for each in walk(read_document(MIXED))}
    assert kinds["aaaaaa3"] == ("heading", False)
    assert kinds["bbbbbb2"] == ("e-flexbox", True)
    assert kinds["bbbbbb3"] == ("e-heading", True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[,]",
        "[1,]",
        "[1 2]",
        "[] x",
        '[{"a":NaN}]',
        '[{"elements":[}]',
        '[{"a" 1}]',
        '[{"elements":[]  "a":1}]',
    ],
)
def test_what_is_no_json_is_refused(text: str) -> None:
    """What is no json is refused."""
    with pytest.raises(Problem) as caught:
        read_document(text)
    assert caught.value.code in {Code.INVALID_JSON, Code.INVALID_ARGUMENTS}


@pytest.mark.parametrize("text", ["{}", '"x"', '{"content":{}}', '[{"elements":[],"elements":[]}]', "12"])
def test_json_that_is_no_document_is_refused(text: str) -> None:
    """Json that is no document is refused."""
    with pytest.raises(Problem) as caught:
        read_document(text)
    assert caught.value.code == Code.INVALID_ARGUMENTS


@given(st.text('[]{}"\\,:1a '))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text is read or refused."""
    try:
        root = read_document(text)
    except Problem:
        return
    assert write(root) == text
    json.loads(text)


def test_elements_may_be_as_deep_as_php_reads_and_no_deeper() -> None:
    """Elements may be as deep as php reads and no deeper."""
    depth = MAX_DEPTH // 2
    deepest = '[{"elements":' * depth + "1" + "}]" * depth
    assert write(read_document(deepest)) == deepest
    with pytest.raises(Problem, match="deeper"):
        read_document(f"[{deepest}]")
    flat = '[{"a":"' + "[{" * 1000 + '\\"","b":"\\\\"}]'
    assert write(read_document(flat)) == flat


def test_more_elements_than_anybody_has_are_refused() -> None:
    """More elements than anybody has are refused."""
    with pytest.raises(Problem, match="elements"):
        read_document("[" + ",".join(["{}"] * (MAX_ELEMENTS + 1)) + "]")


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(), max_size=5),
    st.dictionaries(st.sampled_from("abcdefgh"), st.text(max_size=2)),
    st.sets(st.sampled_from("abcdefgh")),
    st.sampled_from([None, 1]),
)
def test_members_are_set_and_removed_as_in_a_dictionary(
    before: dict[str, int], values: dict[str, str], remove: set[str], indent: int | None
) -> None:
    """Members are set and removed as in a dictionary."""
    values = {key: value for key, value in values.items() if key not in remove}
    text = json.dumps(before, indent=indent)
    after = json.loads(merge_members(text, 0, values, remove))
    assert after == {key: value for key, value in {**before, **values}.items() if key not in remove}


def test_what_php_cannot_read_is_not_written() -> None:
    """Half a character or infinity would lose the whole page, so no value has them."""
    for value in ("\ud800", {"a": float("inf")}, [float("nan")]):
        with pytest.raises(Problem):
            encode(value)
    assert encode("\U0001f600") == '"\\ud83d\\ude00"'


def test_a_change_of_one_member_leaves_the_bytes_of_the_others() -> None:
    """A change of one member leaves the bytes of the others."""
    text = '{ "a" : 1.0,\n "b":"\\/" , "c":[ ]}'
    assert merge_members(text, 0, {"b": "x/y"}) == '{ "a" : 1.0,\n "b":"x\\/y" , "c":[ ]}'
    assert merge_members("[]", 0, {"b": 1}) == '{"b":1}'
    assert encode({"é": "a/b"}) == '{"\\u00e9":"a\\/b"}'


def _walk_json(items: list[dict[str, object]]) -> list[dict[str, object]]:
    found = []
    for item in items:
        found += [item, *_walk_json(item["elements"])]  # type: ignore[arg-type]
    return found


def test_an_element_without_text_as_its_type_has_no_kind() -> None:
    """An element without text as its type has no kind."""
    (element,) = read_document('[{"id":5,"elType":["widget"]}]').children
    assert isinstance(element, Element)
    assert (element.id, element.kind, element.is_widget, element.settings) == ("", "", False, {})


def test_a_document_of_too_many_elements_is_not_written() -> None:
    """It could not be read again."""
    root = read_document(f"[{','.join(['{}'] * MAX_ELEMENTS)}]")
    assert write_document(root) == write(root)
    root.children.append(Element("{}", fields={}, parent=root))
    with pytest.raises(Problem, match="10,001 elements"):
        write_document(root)
