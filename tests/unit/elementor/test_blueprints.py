"""Sections of pages: each example is a valid document that says all that it was given."""

import re
from typing import Any

import pytest

from sitehand.elementor.advice import advise
from sitehand.elementor.blueprints.blueprint import BLUEPRINTS, make_sections
from sitehand.elementor.blueprints.examples import EXAMPLES
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import write
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.document import render_text
from sitehand.errors import Problem
from sitehand.hosts.builtin.public.rendered_documents import clean


def build(name: str, content: Any) -> str:
    """A document of one section."""
    root = read_document("[]")
    (section,) = make_sections([{"blueprint": name, "content": content}])
    edit(root, [{"operation": "add_element", "element": section, "at": "end"}], load_catalogue())
    return write(root)


def list_words(value: Any) -> list[str]:
    """The words in what a section says, without addresses and names of icons."""
    if isinstance(value, dict):
        return [word for name, each in value.items() if name not in ("url", "icon") for word in list_words(each)]
    if isinstance(value, list):
        return [word for each in value for word in list_words(each)]
    return re.split(r"\s+", value) if isinstance(value, str) else []


@pytest.mark.parametrize("name", BLUEPRINTS)
def test_an_example_is_valid_and_shown(name: str) -> None:
    """Nothing is noted of it, and the page has every word of it."""
    data = build(name, EXAMPLES[name])
    assert list(advise(read_document(data), load_catalogue())) == []
    shown = render_text(data, "", References(), clean).html
    assert [word for word in list_words(EXAMPLES[name]) if word not in shown] == []


def test_what_is_said_is_plain_text() -> None:
    """Markup in it is shown as it is written; numbers stay as they are."""
    data = build("hero", {"title": "<b>1 < 2</b>", "text": "One & two\n\n<i>three</i>"})
    shown = render_text(data, "", References(), clean).html
    assert "&lt;b&gt;1 &lt; 2&lt;/b&gt;" in shown and "<p>&lt;i&gt;three&lt;/i&gt;</p>" in shown
    assert re.search(r'"ending_number":\s*98\.5', build("statistics", EXAMPLES["statistics"]))


@pytest.mark.parametrize(
    ("section", "path", "expected"),
    [
        ({"blueprint": "heroe"}, "sections[0].blueprint", "hero is like it"),
        ({"blueprint": ["hero"]}, "sections[0].blueprint", "one of hero"),
        ({"blueprint": "hero", "more": 1}, "sections[0].blueprint", "blueprint and content"),
        ({"blueprint": "hero", "content": []}, "sections[0].content", "dictionary"),
        ({"blueprint": "hero", "content": {"title": "A", "colour": 1}}, "sections[0].content.colour", "not permitted"),
        ({"blueprint": "hero", "content": {"title": 7}}, "sections[0].content.title", "string"),
        (
            {"blueprint": "call_to_action", "content": {"title": "A", "action": {"text": "B", "url": "javascript:x"}}},
            "sections[0].content.action.url",
            "pattern",
        ),
    ],
)
def test_what_is_wrong_is_named(section: Any, path: str, expected: str) -> None:
    """By its path, with what would be right."""
    with pytest.raises(Problem) as refused:
        make_sections([section])
    (detail,) = refused.value.details
    assert detail["path"] == path and expected in detail["expected"]
