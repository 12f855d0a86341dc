"""Documents as HTML and CSS: every element is drawn, and nothing that is stored gets out of its place."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.rendering import canvas, sheet
from sitehand.elementor.rendering.addresses import write_link, write_source
from sitehand.elementor.rendering.atomic.styles import list_declarations
from sitehand.elementor.rendering.canvas import Picture, References
from sitehand.elementor.rendering.document import LEFT_OUT, render_text
from sitehand.elementor.rendering.registry import load_drawers
from sitehand.elementor.rendering.values import write_color, write_expression, write_family, write_sides, write_size
from sitehand.elementor.style.boxes import PLACES
from sitehand.hosts.builtin.public.rendered_documents import clean
from tests.unit.elementor.documents import real_documents
from tests.unit.elementor.drawing import CATALOGUE, KINDS, check, draw, element, make_typed_example

HOSTILE: list[Any] = [
    *(None, True, -1, 1e300, [], {}, [[]], [None, 7], {"$$type": 1}, "x" * 3000),
    *(
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        '"><script>alert(1)</script>',
        "</style><script>",
        "<iframe src=/>",
    ),
    *(
        "red;}body{display:none",
        "url(https://example.com/x)",
        "var(--a,;})",
        "expression(alert(1))",
        "/*",
        "\\3c script",
    ),
    {"url": "javascript:alert(1)"},
    {"url": 'https://example.com/")}body{}'},
    {"unit": "px;}", "size": 3},
    {"unit": "custom", "size": "1px;} body {"},
    {"unit": "px", **dict.fromkeys(("top", "right", "bottom", "left"), "1;}")},
    {"value": {"url": "data:text/html,x"}, "library": "svg"},
    [{"text": "<img src=x onerror=alert(1)>", "tab_title": "</summary></details>", "link": {"url": " javascript:x"}}],
    {"$$type": "html-v3", "value": {"content": {"$$type": "string", "value": "<svg onload=alert(1)>"}}},
    {"$$type": "link", "value": {"destination": {"$$type": "url", "value": "javascript:alert(1)"}}},
    {"$$type": "classes", "value": ['x" onclick="alert(1)']},
]
"""Values of the wrong kind, and values that would end what they stand in."""
KEYS = (
    "x:1}</style><h1>PWNED</h1><style>",
    "top:1;} body {display",
    "a, body",
    'x" onclick="alert(1)',
    "{side}",
    "\\3c ",
    "",
)
"""Names that would end what they stand in."""
SIZE = {"$$type": "size", "value": {"size": 7, "unit": "px"}}
UNWRITTEN = ('content: "x"', "color: notacolor")
"""CSS that Elementor types, and of which nothing is written."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_element_is_drawn(kind: str) -> None:
    """Its example shows something, under a class with its name or its id."""
    found = draw(make_typed_example(kind))
    assert found.html or kind.startswith("e-background-video")


def test_the_drawn_elements_are_known() -> None:
    """No name of them is misspelt."""
    assert load_drawers().keys() - {*KINDS, "testimonial-carousel"} == set()


def test_no_value_gets_out_of_its_place() -> None:
    """Whatever stands in any setting of any element, at any breakpoint: no script, no rule of its own, no failure."""
    random = Random(12)
    for kind in KINDS:
        known = CATALOGUE.classic.types[kind].controls if kind in CATALOGUE.classic.types else ()
        names = [*known, *(CATALOGUE.atomic.types[kind].props if kind in CATALOGUE.atomic.types else ())]
        switches = {name: "custom" for name in names if name.endswith("typography_typography")}
        switches |= {name: "classic" for name in names if name.endswith("_background")}
        for _ in range(6):
            settings = {name + random.choice(("", "", "_mobile")): random.choice(HOSTILE) for name in names} | switches
            settings["__globals__"] = {random.choice(names): random.choice(("globals/colors?id=x;}", "nonsense"))}
            draw(element(kind, settings, element("heading", settings)) | {"styles": {"e-1": {"variants": HOSTILE}}})


