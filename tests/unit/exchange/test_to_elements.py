"""Blocks as Elementor documents: elements that the catalogue takes, and nothing lost on the way there and back."""

import sys
from collections import Counter
from typing import Any

import pytest

from sitehand.blocks.catalogue import Kind, read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.examples import write_example
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import read_release
from sitehand.blocks.saves import SAVES
from sitehand.blocks.updates import TEXTS
from sitehand.errors import Code, Problem
from sitehand.exchange.to_elements.converting import convert_to_elements
from sitehand.exchange.to_elements.registry import MAKERS
from tests.unit.blocks.misfits import write_needy, wrong_values
from tests.unit.exchange.documents import PAGE, WIDGETS, box, list_elements, open_site, to_blocks, to_elements

RELEASE = read_release("7.1")
SAMPLE = "core/heading"


def make(*blocks: dict[str, Any]) -> str:
    """Block markup."""
    return RELEASE.make([RELEASE.read_new(block) for block in blocks])


def list_makeable() -> list[str]:
    """The blocks that can stand alone, and of which there is an example."""
    found = read_catalogue(Dialect.V7_1).values()
    return sorted(
        block.name
        for block in found
        if not block.parents and not block.ancestors and block.supports.get("inserter", True)
        if block.name in SAVES or block.kind is Kind.DYNAMIC
    )


@pytest.mark.parametrize("name", list_makeable())
def test_each_block_becomes_elements_or_is_kept(name: str) -> None:
    """Elements without a fault; a block without a counterpart comes back as it was, byte for byte."""
    known = RELEASE.blocks[name].attributes
    has_text = any(text in known and known[text].source and not known[text].unused for text in TEXTS)
    block = write_example(name, has_text=has_text)
    markup = make(block)
    document, report = to_elements(markup)
    assert report.became.total() >= 1
    if report.unmatched:
        (kept,) = (each for each in list_elements(document) if each.get("widgetType") == "html")
        assert kept["settings"]["html"] == markup
        assert markup in to_blocks(document)[0]


def test_a_heading_brings_its_look() -> None:
    """A preset that is in the kit too is a reference to it; other presets are their values."""
    look = {
        "textColor": "primary",
        "fontSize": "large",
        "anchor": "here",
        "className": "mine",
        "style": {
            "typography": {"textAlign": "center", "fontWeight": "700"},
            "spacing": {"margin": {"top": "10px"}, "padding": {"left": "var:preset|spacing|50"}},
            "border": {"radius": "4px", "top": {"width": "2px", "color": "#ff0000"}},
        },
        "metadata": {"name": "Named", "blockVisibility": {"viewport": {"mobile": False}}},
    }
    document, report = to_elements(make({"name": SAMPLE, "text": "Hi", "attributes": {**look, "level": 3}}))
    settings = document[0]["elements"][0]["settings"]
    assert settings["__globals__"] == {"title_color": "globals/colors?id=primary"}
    assert (settings["title"], settings["header_size"], settings["align"]) == ("Hi", "h3", "center")
    assert settings["typography_font_size"] == {"unit": "rem", "size": 2, "sizes": []}
    assert (settings["typography_typography"], settings["typography_font_weight"]) == ("custom", "700")
    assert (settings["_margin"]["top"], settings["_margin"]["left"], settings["_padding"]["left"]) == ("10", "0", "32")
    assert (settings["_border_border"], settings["_border_width"]["top"]) == ("solid", "2")
    assert (settings["_element_id"], settings["_css_classes"], settings["_title"]) == ("here", "mine", "Named")
    assert settings["hide_mobile"] == "hidden-mobile" and "hide_desktop" not in settings
    assert report.left_out == []


def test_what_is_lost_is_told_by_its_path() -> None:
    """Attributes that no element has."""
    attributes = {"align": "wide", "style": {"typography": {"writingMode": "vertical-rl"}}, "lock": {"move": True}}
    _, report = to_elements(make({"name": SAMPLE, "text": "Hi", "attributes": attributes}))
    assert {(line["element"], line["setting"]) for line in report.left_out} == {
        ("0", "align"),
        ("0", "style.typography.writingMode"),
        ("0", "lock.move"),
    }


