"""Words are replaced in the text of blocks, and nowhere else."""

import time

import pytest

from sitehand.blocks.editor import Edited, edit_blocks
from sitehand.blocks.edits import ReplaceText
from sitehand.errors import Code, Problem

PARAGRAPH = (
    '<!-- wp:paragraph {"className":"tea"} -->\n'
    "<p class=\"tea\" title='tea'>Tea &amp; <b>tea</b></p>\n<!-- /wp:paragraph -->"
)
HEADING = '<!-- wp:heading -->\n<h2 class="wp-block-heading">Tea</h2>\n<!-- /wp:heading -->'


def replace(source: str, find: str, new: str, *names: str, match_case: bool = True) -> Edited:
    """The text with other words."""
    return edit_blocks(source, [ReplaceText(find, new, frozenset(names), match_case)])


def test_tags_and_delimiters_stay() -> None:
    """Attributes, classes and comments are no text."""
    done = replace(PARAGRAPH + HEADING, "tea", "coffee", match_case=False)
    assert done.source == PARAGRAPH.replace("Tea &amp; <b>tea</b>", "coffee &amp; <b>coffee</b>") + HEADING.replace(
        "Tea", "coffee"
    )
    assert ([len(done.changes[0].splices)], [entry.path for entry in done.touched[0]]) == ([3], ["0", "1"])


def test_words_are_plain_text() -> None:
    """What is found and what is put may hold any character."""
    assert replace(PARAGRAPH, "Tea & ", "<i>\\1 & ").source == PARAGRAPH.replace("Tea &amp; ", "&lt;i&gt;\\1 &amp; ")
    assert replace(PARAGRAPH, ".*", "x").source == PARAGRAPH


@pytest.mark.parametrize(
    ("find", "new", "text"),
    [
        ("amp", "b", "Tom &amp; Jerry&#8217;s lb &copy 1982&#x82 &lt;&amp;lt;"),
        ("82", "83", "Tom &amp; Jerry&#8217;s lamp &copy 1983&#x82 &lt;&amp;lt;"),
        ("copy", "b", "Tom &amp; Jerry&#8217;s lamp &copy 1982&#x82 &lt;&amp;lt;"),
        (";", ",", "Tom &amp; Jerry&#8217;s lamp &copy 1982&#x82 &lt;&amp;lt,"),
        ("lt", "gt", "Tom &amp; Jerry&#8217;s lamp &copy 1982&#x82 &lt;&amp;gt;"),
        ("m & J", "m, J", "Tom, Jerry&#8217;s lamp &copy 1982&#x82 &lt;&amp;lt;"),
        ("<&", "&", "Tom &amp; Jerry&#8217;s lamp &copy 1982&#x82 &amp;lt;"),
    ],
)
def test_character_references_stay_whole(find: str, new: str, text: str) -> None:
    """Words are not found within one, also where it ends without a `;`."""
    source = "<p>Tom &amp; Jerry&#8217;s lamp &copy 1982&#x82 &lt;&amp;lt;</p>"
    done = replace(source, find, new)
    assert (done.source, len(done.changes[0].splices)) == (f"<p>{text}</p>", int(find != "copy"))


def test_only_the_named_blocks_change() -> None:
    """The others keep the words, the group around them too."""
    group = f'<!-- wp:group -->\n<div class="wp-block-group">{PARAGRAPH}\n\n{HEADING}</div>\n<!-- /wp:group -->Tea'
    done = replace(group, "Tea", "Mate", "core/heading")
    assert done.source == group.replace(HEADING, HEADING.replace("Tea", "Mate"))
    assert [entry.path for entry in done.around] == ["0"]


def test_text_that_attributes_have_too_is_refused() -> None:
    """The editor would find the block broken."""
    embed = (
        '<!-- wp:embed {"url":"https://tea.example/a"} -->\n<figure class="wp-block-embed">'
        '<div class="wp-block-embed__wrapper">\nhttps://tea.example/a\n</div></figure>\n<!-- /wp:embed -->'
    )
    with pytest.raises(Problem) as refusal:
        replace(embed, "tea.example", "mate.example")
    assert refusal.value.code is Code.CONFLICT


@pytest.mark.parametrize(
    "source", ["a" * 2_000_000, "&a" * 1_000_000, "&#8217" * 300_000, "<p>" * 600_000, "<!-- wp:x -->" * 30_000 + "a"]
)
def test_hostile_texts_take_seconds(source: str) -> None:
    """However many places, tags or blocks that are never closed."""
    begin = time.process_time()
    try:
        replace(source, "a", "b")
    except Problem as problem:
        assert problem.code is Code.INVALID_ARGUMENTS
    assert time.process_time() - begin < 10
