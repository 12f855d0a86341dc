"""Sections and columns as containers."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.elementor import parsing
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.conversion.containers import RULES, convert_to_containers
from sitehand.elementor.conversion.report import Report
from sitehand.elementor.document import walk, write
from sitehand.elementor.draft import Draft
from sitehand.elementor.operations import revert
from sitehand.elementor.parsing import read_document
from sitehand.elementor.validation import validate
from sitehand.errors import Problem
from sitehand.operations.elementor.conversion import Containers
from sitehand.site.elementor import ElementorDocument
from tests.unit.elementor.documents import MIXED, grow, real_documents, widget


def column(identifier: str, size: Any, *elements: Any, **settings: Any) -> dict[str, Any]:
    """A column."""
    return {
        "id": identifier,
        "elType": "column",
        "isInner": False,
        "settings": {"_column_size": size, "_inline_size": None, **settings},
        "elements": list(elements),
    }


def section(identifier: str, *columns: Any, **settings: Any) -> dict[str, Any]:
    """A section."""
    return {
        "id": identifier,
        "elType": "section",
        "isInner": False,
        "settings": settings,
        "elements": list(columns),
    }


def convert(document: Any, element: str = "") -> tuple[list[Any], Report, Draft]:
    """The document that comes of it, the report, and the draft with what takes it back."""
    draft = Draft(read_document(document if isinstance(document, str) else json.dumps(document)), load_catalogue())
    report = convert_to_containers(draft, element)
    return json.loads(write(draft.root)), report, draft


def test_columns_become_containers_of_their_width() -> None:
    """Thirds exactly, own widths where there are any, all of it on telephones, and the gap as room within."""
    one = column("aaaaaa2", 33, widget("aaaaaa3", title="Hi"), background_color="#101010")
    two = column("aaaaaa4", 66, _inline_size_tablet=100, content_position="center", padding={"unit": "px", "top": "1"})
    (made,), report, _ = convert([section("aaaaaa1", one, two, structure="30", gap="wide", content_position="bottom")])
    assert (made["id"], made["elType"], made["isInner"]) == ("aaaaaa1", "container", False)
    assert made["settings"]["flex_direction"] == "row" and made["settings"]["flex_wrap_tablet"] == "wrap"
    assert made["settings"]["padding"]["top"] == "0" and "structure" not in made["settings"]
    first, second = (each["settings"] for each in made["elements"])
    assert (first["width"]["size"], second["width"]["size"]) == (33.3333, 66.6667)
    assert first["width_mobile"] == {"unit": "%", "size": 100, "sizes": []}
    assert second["width_tablet"]["size"] == 100
    assert first["padding"]["left"] == "20" and second["padding"] == {"unit": "px", "top": "1"}
    assert (first["flex_justify_content"], second["flex_justify_content"]) == ("flex-end", "center")
    assert first["background_color"] == "#101010"
    assert [each["isInner"] for each in made["elements"]] == [True, True]
    assert made["elements"][0]["elements"] == [widget("aaaaaa3", title="Hi")]
    assert report.converted == ["aaaaaa1", "aaaaaa2", "aaaaaa4"] and report.left_out == []
    assert {each["setting"] for each in report.changed} >= {"structure", "gap", "_column_size", "_inline_size_tablet"}


@pytest.mark.parametrize(
    ("settings", "width"),
    [
        ({"_column_size": 14}, 14.2857),
        ({"_column_size": 11}, 11.1111),
        ({"_column_size": 12}, 12.5),
        ({"_column_size": 33, "_inline_size": 33}, 33),
        ({"_column_size": 66, "_inline_size": 66.5}, 66.5),
    ],
)
def test_a_width_is_what_elementor_draws(settings: dict[str, Any], width: float) -> None:
    """The share of a column as it is meant, and a width of its own as it stands."""
    (made,), _, _ = convert([section("aaaaaa1", {**column("aaaaaa2", 100), "settings": settings})])
    assert made["elements"][0]["settings"]["width"]["size"] == width


def test_a_padding_that_says_nothing_leaves_the_gap() -> None:
    """The editor stores empty sides; a container would take the padding of the kit for them. Expressions are sides."""
    empty = {"unit": "px", "top": "", "right": "", "bottom": "", "left": "", "isLinked": True}
    own = {"unit": "custom", "top": "calc(1px + 1em)"}
    columns = column("aaaaaa2", 50, padding=empty), column("aaaaaa3", 50, padding=own)
    (made,), _, _ = convert([section("aaaaaa1", *columns, gap="wide", padding=empty)])
    assert made["settings"]["padding"]["top"] == "0"
    assert [each["settings"]["padding"]["top"] for each in made["elements"]] == ["20", "calc(1px + 1em)"]


def test_a_gap_of_its_own_holds_at_each_breakpoint() -> None:
    """Where the section has chosen it; else it did nothing, and is told as left out."""
    gaps = {"gap_columns_custom": {"size": 40, "unit": "px"}, "gap_columns_custom_mobile": {"size": 5, "unit": "px"}}
    (made,), report, _ = convert([section("aaaaaa1", column("aaaaaa2", 100), gap="custom", **gaps)])
    (settings,) = [each["settings"] for each in made["elements"]]
    assert (settings["padding"]["top"], settings["padding_mobile"]["top"]) == ("40", "5")
    assert report.left_out == []
    (made,), report, _ = convert([section("aaaaaa1", column("aaaaaa2", 100), **gaps)])
    assert made["elements"][0]["settings"]["padding"]["top"] == "10"
    assert {each["setting"] for each in report.left_out} == gaps.keys()


def test_a_document_that_would_be_too_long_to_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container says more than a section."""
    sections = [section(f"aaaaa{number}1", column(f"aaaaa{number}2", 100)) for number in range(5)]
    document = ElementorDocument(json.dumps(sections))
    monkeypatch.setattr(parsing, "MAX_CHARACTERS", len(document.data))
    with pytest.raises(Problem, match="would have"):
        Containers("")(document)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"layout": "full_width"}, {"content_width": "full"}),
        (
            {"content_width": {"unit": "px", "size": 900}},
            {"content_width": "boxed", "boxed_width": {"unit": "px", "size": 900}},
        ),
        ({"height": "full"}, {"min_height": {"unit": "vh", "size": 100, "sizes": []}, "flex_align_items": "center"}),
        (
            {"height": "min-height", "custom_height": {"unit": "vh", "size": 50}, "column_position": "top"},
            {"min_height": {"unit": "vh", "size": 50}, "flex_align_items": "flex-start"},
        ),
        ({"reverse_order_mobile": "reverse-mobile"}, {"flex_direction_mobile": "column-reverse"}),
        (
            {"reverse_order_tablet": "reverse-tablet"},
            {"flex_direction_tablet": "row-reverse", "flex_direction_mobile": "row"},
        ),
    ],
)
def test_settings_of_a_section_are_those_of_its_container(settings: dict[str, Any], expected: dict[str, Any]) -> None:
    """Each under the name that a container has for it."""
    (made,), report, _ = convert([section("aaaaaa1", column("aaaaaa2", 100), **settings)])
    assert {name: made["settings"].get(name) for name in expected} == expected
    assert report.left_out == []