def test_no_style_gets_out_of_its_place() -> None:
    """The same for each property of atomic styles, and for CSS of the author's own."""
    random = Random(12)
    for _ in range(60):
        props: dict[str, Any] = {
            name: {
                "$$type": random.choice(("string", "size", "color", "background", "box-shadow", "dimensions")),
                "value": value,
            }
            for name, value in ((name, random.choice(HOSTILE)) for name in CATALOGUE.atomic.style_props)
        }
        raw = "Y29sb3I6cmVkO30gYm9keSB7ZGlzcGxheTpub25lfTtiYWNrZ3JvdW5kOnVybChodHRwczovL3gp"
        variant = {"meta": {"breakpoint": "desktop", "state": None}, "props": props, "custom_css": {"raw": raw}}
        found = draw(element("e-div-block", {}) | {"styles": {"e-aaaaaa1-1234567": {"variants": [variant]}}})
        assert "url(" not in found.css and "body" not in found.css


@pytest.mark.parametrize("key", KEYS)
def test_no_name_gets_out_of_its_place(key: str) -> None:
    """Keys of the document at every level: of a typed value, a property, a class, an attribute, a setting."""
    typed = [{"$$type": kind, "value": {key: SIZE}} for kind in (*PLACES, "background", "flex", key)]
    variants = [{"meta": {"breakpoint": "mobile"}, "props": {"padding": each, key: SIZE}} for each in typed]
    variants += [{"meta": {name: key}, "props": {"padding": SIZE}} for name in ("breakpoint", "state")]
    styles = {name: {"variants": variants} for name in ("e-aaaaaa1-1234567", key)}
    pair = {"key": {"$$type": "string", "value": key}, "value": {"$$type": "string", "value": key}}
    settings = {"attributes": {"$$type": "attributes", "value": [{"$$type": "key-value", "value": pair}]}, key: SIZE}
    found = draw(
        element("e-div-block", settings) | {"styles": styles, key: key}, element("heading", {key: SIZE, "title": "A"})
    )
    assert not re.search(r"PWNED|body|onclick|7px", found.css + found.html)


@pytest.mark.parametrize("value", ["fixed", "FIXED", "var(--q, fixed)", "var(--q)", "Fixed", "inherit"])
def test_nothing_is_fixed(value: str) -> None:
    """However it is spelt, also in CSS of the author's own: it is absolute. What stays in the flow of the page does."""
    for word, expected in ((value, "absolute"), ("sticky", "sticky"), ("Relative", "relative")):
        own = {"custom_css": {"raw": b64encode(f"POSITION: {word} !important".encode()).decode()}}
        typed = {"props": {"position": {"$$type": "string", "value": word}}}
        for variant in (own, typed):
            css = draw(element("e-div-block", {}) | {"styles": {"e-1": {"variants": [variant]}}}).css
            assert css.strip() == f".elementor .e-1 {{ position: {expected} }}"


@pytest.mark.parametrize("value", ["a))(b(c)", "a(]b[)", "a(b", "'x", "f('(')", 'g("x"'])
def test_a_value_that_stays_open_is_left_out(value: str) -> None:
    """Whether a bracket or a quote is open: it would swallow all rules that follow."""
    made = sheet.Sheet()
    made.add(".a", "color", value)
    made.add(".a", "width", 'f("(", [a])')
    assert made.write().strip() == '.a { width: f("(", [a]) }'


def test_the_sheet_takes_known_forms_alone() -> None:
    """Whoever wrote a property or a value; a sheet that could end its element is not written at all."""
    made = sheet.Sheet()
    for property in ("--columns", "-webkit-text-stroke-color", "gap"):
        made.add(".a", property, "1px")
    for wrong in ("", "-", "---a", "gap:1", "gap}", "Gap ", "a--b", "x</style>", "gap\n"):
        made.add(".b", wrong, "1px")
    assert made.write().strip() == ".a { --columns: 1px; -webkit-text-stroke-color: 1px; gap: 1px }"
    made.add(".a</style>", "gap", "1px")
    assert made.write() == ""


def test_values_become_css_or_nothing() -> None:
    """Sizes, sides, colours, fonts and expressions as they are stored, also as text."""
    assert write_size({"unit": "px", "size": "980"}) == "980px"
    assert write_size({"unit": "custom", "size": "calc(100% - 2em)"}) == "calc(100% - 2em)"
    assert write_size("21px") == write_size({"unit": "zz", "size": 1}) == write_size({"size": ""}) == ""
    sides = {"unit": "em", "top": "1", "right": "2", "bottom": 0, "left": "-3"}
    assert write_sides(sides) == "1em 2em 0em -3em"
    assert write_sides({**sides, "left": ""}) == ""
    assert (write_color("#abc"), write_color("not"), write_color({"color": "#abc"})) == ("#abc", "", "")
    assert write_family("Playfair Display") == '"Playfair Display", serif'
    assert write_expression("repeat(2, minmax(0, 1fr))")
    assert write_expression("url(x)") == write_expression("a(b") == write_expression("image-set(x)") == ""


