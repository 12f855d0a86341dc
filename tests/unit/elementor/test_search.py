"""Elements are found by type, text, setting, value and reference."""

import json

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.parsing import read_document
from sitehand.elementor.search import Query, find_elements
from tests.unit.elementor.documents import widget

COLOR = {"$$type": "global-color-variable", "value": "e-gv-1234567"}
STYLE = {"label": "local", "variants": [{"meta": {"breakpoint": "desktop", "state": None}, "props": {"color": COLOR}}]}
PAGE = json.dumps(
    [
        widget("1000001", title="Our <b>Team</b>", align="center", _element_id="team"),
        widget("1000002", "text-editor", editor="<p>" + "word " * 500 + "the&nbsp;end</p>", align=""),
        widget("1000003", "button", text="Go", link={"url": "https:\\/\\/Example.com"}),
        widget("1000004", __globals__={"title_color": "globals/colors?id=primary"}),
        {**widget("1000005", "e-heading", classes={"$$type": "classes", "value": ["g-1"]}), "styles": {"e-1": STYLE}},
    ]
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query(), ["1000001", "1000002", "1000003", "1000004", "1000005"]),
        (Query(type="heading"), ["1000001", "1000004"]),
        (Query(text="our team"), ["1000001"]),
        (Query(text="the end"), ["1000002"]),
        (Query(text="center"), []),
        (Query(setting="align"), ["1000001"]),
        (Query(value="example.com"), ["1000003"]),
        (Query(references=frozenset({"primary"})), ["1000004"]),
        (Query(references=frozenset({"g-1"})), ["1000005"]),
        (Query(references=frozenset({"e-gv-1234567"})), ["1000005"]),
        (Query(type="heading", setting="align", text="team"), ["1000001"]),
    ],
)
def test_elements_are_found(query: Query, found: list[str]) -> None:
    """An element is found when it fits all that is asked."""
    root = read_document(PAGE)
    assert [each.id for each in find_elements(root, query, load_catalogue())] == found