LOOSE = (
    '<!-- wp:columns -->\n<div class="wp-block-columns">{}</div>\n<!-- /wp:columns -->',
    '<!-- wp:group -->\n<div class="wp-block-group">{}</div>\n<!-- /wp:group -->',
    '<!-- wp:quote -->\n<blockquote class="wp-block-quote">{}<cite>Me</cite></blockquote>\n<!-- /wp:quote -->',
    '<!-- wp:cover {{"url":"https://example.org/a.jpg"}} -->\n<div class="wp-block-cover">{}</div>\n<!-- /wp:cover -->',
    '<!-- wp:details -->\n<details class="wp-block-details"><summary>S</summary>{}</details>\n<!-- /wp:details -->',
)
PARAGRAPH = "<!-- wp:paragraph -->\n<p>Old words</p>\n<!-- /wp:paragraph -->"


@pytest.mark.parametrize("around", LOOSE)
@pytest.mark.parametrize("inner", ["<p>Old words</p>", '<img src="https://example.org/b.jpg" alt=""/>'])
def test_words_that_no_attribute_has_are_kept(around: str, inner: str) -> None:
    """Such as the text of quotes and covers of older releases: the block is kept as it is, and told."""
    markup = around.format(inner)
    document, report = to_elements(markup)
    assert document[0]["elements"][0]["settings"]["html"] == markup
    assert [(line["element"], line["shown"]) for line in report.unmatched] == [("0", "html")]


def test_words_within_a_column_and_blocks_where_none_belong_are_kept() -> None:
    """The columns stay as they are, and nothing that was made of blocks in them is counted."""
    column = '<!-- wp:column -->\n<div class="wp-block-column">Loose ' + PARAGRAPH + "</div>\n<!-- /wp:column -->"
    for inner in (column, PARAGRAPH):
        markup = LOOSE[0].format(inner)
        document, report = to_elements(markup)
        assert document[0]["elements"][0]["settings"]["html"] == markup
        assert dict(report.became) == {("core/columns", "html"): 1}


def test_a_list_with_a_block_that_the_site_draws_is_kept() -> None:
    """Whose HTML is not there yet, such as that of profiles."""
    inner = '<!-- wp:social-links -->\n<ul><!-- wp:social-link {"url":"/a"} /--></ul>\n<!-- /wp:social-links -->'
    item = f"<!-- wp:list-item -->\n<li>One{inner}</li>\n<!-- /wp:list-item -->"
    markup = f"<!-- wp:list -->\n<ul>{item}</ul>\n<!-- /wp:list -->"
    document, _ = to_elements(markup)
    assert document[0]["elements"][0]["settings"]["html"] == markup


INNER_LOSSES: tuple[tuple[str, dict[str, Any], dict[str, Any], set[str]], ...] = (
    ("core/columns", {}, {"name": "core/column", "attributes": {"lock": {"move": True}}}, {"0.0 lock.move"}),
    (
        "core/gallery",
        {"linkTo": "none"},
        {"name": "core/image", "attributes": {"url": "/a.jpg", "alt": "A dog", "href": "/dog", "sizeSlug": "large"}},
        {"0.0 alt", "0.0 href"},
    ),
    (
        "core/social-links",
        {},
        {"name": "core/social-link", "attributes": {"url": "/a", "service": "x", "label": "Us"}},
        {"0.0 label"},
    ),
    (
        "core/quote",
        {"citation": "Me"},
        {"name": "core/paragraph", "attributes": {"content": "x", "textColor": "primary"}},
        {"0.0 textColor"},
    ),
    (
        "core/details",
        {"summary": "S"},
        {"name": "core/paragraph", "attributes": {"content": "x", "style": {"elements": {"link": {"color": "red"}}}}},
        {"0.0 style.elements.link.color"},
    ),
)


@pytest.mark.parametrize(("name", "attributes", "inner", "lost"), INNER_LOSSES, ids=[each[0] for each in INNER_LOSSES])
def test_what_blocks_within_a_block_lose_is_told(
    name: str, attributes: dict[str, Any], inner: dict[str, Any], lost: set[str]
) -> None:
    """Those that become a part of one widget too, each by its own path."""
    _, report = to_elements(make({"name": name, "attributes": attributes, "inner": [inner]}))
    assert {f"{line['element']} {line['setting']}" for line in report.left_out} == lost


