"""Classic HTML becomes the blocks that the editor itself would make of it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import parse_fragment

from sitehand.blocks.converting.convert import convert_html
from sitehand.blocks.converting.losses import Kept, Lost
from sitehand.blocks.dialects import Dialect
from sitehand.errors import Code, Problem
from tests.unit.blocks.converting.classic import PICTURE, TEXTS
from tests.wordpress.editor import Editor

EMPTY = "<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->"
BETTER = {
    (Dialect.V6_8, "embed"): "<p>https://example.org/manual.pdf</p>",
    (Dialect.V6_8, "headings"): '<h3 class="wp-block-heading has-text-align-center">',
    (Dialect.V6_8, "table"): '<td class="has-text-align-right" data-align="right">',
}
TAGS = [
    *(
        "p",
        "div",
        "blockquote",
        "ul",
        "ol",
        "li",
        "h2",
        "pre",
        "table",
        "tr",
        "td",
        "img",
        "b",
        "a",
        "span",
        "br",
        "hr",
    ),
    *("figure", "figcaption", "dl", "section", "details", "font", "iframe"),
]
PIECES = st.sampled_from([
    *(f"<{tag}>" for tag in TAGS),
    *(f"</{tag}>" for tag in TAGS),
    *("\n", "\n\n", " ", "word ", "<!--more-->", "<!--nextpage-->", "<!-- x -->", "[gallery]", "[caption]"),
    *("[/caption]", PICTURE, '<p class="has-x" style="color:red" id="i">', "https://youtu.be/x", "&nbsp;"),
    *("&lt;b&gt;", "]]>", "<", "\\"),
])  # fmt: skip
SOUP = st.lists(PIECES, max_size=25).map("".join)


def find_faults(blocks: Sequence[Mapping[str, Any]]) -> Iterator[Any]:
    """The blocks that the editor finds invalid, with the HTML that it expects."""
    for block in blocks:
        if not block["valid"]:
            yield block["name"], block["expected"]
        yield from find_faults(block["inner"])


@pytest.mark.parametrize(("release", "name"), sorted({*product(Dialect, TEXTS)} - set(BETTER)))
def test_the_blocks_are_those_of_the_editor(name: str, release: Dialect, editor: Editor) -> None:
    """But for the empty paragraphs that it leaves beside pictures, and white space at the ends of elements."""
    ours, theirs = convert_html(TEXTS[name], release).markup, editor.convert(TEXTS[name])
    assert trim(ours) == trim(theirs)


@pytest.mark.parametrize(("release", "name"), sorted(BETTER))
def test_what_is_better_than_the_editor_of_6_8(release: Dialect, name: str) -> None:
    """It forgets how text is aligned, and embeds files."""
    assert BETTER[release, name] in convert_html(TEXTS[name], release).markup


def trim(markup: str) -> str:
    """Markup without empty paragraphs and white space beside tags."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", markup.replace(EMPTY, ""))


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_the_editor_stores_them_unchanged(name: str, release: Dialect, editor: Editor) -> None:
    """It finds each block valid and would write the same bytes."""
    markup = convert_html(TEXTS[name], release).markup
    checked = editor.check(markup)
    assert (list(find_faults(checked["blocks"])), checked["serialized"]) == ([], markup)


@given(text=SOUP)
def test_no_text_makes_an_invalid_block(editor_of: Callable[[Dialect], Editor], text: str) -> None:
    """Whatever the HTML, the editor finds every block valid."""
    checked = editor_of(Dialect.V7_1).check(convert_html(text, Dialect.V7_1).markup)
    assert list(find_faults(checked["blocks"])) == []


@given(text=SOUP)
def test_no_word_is_lost(text: str) -> None:
    """Each word that a visitor could read is in the blocks, in the same order."""
    assert read_words(convert_html(text, Dialect.V7_1).markup) == read_words(re.sub(r"<!--.*?-->", "", text))


