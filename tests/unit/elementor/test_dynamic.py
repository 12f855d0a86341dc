"""Dynamic tags: read in words, bound by name, kept by edits, noted where odd, and drawn."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import walk
from sitehand.elementor.dynamic.facts import DRAWN, PageFacts
from sitehand.elementor.dynamic.known import AROUND, KNOWN
from sitehand.elementor.dynamic.tags import Tag, list_tags, read_text, read_typed, write_text
from sitehand.elementor.operations import edit
from sitehand.elementor.outline import outline
from sitehand.elementor.parsing import read_document, write_document
from sitehand.elementor.rendering.canvas import Picture
from sitehand.elementor.validation import validate
from sitehand.errors import Problem
from tests.unit.elementor.documents import widget
from tests.unit.elementor.drawing import draw, element

CATALOGUE = load_catalogue()
TITLE = '[elementor-tag id="1a2b3c4" name="post-title" settings="%7B%7D"]'
DAY = {"tag": "post-date", "settings": {"format": "Y-m-d", "before": "On "}}
LINK = {
    "destination": {"$$type": "url", "value": "https://a.example"},
    "isTargetBlank": {"$$type": "boolean", "value": True},
}


def typed(name: str, group: str, **settings: Any) -> dict[str, Any]:
    """A tag as an atomic element has it."""
    return {"$$type": "dynamic", "value": {"name": name, "group": group, "settings": settings}}


def bind(kind: str, stored: Any, dynamic: Any, **more: Any) -> dict[str, Any]:
    """The settings of an element that a tag was bound to."""
    root = read_document(json.dumps([element(kind, stored)]))
    edit(root, [{"operation": "update_element", "element": "aaaaaa1", "dynamic": dynamic, **more}], CATALOGUE)
    return dict(root.children[0].settings)


def refuse(kind: str, dynamic: Any, **more: Any) -> list[Any]:
    """What is told of wrong tags."""
    with pytest.raises(Problem) as caught:
        bind(kind, {}, dynamic, **more)
    return [(each["path"], each["expected"]) for each in caught.value.details]


def test_a_tag_is_written_as_php_writes_it() -> None:
    """Its settings are JSON with lists as objects, escaped twice; read again it is the same."""
    tag = Tag("post-terms", {"separator": "~ é/", "list": [1, {"a": []}]})
    text = write_text(tag, "1a2b3c4")
    escaped = "%7B%22separator%22%3A%22%7E+%5Cu00e9%5C%2F%22%2C%22list%22%3A%7B%220%22%3A1"
    escaped += "%2C%221%22%3A%7B%22a%22%3A%7B%7D%7D%7D%7D"
    assert text == f'[elementor-tag id="1a2b3c4" name="post-terms" settings="{escaped}"]'
    assert read_text(text) == ("post-terms", {"separator": "~ é/", "list": {"0": 1, "1": {"a": {}}}})
    assert read_text(write_text(Tag("post-title", {}), "1a2b3c4")) == ("post-title", {})


@pytest.mark.parametrize(
    "text",
    [
        *("", "post-title", f"{TITLE} and more", TITLE.replace("%7B%7D", "%7B"), TITLE.replace("name=", "title=")),
        *(TITLE.replace("%7B%7D", wrong) for wrong in ("1", "%22%22", "NaN", "%22%5Cud800%22", "%ff", "%5B" * 9_000)),
    ],
)
def test_what_is_no_tag_is_not_read_as_one(text: str) -> None:
    """Nor what has something around it, or settings that nobody could write back."""
    assert read_text(text) is None


def test_tags_are_told_in_the_words_that_write_them() -> None:
    """Of settings, of rows and of typed values in typed values, by their paths; what the outline tells can be sent."""
    rows = [{"_id": "1111111", "tab_title": "A", "__dynamic__": {"tab_title": TITLE}}]
    assert dict(list_tags({"tabs": rows, "__dynamic__": {"title": TITLE, "x": "none"}})) == {
        "title": ("post-title", {}),
        "tabs.0.tab_title": ("post-title", {}),
    }
    settings = bind("e-image", {}, {"image": "site-logo", "link": "post-url"})
    found = dict(list_tags(settings))
    assert found == {"image.src": ("site-logo", {}), "link.destination": ("post-url", {})}
    assert bind("e-image", {}, {path: tag.tell() for path, tag in found.items()}) == settings
    root = read_document(json.dumps([element("heading", bind("heading", {}, {"title": DAY}))]))
    (line,) = outline(root, CATALOGUE, 10_000).items
    assert line["dynamic"] == {"title": DAY}


def test_a_classic_setting_keeps_its_value_behind_the_tag() -> None:
    """The same again changes nothing, another tag takes its place, a value or null takes it away."""
    first = bind("heading", {"title": "Plain", "__dynamic__": {"link": TITLE}}, {"title": DAY})
    assert first["title"] == "Plain" and first["__dynamic__"].keys() == {"link", "title"}
    assert read_text(first["__dynamic__"]["title"]) == ("post-date", DAY["settings"])
    assert bind("heading", first, {"title": DAY}) == first
    assert read_text(bind("heading", first, {"title": "site-title"})["__dynamic__"]["title"]) == ("site-title", {})
    assert bind("heading", first, {"title": None})["__dynamic__"] == {"link": TITLE}
    both = bind("heading", first, {"link": "post-url"}, settings={"title": "New"})
    assert both["title"] == "New" and dict(list_tags(both)) == {"link": ("post-url", {})}
    assert bind("heading", {}, {"title": None}) == {}


def test_a_tag_at_a_breakpoint_has_its_suffix_and_switches() -> None:
    """As a value has."""
    stored = bind("container", {}, {"background_image": "site-logo"}, breakpoint="mobile")
    assert stored["__dynamic__"].keys() == {"background_image_mobile"}
    assert stored["background_background"] == "classic"


def test_an_atomic_property_is_the_tag_with_typed_settings() -> None:
    """In a link or picture it stands in the place of the address; the other members stay."""
    given = {"tag": "post-excerpt", "settings": {"max_length": 9, "apply_to_post_content": True, "after": "."}}
    settings = {
        "max_length": {"$$type": "number", "value": 9},
        "apply_to_post_content": {"$$type": "boolean", "value": True},
        "after": {"$$type": "string", "value": "."},
    }
    assert bind("e-paragraph", {}, {"paragraph": given}) == {"paragraph": typed("post-excerpt", "post", **settings)}
    plain = {"max_length": 9, "apply_to_post_content": True, "after": "."}
    assert read_typed(typed("post-excerpt", "post", **settings)) == ("post-excerpt", plain)
    linked = bind("e-button", {"link": {"$$type": "link", "value": LINK}}, {"link": "post-url"})
    assert linked["link"]["value"] == {**LINK, "destination": typed("post-url", "post")}
    assert bind("e-button", linked, {"link": None}) == {}
    assert bind("e-button", {}, {"text": None}) == {}


def test_a_new_element_brings_its_tags() -> None:
    """In the same words, and nothing of them is stored beside its settings."""
    new = {"elType": "widget", "widgetType": "heading", "settings": {"title": "Plain"}, "dynamic": {"title": DAY}}
    root = read_document(json.dumps([{"id": "bbbbbb1", "elType": "container", "settings": {}, "elements": []}]))
    operation = {"operation": "add_element", "element": new, "at": {"last_in": "bbbbbb1"}}
    edit(root, [operation], CATALOGUE)
    (made,) = root.children[0].children
    assert dict(list_tags(made.settings)) == {"title": ("post-date", DAY["settings"])}
    assert "dynamic" not in (made.fields or {})
    with pytest.raises(Problem, match="`dynamic`"):
        edit(root, [{**operation, "element": {**new, "dynamic": ["title"]}}], CATALOGUE)


@pytest.mark.parametrize(
    ("kind", "dynamic", "path", "expected"),
    [
        ("heading", {"header_size": "post-title"}, "dynamic.header_size", "takes a tag: title, link"),
        ("heading", {"titel": "post-title"}, "dynamic.titel", "takes a tag"),
        ("heading", {"title": "post-titel"}, "dynamic.title.tag", 'write "post-title"'),
        ("heading", {"title": "site-logo"}, "dynamic.title", "gives text"),
        ("heading", {"title": 7}, "dynamic.title", "or null"),
        ("heading", {"title": {**DAY, "format": "Y"}}, "dynamic.title", "or null"),
        (
            "heading",
            {"title": {"tag": "post-date", "settings": {"format": "Y"}}},
            "dynamic.title.settings.format",
            "Y-m-d",
        ),
        (
            "heading",
            {"title": {"tag": "post-date", "settings": {"from": "Y"}}},
            "dynamic.title.settings.from",
            "one of",
        ),
        ("heading", {"title": {"tag": "post-date", "settings": ["Y"]}}, "dynamic.title.settings", "an object"),
        ("image", {"image": {"tag": "site-logo", "settings": {"x": 1}}}, "dynamic.image.settings.x", "no settings"),
        ("e-heading", {"tag": "post-title"}, "dynamic.tag", "takes a tag: title, link"),
        ("e-heading", {"title": "post-url"}, "dynamic.title", "gives text"),
        (
            "e-image",
            {"image": {"tag": "post-featured-image", "settings": {"fallback": {"url": "/a.png"}}}},
            "dynamic.image.settings.fallback",
            "no picture",
        ),
    ],
)
def test_a_wrong_tag_is_refused_with_what_would_be_right(kind: str, dynamic: Any, path: str, expected: str) -> None:
    """Also one that gives something else, since the page would show nothing."""
    ((at, told),) = refuse(kind, dynamic)
    assert at == f"aaaaaa1.{path}" and expected in told


def test_atomic_settings_have_no_breakpoints() -> None:
    """So their tags have none either."""
    assert "styles at a breakpoint" in refuse("e-heading", {"title": "post-title"}, breakpoint="mobile")[0][1]


def test_edits_keep_tags_byte_for_byte() -> None:
    """Of every spelling, also those that nobody can read."""
    odd = {"title": TITLE, "link": "[elementor-tag", "x": '[elementor-tag id="" name="acf-text" settings="%5B%5D"]'}
    elements = [widget("1234567", title="A", __dynamic__=odd), element("e-heading", {"title": typed("acf", "acf")})]
    root = read_document(json.dumps(elements, indent=3))
    before = [each.shell for each in walk(root)]
    edit(root, [{"operation": "update_element", "element": "1234567", "settings": {"align": "center"}}], CATALOGUE)
    assert json.dumps(odd, indent=3).replace("\n", "\n         ")[1:-10] in write_document(root)
    assert [each.shell for each in walk(root)][1:] == before[1:]


def test_odd_tags_are_notes() -> None:
    """One of another plugin, one that gives something else, and what is no tag. Another plugin's may be written so."""
    texts = {"title": TITLE.replace("post-title", "acf-text"), "link": TITLE, "_css_classes": "[tag]"}
    typed_ones = {"title": typed("acf", "acf"), "_cssid": typed("post-url", "post")}
    root = read_document(json.dumps([widget("1234567", __dynamic__=texts), element("e-heading", typed_ones)]))
    found = [(each.severity, each.code) for each in validate(root, CATALOGUE) if each.code != "misplaced"]
    assert found == [("note", code) for code in ("foreign_tag", "unfit_tag", "odd_tag", "foreign_tag", "unfit_tag")]
    assert bind("e-heading", {}, {}, settings={"title": typed("acf", "acf")}) == {"title": typed("acf", "acf")}
    assert bind("heading", {}, {}, settings={"__dynamic__": texts})["__dynamic__"] == texts


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_every_tag_can_be_bound_with_all_its_settings(name: str) -> None:
    """To a setting that takes what it gives, on classic elements; and each setting is refused a list."""
    kinds = {"text": ("heading", "title"), "url": ("heading", "link"), "image": ("image", "image")}
    kind, setting = kinds.get(KNOWN[name].gives[0], ("image-gallery", "wp_gallery"))
    values = {"text": "a", "number": 1, "switch": True, "media": {"url": "/a.png"}}
    asked = {
        each: known.options[0] if known.options else values[known.kind] for each, known in KNOWN[name].settings.items()
    }
    stored = bind(kind, {}, {setting: {"tag": name, "settings": asked}})
    tag = read_text(stored["__dynamic__"][setting])
    assert tag is not None and tag.name == name and tag.settings.keys() == asked.keys()
    for each in asked:
        assert refuse(kind, {setting: {"tag": name, "settings": {each: ["a"]}}})[0][0].endswith(each)


