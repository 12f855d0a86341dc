"""HTML that is not allowed is found wherever it hides, and what WordPress allows is not."""

import json
import time
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import Element, parse

from sitehand.operation.markup.allowed import ALLOWED, CONTENT
from sitehand.operation.markup.pieces import MAX_PIECES
from sitehand.operation.markup.styles import allows_style
from sitehand.operation.markup.texts import find_in_json, find_in_text, find_in_values

REFUSED = {
    "<script>x</script>": "<script>",
    "<SCRIPT SRC=//evil.example>": "<script>",
    "<p onclick=x>": "onclick of <p>",
    "<p/onclick=x>": "onclick of <p>",
    "<td onclick=x>": "onclick of <td>",
    "<body onload=x>": "<body>",
    "<iframe src='https://a.example'></iframe>": "<iframe>",
    "<svg onload=x>": "<svg>",
    "<form action=/x>": "<form>",
    "<input name=a>": "<input>",
    "<style>p{}</style>": "<style>",
    '<a href="javascript:x">': "href of <a>",
    '<a href="JaVa&#09;Script&colon;x">': "href of <a>",
    '<a href=" \x01javascript:x">': "href of <a>",
    '<img src="data:text/html,x">': "src of <img>",
    '<p style="width:expression(x)">': "style of <p>",
    '<p style="background:url(javascript:x)">': "style of <p>",
    r'<p style="background:u\72l(javascript:x)">': "style of <p>",
    '<a data-wp-bind--href="context.x">': "data-wp-bind--href of <a>",
    '<a download="x.exe" href="/x">': "download of <a>",
    "<!-- <script>x</script> -->": "<script>, hidden",
    "<textarea><script>x</script></textarea>": "<script>, hidden",
    "<math><title><img onerror=x></title></math>": "onerror of <img>, hidden",
    '<p title="<img onerror=x>">x</p>': "onerror of <img>, hidden",
    '<a title="x': "an unfinished tag or comment",
    "x <!-- y": "an unfinished tag or comment",
    "<textarea>": "an unfinished tag or comment",
    "a <b": "an unfinished tag or comment",
    "<?php x ?>": "<?ph…",
    "<scr<!-- wp:spacer /-->ipt>x</script>": "<script>",
    "<textarea></text<!-- wp:spacer /-->area><p onclick=x>": "onclick of <p>",
    r'<!-- wp:image {"alt":"\u003cimg onerror=x\u003e"} /-->': "onerror of <img>",
    '<!-- wp:button {"url":"java script:x"} /-->': "an address that runs",
    '<!-- wp:group {"tagName":"script"} --><div></div><!-- /wp:group -->': "the tag script",
    "<!--\ufeffwp:p -->": "a block delimiter with a space that only old versions of WordPress take",
    '<!-- wp:p\u2003{"a":1} -->': "a block delimiter with a space that only old versions of WordPress take",
    "<!-- wp:p {}\v/-->": "a block delimiter with a space that only old versions of WordPress take",
    '<!--\vwp:button {"url":"javascript:x"} /-->': "an address that runs",
    "<<!--\vwp:x /-->script>x</script>": "<script>",
    "<!-- wp:more --><!--more--><!-- /wp:more --><<!-- wp:more! -->script>x</script>": "<script>",
    "<!-- wp:x {--><!--nextpage--><<!-- wp:nextpage -->script>x</script>{} -->": "<script>",
    '<!--nextpage--><!-- wp:file {"a":"-->","href":"javascript:x"}<!-- wp:nextpage --> /-->': "an address that runs",
    '<!-- wp:x {--><!--nextpage--><!-- wp:file {"href":"javascript:x"} /-->': "an address that runs",
    '<!--more--><!-- wp:more --><<!-- wp:more -->!-- wp:file {"href":"javascript:x"} /-->': "an address that runs",
    "<!--nextpage--><<!-- wp:nextpage -->!--\vwp:x /-->": (
        "a block delimiter with a space that only old versions of WordPress take"
    ),
    r'<!-- wp:x {"y":"\u003c!-- wp:file {\"href\":\"javascript:x\"} /--\u003e"} /-->': "an address that runs",
}
ALLOWED_TEXTS = (
    '<p class="a" id="b" style="color:red;margin:0 1px">x <b>y</b><br></p>',
    '<a href="https://a.example/?b=c:d" target="_blank" rel="noopener">x</a><a href="mailto:a@b.example">y</a>',
    '<a href="/a:b">x</a><a href="#c:d">y</a><a href="?e=f:g">z</a>',
    '<p style="background-image:linear-gradient(135deg,rgba(6,147,227,1) 0%,rgb(155,81,224) 100%)">x</p>',
    '<p style="width:calc(100% - 2px);--a:b;background:url(https://a.example/b.png)">x</p>',
    "1 < 2 & 3 > 2, <3",
    "<!-- wp:p -->\u00a0{\u00a0}\u00a0--\u00a0>\u2003<!-- /wp:p --><!--\u00a0a comment\u00a0-->",
    "<!-- a comment --><!--more-->",
    "<!-- wp:more -->\n<!--more On-->\n<!-- /wp:more -->\n<p>x</p>\n"
    "<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->\n<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->",
    '<!-- wp:image {"id":3,"sizeSlug":"large"} --><figure><img src="/a.jpg" alt="x"></figure><!-- /wp:image -->',
    '<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
)
RUNS = frozenset({"script", "iframe", "object", "embed", "style", "link", "meta", "base", "form", "svg"})
MARKUP = st.lists(
    st.sampled_from(
        [
            *(
                *REFUSED,
                *"<>\"'/= -!?&;",
                "<!--",
                "-->",
                " wp:p ",
                "<textarea>",
                "</textarea>",
                "<table>",
                "<tr ",
                "<b",
            ),
            *("<b", "onclick=x", "javascript:x", "<math>", "<title>", "</title>", "<a href=", "{}", "\r\n", "script"),
        ]
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize("text", REFUSED)
def test_what_wordpress_takes_away_is_found(text: str) -> None:
    """By the name that people are told."""
    assert REFUSED[text] in [each.piece.what for each in find_in_text(text)]


@pytest.mark.parametrize("text", ALLOWED_TEXTS)
def test_what_wordpress_leaves_is_allowed(text: str) -> None:
    """Nothing of it is a piece."""
    assert find_in_text(text) == []


def test_titles_descriptions_and_names_may_hold_less() -> None:
    """As WordPress has it: a heading is for content alone, a name has no tags at all."""
    assert find_in_text("<h2>x</h2>", "content") == []
    assert find_in_text("<h2>x</h2>", "inline")
    assert find_in_text("<em>x</em>", "inline") == []
    assert find_in_text('<a href="/x" target="_blank">x</a>', "inline")
    assert find_in_text('<a href="/x" target="_blank">x</a>', "description") == []
    assert find_in_text("<em>x</em>", "words")
    assert find_in_text("x</em>", "words")
    assert find_in_text("1 < 2", "words") == []


def runs(page: str) -> bool:
    """Whether a browser that reads this page runs, fetches or sends something."""
    for element in parse(page).find_all():
        assert isinstance(element, Element)
        if element.tag in RUNS or any(name.startswith("on") for name in element.attrs):
            return True
        if any(str(value).lower().lstrip().startswith("javascript:") for value in element.attrs.values()):
            return True
    return False


@given(MARKUP)
def test_nothing_runs_in_a_text_without_pieces(text: str) -> None:
    """As a browser would read the page that has it, alone or in a table that an earlier text has left open."""
    if find_in_text(text):
        return
    for page in (f"<div>{text}</div>", f"<table><tbody>{text}", f"<div>{text}<p title='\">'>x</p></div>"):
        assert not runs(page), page


SETTINGS = {
    "html in a text": {"editor": "<p onclick=x>"},
    "an address": {"link": {"url": "javascript:x"}},
    "a typed address": {"link": {"$$type": "url", "value": "javascript:x"}},
    "attributes": {"link": {"custom_attributes": "rel|me,onclick|x"}},
    "typed attributes": {
        "attributes": [{"$$type": "key-value", "value": {"key": {"$$type": "string", "value": "onclick"}}}]
    },
    "a tag": {"title_tag": "script"},
    "a typed tag": {"tag": {"$$type": "string", "value": "script"}},
    "styles": {"custom_css": "selector{width:expression(x)}"},
    "styles that end early": {"custom_css": "</style><b>"},
    "a dynamic value": {"__dynamic__": {"title": '[elementor-tag settings="%3Cscript%3E"]'}},
    "the name of a member": {"<script>": 1},
    "blocks in a text": {"wp": {"content": '<!-- wp:file {"href":"javascript:x"} /-->'}},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_are_read_as_what_they_become(name: str) -> None:
    """Deep in a document, named by the element that has them."""
    element = {"id": "abc1234", "elType": "widget", "settings": SETTINGS[name], "elements": []}
    found = find_in_json(json.dumps([{"id": "top0000", "elType": "container", "elements": [element]}]))
    assert found
    assert all(each.path.startswith("element abc1234, settings") for each in found)


@pytest.mark.parametrize("number", ["1e400", "-1e400", "9" * 400, "9" * 5_000])
def test_numbers_of_any_size_hide_nothing(number: str) -> None:
    """PHP reads them, and all that stands beside them, where others read no JSON at all."""
    value = f'{{"html":"\\u003cscript\\u003ex\\u003c/script\\u003e","number":{number}}}'
    assert [each.piece.what for each in find_in_json(f"[{value}]")] == ["<script>"]
    assert [each.piece.what for each in find_in_text(f"<!-- wp:acme/box {value} /-->")] == ["<script>"]
    assert find_in_json("[" * 100_000) == []


def test_words_in_settings_are_words() -> None:
    """A title that begins like an address, and CSS as people write it."""
    words = {"title": "JavaScript: the good parts", "custom_css": "selector>a:hover{color:red}", "url": "/x"}
    assert not find_in_json(json.dumps(words))
    assert find_in_json("<script>no JSON</script>")


HOSTILE = {
    "attributes": "<a " + " ".join(f"a{number}=1" for number in range(50_000)) + ">",
    "elements": "<div>" * 100_000,
    "comments": "<!--" * 200_000,
    "values": '<a title="' * 100_000,
    "hidden": '<!-- <a title="<b' * 50_000,
    "styles": f'<p style="{"a(" * 200_000}">',
    "blocks": "<!-- wp:p {" * 40_000,
    "ampersands": "&" * 800_000,
    "scripts": "<!-- wp:html --><script>" * 30_000,
    "beginnings of more": "<!--more" * 100_000,
    "beginnings of the block more": "<!--more--><!-- wp:more " + "<!-- wp:more" * 70_000,
    "pages": "<!--nextpage--><!--more--><!--\vwp:x /-->" * 20_000,
    "blocks in attributes": reduce(lambda text, _: f"<!-- wp:x {json.dumps({'y': text})} /-->", range(14), "<!--"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_time_is_linear(name: str) -> None:
    """In the length of the text, whatever its shape."""
    begin = time.process_time()
    find_in_text(HOSTILE[name])
    assert time.process_time() - begin < 5


def test_of_too_many_pieces_nothing_is_told_apart() -> None:
    """Whoever reads them has a list of a bounded length, and any change to them is a new piece."""
    many = "<x>" * (MAX_PIECES + 1)
    found, other = find_in_text(many), find_in_text(f"{many} ")
    assert len(found) == len(other) == MAX_PIECES + 1
    assert found[-1].piece != other[-1].piece
    assert find_in_text("<x>" * MAX_PIECES)[-1].piece == found[0].piece
    assert len(find_in_text("<x><!--nextpage-->" * 2 * MAX_PIECES)) == MAX_PIECES + 1
    for value in (["<x>"] * (MAX_PIECES + 1), [many, many], {"<x>": many}):
        assert len(find_in_values(value)) == MAX_PIECES + 1


def test_blocks_hide_three_levels_deep() -> None:
    """In the attributes of others. What is deeper is refused unread, and so takes no time."""
    text = "<!-- wp:x /-->"
    for depth in range(6):
        assert [each.piece.what for each in find_in_text(text)] == ["markup within markup"] * (depth > 3)
        attributes = json.dumps({"y": text}).replace("<", "\\u003c").replace(">", "\\u003e")
        text = f"<!-- wp:x {attributes} /-->"


def test_a_piece_is_short() -> None:
    """And still another one where anything of its source is another."""
    one, other = (find_in_text(f"<{'x' * 10_000}><script>{'y' * 10_000}{end}</script>") for end in "ab")
    assert one[0].piece == other[0].piece
    assert one[1].piece != other[1].piece
    assert all(len(each.piece.what) + len(each.piece.source) < 400 for each in one)


def test_the_table_has_every_form() -> None:
    """And each smaller form is within content, but for what only titles may have."""
    assert ALLOWED["content"] is CONTENT
    assert set(ALLOWED["inline"]) <= set(CONTENT)


def test_a_style_with_an_endless_number_is_not_allowed() -> None:
    """Python reads no number of over 4,300 digits; a shorter one is a number like any other."""
    assert not allows_style(f"color: {'0' * 4500} /**/ red")
    assert allows_style("margin: 007px auto")
