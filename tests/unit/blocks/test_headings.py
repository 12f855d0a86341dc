"""Headings of HTML."""

from hypothesis import given
from hypothesis import strategies as st

from sitehand.blocks.headings import MAX_TEXT, read_headings


def test_headings_in_order_with_level_text_and_anchor() -> None:
    """Tags within a heading are left out, references are read, and what is no heading is not told."""
    html = '<h1>A &amp; B</h1><p>x</p><h2 id="more" class="wp-block-heading">One <em>two</em>\n three</h2><h7>no</h7>'
    found = [(each.level, each.text, each.anchor) for each in read_headings(html)]
    assert found == [(1, "A & B", ""), (2, "One two three", "more")]


def test_headings_in_comments_and_scripts_are_none() -> None:
    """Only what is markup counts."""
    assert read_headings("<!-- <h1>a</h1> --><script>'<h1>b</h1>'</script><textarea><h1>c</h1></textarea>") == []


def test_one_that_is_not_closed() -> None:
    """It ends where the next one begins."""
    assert [(each.level, each.text) for each in read_headings("<h2>One<h3>Two</h3>")] == [(2, "One"), (3, "Two")]


@given(st.text(st.sampled_from("<>h123/ ab\"'=!-")))
def test_any_text_is_read(html: str) -> None:
    """Whatever it is: levels of 1 to 6, and texts within their bound."""
    assert all(1 <= each.level <= 6 and len(each.text) <= MAX_TEXT for each in read_headings(html))