@dataclass(frozen=True)
class Days:
    """Writes a moment as it came, with its form."""

    def write(self, moment: str, form: str) -> str:
        """Both."""
        return f"{moment} {form or 'day'}"


FACTS = PageFacts(
    id=7,
    title="Fish &amp; <em>Chips</em>",
    excerpt="",
    summary="one two three",
    url="/fish/",
    date="2026",
    modified="2027",
    picture=3,
    author="A & B",
    author_bio="<b>Cook",
    author_url="/author/a/",
    site_title="R&D",
    tagline="",
    site_url="/",
    logo=0,
    dates=Days(),
)
PICTURES = {3: Picture("/media/fish.png", "A fish", 64, 48)}


def show(kind: str, dynamic: Any, settings: Any = None) -> str:
    """The HTML of an element with tags."""
    return draw(element(kind, bind(kind, settings or {}, dynamic)), facts=FACTS, pictures=PICTURES).html


@pytest.mark.parametrize(
    ("tag", "settings", "shown"),
    [
        ("post-title", {}, "Fish &amp; <em>Chips</em>"),
        ("post-title", {"before": "<b>1</b> ", "after": "!"}, "<b>1</b> Fish &amp; <em>Chips</em>!"),
        ("post-excerpt", {"fallback": "None"}, "None"),
        ("post-excerpt", {"apply_to_post_content": True, "max_length": 2}, "one two…"),
        ("post-date", {}, "2026 day"),
        ("post-date", {"type": "post_modified_gmt", "format": "Y-m-d"}, "2027 Y-m-d"),
        ("post-date", {"format": "custom", "custom_format": "<i>"}, "2026 &lt;i&gt;"),
        ("post-date", {"format": "human"}, "2026 day"),
        ("post-time", {}, "2026 g:i a"),
        ("post-id", {}, "7"),
        ("site-title", {}, "R&amp;D"),
        ("author-name", {}, "A &amp; B"),
        ("author-info", {"key": "description"}, "&lt;b&gt;Cook"),
        ("author-info", {"key": "email", "fallback": "secret"}, "secret"),
        ("post-terms", {}, "Plain"),
    ],
)
def test_texts_are_drawn(tag: str, settings: dict[str, Any], shown: str) -> None:
    """In classic and atomic elements; a tag that is not drawn leaves what the setting says by itself."""
    asked = {"title": {"tag": tag, "settings": settings}}
    assert f">{shown}</h2>" in show("heading", asked, {"title": "Plain"})
    if tag in DRAWN:
        assert f">{shown}</h2>" in show("e-heading", asked)


