"""How values are written in the templates."""

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from sitehand.hosts.builtin.public.theme import TABLE_BOX, box_tables, write_day, write_plain, write_short

PIECES = st.lists(
    st.sampled_from(
        ["<table>", "</table>", "<tr><td>", "</td></tr>", "<p title=\"<table a='b'>\">", '<img alt="</table>">', "</p>",
         "text", "<!-- <table> -->", "<b>", "</b>", "&lt;table&gt;", "<TABLE>", '"', "'", "<", ">", "=", " "]
    ),
    max_size=25,
)  # fmt: skip


def test_a_table_is_put_in_a_box() -> None:
    """Each in its own, nested ones too."""
    inner = "<table><tbody><tr><td>x</td></tr></tbody></table>"
    assert box_tables(f"<p>a</p>{inner}") == f"<p>a</p>{TABLE_BOX}{inner}</div>"
    assert box_tables(inner.replace("x", inner)).count(TABLE_BOX) == 2


@given(pieces=PIECES)
def test_boxes_change_nothing_but_tables(pieces: list[str]) -> None:
    """Whatever the sanitiser lets through, attributes stay attributes and the text stays the text."""
    clean = nh3.clean("".join(pieces), attributes={"*": {"title", "alt"}})
    before, after = (lxml_html.fromstring(f"<div>{html}</div>") for html in (clean, str(box_tables(clean))))
    boxes = after.xpath("//div[@class='scroll']")
    tables = before.xpath("//table")
    assert isinstance(boxes, list)
    assert isinstance(tables, list)
    assert len(boxes) == len(tables)
    assert before.text_content() == after.text_content()
    assert before.xpath("//@title | //@alt") == after.xpath("//@title | //@alt")


@given(html=st.text(alphabet="<>/abp \"'&;", max_size=60))
def test_plain_text_never_fails_and_is_never_empty(html: str) -> None:
    """For any input."""
    assert write_plain(html)
    assert len(write_short(html, 20)) <= 21


def test_short_text_ends_between_words() -> None:
    """With an ellipsis where something was cut off."""
    assert write_short("<p>one two, three</p>", 9) == "one two…"
    assert write_short("one") == "one"


@pytest.mark.parametrize(
    ("moment", "timezone", "day"),
    [
        ("2026-03-01T02:00:00Z", "America/New_York", "28 February 2026"),
        ("0001-01-01T00:00:00Z", "America/New_York", "1 January 1"),
        ("9999-12-31T23:59:59Z", "Pacific/Auckland", "31 December 9999"),
    ],
)
def test_every_day_can_be_written(moment: str, timezone: str, day: str) -> None:
    """On the site's clock, where the calendar reaches that far."""
    assert write_day(moment, timezone, "en").replace("000", "") == day
