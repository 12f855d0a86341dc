"""Answers of tools within a bound in bytes."""

from typing import Any

import pydantic_core
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.doors.mcp.bounds import MAX_ANSWER_BYTES, SMALL, fit_answer, fit_listing, is_small, measure, read_offset
from sitehand.errors import Problem
from sitehand.site.content import Listing

TEXT = '<p class="wp-block">Ötter & "brook" \\ 🦦</p>\n' * 12_000
NAMES = st.text("abc_", min_size=1, max_size=8)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.integers() | st.text(max_size=20) | st.text(max_size=20).map(lambda text: text * 500),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=12,
)


def test_a_small_answer_stays_as_it_is() -> None:
    """Nothing is added to it."""
    content = {"id": 7, "content": {"raw": "short"}}
    assert fit_answer(content, (), 0) is content


def test_a_long_text_is_cut_and_the_rest_is_got_piece_by_piece() -> None:
    """Each cut names the arguments of the call that goes on; together the pieces are the text, byte for byte."""
    content = {"id": 7, "title": {"raw": "Kept"}, "content": {"raw": TEXT, "protected": False}}
    first = fit_answer(content, (), 0)
    assert (first["id"], first["title"], first["content"]["protected"]) == (7, {"raw": "Kept"}, False)
    text, (cut,) = first["content"]["raw"], first["truncated"]
    assert (cut["path"], cut["shown"], cut["of"]) == ("content.raw", len(text), len(TEXT))
    while cut:
        following = cut["next"]
        assert following == {"_fields": "content.raw", "_offset": len(text)}
        part = fit_answer({"content": {"raw": TEXT}}, [following["_fields"]], following["_offset"])
        assert measure(part) <= MAX_ANSWER_BYTES
        text += part["content"]["raw"]
        cut = part.get("truncated", [None])[0]
    assert text == TEXT


def test_what_is_in_a_list_is_got_with_the_list() -> None:
    """An entry has no name of its own."""
    fitted = fit_answer({"objects": [{"fields": [{"diff": TEXT}]}]}, (), 0)
    assert fitted["truncated"][0]["path"] == "objects.0.fields.0.diff"
    assert fitted["truncated"][0]["next"] == {"_fields": "objects"}


def test_many_small_cuts_are_told_by_the_members_that_have_them() -> None:
    """As deep as there are few of them; each names the member to ask for, so that nothing cannot be got."""
    blocks = {f"core/{number}": {"css": "x" * 400, "color": {"text": "y" * 400}} for number in range(60)}
    palette = [{"slug": f"color-{number}"} for number in range(900)]
    content = {"id": 7, "theme": {"styles": {"blocks": blocks}, "settings": {"palette": palette}}}
    fitted = fit_answer(content, (), 0)
    assert measure(fitted) <= MAX_ANSWER_BYTES
    told = {cut["path"]: cut for cut in fitted["truncated"]}
    assert told.keys() == {"theme.styles.blocks", "theme.settings.palette"}
    assert told["theme.styles.blocks"]["cuts"] > 50
    assert told["theme.styles.blocks"]["next"] == {"_fields": "theme.styles.blocks"}
    palette_cut = told["theme.settings.palette"]
    assert palette_cut["next"] == {"_fields": "theme.settings.palette", "_offset": palette_cut["shown"]}
    assert "more_truncated" not in fitted


@pytest.mark.parametrize("page", [1, 3])
def test_a_page_of_a_list_that_is_too_large_becomes_smaller_pages(page: int) -> None:
    """From where it begins, as many entries as fit; the call that goes on begins right behind them."""
    entries = [{"id": number, "text": "x" * 700} for number in range(500)]
    start = (page - 1) * 100
    fitted = fit_listing(Listing(entries[start : start + 100], 500, page, 100), {})
    seen, following = list(fitted["items"]), fitted["next"]
    assert (seen[0]["id"], fitted["shown"], fitted["total"]) == (start, len(seen), 500)
    assert measure(fitted) <= MAX_ANSWER_BYTES
    begin = (following["page"] - 1) * following["per_page"]
    assert begin == start + len(seen)
    assert following["per_page"] == len(seen) > 5


def test_an_entry_that_is_too_large_alone_is_cut() -> None:
    """The list says that it is not whole."""
    fitted = fit_listing(Listing([{"id": 1, "text": TEXT}], 1, 1, 10), {})
    assert measure(fitted) <= MAX_ANSWER_BYTES
    assert fitted["truncated"][0]["path"] == "items.0.text"


@pytest.mark.parametrize(("offset", "fields"), [(-1, ["a"]), ("5", ["a"]), (True, ["a"]), (5, []), (5, ["a", "b"])])
def test_an_offset_that_is_wrong_is_refused(offset: Any, fields: list[str]) -> None:
    """It is a number, of one member."""
    with pytest.raises(Problem):
        read_offset(offset, fields)


@settings(max_examples=60)
@given(st.dictionaries(NAMES, VALUES, max_size=6))
def test_every_answer_fits(content: dict[str, Any]) -> None:
    """Whatever it is made of; what does not fit is said."""
    fitted = fit_answer(content, (), 0)
    assert measure(fitted) <= MAX_ANSWER_BYTES
    assert (fitted == content) != ("truncated" in fitted)
    pydantic_core.to_json(fitted)


@pytest.mark.parametrize(
    ("content", "small"),
    [
        ({"name": "My site", "features": ["pages"] * 20, "logo": None, "rate": 1.5}, True),
        (Listing([{"id": each, "title": "A page"} for each in range(20)], 20, 1, 20), True),
        ({"text": "a" * SMALL}, False),
        ({"entries": [0] * SMALL}, False),
        ({"deep": {str(each): {} for each in range(SMALL // 8)}}, False),
        ({"texts": ["a" * 100] * 100}, False),
        (Listing([{"text": "a" * SMALL}], 1, 1, 10), False),
        ({"unknown": object()}, False),
        ({"number": 10**400}, False),
        ({"deep": [[[[[[[[["text"]]]]]]]]]}, False),
    ],
)
def test_only_what_is_small_and_plain_is_measured_at_once(content: Any, small: bool) -> None:
    """Whatever else could take its time, and others wait meanwhile."""
    assert is_small(content) is small


@given(VALUES)
def test_what_is_small_is_short_as_json(content: Any) -> None:
    """No character takes more than thirteen bytes on the wire."""
    assert not is_small(content) or measure(content) <= 13 * SMALL