def test_a_tag_that_says_nothing_leaves_the_element_empty() -> None:
    """As Elementor does: the value behind it is no text for visitors."""
    assert "Plain" not in show("heading", {"title": "site-tagline"}, {"title": "Plain"})


def test_addresses_and_pictures_are_drawn() -> None:
    """With the text and the size of the file; an address keeps how it is opened."""
    assert 'href="/fish/"' in show("heading", {"link": "post-url"}, {"title": "A"})
    blank = {"title": "A", "link": {"url": "/old/", "is_external": "on"}}
    assert 'href="/author/a/" target="_blank"' in show("heading", {"link": "author-url"}, blank)
    assert 'target="_blank"' in show("e-button", {"link": "site-url"}, {"link": {"$$type": "link", "value": LINK}})
    for kind in ("image", "e-image"):
        shown = show(kind, {"image": "post-featured-image"})
        assert 'src="/media/fish.png" alt="A fish"' in shown and 'width="64" height="48"' in shown
    fallback = {"tag": "post-featured-image", "settings": {"fallback": {"url": "/other.png"}}}
    assert "/media/fish.png" in show("image", {"image": fallback})
    assert "<img" not in show("image", {"image": "site-logo"}, {"image": {"url": "/old.png", "id": ""}})


def test_rows_buttons_and_unknown_widgets_are_drawn() -> None:
    """A row has tags of its own; the words of a button are text; a widget of Pro shows what its tag says."""
    rows = [{"_id": "1111111", "tab_title": "A", "tab_content": "x", "__dynamic__": {"tab_title": TITLE}}]
    assert "Fish &amp; <em>Chips</em>" in draw(element("tabs", {"tabs": rows}), facts=FACTS).html
    assert ">Fish &amp; Chips<" in show("button", {"text": "post-title"})
    pro = element("theme-post-title", {"title": "Add a heading", "__dynamic__": {"title": TITLE}})
    assert "Fish &amp; <em>Chips</em>" in draw(pro, facts=FACTS).html


def test_without_facts_a_document_shows_its_values() -> None:
    """A document is drawn without a page around it too."""
    assert "Plain" in draw(element("heading", {"title": "Plain", "__dynamic__": {"title": TITLE}})).html


def test_what_is_drawn_is_known() -> None:
    """Every tag that is drawn is one that can be bound, and what gives text can be wrapped."""
    assert DRAWN.keys() <= KNOWN.keys()
    assert all(AROUND.keys() <= known.settings.keys() for known in KNOWN.values() if known.gives[0] == "text")
