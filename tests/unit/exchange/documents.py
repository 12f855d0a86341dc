"""A document with every kind of element that has a counterpart, and what both ways need."""

import json
from collections.abc import Iterator
from typing import Any

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.release import read_release
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.parsing import read_document
from sitehand.elementor.seed import seeded
from sitehand.elementor.validation import validate
from sitehand.exchange.report import Report
from sitehand.exchange.site import Site
from sitehand.exchange.to_blocks.converting import convert_to_blocks
from sitehand.exchange.to_elements.converting import convert_to_elements
from tests.unit.elementor.documents import widget

PICTURE = {"url": "https://example.org/a.jpg", "id": 7}
SIDES = {"unit": "px", "top": "10", "right": "0", "bottom": "20", "left": "0", "isLinked": False}
EVEN = {"unit": "px", "top": "4", "right": "4", "bottom": "4", "left": "4", "isLinked": True}
LINK = {"url": "https://example.org/?a=1&b=2", "is_external": "on", "nofollow": ""}
PANEL = [{"_id": "1111111", "tab_title": "Why?", "tab_content": "<p>So.</p><ul><li>One</li></ul>"}]
PRESETS = {
    "color": [{"slug": "primary", "name": "Primary", "value": "#14507a", "origin": "custom"}],
    "font-size": [{"slug": "large", "name": "Large", "value": "2rem", "origin": "custom"}],
    "spacing": [{"slug": "50", "name": "5", "value": "32px", "origin": "default"}],
}


def box(identifier: str, *elements: Any, **settings: Any) -> dict[str, Any]:
    """A container."""
    return {"id": identifier, "elType": "container", "settings": settings, "elements": list(elements)}