def test_addresses_lead_to_the_web_to_mail_or_a_telephone() -> None:
    """Nothing else is one, however it is spelt."""
    for address in ("/about/", "#top", "https://example.com/a?b=1&c=(2)", "//example.com/", "mailto:a@example.com"):
        assert write_link(address), address
    for wrong in (
        "javascript:x",
        " JavaScript:x",
        "java\tscript:x",
        "\x01javascript:x",
        "data:text/html,x",
        "http://[",
    ):
        assert write_link(wrong) == "", wrong
    assert write_source("mailto:a@example.com") == ""


@pytest.mark.parametrize("address", ["/media/hill@2x.png", "/media/*/a.png", "/a.png?size=*&at=a@b", "/a(1);'x'.png"])
def test_a_background_may_have_any_address(address: str) -> None:
    """What a style sheet does not take is percent-encoded, which leads to the same file."""
    stored = {"background_background": "classic", "background_image": {"url": address}}
    (written,) = re.findall(r'background-image: url\("([^"]*)"\)', draw(element("container", stored)).css)
    assert unquote(written) == address and not set("@*();'") & set(written)


def test_rules_stand_at_their_breakpoints() -> None:
    """A column is as wide as it says, whole on telephones unless it says otherwise; colours may be the design's."""
    settings = {
        "_column_size": 33,
        "_inline_size_tablet": 50,
        "__globals__": {"background_color": "globals/colors?id=primary"},
    }
    css = draw(element("section", {}, element("column", {**settings, "background_background": "classic"}))).css
    desk, tablet, phone = re.split(r"@media.*", css)
    assert "width: 33.3333%" in desk and "background-color: var(--e-global-color-primary)" in desk
    assert ("width: 50%" in tablet, "width: 100%" in phone) == (True, True)


def test_a_switch_that_is_off_leaves_its_settings_out() -> None:
    """As Elementor does it with typography, backgrounds and shadows."""
    chosen = {"typography_font_size": {"unit": "px", "size": 40}, "_background_color": "#ff0000"}
    assert draw(element("heading", {"title": "A", **chosen})).css == ""
    switches = {"typography_typography": "custom", "_background_background": "classic"}
    css = draw(element("heading", {"title": "A", **chosen, **switches})).css
    assert "font-size: 40px" in css and "background-color: #ff0000" in css


def test_fonts_of_the_design_are_variables() -> None:
    """Each property of a font by the id of that font."""
    css = draw(
        element("heading", {"title": "A", "__globals__": {"typography_typography": "globals/typography?id=text"}})
    ).css
    assert "font-size: var(--e-global-typography-text-font-size)" in css


def test_files_and_items_are_found_by_their_ids() -> None:
    """Where a document names them by nothing else; a text that stands for a picture comes with it."""
    image = {
        "$$type": "image",
        "value": {
            "src": {"$$type": "image-src", "value": {"id": {"$$type": "image-attachment-id", "value": 7}, "url": None}}
        },
    }
    query = {"$$type": "query", "value": {"id": {"$$type": "number", "value": 9}}}
    settings = {"image": image, "link": {"$$type": "link", "value": {"destination": query}}}
    html = draw(
        element("e-image", settings), pictures={7: Picture("/media/a.png", "A hill")}, links={9: "/about/"}
    ).html
    assert 'src="/media/a.png" alt="A hill"' in html and 'href="/about/"' in html
    assert draw(element("e-image", settings)).html == ""


def test_a_file_of_the_site_has_its_size() -> None:
    """So that the page does not move while it loads; a smaller one, or one of another site, has none."""
    files = {7: Picture("/media/a.png", "", 640, 480), 8: Picture("/media/b.png", "")}
    places = [
        ({"id": 7, "url": ""}, True),
        ({"id": 7, "url": "https://hill.example/media/a.png"}, True),
        ({"id": 7, "url": "/media/a-300x225.png"}, False),
        ({"id": 8, "url": ""}, False),
        ({"id": "", "url": "/media/a.png"}, False),
    ]
    for image, sized in places:
        html = draw(element("image", {"image": image}), pictures=files).html
        assert "<img" in html and (' width="640" height="480"' in html) == sized
    source = {"$$type": "image-src", "value": {"id": {"$$type": "image-attachment-id", "value": 7}, "url": None}}
    settings = {"image": {"$$type": "image", "value": {"src": source}}}
    assert ' width="640" height="480"' in draw(element("e-image", settings), pictures=files).html


