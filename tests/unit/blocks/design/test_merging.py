"""Changes of a design system by path."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.blocks.design.merging import merge, prune, remove, write_references
from sitehand.errors import Problem

NAMES = st.sampled_from(["color", "palette", "text", "core/button"])
PRESETS = st.lists(st.fixed_dictionaries({"slug": st.sampled_from("abc"), "color": st.sampled_from("xyz")}), min_size=1,
                   unique_by=lambda preset: preset["slug"])  # fmt: skip
TREES = st.recursive(
    st.sampled_from(["red", 1, True]) | PRESETS,
    lambda inner: st.dictionaries(NAMES, inner, min_size=1, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(NAMES, TREES, max_size=3)


@given(OBJECTS, OBJECTS)
def test_what_was_merged_in_is_there_and_the_rest_stays(old: dict[str, Any], given: dict[str, Any]) -> None:
    """And to merge it again changes nothing."""
    merged = merge(old, given)
    assert merge(merged, given) == merged
    assert {name: merged[name] for name in old if name not in given} == {
        name: old[name] for name in old if name not in given
    }


def test_presets_are_merged_by_slug_at_their_place() -> None:
    """Members that are not given stay, and a new preset comes last."""
    old = [{"slug": "a", "name": "A", "color": "red"}, {"slug": "b", "color": "blue"}]
    given = [{"slug": "c", "color": "lime"}, {"slug": "a", "color": "navy"}]
    assert merge(old, given) == [{"slug": "a", "name": "A", "color": "navy"}, old[1], given[0]]


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("color.palette.a", {"color": {"palette": [{"slug": "b", "fluid": False}]}, "x": {"core/button": 1}}),
        ("color.palette.b.fluid", {"color": {"palette": [{"slug": "a"}, {"slug": "b"}]}, "x": {"core/button": 1}}),
        ("x.core/button", {"color": {"palette": [{"slug": "a"}, {"slug": "b", "fluid": False}]}}),
        ("color", {"x": {"core/button": 1}}),
    ],
)
def test_a_path_is_removed_with_what_it_leaves_empty(path: str, left: Any) -> None:
    """Presets are named by their slug."""
    tree = {"color": {"palette": [{"slug": "a"}, {"slug": "b", "fluid": False}]}, "x": {"core/button": 1}}
    assert remove(tree, {"remove[0]": path}) == left


def test_a_path_that_leads_nowhere_is_refused_with_the_nearest() -> None:
    """And nothing is removed."""
    with pytest.raises(Problem) as refusal:
        remove({"color": {"palette": [{"slug": "leaf"}]}}, {"remove[0]": "color.palette.leav"})
    assert refusal.value.details == [
        {"path": "remove[0]", "expected": "a path that is set, such as color.palette.leaf", "got": "color.palette.leav"}
    ]


def test_the_slug_of_a_preset_is_not_removed() -> None:
    """A preset without one is none; with new ones in the same call the whole list would be replaced."""
    with pytest.raises(Problem) as refusal:
        remove({"color": {"palette": [{"slug": "leaf", "color": "#2e6b34"}]}}, {"remove[0]": "color.palette.leaf.slug"})
    assert refusal.value.details[0]["expected"] == "color.palette.leaf"


def test_references_are_written_as_wordpress_answers_them() -> None:
    """And objects without members not at all, which PHP would store as lists."""
    given: dict[str, Any] = {
        "color": {"text": "var:preset|color|accent-1", "background": "red"},
        "spacing": {"padding": {}},
    }
    assert write_references([{"slug": "a", "size": "var:preset|spacing|40"}]) == [
        {"slug": "a", "size": "var(--wp--preset--spacing--40)"}
    ]
    assert write_references(prune(given)) == {
        "color": {"text": "var(--wp--preset--color--accent-1)", "background": "red"}
    }
