"""Edits of text: which words are found in a source, and that nothing else of it changes."""

import time
from html import escape, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.blocks.runs import read_runs
from sitehand.blocks.splices import TextChange
from sitehand.blocks.text_edits import Wanted, check_balance, find_words, insert_words, replace_words
from sitehand.errors import Code, Problem

PARTS = (
    *("<p>", "</p>", "<b x='1>2'>", "</b>", "</>", '<!-- wp:p {"a":"x"} -->', "<script>x", "</script>", "<", "&amp;"),
    *("&#x78;", "&nbsp;", "&", "\r\n", "\r", "\n", "x", "y", "é", "😀", "<textarea>", "</textarea>"),
    *("<![CDATA[x]]>", "<p"),
)
MARKUP = st.lists(st.sampled_from(PARTS), max_size=30).map("".join)


def replace(source: str, find: str, new: str, **how: bool) -> str:
    """The source with other words."""
    return TextChange(replace_words(find_words(source, Wanted(find, **how)), new)).apply(source)


def refuse(source: str, find: str, new: str = "", **how: bool) -> Problem:
    """The refusal of an edit."""
    with pytest.raises(Problem) as refusal:
        replace(source, find, new, **how)
    return refusal.value


def test_only_words_between_tags_change() -> None:
    """Attributes, comments, delimiters, scripts and styles keep the same words; line breaks stay as they are."""
    code = "<script>tea</script><style>tea</style><!--tea-->"
    kept = f'<!-- wp:p {{"a":"tea"}} --><a href="tea" title=\'tea>\'>%s</a>\r\n{code}'
    assert replace(kept % "tea, TEA", "tea", "rye") == kept % "rye, TEA"
    assert replace(kept % "tea, TEA", "tea", "rye", match_case=False) == kept % "rye, rye"


def test_text_is_what_people_read() -> None:
    """References are found as their characters, and new text is written so that it is text."""
    assert replace("<p>A &amp; B&#39;s &lt;b&gt;</p>", "& B's <b>", "< C") == "<p>A &lt; C</p>"
    assert replace("one\xa0two&nbsp;three", "two\xa0three", "2") == "one\xa02"


def test_a_match_across_a_tag_is_refused_and_said() -> None:
    """Neither done by halves nor called missing; across paragraphs the words are not there."""
    problem = refuse("<p>We bake <b>rye</b> bread.</p>", "rye bread")
    assert problem.code is Code.CONFLICT
    assert "A tag" in problem.message
    assert "rye bread" in problem.message
    assert "does not hold" in refuse("<p>one</p><p>two</p>", "onetwo").message


def test_insertions_beside_words() -> None:
    """Before or after each place."""
    found = find_words("a b a", Wanted("a"))
    assert TextChange(insert_words(found, "&", after=True)).apply("a b a") == "a&amp; b a&amp;"
    assert TextChange(insert_words(found, "-", after=False)).apply("a b a") == "-a b -a"


def test_expressions_and_their_groups() -> None:
    """In RE2's syntax; what it has not is an error that says so, and so is a group that is not there."""
    assert replace("<p>12 May, 3 May</p>", r"(\d+) (May)", r"\2 \1", regex=True) == "<p>May 12, May 3</p>"
    assert refuse("x", "(?=x)", regex=True).code is Code.INVALID_ARGUMENTS
    assert refuse("x", "(x", regex=True).details[0]["path"] == "find"
    assert refuse("x", "(x)", r"\2", regex=True).details[0]["path"] == "replace"
    assert refuse("x", "(?:a{900}){900}", regex=True).code is Code.INVALID_ARGUMENTS


@pytest.mark.parametrize("find", [r"(a+)+$", r"(a|aa)+$", r"(.*)*x", r"[ab]*a[ab]{400}c", "a.*?c|a"])
def test_no_expression_takes_long(find: str) -> None:
    """Those that take other engines for ever, on 200 KB: each ends, found or refused."""
    start = time.process_time()
    for source in ("a" * 200_000 + "b", "ab" * 100_000):
        with pytest.raises(Problem):
            replace(source, find + "(?:zz)", "x", regex=True)
    assert time.process_time() - start < 8


def test_too_many_places_are_refused() -> None:
    """None of them is changed."""
    assert refuse("a" * 10_001, "a", "b").code is Code.INVALID_ARGUMENTS


@pytest.mark.parametrize("html", ["<p>a", "a</p>", "<b><i></b></i>", "<div><p></div>"])
def test_html_that_is_not_balanced_is_refused(html: str) -> None:
    """It would change how the text around it is read."""
    with pytest.raises(Problem) as refusal:
        check_balance(html, "append")
    assert refusal.value.details[0]["path"] == "append"


@pytest.mark.parametrize(
    "html", ["a", "<p>a<br><img src=x></p>", "<!-- wp:separator -->\n<hr/>\n<!-- /wp:separator -->"]
)
def test_html_that_is_balanced_passes(html: str) -> None:
    """Elements that have no end are complete without."""
    check_balance(html, "append")


@given(MARKUP)
def test_each_run_is_where_it_says(source: str) -> None:
    """In order and apart; the source at its place is its text, but for references."""
    at = 0
    for run in read_runs(source):
        span = run.place(0, len(run.text))
        assert at <= span.start < span.end
        at = span.end
        assert unescape(source[span.start : span.end]).replace("\r", "\n") == unescape(
            escape(run.text, quote=False)
        ).replace("\r", "\n")


@given(MARKUP)
def test_an_edit_changes_nothing_but_its_places(source: str) -> None:
    """Outside of the places that were found every byte stays, and none of the old words is found again."""
    try:
        found = find_words(source, Wanted("x"))
    except Problem:
        return
    changed = TextChange(replace_words(found, "Q")).apply(source)
    rest, at = "", 0
    for each in found:
        rest, at = rest + source[at : each.span.start] + "Q", each.span.end
    assert changed == rest + source[at:]
    with pytest.raises(Problem):
        find_words(changed, Wanted("x"))
