"""Tests of what visitors get to see of stored text."""

import html
import re
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml.html import fragments_fromstring

from sitehand.blocks.converting.paragraphs import BLOCKS, add_paragraphs, drop_comments
from sitehand.hosts.builtin.plain_paragraphs import CHANGED, mark_up_paragraphs, read_paragraphs
from sitehand.hosts.builtin.rendering import (
    _CONTENT,
    _TITLE,
    _WORDS,
    Rendered,
    _mark_up_words,
    expand_captions,
    extract_text,
    render_content,
    render_excerpt,
    render_summary,
    render_title,
)

PIECES = st.sampled_from(
    [
        *(f"<{name}>" for name in sorted(BLOCKS) if name),
        *(f"</{name}>" for name in sorted(BLOCKS) if name),
        *("<", ">", '"', "'", "&", "&lt;", "\n", "\n\n", "\r\n", " ", "<!--", "-->", "<!--more-->", "<em>", "</em>"),
        *("<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<a href='java\tscript:alert(1)'>", "<math>"),
        *(
            '<a href="&#106;avascript:alert(1)" onclick="x">',
            "<style>@import 'x'</style>",
            "<iframe srcdoc='<script>'>",
        ),
        *("<p style='background:url(javascript:alert(1));color:red'>", "<noscript><p title='</noscript><script>'>"),
        *("[caption]", '[caption align=\'"><script>\' width="9"]', "[/caption]", "<!-- wp:paragraph -->", "words"),
        *(
            "<form action=javascript:x>",
            "<script>alert(1)</script>",
            "<SCRIPT SRC=//x>",
            "</script>",
            "<object data=x>",
        ),
    ]
)
HIDDEN = '{"metadata":{"blockVisibility":false}}'
HOSTILE = st.lists(PIECES | st.text(max_size=8), max_size=25).map("".join)


def _assert_harmless(rendered: str) -> None:
    for fragment in fragments_fromstring(f"<div>{rendered}</div>"):
        assert not isinstance(fragment, str)
        for element in fragment.iter():
            assert element.tag not in {"script", "iframe", "object", "embed", "style", "form", "svg", "math", "meta"}
            for name, value in element.attrib.items():
                assert not name.lower().startswith("on")
                assert not re.match(r"(?:javascript|vbscript|data):", re.sub(r"[\s\x00-\x1f]", "", str(value)).lower())
                assert name != "srcset" or "data:" not in str(value)
                assert "url(" not in str(value) or name != "style"


@given(HOSTILE)
def test_no_script_survives(raw: str) -> None:
    """Whatever is stored, the rendered forms hold no script, handler, frame, form or executable address."""
    for render in (render_content, render_excerpt, render_summary, render_title):
        rendered = render(raw).html
        if rendered.strip() and all(character >= " " or character in "\n\t\r" for character in rendered):
            _assert_harmless(rendered)


@given(HOSTILE)
def test_rendered_content_is_stable(raw: str) -> None:
    """Sanitising what is sanitised changes nothing: no tag hides in the outcome of the first pass."""
    once = render_title(raw).html
    assert render_title(once).html == once


@given(st.lists(st.sampled_from(["one", "two", "\n", "\n\n", " ", "<b>", "</b>", "<div>", "</div>", "<pre>", "</pre>",
                                 "<ul>", "<li>", "</ul>", "<blockquote>", "<p>", "</p>", "<hr />", "<table>", "<td>"]),
                max_size=30).map("".join))  # fmt: skip
def test_paragraphs_lose_no_word(text: str) -> None:
    """The words and their order are the same before and after; only line breaks and paragraphs come in."""
    words = re.findall("one|two", text)
    assert re.findall("one|two", add_paragraphs(text)) == words


@given(st.lists(st.text("abc <&", min_size=1, max_size=12), min_size=1, max_size=5))
def test_paragraphs_of_plain_text(lines: list[str]) -> None:
    """Plain text parted by blank lines gives one paragraph for each part that is not blank."""
    kept = [line for line in lines if line.strip()]
    assert add_paragraphs("\n\n".join(lines)).count("<p>") == len(kept)