WIDGETS: list[dict[str, Any]] = [
    widget("a000001", title="Big", header_size="h3", align="center", title_color="#ff0000", link=LINK),
    widget("a000002", title="Small", __globals__={"title_color": "globals/colors?id=primary"}, _margin=SIDES),
    widget(
        "a000003",
        title="Set",
        typography_typography="custom",
        typography_font_size={"unit": "rem", "size": 2, "sizes": []},
        typography_font_weight="700",
        typography_font_family="Playfair Display",
        _element_id="here",
        _css_classes="mine",
        _title="Named",
        hide_mobile="hidden-mobile",
    ),
    widget("a000004", "text-editor", editor="<p>One <strong>two</strong></p>", align="end", text_color="#333333"),
    widget("a000005", "text-editor", editor="<h2>Head</h2><p>Text</p><ol><li>a<ul><li>b</li></ul></li></ol>"),
    widget("a000006", "text-editor", editor="<p>a</p><p>b</p>", align="center", text_color="#333333"),
    widget("a000007", "image", image=PICTURE, caption_source="custom", caption="Hi", link_to="custom", link=LINK),
    widget("a000008", "image", image=PICTURE, align="center", width={"unit": "px", "size": 300}, image_size="full"),
    widget("a000009", "button", text="Go", link=LINK, align="right", background_color="#14507a", text_padding=EVEN),
    widget("a000010", "icon-list", icon_list=[{"_id": "2222222", "text": "One", "link": LINK}]),
    widget("a000011", "divider", color="#cccccc"),
    widget("a000012", "spacer", space={"unit": "px", "size": 40}),
    widget("a000013", "video", youtube_url="https://www.youtube.com/watch?v=XHOmBV4js_E"),
    widget("a000014", "video", video_type="hosted", hosted_url={"url": "https://example.org/a.mp4", "id": ""}),
    widget("a000015", "image-gallery", wp_gallery=[PICTURE, PICTURE], gallery_columns="2", gallery_link="file"),
    widget("a000016", "html", html='<p onclick="go()">As <b>it</b> is</p>'),
    widget("a000017", "shortcode", shortcode="[contact id=1]"),
    widget("a000018", "accordion", tabs=PANEL),
    widget("a000019", "toggle", tabs=PANEL),
    widget("a000020", "tabs", tabs=PANEL),
    widget("a000021", "testimonial", testimonial_content="Nice", testimonial_name="Ann", testimonial_job="Cook"),
    widget("a000022", "icon-box", title_text="Fast", description_text="Very"),
    widget("a000023", "social-icons", social_icon_list=[{"social_icon": {"value": "fab fa-github"}, "link": LINK}]),
    widget("a000024", "menu-anchor", anchor="below"),
    widget("a000025", "alert", alert_title="Beware", alert_description="of the dog"),
    widget("a000026", "counter", ending_number=1200, suffix="+", title="Guests"),
]
BOXES: list[dict[str, Any]] = [
    box("b000001", *WIDGETS),
    box(
        "b000002",
        box("b000003", widget("a000027"), width={"unit": "%", "size": 30, "sizes": []}, padding=EVEN),
        box("b000004", widget("a000028"), width={"unit": "%", "size": 70, "sizes": []}),
        flex_direction="row",
        background_background="classic",
        background_color="#eeeeee",
        flex_gap={"unit": "px", "column": "20", "row": "20", "isLinked": True},
    ),
    box(
        "b000005",
        widget("a000029", "button", text="One"),
        widget("a000030", "button", text="Two"),
        flex_direction="row",
        flex_justify_content="center",
        content_width="full",
    ),
    box(
        "b000006",
        widget("a000031", title="Over"),
        background_background="classic",
        background_image=PICTURE,
        background_size="cover",
        background_overlay_background="classic",
        background_overlay_color="#000000",
        background_overlay_opacity={"unit": "px", "size": 0.4, "sizes": []},
        min_height={"unit": "vh", "size": 60, "sizes": []},
    ),
    box("b000007", widget("a000032"), container_type="grid", grid_columns_grid={"unit": "fr", "size": 4}),
    box("b000008", widget("a000033"), border_border="solid", border_width=SIDES, border_color="#123456"),
    box(
        "b000009",
        {
            **widget("a000034", "nested-accordion", items=[{"_id": "3333333", "item_title": "Q"}]),
            "elements": [box("b000010", widget("a000035", "image", image=PICTURE))],
        },
        {
            **widget("a000036", "nested-tabs", tabs=[{"_id": "4444444", "tab_title": "T"}]),
            "elements": [box("b000011", widget("a000037", "image", image=PICTURE))],
        },
        html_tag="section",
    ),
]
SECTION = {
    "id": "c000001",
    "elType": "section",
    "settings": {"structure": "20"},
    "elements": [
        {"id": f"c00000{number}", "elType": "column", "settings": {"_column_size": 50}, "elements": [widget(name)]}
        for number, name in ((2, "a000038"), (3, "a000039"))
    ],
}
PAGE: list[dict[str, Any]] = [*BOXES, SECTION]


def open_site(release: str = "7.1") -> Site:
    """A site whose palette and kit share a colour."""
    return Site(read_release(release), PRESETS, {"primary": "#14507a"}, alts={7: "A hill"})  # type: ignore[arg-type]


def to_blocks(document: Any, release: Dialect = Dialect.V7_1) -> tuple[str, Report]:
    """Block markup of a document, and the report."""
    return convert_to_blocks(
        read_document(document if isinstance(document, str) else json.dumps(document)), open_site(str(release))
    )


def to_elements(markup: str, release: Dialect = Dialect.V7_1) -> tuple[list[Any], Report]:
    """The document of block markup, which has no fault, and the report."""
    with seeded(markup):
        data, report = convert_to_elements(markup, open_site(str(release)))
    assert not list(validate(read_document(data), load_catalogue())), data
    return json.loads(data), report


def list_elements(elements: Any) -> Iterator[dict[str, Any]]:
    """Elements, each before those in it."""
    for each in elements:
        yield each
        yield from list_elements(each["elements"])
