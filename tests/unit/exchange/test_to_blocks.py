"""Elementor documents as blocks: what the editor of each release stores unchanged, with a report that lacks nothing."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.blocks.dialects import Dialect
from sitehand.elementor.catalogue.controls import load_classic
from sitehand.elementor.components.instances import INSTANCE, SETTING, Instance, write_instance
from sitehand.elementor.conversion.report import MAX_LINES
from sitehand.elementor.document import walk
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.canvas import MAX_PLACED
from sitehand.errors import Code, Problem
from sitehand.exchange.to_blocks.converting import convert_to_blocks
from sitehand.exchange.to_blocks.files import list_files
from tests.unit.elementor.documents import MIXED, grow, real_documents, widget
from tests.unit.exchange.documents import BOXES, PAGE, PICTURE, WIDGETS, box, open_site, to_blocks
from tests.wordpress.editor import Editor


def list_invalid(blocks: list[Any], path: str = "") -> Iterator[str]:
    """The blocks that the editor finds invalid."""
    for number, block in enumerate(blocks):
        if not block["valid"]:
            yield f"{path}{number} {block['name']}: {block['expected']}"
        yield from list_invalid(block["inner"], f"{path}{number}.")


def check(editor: Editor, markup: str) -> None:
    """The editor finds each block valid, and stores all of them as they are."""
    checked = editor.check(markup)
    assert list(list_invalid(checked["blocks"])) == []
    assert checked["serialized"] == markup


@pytest.mark.parametrize("element", [*WIDGETS, *BOXES], ids=lambda each: each.get("widgetType", "box") + each["id"])
def test_each_element_becomes_blocks_that_the_editor_stores(
    element: dict[str, Any], release: Dialect, editor: Editor
) -> None:
    """Every kind of element that has a counterpart, on each release, whatever the others are."""
    markup, report = to_blocks([element], release)
    check(editor, markup)
    assert report.unmatched == [] and report.became.total() >= 1


def test_a_whole_page_becomes_blocks(release: Dialect, editor: Editor) -> None:
    """All of it, sections too."""
    markup, report = to_blocks(PAGE, release)
    check(editor, markup)
    assert report.became.total() == len(list(walk(read_document(json.dumps(PAGE)))))
    assert report.became["section", "core/group"] == 1 and report.became["column", "core/column"] == 2


@pytest.mark.parametrize("name", sorted(load_classic().types))
def test_each_element_of_the_catalogue_is_converted_or_shown(name: str, editor_of: Any) -> None:
    """Bare, with one text in each of its settings: valid blocks, and a line in the report."""
    if name in ("section", "column", "container"):
        elements: list[Any] = [{"id": "a000001", "elType": name, "settings": {}, "elements": []}]
    else:
        controls = load_classic().types[name].controls
        texts = {key: "Words" for key, each in controls.items() if each.type in ("text", "textarea", "wysiwyg")}
        elements = [box("b000001", widget("a000001", name, **texts))]
    markup, report = to_blocks(elements)
    check(editor_of(Dialect.V7_1), markup)
    assert report.became.total() == len(list(walk(read_document(json.dumps(elements)))))


def test_colours_fonts_and_room_come_along(release: Dialect) -> None:
    """A colour of the kit as the preset of its name, the rest as values."""
    markup, report = to_blocks([box("b000001", *WIDGETS[:3])], release)
    assert '"textColor":"primary"' in markup and "has-primary-color" in markup
    assert "margin-top:10px" in markup and "margin-bottom:20px" in markup
    assert "font-weight:700" in markup and "font-size:2rem" in markup and "Playfair Display" in markup
    assert 'id="here"' in markup and " mine" in markup and '"name":"Named"' in markup
    assert '"viewport":{"mobile":false}' in markup
    assert "has-text-align-center" in markup and "color:#ff0000" in markup
    assert report.left_out == []


def test_each_part_of_a_widget_brings_its_look() -> None:
    """The number of a counter in its own size, and its title in its colour."""
    large = {"typography_number_typography": "custom", "typography_number_font_size": {"unit": "px", "size": 60}}
    counter = widget("a000001", "counter", ending_number=7, title="Cooks", title_color="#ff0000", **large)
    markup, report = to_blocks([box("b000001", counter)])
    assert '<p style="font-size:60px">7</p>' in markup and 'color:#ff0000">Cooks</p>' in markup
    assert report.left_out == []


def test_a_picture_brings_the_text_of_its_file() -> None:
    """The document has none for it, the site has."""
    markup, _ = to_blocks([box("b000001", widget("a000001", "image", image=PICTURE))])
    assert 'alt="A hill"' in markup and "wp-image-7" in markup
    atomic = {"$$type": "image-src", "value": {"id": {"$$type": "image-attachment-id", "value": 12}, "url": None}}
    assert list_files(json.dumps([{"image": PICTURE, "src": atomic, "b": {"id": "8", "url": "x"}}])) == [7, 12, 8]
    assert list_files("{not json") == []


@given(st.integers(0, 2**32 - 1))
def test_no_setting_is_lost_in_silence(seed: int) -> None:
    """Whatever a heading has set: it is in the blocks, or told, or says nothing."""
    random = Random(seed)
    settings: dict[str, Any] = {"title": "Hi"}
    pool: dict[str, Any] = {
        "title_color": "#00ff00",
        "title_hover_color": "#0000ff",
        "align": random.choice(["start", "center", "justify"]),
        "align_mobile": "center",
        "_padding": {"unit": "px", "top": "1", "right": "2", "bottom": "3", "left": "4"},
        "_margin": {"unit": "px", "top": "1", "right": "", "bottom": "3", "left": "4"},
        "typography_typography": random.choice(["custom", ""]),
        "typography_font_size": {"unit": "px", "size": 33},
        "blend_mode": "multiply",
        "custom_thing": "x",
        "_animation": "fadeIn",
        "__dynamic__": {"title": "[tag]"},
    }
    settings |= {name: value for name, value in pool.items() if random.random() < 0.5}
    markup, report = to_blocks([box("b000001", widget("a000001", **settings))])
    told = {line["setting"] for line in report.left_out}
    carried = {
        "title_color": "#00ff00",
        "align": f"has-text-align-{'left' if settings.get('align') == 'start' else settings.get('align')}",
        "_padding": "padding-right:2px",
        "typography_font_size": "font-size:33px",
    }
    for name in set(settings) - {"title", "typography_typography"}:
        here = carried.get(name, "\0") in markup
        off = name == "typography_font_size" and settings.get("typography_typography") != "custom"
        wanted = "__dynamic__.title" if name == "__dynamic__" else name
        assert here != (wanted in told) or off, (name, markup, told)


def test_what_has_no_counterpart_is_shown_as_text(editor_of: Any) -> None:
    """Its text stays; the report names it, and says what became of it. Nothing of it is told setting by setting."""
    elements = [widget("a000001", "progress", title="Half <b>done</b>"), widget("a000002", "price-list", title="Menu")]
    markup, report = to_blocks([box("b000001", *elements)])
    check(editor_of(Dialect.V7_1), markup)
    assert [(each["element"], each["type"], each["shown"]) for each in report.unmatched] == [
        ("a000001", "progress", "core/paragraph"),
        ("a000002", "price-list", "core/paragraph"),
    ]
    assert "done" in markup and "Menu" in markup and report.left_out == []


def test_atomic_elements_become_blocks(editor_of: Any) -> None:
    """With the styles of the desktop; those of a state or of a breakpoint are told."""
    text = {"$$type": "html-v3", "value": {"content": {"$$type": "string", "value": "Hello"}, "children": []}}
    size = {"$$type": "size", "value": {"size": 20, "unit": "px"}}
    red = {"$$type": "color", "value": "#ff0000"}
    variants = [
        {"meta": {"breakpoint": "desktop", "state": None}, "props": {"color": red, "font-size": size, "opacity": size}},
        {"meta": {"breakpoint": "mobile", "state": None}, "props": {"color": red}},
    ]
    styles = {"e-1": {"id": "e-1", "label": "local", "type": "class", "variants": variants}}
    heading = widget("a000001", "e-heading", title=text, classes={"$$type": "classes", "value": ["e-1"]})
    flex = {"id": "b000001", "elType": "e-flexbox", "settings": {}, "elements": [{**heading, "styles": styles}]}
    markup, report = to_blocks([flex])
    check(editor_of(Dialect.V7_1), markup)
    assert "color:#ff0000" in markup and "font-size:20px" in markup and ">Hello</h2>" in markup
    assert [line["setting"] for line in report.left_out] == ["styles opacity", "styles at mobile"]


@given(st.integers(0, 2**32 - 1))
def test_any_document_becomes_valid_blocks(editor_of: Any, seed: int) -> None:
    """Whatever stands in which element."""
    markup, _ = to_blocks(grow(Random(seed)))
    check(editor_of(Dialect.V7_1), markup)


@pytest.mark.parametrize("text", [MIXED, *real_documents()])
def test_documents_become_valid_blocks(text: str, release: Dialect, editor: Editor) -> None:
    """Each element is counted, and each that has no counterpart named."""
    root = read_document(text)
    number = len(list(walk(root)))
    markup, report = convert_to_blocks(root, open_site(str(release)))
    check(editor, markup)
    assert report.became.total() == number
    told = report.tell()
    assert len(told["left_out"]) == min(len(report.left_out), MAX_LINES)
    assert told["omitted"] == max(0, len(report.left_out) - MAX_LINES)


def test_a_release_without_a_table_is_refused() -> None:
    """No block of it is known."""
    with pytest.raises(Problem) as refused:
        convert_to_blocks(read_document("[]"), open_site("5.0"))
    assert refused.value.code is Code.CONFLICT


BREAKING = "Hi <!-- /wp:group --> there <!-- wp:latest-posts /-->"


@pytest.mark.parametrize(
    "element",
    [
        widget("a000001", title=BREAKING),
        widget("a000001", "button", text=BREAKING),
        widget("a000001", "shortcode", shortcode=BREAKING),
        widget("a000001", "icon-list", icon_list=[{"_id": "1234567", "text": BREAKING}]),
        widget("a000001", "tabs", tabs=[{"_id": "1234567", "tab_title": BREAKING, "tab_content": "Words"}]),
        widget("a000001", "html", html=f"<script>1</script>{BREAKING}"),
        {
            **widget("a000001", "nested-accordion", items=[{"_id": "1234567", "item_title": BREAKING}]),
            "elements": [box("b000002", widget("a000002"))],
        },
    ],
    ids=lambda each: str(each["widgetType"]),
)
def test_a_text_with_a_delimiter_of_blocks_in_it_breaks_none(element: dict[str, Any], editor_of: Any) -> None:
    """The element becomes what it shows, and the report says so."""
    markup, report = to_blocks([box("b000001", element)])
    check(editor_of(Dialect.V7_1), markup)
    assert "<!-- wp:latest-posts" not in markup
    assert [each["element"] for each in report.unmatched] == ["a000001"]


def hold(*elements: dict[str, Any], number: int = 1) -> dict[str, Any]:
    """Atomic elements in a box."""
    return {"id": f"b00000{number}", "elType": "e-flexbox", "settings": {}, "elements": list(elements)}


def title(words: dict[str, Any] | str, **others: Any) -> dict[str, Any]:
    """An atomic heading."""
    content = {"$$type": "html-v3", "value": {"content": {"$$type": "string", "value": words}, "children": []}}
    return {**widget("a000001", "e-heading", title=content if isinstance(words, str) else words), **others}


def style(**variant: Any) -> dict[str, Any]:
    """A local style of an element."""
    return {"e-a000001-1": {"variants": [{"meta": {"breakpoint": "desktop", "state": None}, "props": {}, **variant}]}}


@pytest.mark.parametrize(
    ("element", "told"),
    [
        (title({"$$type": "dynamic", "value": {"name": "post-title"}}), "title"),
        (title("Hi", interactions={"items": [{"trigger": "load"}], "version": 1}), "interactions.0"),
        (title("Hi", styles=style(custom_css={"raw": "Y29sb3I6cmVk"})), "styles custom_css"),
        (title("Hi", styles=style(props={"color": {"$$type": "color", "value": "var(--gone)"}})), "styles color"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_atomic_elements_have_beside_their_values_is_told(element: dict[str, Any], told: str) -> None:
    """Values that are worked out later, interactions, CSS of one's own, and variables that the site does not have."""
    markup, report = to_blocks([hold(element)])
    assert told in [line["setting"] for line in report.left_out]
    assert "gone" not in markup


