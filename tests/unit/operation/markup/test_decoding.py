"""What Elementor reads only when it has decoded it: the settings of dynamic tags, and CSS in Base64."""

import json
import time
from base64 import b64encode
from functools import reduce
from typing import Any
from urllib.parse import quote_plus

import pytest

from sitehand.operation.markup.decoding import decode_base64, list_settings
from sitehand.operation.markup.texts import find_in_json, find_in_text

SCRIPT = r"\u003cscript\u003ealert(1)\u003c/script\u003e"
JSON = f'{{"before":"{SCRIPT}"}}'


def write_tag(settings: str) -> str:
    """A tag as Elementor writes it."""
    return f'[elementor-tag id="1a2b3c4" name="post-title" settings="{quote_plus(settings)}"]'


def find(value: Any) -> list[str]:
    """What is not allowed in a dynamic value."""
    return [each.piece.what for each in find_in_json(json.dumps({"__dynamic__": {"title": value}}))]


HIDDEN = {
    "escapes of JSON": write_tag(JSON),
    "plain JSON": write_tag('{"before":"<script>alert(1)</script>"}'),
    "settings that are not quoted": f'[elementor-tag id="" name="" settings="{JSON}"]',
    "quoted twice": write_tag(quote_plus(JSON)),
    "quoted within JSON": write_tag(json.dumps({"before": quote_plus("<script>")})),
    "JSON within JSON": write_tag(json.dumps({"before": JSON})),
    "JSON within JSON with a backslash for who unquotes it": write_tag(
        json.dumps({"before": r'{"a":"%5C\u003cscript%5C\u003e"}'})
    ),
    "quoted JSON within JSON": write_tag(json.dumps({"before": quote_plus(JSON)})),
    "a tag within a tag": write_tag(json.dumps({"__dynamic__": {"before": write_tag(JSON)}})),
    "a number of any size": write_tag(f'{{"before":"{SCRIPT}","a":1e999}}'),
    "an address that runs": write_tag('{"url":"javascript:alert(1)"}'),
    "an attribute": write_tag('{"link":{"custom_attributes":"onclick|alert(1)"}}'),
    "the name of a member": write_tag(r'{"\u003cscript\u003e":1}'),
    "a tag without its end": write_tag(JSON)[:-2],
    "JSON without its end": write_tag(JSON[:-1]),
    "no UTF-8": write_tag(JSON).replace("%22before", "%22%FFbefore"),
    "after another tag": write_tag("{}") + write_tag(JSON),
    "after settings of no tag": 'settings="' + write_tag(JSON),
    "after settings on another line": 'settings="\n' + write_tag(JSON),
    "with a tag in its settings": f'settings="A [elementor-tag settings="{JSON[:-1]},"[elementor-tag":1}}"]',
    "where a control takes the text for one tag": f'id="1" name="x" settings="{quote_plus(JSON)}"]',
}


@pytest.mark.parametrize("name", HIDDEN)
def test_the_settings_of_a_tag_hide_nothing(name: str) -> None:
    """However they are written, as long as Elementor, or a plugin that decodes once more, can read them."""
    assert find(HIDDEN[name])


def test_what_may_stand_in_a_text_may_stand_in_a_tag() -> None:
    """HTML that authors may write, signs of percent and plus, and a tag in a tag."""
    words = {"before": '<a href="https://example.com/a">1 + 1 = 100%</a>', "url": "https://example.com/%C3%A9?a=b+c"}
    inner = json.dumps({**words, "more": '{"before":"<b>1 + 1</b>"}'})
    for _ in range(2):
        assert find(write_tag(inner)) == []
        inner = json.dumps({"__dynamic__": {"before": write_tag(inner)}})


def test_settings_of_other_elements_are_no_tags() -> None:
    """HTML that Elementor has made has such attributes, and signs of percent are what they are elsewhere."""
    html = '<div\n data-settings="{&quot;a&quot;:1}">100%25\n<a href="https://example.com/%3Cb">1 + 1</a></div>'
    assert not find_in_json(json.dumps({"editor": html, "url": "https://example.com/%3Cscript%3E"}))


def test_tags_hide_a_few_layers_deep() -> None:
    """What is deeper is refused unread."""
    deep = reduce(lambda text, _: write_tag(json.dumps({"before": text})), range(20), "x")
    assert find(deep) == ["markup within markup"]


