"""What tells a page with a change from one without it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.hosts.wordpress.visitors import TextSign, find_sign, read_lines


def make(title: str, content: str, status: str = "publish") -> dict[str, Any]:
    """An item as WordPress renders it."""
    return {"title": {"rendered": title}, "content": {"rendered": content}, "status": status}


def test_the_longest_new_line_is_looked_for() -> None:
    """Without tags and references, in single spaces."""
    before, after = make("A", "<p>One</p>"), make("A", "<p>One</p><p>Two &amp;\n  <b>three four</b></p>")
    assert find_sign(before, after) == TextSign("three four", new=True)
    assert find_sign(None, before) == find_sign(make("A", "<p>One</p>", "draft"), before) == TextSign("One", new=True)


def test_what_was_taken_away_must_be_gone() -> None:
    """Where nothing is new."""
    sign = find_sign(make("A", "<p>One</p><p>Two</p>"), make("A", "<p>One</p>"))
    assert sign == TextSign("Two", new=False)
    assert [sign.is_shown(page) for page in ("<p>One</p>", "<p>One</p><p>Two</p>")] == [True, False]


def test_a_change_without_text_has_no_sign() -> None:
    """Nobody can tell by the text whether visitors see it."""
    assert find_sign(make("A", "<p>One</p>"), make("A", "<h2>One</h2>")) is None


@pytest.mark.parametrize("mark", ["<!--", "<script ", "<STYLE>", "<"])
def test_what_nothing_closes_goes_to_the_end_in_linear_time(mark: str) -> None:
    """As browsers read it; 400,000 of them would take hours if each were looked for to the end."""
    assert read_lines(f"<p>Before</p>{mark * 400_000}") == ["Before"]


@given(st.lists(st.text(alphabet="ab <>&;p/\n"), min_size=1))
def test_a_page_shows_the_lines_that_it_is_made_of(texts: list[str]) -> None:
    """Whatever is in them: what is looked for is found in the same HTML."""
    page = "".join(f"<p>{text}</p>" for text in texts)
    assert all(TextSign(line, new=True).is_shown(page) for line in read_lines(page))