def test_what_a_container_has_not_is_told() -> None:
    """Its value, and references to the kit too; settings that nobody knows stay."""
    settings = {
        "heading_color": "#101010",
        "stretch_section": "section-stretched",
        "motion_fx_speed": 3,
        "__globals__": {"color_text": "globals/colors?id=text", "background_color": "globals/colors?id=primary"},
    }
    (made,), report, _ = convert([section("aaaaaa1", column("aaaaaa2", 100, align="center"), **settings)])
    assert [(each["element"], each["setting"]) for each in report.left_out] == [
        ("aaaaaa1", "heading_color"),
        ("aaaaaa1", "stretch_section"),
        ("aaaaaa1", "__globals__.color_text"),
        ("aaaaaa2", "align"),
    ]
    assert made["settings"]["motion_fx_speed"] == 3
    assert made["settings"]["__globals__"] == {"background_color": "globals/colors?id=primary"}


def test_a_margin_that_takes_room_elsewhere_is_told() -> None:
    """At the sides alone; it stays as it is."""
    margins = {"margin": {"unit": "%", "left": "0", "right": "5"}, "margin_mobile": {"unit": "px", "top": "9"}}
    (made,), report, _ = convert([section("aaaaaa1", column("aaaaaa2", 100, **margins))])
    assert [each["setting"] for each in report.changed if "margin" in each["setting"]] == ["margin"]
    assert made["elements"][0]["settings"].items() >= margins.items()