@pytest.mark.parametrize(
    ("name", "attributes", "lost"),
    [
        ("core/video", {"src": "/a.mp4", "controls": False}, {"controls"}),
        (
            "core/image",
            {"url": "/a.jpg", "align": "wide", "sizeSlug": "own", "width": "9vmax"},
            {"align", "sizeSlug", "width"},
        ),
        ("core/group", {"layout": {"type": "flex", "justifyContent": "stretch"}}, {"layout.justifyContent"}),
        ("core/gallery", {"linkTo": "attachment"}, {"linkTo"}),
    ],
)
def test_a_value_that_no_element_has_is_told(name: str, attributes: dict[str, Any], lost: set[str]) -> None:
    """A setting of that name is not enough: it has to have that value."""
    inner = [{"name": "core/image", "attributes": {"url": "/a.jpg"}}] if name == "core/gallery" else []
    _, report = to_elements(make({"name": name, "attributes": attributes, "inner": inner}))
    assert report.unmatched == [] and {line["setting"] for line in report.left_out} == lost


def test_a_value_that_the_block_itself_does_not_take_is_told() -> None:
    """Its maker asks for it and gets nothing, which is no use of it."""
    cover = '<!-- wp:cover {"minHeight":"600"} -->\n<div class="wp-block-cover"></div>\n<!-- /wp:cover -->'
    _, report = to_elements(cover)
    assert [(line["setting"], line["value"]) for line in report.left_out] == [("minHeight", '"600"')]


def test_a_link_that_says_more_than_a_widget_can_stays_in_the_text() -> None:
    """Its relation and its window too."""
    for said in ('rel="me"', 'target="_top"'):
        title = f'<a href="/a" {said}>x</a>'
        document, _ = to_elements(make({"name": SAMPLE, "attributes": {"content": title}}))
        assert document[0]["elements"][0]["settings"]["title"] == title
    _, report = to_elements(
        make({"name": "core/buttons", "inner": [{"name": "core/button", "attributes": {"url": "/", "rel": "me"}}]})
    )
    assert [line["setting"] for line in report.left_out] == ["rel"]


def test_a_height_in_a_unit_that_containers_lack_stays() -> None:
    """A cover of half the window's width does not become one of 50 pixels."""
    document, _ = to_elements(make({"name": "core/cover", "attributes": {"minHeight": 50, "minHeightUnit": "vw"}}))
    assert document[0]["settings"]["min_height"] == {"unit": "custom", "sizes": [], "size": "50vw"}


def test_blocks_within_blocks_a_thousand_times_are_converted() -> None:
    """However deep a page is, there is an answer."""
    deep = "<!-- wp:quote -->\n<blockquote>" * 2_000 + "</blockquote>\n<!-- /wp:quote -->" * 2_000
    _, report = to_elements(LOOSE[4].format(deep))
    assert report.became.total() == 1


def test_a_hidden_block_stays_hidden() -> None:
    """On every screen, with a counterpart or without."""
    hidden = {"metadata": {"blockVisibility": False}}
    blocks = [{"name": name, "attributes": hidden} for name in (SAMPLE, "core/audio", "core/list", "core/latest-posts")]
    document, _ = to_elements(make(*blocks))
    for each in document[0]["elements"]:
        assert {f"hide_{name}" for name in ("desktop", "tablet", "mobile")} <= set(each["settings"]), each


def test_texts_that_look_like_any_other_are_one_widget() -> None:
    """As a person would write them; a paragraph with a colour of its own stands alone."""
    plain: dict[str, Any] = {"name": "core/paragraph", "text": "One"}
    coloured = {**plain, "attributes": {"style": {"color": {"text": "#ff0000"}}}}
    document, _ = to_elements(make(plain, plain, coloured, plain))
    editors = [each["settings"]["editor"] for each in document[0]["elements"]]
    assert editors == ["<p>One</p>\n<p>One</p>", "<p>One</p>", "<p>One</p>"]


