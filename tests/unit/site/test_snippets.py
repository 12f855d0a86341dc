"""Snippets: which part of a text is shown, and what is marked in it."""

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from sitehand.site.snippets import LENGTH, cut_snippet, fold

TEXTS = st.text(st.sampled_from("aábcÄßİ <>&\n")) | st.text()


def test_whole_words_before_beginnings_before_parts() -> None:
    """What the index finds first is marked first."""
    assert cut_snippet("A cat, a category.", "cat") == "A <mark>cat</mark>, a category."
    assert cut_snippet("A category.", "cat") == "A <mark>category</mark>."
    assert cut_snippet("A tomcat.", "cat") == "A tom<mark>cat</mark>."


def test_case_and_accents_do_not_count() -> None:
    """As in the index."""
    assert cut_snippet("Schönes Haus", "SCHONES") == "<mark>Schönes</mark> Haus"


def test_text_is_escaped_and_marks_are_not() -> None:
    """A snippet is HTML in which only our marks are tags."""
    assert cut_snippet("1 < 2 & otter", "otter") == "1 &lt; 2 &amp; <mark>otter</mark>"


def test_a_long_text_is_cut_at_spaces_around_the_word() -> None:
    """Dots say where something is left out."""
    snippet = cut_snippet("before " * 100 + "otter" + " after" * 100, "otter")
    assert snippet.startswith("…before ")
    assert snippet.endswith(" after…")
    assert "<mark>otter</mark>" in snippet


@given(TEXTS, st.text(min_size=1, max_size=10))
def test_a_snippet_is_a_part_of_the_text(text: str, search: str) -> None:
    """Whatever is looked for in whatever text: without marks and dots it is there as it stands, and bounded."""
    snippet = unescape(re.sub("</?mark>", "", cut_snippet(text.replace("&", " "), search)))
    shown = snippet.removeprefix("…").removesuffix("…")
    assert shown in text.replace("&", " ") or shown.strip("…") in text
    assert len(shown) <= LENGTH + len(search) + 100


@given(st.text())
def test_folding_moves_nothing(text: str) -> None:
    """A folded text has as many characters, so that places in it are places in the text."""
    assert len(fold(text)) == len(text)
