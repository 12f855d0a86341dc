"""What a public page shows once an Elementor document was written."""

import json
from typing import Any

import pytest

from sitehand.hosts.wordpress.document_signs import find_new_words


def make(*texts: str, kind: str = "heading", mode: str = "builder", **settings: Any) -> dict[str, Any]:
    """An item with a document of widgets with these texts."""
    name = {"text-editor": "editor", "button": "text"}.get(kind, "title")
    widgets = [
        {"id": f"aaaaaa{number}", "elType": "widget", "widgetType": kind, "settings": {name: text, **settings}}
        for number, text in enumerate(texts)
    ]
    return {"meta": {"_elementor_data": json.dumps(widgets), "_elementor_edit_mode": mode}}


def test_the_longest_new_words_are_looked_for() -> None:
    """Those that the document had before prove nothing, nor do those within others."""
    assert find_new_words(make("One"), make("One", "Two", "Some more words")) == "Some more words"
    assert find_new_words(make("Some more words"), make("more words")) == ""


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (make("It's <b>quite \u201cnew\u201d</b> &amp; 2x4"), "quite "),
        (make("<p>Any thing</p>", kind="text-editor"), "Any thing"),
        (make("Press", kind="button"), "Press"),
        (make("Hidden", kind="testimonial"), ""),
        (make("Tagged", __dynamic__={"title": "[elementor-tag]"}), ""),
        (make("Off", mode=""), ""),
        ({"meta": {"_elementor_data": "{not json", "_elementor_edit_mode": "builder"}}, ""),
        ({"meta": []}, ""),
    ],
)
def test_only_words_that_every_page_shows_as_they_are(after: dict[str, Any], words: str) -> None:
    """No quotes or numbers, which WordPress writes anew; no text that a widget or a tag may hide."""
    assert find_new_words(make("Before"), after) == words.strip()


def test_the_text_of_an_atomic_element_is_typed() -> None:
    """It is inside of two values."""
    typed = {"$$type": "html-v3", "value": {"content": {"$$type": "string", "value": "Deep words"}, "children": []}}
    item = make(kind="e-heading")
    widget = {"id": "aaaaaa1", "elType": "widget", "widgetType": "e-heading", "settings": {"title": typed}}
    item["meta"]["_elementor_data"] = json.dumps([widget])
    assert find_new_words(make(), item) == "Deep words"


def test_a_new_item_has_no_sign_of_its_document() -> None:
    """Nobody has a page of it from before."""
    assert find_new_words(None, make("Words")) == ""