def test_text_without_blocks_is_one_text() -> None:
    """As a page that was written before there were blocks."""
    document, _ = to_elements("<p>Old &amp; fine</p>")
    assert document[0]["elements"][0]["settings"] == {"editor": "<p>Old &amp; fine</p>"}
    assert to_elements("") == ([], to_elements("")[1])


def test_what_becomes_elements_becomes_the_same_blocks_again() -> None:
    """The blocks of a page, made elements and blocks again, are of the same kinds, in a group around widgets."""
    first, _ = to_blocks(PAGE)
    document, _ = to_elements(first)
    again, report = to_blocks(document)
    assert report.unmatched == []
    lost = count(first) - count(again)
    assert not lost, lost
    assert to_blocks(to_elements(again)[0])[0] == again


def count(markup: str) -> Counter[str]:
    """The blocks of a text that say something by themselves."""
    names = Counter(entry.block.name for entry in read_outline(markup))
    return Counter({name: number for name, number in names.items() if name != "core/group"})


@pytest.mark.parametrize("element", WIDGETS, ids=lambda each: each["widgetType"] + each["id"])
def test_each_widget_comes_back(element: dict[str, Any]) -> None:
    """Its texts, addresses and colours are in the document that comes of its blocks."""
    document, _ = to_elements(to_blocks([box("b000001", element)])[0])
    text = str([each["settings"] for each in list_elements(document)])
    for words in ("title", "text", "caption", "html", "shortcode", "title_color", "title_text", "alert_description"):
        if element["settings"].get(words):
            assert str(element["settings"][words]) in text, words


@pytest.mark.parametrize("markup", ["<!-- wp:list -->\n<ul>" * 3, "<p>a</p><!-- /wp:group -->"])
def test_a_text_that_is_damaged_is_refused(markup: str) -> None:
    """What belongs to a block that is never closed, nobody can say; it would be there once for each."""
    with pytest.raises(Problem) as refused:
        to_elements(markup)
    assert refused.value.code is Code.INVALID_ARGUMENTS


def count_calls(number: int) -> int:
    """Calls of Python that a page of so many groups costs."""
    group = '<!-- wp:group {"layout":{"type":"default"}} -->\n<div class="wp-block-group"></div>\n<!-- /wp:group -->'
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    to_elements(group)  # what is read once
    sys.setprofile(count)
    try:
        convert_to_elements("\n\n".join([group] * number), open_site())
    finally:
        sys.setprofile(None)
    return calls


def test_a_long_page_costs_as_much_as_its_parts() -> None:
    """Each block is added to nothing, and not to all before it; the ids of all of them differ."""
    assert count_calls(320) < 5 * count_calls(80)
    elements, _ = to_elements(make(*[{"name": "core/group"}] * 200))
    assert len({each["id"] for each in elements}) == 200


@pytest.mark.parametrize("name", sorted(MAKERS.keys() & RELEASE.blocks.keys() - {"core/freeform"}))
def test_a_block_with_odd_values_becomes_elements_or_is_kept(name: str) -> None:
    """Whatever a delimiter says, there is a document without a fault, and what the block does not take is told."""
    block = RELEASE.blocks[name]
    for attribute in block.attributes.values():
        for value in wrong_values(attribute):
            to_elements(write_needy(name, {attribute.name: value}))
    _, report = to_elements(write_needy(name, {"lock": "x"}))
    assert report.unmatched or {"element": "0", "setting": "lock", "value": '"x"'} in report.left_out


ODD_LOOKS: tuple[dict[str, Any], ...] = (
    {"layout": {"type": "flex", "justifyContent": ["a"], "verticalAlignment": {}}},
    {"style": {"typography": {"textAlign": ["a"]}}},
    {"style": {"border": "x"}},
    {"style": {"border": {"top": {"width": 1}}}},
    {"style": {"border": {"top": {"width": "1px", "style": []}}}},
)


@pytest.mark.parametrize("attributes", ODD_LOOKS)
@pytest.mark.parametrize("name", ["core/group", "core/buttons"])
def test_an_odd_look_is_no_reason_to_refuse_a_page(name: str, attributes: dict[str, Any]) -> None:
    """Members of another kind than expected leave the block as it is without them, or it is kept."""
    _, report = to_elements(write_needy(name, attributes))
    assert report.became.total() == 1
    assert report.left_out or report.unmatched