def test_what_atomic_elements_are_called_comes_along() -> None:
    """As with classic ones."""
    assert '"name":"Mine"' in to_blocks([hold(title("Hi", editor_settings={"title": "Mine"}))])[0]


def test_the_variables_of_a_site_become_their_values() -> None:
    """No page of blocks declares them."""
    element = title("Hi", styles=style(props={"color": {"$$type": "global-color-variable", "value": "e-gv-1"}}))
    site = replace(open_site(), variables={"e-gv-1": "#abcdef"})
    assert "color:#abcdef" in convert_to_blocks(read_document(json.dumps([hold(element)])), site)[0]


def place(component: int, number: int = 1) -> dict[str, Any]:
    """An instance of a component."""
    return widget(f"c00000{number}", INSTANCE, **{SETTING: write_instance(Instance(component, {}))})


def test_what_an_instance_shows_becomes_blocks() -> None:
    """Components within it too; one that is gone or around itself is told, and shows nothing as before."""
    components = {
        1: json.dumps([hold(title("Outer"), place(2))]),
        2: json.dumps([hold(title("Inner"), place(1))]),
    }
    site = replace(open_site(), components=components)
    markup, report = convert_to_blocks(read_document(json.dumps([hold(place(1), place(3, 2))])), site)
    assert [markup.count(f">{each}<") for each in ("Outer", "Inner")] == [1, 1]
    assert [(each["element"], each["shown"]) for each in report.unmatched] == [
        ("c000001", "nothing"),
        ("c000002", "nothing"),
    ]
    assert [each["setting"] for each in report.changed] == [SETTING, SETTING]