@given(HOSTILE)
def test_paragraphs_settle(raw: str) -> None:
    """Content that has its paragraphs gets no further one when it is rendered again."""
    once = render_content("\n\n".join(["one", raw.replace("<", "").replace("[", "")])).html
    assert re.findall("<p>", render_content(once).html) == re.findall("<p>", once)


@pytest.mark.parametrize(
    ("raw", "rendered"),
    [
        ("Hello\nworld\n\nAgain", "<p>Hello<br>\nworld</p>\n<p>Again</p>"),
        ("<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>", "<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>"),
        ("<pre>a\n\n  b &lt; c</pre>", "<pre>a\n\n  b &lt; c</pre>"),
        ("<blockquote>Said</blockquote>", "<blockquote>\n<p>Said</p>\n</blockquote>"),
        ("<h2>Head</h2>\nText", "<h2>Head</h2>\n<p>Text</p>"),
        ("before<!--more-->after", "<p>beforeafter</p>"),
        ('<div class="x">one</div>', '<div class="x">one</div>'),
        ("<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->", "<p>One\ntwo</p>"),
        ('<p style="color: red; position: fixed" onclick="x">a</p>', '<p style="color:red">a</p>'),
        ('<a href="/x" rel="tag" target="_blank">x</a>', '<p><a href="/x" rel="tag" target="_blank">x</a></p>'),
        ("<video controls src='https://a.example/v.mp4'></video>",
         '<p><video controls="" src="https://a.example/v.mp4"></video></p>'),
        ('<img src="/a" srcset="/a 1x, https://b.example/a 2x" usemap="#m">',
         '<p><img src="/a" srcset="/a 1x, https://b.example/a 2x" usemap="#m"></p>'),
        ('<q cite="https://b.example/">x</q>', '<p><q cite="https://b.example/">x</q></p>'),
        ('<q cite="javascript:x">x</q><img srcset="/a 1x, data:x 2x">', "<p><q>x</q><img></p>"),
        ("<p data-x='1' aria-label='y'>a</p>", '<p data-x="1" aria-label="y">a</p>'),
    ],
)  # fmt: skip
def test_content_is_rendered_as_wordpress_does(raw: str, rendered: str) -> None:
    """Classic text gets paragraphs, blocks lose their comments, an editor's markup stays, the rest goes."""
    assert render_content(raw) == Rendered(rendered)


def test_a_caption_becomes_a_figure() -> None:
    """The shortcode's picture, link, text, alignment and width are kept."""
    raw = (
        '[caption id="a8" align="aligncenter" width="300"]<a href="/f"><img src="/f.jpg" /></a> A <b>boat</b>[/caption]'
    )
    assert render_content(raw).html == (
        '<figure id="a8" class="wp-caption aligncenter" style="width:300px"><a href="/f"><img src="/f.jpg"></a>'
        '<figcaption class="wp-caption-text">A <b>boat</b></figcaption></figure>'
    )


@pytest.mark.parametrize(
    ("raw", "rendered"),
    [
        ("Fish & chips < 3", "Fish &amp; chips &lt; 3"),
        ("<em>So</em> <h1>big</h1>", "<em>So</em> big"),
        ("\"Quotes\" and 'more' &quot;", '"Quotes" and \'more\' "'),
        ("&lt;script&gt; in a title", "&lt;script&gt; in a title"),
        ("x" * 5000, "x" * 5000),
        ("", ""),
    ],
)
def test_awkward_titles(raw: str, rendered: str) -> None:
    """Titles keep inline markup, entities, quotes and any length."""
    assert render_title(raw) == Rendered(rendered)


