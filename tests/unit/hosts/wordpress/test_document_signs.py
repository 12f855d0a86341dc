"""What a public page shows once an Elementor document was written."""

import json
import time
from itertools import pairwise
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


def test_a_long_text_is_searched_in_time_that_grows_with_it() -> None:
    """Words between commas, of which an edit changes one: each is not held against every other."""

    def measure(number: int) -> float:
        words = ", ".join("".join(chr(97 + int(digit)) for digit in str(each)) for each in range(number))
        before, after = (make(words + end, kind="text-editor") for end in ("", ", some new words"))
        times = [time.process_time()]
        for _ in range(5):
            assert find_new_words(before, after) == "some new words"
            times.append(time.process_time())
        return min(end - start for start, end in pairwise(times))

    assert measure(4_000) < 20 * measure(500)  # each against every other: 60 times


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