PROGRAM = b"}</style><script>alert(1)</script>"
ENCODED = b64encode(PROGRAM + b"\xfb\xff\xbf").decode()
RAW = {
    "Base64": ENCODED,
    "line breaks": "\n".join(ENCODED),
    "signs of no alphabet": "!".join(ENCODED),
    "padding in between": f"{ENCODED[:8]}=={ENCODED[8:]}",
    "without padding": b64encode(PROGRAM + b"}").decode().rstrip("="),
    "half a character more": ENCODED + "A",
    "the alphabet of addresses": b64encode(b"\xfb\xff</style>", b"-_").decode(),
    "as it is": PROGRAM.decode(),
    "styles that fetch": b64encode(b"@import 'https://example.com/x.css'").decode(),
}


@pytest.mark.parametrize("name", RAW)
def test_styles_in_base64_hide_nothing(name: str) -> None:
    """As PHP decodes them, which passes over what is no Base64."""
    variant = {"meta": {}, "props": {}, "custom_css": {"raw": RAW[name]}}
    for styles in ({"e-1": {"variants": [variant]}}, {"items": {"g-1": {"variants": [variant]}}}):
        assert find_in_json(json.dumps([{"id": "1a2b3c4", "elType": "widget", "styles": styles}]))
    assert find_in_json(json.dumps({"custom_css": {"$$type": "css", "value": {"raw": RAW[name]}}}))


def test_tags_and_blocks_hide_a_few_layers_deep_together() -> None:
    """A tag in a block in a tag, and so on: else the ways to read it would multiply."""
    text = "x"
    for depth in range(8):
        found = [each.piece.what for each in find_in_text(f"<!-- wp:x {json.dumps({'y': text})} /-->")]
        assert bool(found) == ("markup within markup" in found) == (depth > 1)
        block = json.dumps({"y": text}).replace("<", r"\u003c").replace(">", r"\u003e")
        text = write_tag(json.dumps({"before": f"<!-- wp:x {block} /-->"}))


def test_styles_that_authors_write_are_allowed() -> None:
    """In Base64 too, and Base64 elsewhere is a text."""
    raw = b64encode("a:hover>b{color:red;content:'é'}".encode()).decode()
    assert not find_in_json(json.dumps({"variants": [{"custom_css": {"raw": raw}}, {"custom_css": {"raw": ""}}]}))
    assert not find_in_json(json.dumps({"raw": ENCODED}))


def test_settings_are_found_where_elementor_finds_them() -> None:
    """In each tag, up to its first bracket, and in the whole text up to the first quote with one; never over lines."""
    assert list_settings('settings="a [elementor-tag settings="b"] settings="c\nd"]') == [
        "b",
        'a [elementor-tag settings="b',
        "c",
    ]


def test_base64_is_read_as_php_reads_it() -> None:
    """Without `strict`: https://www.php.net/base64_decode."""
    assert [decode_base64(text)[0] for text in ("QUI=QUI=", "QUJDR", "Q===UJD", "QQ", "QU JD\n", "%")] == [
        "AB\x10P",
        "ABC",
        "ABC",
        "A",
        "ABC",
        "",
    ]


def nest(layers: int, text: str) -> str:
    """Texts that can be read in two ways at each layer."""
    return reduce(lambda inner, _: json.dumps({"before": f"%2525252541{inner}"}), range(layers), text)


LARGE = {
    "tags": write_tag(JSON) * 30_000,
    "allowed tags": write_tag('{"before":"<b>x</b>"}') * 40_000,
    "beginnings of tags": "[elementor-tag " * 260_000,
    "beginnings of settings": 'settings="' * 400_000,
    "beginnings of both": '[elementor-tag settings="' * 160_000,
    "ends": '"]' * 2_000_000,
    "one tag": write_tag(json.dumps({"before": "<b>x</b>" * 150_000})),
    "brackets": write_tag("[" * 1_300_000),
    "tags of brackets": write_tag("[" * 600) * 2_000,
    "layers of quotes": write_tag(quote_plus("<b>" * 500).replace("%", "%" + "25" * 399)),
    "layers in two ways": write_tag(nest(2, "<b>x</b>" * 40_000)),
    "small layers in two ways": write_tag(nest(2, "<b>x</b>")) * 12_000,
}


@pytest.mark.parametrize("name", LARGE)
def test_the_time_for_tags_is_linear(name: str) -> None:
    """In the length of the text, 4 MB at most, in one text or in many."""
    text = json.dumps({"a": LARGE[name]})
    begin = time.process_time()
    find_in_json(text)
    assert time.process_time() - begin < 8