def test_an_excerpt_has_no_space_before_punctuation() -> None:
    """A tag inside of a line ends no word; one between lines does."""
    raw = "<p>A <b>word</b>. <a href='/x'>More</a>, (<em>so</em>)!</p><p>Next<br>line</p><h2>Head</h2>text"
    assert render_summary(raw) == Rendered("<p>A word. More, (so)! Next line Head text</p>")


def test_an_excerpt_is_made_of_the_first_words() -> None:
    """Without a written excerpt the first 55 words stand in, without markup, scripts and comments."""
    raw = "<!-- wp:x --><p>One</p><p>two &amp; <script>three</script></p>" + "word " * 60
    excerpt = render_summary(raw).html
    assert excerpt.startswith("<p>One two &amp; word ")
    assert excerpt.endswith(" […]</p>")
    assert len(html.unescape(excerpt).split()) == 56
    assert render_excerpt("Mine").html == "<p>Mine</p>"
    assert extract_text("a<br>b") == ("a b", False)


@pytest.mark.parametrize("piece", ["<ul><li>", "<div><p>", "<pre>", "<table>", "[caption]", "\n ", "</p>", "<b>"])
def test_a_megabyte_of_one_piece(piece: str) -> None:
    """What comes after a megabyte of the same piece is still shown (a quadratic step would take hours)."""
    assert "tail" in render_content(piece * (1_000_000 // len(piece)) + "[/caption] tail").html


INTRICATE = {
    "nesting": "<div>" * 20_000,
    "nesting with closing tags of nothing": "<div></x>" * 20_000,
    "nesting with closing tags in comments": "<div><!-- </div> -->" * 20_000,
    "nesting with closing tags that a barrier stops": "<div><marquee></div></marquee>" * 20_000,
    "nesting of cells outside of tables": "<td><div>" * 20_000,
    "nesting in a template": "<template>" + "<div>" * 20_000,
    "nesting in a choice": "<select>" + "<option><b>" * 20_000,
    "nesting in an attribute for whom does not read it": "<textarea><a title='</textarea>" + "<div>" * 20_000 + "'>",
    "lists": "<ul><li>" * 10_000,
    "definitions": "<dd><dl>" * 10_000,
    "formatting": "<font size=i>" * 20_000 + "<p>x" * 2000,
    "attributes": "<p " + " ".join(f"a{number}" for number in range(200_000)) + ">",
    "attributes in a tag that a quote hides": "<a title='>'" + " ".join(f"a{number}" for number in range(9000)) + ">",
    "ampersands": "&" * 800_000,
    "ampersands between closing tags of nothing": "&</x>" * 100_000,
    "spaces": "\xa0x" * 100_000,
    "entities": "&nbsp;" * 100_000,
    "ampersands in an attribute": "<p title='" + "&" * 100_000 + "'>",
}


@pytest.mark.parametrize("name", INTRICATE)
def test_an_intricate_text_is_shown_plain(name: str) -> None:
    """What the cleaner would need the square of the time for is never given to it; its words are shown, and no tag."""
    alert = "<script>alert(1)</script><img src=x onerror=alert(1)>&lt;img src=x onerror=alert(2)&gt;"
    raw = f"{alert}before {INTRICATE[name]} {alert}"
    for render in (render_content, render_excerpt):
        shown = render(raw)
        assert shown.plain
        assert set(re.findall("<[^>]*>?", shown.html)) <= {"<p>", "</p>", "<br />"}
        assert "before" in shown.html
        assert "&lt;img src=x onerror=alert(2)&gt;" in shown.html
    assert "before" in render_summary(raw).html
    _assert_harmless(render_summary(raw).html)


@given(st.sampled_from(sorted(set(INTRICATE) - {"attributes", "ampersands"})), HOSTILE, HOSTILE)
@settings(max_examples=12, deadline=None)
def test_no_script_survives_in_an_intricate_text(name: str, before: str, after: str) -> None:
    """What stands around the intricate part is no way round the cleaner."""
    for render in (render_content, render_excerpt, render_summary):
        rendered = render(before + INTRICATE[name] + after).html
        kept = "".join(character for character in rendered if character >= " " or character in "\n\t\r")
        if kept.strip():
            _assert_harmless(kept)


@pytest.mark.parametrize(
    "usual",
    [
        "<p>one<br>two</p>" * 5000,
        "<p>Fish &amp; chips&nbsp;&amp; more &amp; more</p>" * 10_000,
        "<div>" * 400 + "deep" + "</div>" * 400,
        "<p>old" * 5000,
        "<ul>" + "<li>one" * 5000 + "</ul>",
        "<p " + " ".join(f"data-{number}=''" for number in range(900)) + ">x</p>",
        '<p title="a > b">x</p>' * 5000,
    ],
)
def test_a_long_text_keeps_its_markup(usual: str) -> None:
    """Length alone makes nothing intricate."""
    shown = render_content("<!-- wp:html -->" + usual)
    assert not shown.plain
    assert shown.html == _CONTENT.clean(usual)


def test_letters_that_grow_in_lower_case_move_no_end() -> None:
    """What follows a verbatim element gets its paragraphs, also behind Turkish capitals."""
    assert add_paragraphs("İİİ<pre>a\n\nb</PRE>one") == "\n<p>İİİ</p>\n<pre>a\n\nb</PRE>\n<p>one</p>\n"


def test_comments_are_left_out_in_one_look() -> None:
    """Comments that are never closed stay, also a hundred thousand behind one that is."""
    assert drop_comments("a<!-- x -->b" + "<!--" * 100_000) == "ab" + "<!--" * 100_000


def test_tags_beside_the_cells_of_a_table_do_not_pile_up() -> None:
    """Too many of them go, and the words stay; a large table with real cells keeps its tags."""
    assert render_content("<!-- wp:x -->" + "<table>" + "x<p>" * 40_000).html.count("<p>") == 1
    cells = "<table><tbody>" + "<tr><td>x</td></tr>" * 20_000 + "</tbody></table>"
    assert render_content("<!-- wp:x -->" + cells) == Rendered(cells)


@pytest.mark.parametrize("attributes", ["a" * 200_000, "a " * 100_000, "a=" * 100_000, "a='" * 70_000, 'a="b' * 60_000])
def test_the_attributes_of_a_caption_are_read_once(attributes: str) -> None:
    """However long a name is: ten times the text is not a hundred times the work."""

    def measure(text: str) -> float:
        begin = time.process_time()
        expand_captions(f"[caption {text}]x[/caption]")
        return time.process_time() - begin

    measure(attributes)
    assert measure(attributes) < 40 * max(measure(attributes[:20_000]), 0.002)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (f"<!-- wp:p {HIDDEN} --><p>Secret</p><!-- /wp:p --><!-- wp:p --><p>b</p><!-- /wp:p -->", "<p>b</p>"),
        (
            f"<p>a</p><!-- wp:g {HIDDEN} -->Secret<!-- wp:p -->Secret<!-- /wp:p --><!-- /wp:g --><p>b</p>",
            "<p>a</p><p>b</p>",
        ),
        (
            f"<!-- wp:g --><p>a</p><!-- wp:x {HIDDEN} /--><p>b</p><!-- /wp:g --><!-- /wp:g --><p>c</p>",
            "<p>a</p><p>b</p><p>c</p>",
        ),
        (f"<p>a</p><!-- wp:g {HIDDEN} -->Secret <!-- wp:x {HIDDEN} -->Secret<!-- /wp:x -->Secret", "<p>a</p>"),
        ('<!-- wp:p {"metadata":{"blockVisibility":true}} --><p>a</p><!-- /wp:p -->', "<p>a</p>"),
        ('<!-- wp:p {"metadata":[{"blockVisibility":false}]} --><p>a</p><!-- /wp:p -->', "<p>a</p>"),
    ],
)
def test_hidden_blocks_are_in_no_form(raw: str, shown: str) -> None:
    """Neither in the content nor in the excerpt made of it, however they stand in the text."""
    assert render_content(raw).html == shown
    assert re.sub(r"</?p>|\s", "", render_summary(raw).html) == re.sub(r"</?p>", "", shown)