def test_inner_sections_go_with_theirs_and_never_alone() -> None:
    """A container may not stand in a column."""
    inner = {**section("bbbbbb1", column("bbbbbb2", 100)), "isInner": True}
    document = [section("aaaaaa1", column("aaaaaa2", 100, inner)), section("cccccc1")]
    made, report, _ = convert(document, "aaaaaa1")
    nested = made[0]["elements"][0]["elements"][0]
    assert (nested["elType"], nested["isInner"], nested["settings"]["content_width"]) == ("container", True, "full")
    assert made[1] == document[1] and len(report.converted) == 4
    for part in ("aaaaaa2", "bbbbbb1", "bbbbbb2"):
        with pytest.raises(Problem, match="cannot be converted alone"):
            convert(document, part)


@given(st.integers(0, 2**32))
def test_a_conversion_damages_nothing_and_is_taken_back(seed: int) -> None:
    """No section is left, no error and nothing misplaced is new, ids stay, and every byte comes back."""
    _check(grow(Random(seed)))


ODD = st.sampled_from(
    [None, "", "x", "33", 33.5, -1, 1e300, True, [], ["x"], {}, {"size": ["x"], "unit": {}}, "</style>"]
)
NAMES = {
    kind: [f"{name}{suffix}" for name in [*rules, "heading_color", "__globals__"] for suffix in ("", "_tablet")]
    for kind, rules in RULES.items()
}


@settings(max_examples=60)
@given(*(st.dictionaries(st.sampled_from(names), ODD, max_size=12) for names in NAMES.values()))
def test_odd_settings_are_told_and_harm_nothing(of_section: dict[str, Any], of_column: dict[str, Any]) -> None:
    """Whatever a section or a column says, its container is valid, and no setting goes untold."""
    document = [section("aaaaaa1", {**column("aaaaaa2", 50), "settings": of_column}, **of_section)]
    made, report, draft = convert(document)
    assert not [each for each in validate(draft.root, load_catalogue()) if each.severity == "error"]
    told = {(each["element"], each["setting"]) for each in [*report.changed, *report.left_out]}
    for old, new in ((document[0], made[0]), (document[0]["elements"][0], made[0]["elements"][0])):
        empty = {name for name, value in old["settings"].items() if value in (None, "", [], {})}
        gone = old["settings"].keys() - new["settings"].keys() - empty
        assert {(old["id"], name) for name in gone} <= told
    _check(json.dumps(document))


@pytest.mark.parametrize("text", [MIXED, *real_documents()])
def test_documents_are_converted_and_come_back(text: str) -> None:
    """The same of documents as people have made them."""
    _check(text)


def _check(text: str) -> None:
    root = read_document(text)
    ids = [each.id for each in walk(root)]
    before = _count_misplaced(root)
    draft = Draft(root, load_catalogue())
    report = convert_to_containers(draft)
    again = read_document(write(root))
    assert [each.id for each in walk(again)] == ids
    assert all(each.kind != "section" for each in walk(again))
    assert _count_misplaced(again) <= before
    assert not [each for each in validate(again, load_catalogue()) if each.severity == "error"]
    assert bool(report.converted) == bool(draft.undo)
    revert(root, draft.undo)
    assert write(root) == text


def _count_misplaced(root: Any) -> int:
    return sum(each.code == "misplaced" for each in validate(root, load_catalogue()))
