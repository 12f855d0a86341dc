"""The catalogue's example of each element shows something by itself."""

import json
import re

import pytest

from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.document import write
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from tests.unit.elementor.drawing import CATALOGUE, KINDS, SILENT, draw, element, make_typed_example

SHOWN = re.compile(r"<(?:img|svg|video|hr)\b|elementor-divider-line|>\s*[^<\s]")
"""A picture, a line or words."""


@pytest.mark.parametrize("kind", KINDS)
def test_an_example_shows_something(kind: str) -> None:
    """Added to a page; but for those of elements that hold others or make room: what is listed as silent is."""
    if kind in SILENT:
        assert not SHOWN.search(draw(make_typed_example(kind)).html)
        return
    root = read_document('[{"id":"aaaaaa1","elType":"container","settings":{},"elements":[]}]')
    add = {"operation": "add_element", "element": make_example(kind, CATALOGUE), "at": {"last_in": "aaaaaa1"}}
    edit(root, [add], CATALOGUE)
    assert SHOWN.search(draw(*json.loads(write(root))).html)


def test_sounds_and_places_are_links() -> None:
    """Nothing is asked of another site before a click; without an address nothing is shown."""
    sound = draw(element("audio", {"link": {"url": "https://sound.example/a"}})).html
    assert 'href="https://sound.example/a"' in sound and "Listen on SoundCloud" in sound
    place = draw(element("google_maps", {"address": "Hill & Dale 1", "height": {"unit": "px", "size": 200}}))
    assert "?q=Hill%20%26%20Dale%201" in place.html and "Hill &amp; Dale 1 on Google Maps" in place.html
    assert "height: 200px" in place.css
    assert "<a" not in draw(element("google_maps", {"address": " "})).html + draw(element("audio", {})).html


def test_a_bar_shows_its_words_and_its_button() -> None:
    """Of elements that are not drawn in full, the words stay, and the button leads where it led."""
    settings = {"announcement_text": "News", "cta_text": "Read", "cta_link": {"url": "https://bar.example/"}}
    bar = draw(element("floating-bars-var-1", settings)).html
    assert "News" in bar and re.search(r'href="https://bar.example/"[^>]*>.*Read', bar)