def test_a_hidden_block_does_not_make_a_text_one_without_blocks() -> None:
    """So what stands beside it gets no paragraphs, as on a WordPress."""
    assert render_content(f"a\n\nb<!-- wp:p {HIDDEN} -->Secret<!-- /wp:p -->").html == "a\n\nb"
    assert "Secret" not in render_content(f"{'<b>' * 3000}<!-- wp:p {HIDDEN} -->Secret<!-- /wp:p -->").html


@given(st.text())
def test_a_text_with_nothing_to_clean_is_what_the_cleaner_makes_of_it(text: str) -> None:
    """So it need not be asked, which most titles save."""
    plain = re.sub(f"[{CHANGED}]", "", text)
    assert _TITLE.clean(plain) == _WORDS.clean(plain) == plain


@given(st.lists(st.tuples(st.text(), st.text("\n \t\x0c\x1c\x85\u2003", max_size=3)), min_size=1))
def test_paragraphs_of_words_are_what_the_cleaner_makes_of_them(pairs: list[tuple[str, str]]) -> None:
    """So it need not be asked for the simplest texts, nor for their words."""
    shown = "".join(f"<p>{re.sub(f'[{CHANGED}]', '', words)}</p>{gap}" for words, gap in pairs)
    assert read_paragraphs(shown)
    assert _CONTENT.clean(shown) == shown
    assert extract_text(shown) == (html.unescape(_WORDS.clean(_mark_up_words(shown))), False)