def read_words(html: str) -> list[str]:
    """How often the test's own word is there, and its entities. In an iframe they are read as where it was left out."""
    return re.findall(r"word|<b>|\\", parse_fragment(re.sub(r"</?iframe[^>]*>", "", html)).text)


def test_what_stays_html_is_told_with_the_reason() -> None:
    """Its path, its HTML and why no block has it."""
    converted = convert_html(
        "One\n\n<dl><dt>Two</dt></dl>\n\n<blockquote><address>Three</address></blockquote>", Dialect.V7_1
    )
    assert converted.kept == [
        Kept("1", "<dl><dt>Two</dt></dl>", "No block is a list of terms and descriptions."),
        Kept("2.0", "<address>Three</address>", "No block is an address."),
    ]


def test_lost_attributes_are_told() -> None:
    """Those that no block has; what becomes an attribute of the block is none of them."""
    converted = convert_html('<p class="lead" style="color: teal; text-align: center" lang="fr">Oui</p>', Dialect.V7_1)
    assert 'class="has-text-align-center lead"' in converted.markup
    assert converted.lost == [
        Lost("p", "style", "color: teal; text-align: center"),
        Lost("p", "lang", "fr"),
    ]


def test_blocks_in_the_text_stay_as_they_are() -> None:
    """Only what stands between them is converted, and paths count them."""
    block = '<!-- wp:spacer {"height":"9px"} -->\n<div style="height:9px"  class="x"></div>\n<!-- /wp:spacer -->'
    converted = convert_html(f"Before\n{block}\n<dl></dl>", Dialect.V7_1)
    assert block in converted.markup
    assert [kept.path for kept in converted.kept] == ["2"]


def test_containers_become_groups() -> None:
    """With their classes; one with a style of its own stays as it is."""
    text = '<section class="wide"><h2>In it</h2></section><div style="color:red">Red</div>'
    converted = convert_html(text, Dialect.V7_1)
    assert '<!-- wp:group {"tagName":"section","className":"wide"} -->' in converted.markup
    assert [kept.html for kept in converted.kept] == ['<div style="color:red">Red</div>']


def test_a_caption_becomes_the_picture_with_its_text(release: Dialect) -> None:
    """With its link, its number and its place; the caption of old that stands in the shortcode too."""
    old = f'[caption id="attachment_9" align="alignright" width="300" caption="Old &amp; gold"]{PICTURE}[/caption]'
    new = f'[caption id="attachment_9" align="alignright"]<a href="/big">{PICTURE}</a> A <em>boat</em>[/caption]'
    first, second = (convert_html(text, release).markup for text in (old, new))
    assert ">Old &amp; gold</figcaption>" in first and '"id":9' in first and '"align":"right"' in first
    assert ">A <em>boat</em></figcaption>" in second and '<a href="/big">' in second


def test_sound_and_video_of_shortcodes() -> None:
    """Named by their format or not at all; a gallery needs the site's files, and stays a shortcode."""
    text = '[audio https://example.org/a.mp3]\n\n[video mp4="/v.mp4" loop="on"][/video]\n\n[gallery ids="1,2"]'
    markup = convert_html(text, Dialect.V7_1).markup
    assert '<audio controls src="https://example.org/a.mp3">' in markup
    assert '<video controls loop src="/v.mp4">' in markup
    assert '<!-- wp:shortcode -->\n[gallery ids="1,2"]\n<!-- /wp:shortcode -->' in markup


def test_an_open_block_is_refused() -> None:
    """Where its text ends is unclear."""
    with pytest.raises(Problem) as refused:
        convert_html("Text <!-- wp:group --> more", Dialect.V7_1)
    assert refused.value.code is Code.INVALID_ARGUMENTS


@pytest.mark.parametrize(
    "piece", ["<!--more-->", '<img class="alignleft" src="x">', "<p>", "<br><br>a", "[a][/b]", "<blockquote>"]
)
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    """Ten thousand of anything become blocks; each kind was once, or could be, looked for again and again."""
    assert isinstance(convert_html(piece * 2_000, Dialect.V7_1).markup, str)
