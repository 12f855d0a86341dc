"""The text of blocks is found between tags, comments and scripts, however broken the HTML is."""

import time
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.blocks.outline import read_outline
from sitehand.blocks.words import EXCERPT, excerpt_block, find_text, read_words


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>One <b>t</b>wo<br>three</p>", "One two three"),
        ("<td>a</td><td>b</td>", "a b"),
        ("a &lt; b &amp; c < d", "a < b & c < d"),
        ('<a title="x > y">link</a>', "link"),
        ("<script>var a = '<p>no</p>'</script>yes<style>p{}</style>", "yes"),
        ("one<!-- no -->two", "one two"),
        ("one<!-- never closed", "one"),
        ('one<a title="never closed>two', "one"),
        ("<SCRIPT>never closed", ""),
    ],
)
def test_words_are_what_people_read(html: str, words: str) -> None:
    """Entities are characters, inline tags part no words, and what is never closed goes to the end."""
    assert read_words(html) == words


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="<"), max_size=5)))
def test_pieces_are_in_order_and_apart(words: list[str]) -> None:
    """Between tags stands exactly the text."""
    html = "<p class='a>b'>".join(escape(word, quote=False) for word in words)
    pieces = list(find_text(html, 0, len(html)))
    assert [html[slice(*piece)] for piece in pieces] == [escape(word, quote=False) for word in words if word]


@pytest.mark.parametrize("part", ["<script>", "<!--", "<a '", "<", "<a>", "<style", '<p title="'])
def test_hostile_html_is_read_once(part: str) -> None:
    """Two megabytes of anything take seconds at most."""
    html = part * (2_000_000 // len(part))
    begin = time.process_time()
    read_words(html)
    assert time.process_time() - begin < 5


def test_an_excerpt_is_short() -> None:
    """It is cut with a sign, and looks at little of a long text."""
    outline = read_outline(f"<!-- wp:paragraph --><p>{'word ' * 500_000}</p><!-- /wp:paragraph -->")
    begin = time.process_time()
    text = excerpt_block(outline.roots[0])
    assert time.process_time() - begin < 0.2
    assert len(text) <= EXCERPT and text.endswith("…")