PIECES_OF_PARAGRAPHS = st.sampled_from(
    ["<p>", "</p>", "<P>", "<p", "a", "\n", "\xa0", "\0", "&", "<b>", "[caption]x[/caption]"]
)


@given(st.lists(PIECES_OF_PARAGRAPHS).map("".join))
@example("<p>a</p>\xa0")
@example("</p><p>")
@example("<p><p></p></p>")
def test_what_is_no_paragraph_of_words_is_cleaned(text: str) -> None:
    """A tag out of its place, another tag, and what stands between paragraphs."""
    assert not read_paragraphs(text) or _CONTENT.clean(text) == text
    assert extract_text(text)[0] == html.unescape(_WORDS.clean(_mark_up_words(text)))


@pytest.mark.parametrize("mark", ["<", ">", "&", "\0", "\r", "\xa0", "\ufeff"])
def test_what_the_cleaner_changes_is_cleaned(mark: str) -> None:
    """Each of the characters of which it makes something else, at the beginning, where one of them only counts."""
    assert render_title(f"{mark} b").html == _TITLE.clean(f"{mark} b") != f"{mark} b"


@given(
    st.lists(st.tuples(st.text("ab \n\t\x0c\x85\u2003"), st.text("\n \t\x0c\u2003", max_size=3)), min_size=1),
    st.text("\n "),
)
def test_paragraphs_of_one_line_are_marked_up_alike(pairs: list[tuple[str, str]], before: str) -> None:
    """Without looking for tags: as the long way does, which all others go."""
    raw = before + "".join(f"<p>{words}</p>{gap}" for words, gap in pairs)
    assert mark_up_paragraphs(raw) in (None, add_paragraphs(raw))
    assert render_content(raw).html == _CONTENT.clean(add_paragraphs(raw).strip()).strip()


@given(st.lists(PIECES_OF_PARAGRAPHS).map("".join))
@example("<p>a</p>")
@example("<p>[caption]x[/caption]</p>")
def test_what_is_no_paragraph_of_one_line_goes_the_long_way(text: str) -> None:
    """Whatever else it has, such as a caption, another tag or a line break."""
    assert render_content(text).html == _CONTENT.clean(add_paragraphs(expand_captions(text)).strip()).strip()