def test_components_that_show_each_other_many_times_are_read_up_to_a_bound() -> None:
    """Beyond it instances become nothing, and the report says so."""
    texts = [json.dumps([hold(title("x" * 100_000), *(place(number + 1) for _ in range(9)))]) for number in range(1, 9)]
    site = replace(open_site(), components=dict(enumerate(texts, 1)))
    _, report = convert_to_blocks(read_document(json.dumps([hold(place(1))])), site)
    assert len(report.changed) == MAX_PLACED // len(texts[0])
    assert report.unmatched


def list_odd(settings: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The settings with one of them, or a member of it, of another kind."""
    for name, value in settings.items():
        yield from ({**settings, name: odd} for odd in (7.5, "x", True, None, [1], {"a": 1}, "1.2.3px"))
        if isinstance(value, dict):
            yield from ({**settings, name: odd} for odd in list_odd(value))
        if isinstance(value, list):
            rows = (odd for row in value if isinstance(row, dict) for odd in list_odd(row))
            yield from ({**settings, name: [row]} for row in rows)


@pytest.mark.parametrize("element", [*WIDGETS, *BOXES], ids=lambda element: str(element["id"]))
def test_an_element_with_odd_values_becomes_blocks(element: dict[str, Any]) -> None:
    """Whatever a setting holds, the document becomes blocks."""
    for settings in list_odd(element["settings"]):
        changed = {**element, "settings": settings}
        _, report = to_blocks([box("b000001", changed) if element["elType"] == "widget" else changed])
        assert report.became.total()


@pytest.mark.parametrize("size", ["1.2.3px", "...px", ".5px", "12.px"])
def test_a_height_of_the_author_is_read_if_it_is_one(size: str) -> None:
    """A cover's least height that is no number is left out, and told."""
    settings = {
        "background_background": "classic",
        "background_image": PICTURE,
        "background_overlay_background": "classic",
        "background_overlay_color": "#000000",
        "min_height": {"unit": "custom", "size": size},
    }
    markup, _ = to_blocks([box("b000001", **settings)])
    assert "wp:cover" in markup
    assert ("minHeight" in markup) is (size in (".5px", "12.px"))


BUTTONS = box(
    "b000001",
    widget("a000001", "button", text="A", _element_id="buy", _css_classes="big", hide_mobile="hidden-mobile"),
    widget("a000002", "button", text="B"),
    flex_direction="row",
)


def test_buttons_of_a_row_keep_their_names_and_stay_hidden(editor_of: Any) -> None:
    """Each its anchor, its classes and where it is hidden; with a margin, each has a row of its own."""
    markup, report = to_blocks([BUTTONS])
    check(editor_of(Dialect.V7_1), markup)
    assert markup.count("<!-- wp:buttons") == 1 and 'id="buy"' in markup and "big" in markup
    assert '"blockVisibility":{"viewport":{"mobile":false}}' in markup and report.left_out == []
    wide = {"unit": "px", "top": "9", "right": "0", "bottom": "9", "left": "0"}
    markup, report = to_blocks(
        [box("b000001", *[widget("a000001", "button", text="A", _margin=wide)] * 2, flex_direction="row")]
    )
    check(editor_of(Dialect.V7_1), markup)
    assert markup.count("<!-- wp:buttons") == 2 and "margin-top:9px" in markup and report.left_out == []


UNSAID: tuple[tuple[dict[str, Any], str], ...] = (
    (widget("a000001", "divider", style="dashed"), "style"),
    (widget("a000001", "image", image=PICTURE, caption_source="attachment"), "caption_source"),
    (widget("a000001", "image", image=PICTURE, image_size="custom"), "image_size"),
    (widget("a000001", "image", image=PICTURE, align="right"), "align"),
    (widget("a000001", "image-gallery", wp_gallery=[PICTURE], gallery_columns="10"), "gallery_columns"),
    (widget("a000001", "image-gallery", wp_gallery=[PICTURE], gallery_link="attachment"), "gallery_link"),
    (widget("a000001", "button", text="A", align="justify"), "align"),
    (widget("a000001", "image-carousel", carousel=[PICTURE], autoplay="no"), "autoplay"),
    (box("b000002", html_tag="nav"), "html_tag"),
    (box("b000002", flex_direction="row", flex_justify_content="space-around"), "flex_justify_content"),
    (box("b000002", flex_align_items="baseline"), "flex_align_items"),
    (
        box("b000002", background_background="classic", background_image=PICTURE, background_size="auto"),
        "background_size",
    ),
)


@pytest.mark.parametrize(("element", "lost"), UNSAID, ids=lambda each: each if isinstance(each, str) else "")
def test_a_word_that_no_block_has_is_told(element: dict[str, Any], lost: str) -> None:
    """An attribute for the setting is not enough: it has to take that word."""
    _, report = to_blocks([box("b000001", element)])
    assert report.unmatched == [] and [line["setting"] for line in report.left_out] == [lost]


def test_links_of_rows_and_boxes_stay_what_they_are(editor_of: Any) -> None:
    """Their window and relation, and the link of a box without a title; what differs by row is told."""
    link = {"url": "https://example.org/", "is_external": "on", "nofollow": "on"}
    rel = 'target="_blank" rel="noreferrer noopener nofollow"'
    social = [
        {"_id": f"{number}222222", "social_icon": {"value": "fab fa-x"}, "link": each}
        for number, each in enumerate((link, LINK_HERE))
    ]
    elements = [
        widget("a000001", "icon-list", icon_list=[{"_id": "2222222", "text": "One", "link": link}]),
        widget("a000002", "image-box", image=PICTURE, title_text="", link=link),
        widget("a000003", "social-icons", social_icon_list=social[:1]),
        widget("a000004", "social-icons", social_icon_list=social),
        widget("a000005", "image-box", title_text="", description_text="x", link=link),
    ]
    markup, report = to_blocks([box("b000001", *elements)])
    check(editor_of(Dialect.V7_1), markup)
    assert markup.count(rel) == 2 and markup.count('"openInNewTab":true') == 1
    assert [(line["element"], line["setting"]) for line in report.left_out] == [
        ("a000004", "social_icon_list.0.link.is_external"),
        ("a000005", "link"),
    ]


LINK_HERE = {"url": "https://example.org/here", "is_external": "", "nofollow": ""}


def test_a_film_without_controls_gets_none() -> None:
    """Switched off is something said where the switch is on by default."""
    film = widget("a000001", "video", video_type="hosted", hosted_url={"url": "https://example.org/a.mp4"}, controls="")
    markup, report = to_blocks([box("b000001", film)])
    assert "<video src=" in markup and report.left_out == []


def test_an_atomic_picture_keeps_its_size() -> None:
    """By the name that both forms have for it; another is told."""
    source = {"$$type": "image-src", "value": {"url": {"$$type": "url", "value": "https://example.org/a.jpg"}}}
    for size, lost in (("thumbnail", []), ("mine", ["image.size"])):
        image = {"$$type": "image", "value": {"src": source, "size": {"$$type": "string", "value": size}}}
        markup, report = to_blocks([{**BUTTONS, "elements": [widget("a000001", "e-image", image=image)]}])
        assert ('"sizeSlug":"thumbnail"' in markup) == (not lost)
        assert [line["setting"] for line in report.left_out] == lost


def test_every_row_of_a_long_list_is_there() -> None:
    """Unlike on pages, which are drawn at every visit, no row is left out."""
    rows = [{"text": f"Row {number}"} for number in range(700)]
    markup, _ = to_blocks([box("b000001", widget("a000001", "icon-list", icon_list=rows))])
    assert markup.count("<!-- wp:list-item -->") == len(rows)
