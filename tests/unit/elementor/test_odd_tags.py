"""Dynamic tags as no editor writes them: on the wrong settings, endless, or with settings that no answer can have."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import quote_plus

import orjson
import pytest

from sitehand.elementor.operations import edit
from sitehand.elementor.outline import TAGS_ROOM, outline
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.document import LEFT_OUT
from tests.unit.elementor.drawing import draw, element
from tests.unit.elementor.test_dynamic import CATALOGUE, FACTS, PICTURES, TITLE, bind, typed

FILE = {"id": {"$$type": "image-attachment-id", "value": 3}, "url": None}
PICTURE = {"$$type": "image-src", "value": FILE}
NAMED = {"$$type": "image-src", "value": {**FILE, "alt": typed("site-title", "site")}}


def write(name: str, settings: str) -> str:
    """A stored tag whose settings are this JSON."""
    return f'[elementor-tag id="1a2b3c4" name="{name}" settings="{quote_plus(settings)}"]'


def show_image(source: dict[str, Any]) -> dict[str, Any]:
    """The picture of an atomic image."""
    return {"$$type": "image", "value": {"src": source, "size": {"$$type": "string", "value": "full"}}}


def tell(settings: dict[str, Any]) -> dict[str, Any]:
    """The tags of a heading, as an answer tells them."""
    root = read_document(json.dumps([element("heading", settings)]))
    (item,) = orjson.loads(orjson.dumps(outline(root, CATALOGUE, 10_000).items))
    return dict(item.get("dynamic", {}))


@pytest.mark.parametrize(("kind", "setting"), [("button", "text"), ("counter", "prefix"), ("heading", "title")])
@pytest.mark.parametrize("tag", ["site-logo", "post-featured-image"])
def test_a_picture_in_the_place_of_words_is_nothing(kind: str, setting: str, tag: str) -> None:
    """The page is drawn without it."""
    stored = {"__dynamic__": {setting: write(tag, "{}")}}
    assert "elementor-widget" in draw(element(kind, stored), facts=FACTS, pictures=PICTURES).html


def test_tags_say_no_more_than_a_page_can_show() -> None:
    """Thousands of settings that nobody sees, each as long as an excerpt; the page says that something was left out."""
    long = replace(FACTS, excerpt="word " * 10_000)
    hidden = {f"x{number}": write("post-excerpt", '{"max_length":9000}') for number in range(300)}
    last = element("heading", {"title": "Stored", "__dynamic__": {"title": TITLE}})
    html = draw(element("heading", {"__dynamic__": hidden}), last, facts=long).html
    assert LEFT_OUT in html and ">Stored</h2>" in html
    few = dict(list(hidden.items())[:10])
    html = draw(element("heading", {"__dynamic__": few}), last, facts=long).html
    assert LEFT_OUT not in html and "Fish &amp; <em>Chips</em></h2>" in html


def test_the_words_for_a_picture_are_text() -> None:
    """In atomic pictures and in shortcodes, which show no HTML."""
    image = element("e-image", {"image": show_image(NAMED)})
    assert 'alt="R&amp;D"' in draw(image, facts=FACTS, pictures=PICTURES).html
    shortcode = element("shortcode", {"__dynamic__": {"shortcode": write("site-title", "{}")}})
    assert ">R&amp;D<" in draw(shortcode, facts=FACTS).html


@pytest.mark.parametrize(
    "settings",
    [f'{{"a":{"9" * 30}}}', '{"a":' * 300 + "1" + "}" * 300, f'{{"before":"{"a" * 15_000}"}}'],
    ids=["digits", "deep", "long"],
)
def test_settings_that_no_answer_has_room_for_are_omitted(settings: str) -> None:
    """The tag is told, and so is the element."""
    assert tell({"__dynamic__": {"title": write("post-date", settings)}}) == {
        "title": {"tag": "post-date", "omitted": True}
    }


def test_the_tags_of_an_element_take_little_of_an_outline() -> None:
    """However many there are, and however long their settings are called."""
    many = {f"x{number}": write("post-date", f'{{"before":"{"a" * 500}"}}') for number in range(30)}
    told = tell({"__dynamic__": {**many, "t" * 5_000: TITLE}})
    assert len(told) == 20 and len(orjson.dumps(told)) <= TAGS_ROOM
    assert "settings" in told["x0"] and told["x19"] == {"tag": "post-date", "omitted": True}


def test_an_infinite_number_in_a_tag_is_no_tag() -> None:
    """As it is in a document: PHP cannot write it."""
    assert tell({"__dynamic__": {"title": write("post-date", '{"a":1e999}')}}) == {}


def test_a_value_takes_the_place_of_a_tag_in_one_call() -> None:
    """The tag is taken away and the value said at once: the value stays."""
    stored = {"title": typed("post-title", "post")}
    assert "Hello" in json.dumps(bind("e-heading", stored, {"title": None}, settings={"title": "Hello"}))
    classic = {"title": "Old", "__dynamic__": {"title": TITLE}}
    assert bind("heading", classic, {"title": None}, settings={"title": "Hello"})["title"] == "Hello"


def test_null_takes_only_the_tag_that_it_names() -> None:
    """The words for a picture go and the picture stays, and the other way round."""
    named = {"image": show_image(NAMED)}
    assert bind("e-image", named, {"image.src.alt": None}) == {"image": show_image(PICTURE)}
    logo = {"image": show_image(typed("site-logo", "site"))}
    assert bind("e-image", logo, {"image.src.alt": None}) == logo
    assert bind("e-image", logo, {"image.src": None}) == bind("e-image", logo, {"image": None}) == {}


@pytest.mark.parametrize("first", [True, False])
def test_a_value_wins_over_a_tag_beside_other_tags(first: bool) -> None:
    """In whichever order a caller sends them: the tag that was there goes, the one that is sent comes."""
    sent = {"__dynamic__": {"link": TITLE}, "title": "Hello"}
    sent = sent if first else dict(reversed(sent.items()))
    root = read_document(json.dumps([element("heading", {"__dynamic__": {"title": TITLE}})]))
    edit(root, [{"operation": "update_element", "element": "aaaaaa1", "settings": sent}], CATALOGUE)
    assert root.children[0].settings == {"title": "Hello", "__dynamic__": {"link": TITLE}}
