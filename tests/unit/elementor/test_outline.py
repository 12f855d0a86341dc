"""The outline tells what is where, in as many bytes as there are."""

import json
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import walk
from sitehand.elementor.outline import Outline, outline, strip_html
from sitehand.elementor.parsing import read_document
from tests.unit.elementor.documents import MIXED, odd_document, real_documents, widget

BYTES_PER_TOKEN = 4


def draw(document: Any, budget: int = 10_000, **more: Any) -> Outline:
    """The outline of a document."""
    text = document if isinstance(document, str) else json.dumps(document)
    return outline(read_document(text), load_catalogue(), budget, **more)


def measure(found: Outline) -> int:
    """The bytes of an outline."""
    return len(json.dumps(found.items, ensure_ascii=False, separators=(",", ":")).encode())


def test_each_element_is_a_line() -> None:
    """An item has the id, the type, the depth, the text and how many elements are in it."""
    items = draw(MIXED).items
    assert items[0] == {"id": "aaaaaa1", "type": "section", "depth": 0, "children": 1}
    assert items[2] == {"id": "aaaaaa3", "type": "heading", "depth": 2, "text": "Café / Bar"}
    assert [item["id"] for item in items] == [each.id for each in walk(read_document(MIXED))]
    assert items[7]["text"] == "Hello"


@pytest.mark.parametrize(
    ("element", "text"),
    [
        (widget("1000001", "text-editor", editor="<p>One&nbsp;<b>two</b></p>\n"), "One two"),
        (widget("1000001", "counter", prefix="+", title="Clients"), "Clients"),
        (widget("1000001", "icon-list", icon_list=[{"text": "First"}]), "First"),
        (widget("1000001", "flip-box", title_size="h3", title_text_a="A person"), "A person"),
        (widget("1000001", title="x" * 100), "x" * 59 + "…"),
        (widget("1000001", title=["odd"]), ""),
    ],
)
def test_the_text_is_what_people_read(element: dict[str, Any], text: str) -> None:
    """The text is the first with letters in it, without HTML, cut to a line."""
    assert draw([element]).items[0].get("text", "") == text


def test_labels_stand_for_ids() -> None:
    """Classes and variables are told by label, and what a person called the element."""
    element = widget(
        "1000001",
        "e-heading",
        classes={"$$type": "classes", "value": ["g-1234567", "e-1000001-1234567"]},
        title={"$$type": "html-v3", "value": {"content": {"$$type": "string", "value": "Hi"}, "children": []}},
    )
    color = {"$$type": "global-color-variable", "value": "e-gv-7558c2d"}
    variant = {"meta": {"breakpoint": "desktop", "state": None}, "props": {"color": color}}
    styles = {"e-1000001-1234567": {"label": "local", "variants": [variant]}}
    labels = {"g-1234567": "card", "e-gv-7558c2d": "brand"}
    document = [{**element, "styles": styles, "editor_settings": {"title": "Top"}}]
    assert draw(document, labels=labels).items == [
        {
            "id": "1000001",
            "type": "e-heading",
            "depth": 0,
            "label": "Top",
            "text": "Hi",
            "classes": ["card"],
            "variables": ["brand"],
        }
    ]
    kit = widget("1000002", _title="Mine", __globals__={"title_color": "globals/colors?id=primary", "x": ""})
    assert draw([kit]).items == [
        {"id": "1000002", "type": "heading", "depth": 0, "label": "Mine", "variables": ["primary"]}
    ]


@pytest.mark.parametrize("budget", [40_000, 20_000, 5_000, 500, 2])
def test_an_outline_keeps_its_budget(budget: int) -> None:
    """With less room texts are shorter, deep levels go, then the end; what is left out is counted."""
    text = odd_document()
    found = draw(text, budget)
    assert measure(found) <= budget
    assert len(found.items) + found.omitted == len(list(walk(read_document(text))))


def test_an_outline_goes_to_a_depth() -> None:
    """A depth leaves out what is deeper, and counts it."""
    found = draw(MIXED, depth=1)
    assert [item["depth"] for item in found.items] == [0, 0, 0]
    assert found.omitted == 6


@pytest.mark.parametrize("text", [MIXED, *real_documents()])
def test_an_outline_of_a_page_is_short(text: str) -> None:
    """All elements of a large page have room in 2,500 tokens, with their texts."""
    found = draw(text, 2_500 * BYTES_PER_TOKEN)
    assert found.omitted == 0
    assert measure(found) < 2_500 * BYTES_PER_TOKEN


def test_long_texts_cost_no_time() -> None:
    """Only the beginning of a text is looked at."""
    assert strip_html("<" * 1_000_000) == "<" * 600