def test_what_is_not_drawn_shows_its_words() -> None:
    """Under a class that names it, such as a form of Pro."""
    html = draw(element("form", {"form_fields": [{"field_label": "Name & first name"}], "button_text": "Send"})).html
    assert "elementor-widget-form" in html and "Name &amp; first name" in html and "Send" in html


def test_tabs_are_paired_by_their_places() -> None:
    """Titles with panels, of both models; one is open."""
    panel = element("container", {}, element("heading", {"title": "Inside"}))
    html = draw(element("nested-tabs", {"tabs": [{"tab_title": "One"}, {"tab_title": "Two"}]}, panel)).html
    assert html.count("<details") == 2 and html.count(" open=") == 1
    assert re.search(r"One.*Inside.*Two", html)
    assert draw({"id": "aaaaaa1", **make_example("e-tabs", CATALOGUE)}).html.count("<details") == 1


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By depth, by characters of HTML and of CSS; the page says that something was left out."""
    deep: dict[str, Any] = element("heading", {"title": "Deepest"})
    for _ in range(100):
        deep = element("container", {}, deep)
    found = draw(deep)
    assert "Deepest" not in found.html and LEFT_OUT in found.html
    many = [element("heading", {"title": "Word", "title_color": "#ff0000"}, identifier=f"{n:07x}") for n in range(50)]
    monkeypatch.setattr(sheet, "MAX_CHARACTERS", 1_000)
    assert LEFT_OUT in draw(*many).html


@pytest.mark.parametrize("room", [5_000, 20_000, 40_000])
def test_the_html_of_a_document_is_bounded(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is in elements, in what has elements in it, or in both; boxes keep those that had room."""
    monkeypatch.setattr(canvas, "MAX_CHARACTERS", room)
    heading = element("heading", {"title": "Word"})
    huge = element("nested-tabs", {"tabs": [{"tab_title": "Title" * 2_000}] * 50}, heading)
    for elements in ([huge], [heading, huge, heading], [element("container", {}, huge, heading)], [huge] * 4):
        found = draw(*elements)
        assert len(found.html) < room + 40 * canvas.WRAPPING + len(LEFT_OUT) * 2
        assert LEFT_OUT in found.html
    box = element("container", {}, element("container", {}, *[heading] * 1_000), heading)
    found = draw(box)
    assert room * 0.9 < len(found.html) < room * 1.1 and LEFT_OUT in found.html


def test_page_settings_choose_the_frame() -> None:
    """The title and the site's header may be left out; settings that cannot be read choose nothing."""
    for stored, has_title, is_blank in (
        ("", True, False),
        ("{", True, False),
        ('{"hide_title":"yes"}', False, False),
        ('{"template":"elementor_canvas"}', False, True),
    ):
        found = render_text("[]", stored, References(), clean)
        assert (found.has_title, found.is_blank) == (has_title, is_blank), stored


def list_typed() -> Iterator[tuple[str, dict[str, Any]]]:
    """CSS, and the typed properties that Elementor itself makes of it."""
    answers = json.loads(Path(__file__).with_name("css_oracle.json").read_text("utf-8"))
    return ((css, found["props"]) for css, found in answers.items() if found["props"])


def test_every_typed_property_is_written() -> None:
    """Each of those that Elementor makes of CSS becomes CSS again; where it is one declaration, the same."""
    same, typed = 0, list(list_typed())
    for css, props in typed:
        written = [(name, value) for name, value in list_declarations(props, References()) if value]
        assert written or css in UNWRITTEN, css
        same += css == "; ".join(f"{name}: {value}" for name, value in written)
    assert len(typed) > 100
    assert same > len(typed) / 2


def test_real_documents_are_drawn() -> None:
    """Whatever they hold, each within a second; with `make test-real`, documents of real sites too."""
    for text in real_documents():
        found = render_text(text, "", References(), clean)
        check(found)
        assert found.html and LEFT_OUT not in found.html
