"""Charts: sound SVG with the right numbers, for eyes and for screen readers."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.admin.chart import BOTTOM, HEIGHT, TOP, WIDTH, Series, draw_bars, find_top, shorten_number, summarize
from sitehand.admin.use import sum_up
from sitehand.store.usage import UsageLine

SVG = "{http://www.w3.org/2000/svg}"
NOUN = ("call", "calls")


def _series(*values: int) -> Series:
    return Series(
        "calls", "Calls per day", NOUN, [(f"2026-11-{day + 1:02}", value) for day, value in enumerate(values)]
    )


@given(st.lists(st.integers(0, 10**9), max_size=30))
def test_every_day_has_its_bar(values: list[int]) -> None:
    """The picture parses, names itself, and each bar stands inside it, as high as its number is in relation."""
    picture = ElementTree.fromstring(str(draw_bars(_series(*values))))
    assert picture.get("role") == "img"
    ids = {each.get("id"): each.text for each in picture if each.get("id")}
    assert [ids[name] for name in str(picture.get("aria-labelledby")).split()] == [
        "Calls per day",
        summarize(_series(*values)),
    ]
    bars = picture.findall("rect")
    assert len(bars) == len(values)
    top = find_top(max(values, default=0))
    for bar, value in zip(bars, values, strict=True):
        y, height = float(bar.get("y", "")), float(bar.get("height", ""))
        assert y >= TOP - 0.1
        assert y + height == pytest.approx(BOTTOM, abs=0.2)
        assert height == pytest.approx((BOTTOM - TOP) * value / top, abs=0.1)
        assert 0 <= float(bar.get("x", "")) <= WIDTH - float(bar.get("width", ""))
    for text in picture.findall("text"):
        assert 0 <= float(text.get("x", "")) <= WIDTH
        assert 0 <= float(text.get("y", "")) <= HEIGHT


def test_there_is_nothing_that_the_policy_forbids() -> None:
    """No style attribute, no script, no event: colours come by class."""
    picture = str(draw_bars(_series(1, 2, 3)))
    assert " style=" not in picture
    assert "<script" not in picture
    assert " on" not in picture.replace(" on 2026", "")


def test_what_a_screen_reader_says() -> None:
    """The sum and the day with the most, and one of something is one."""
    assert summarize(_series(3, 0, 9)) == "12 calls in 3 days, most on 2026-11-03 (9)."
    assert summarize(_series(0, 1)) == "1 call in 2 days, most on 2026-11-02 (1)."
    assert summarize(_series(0, 0)) == "No calls in these 2 days."
    assert "2026-11-02: 1 call<" in draw_bars(_series(0, 1))


def test_a_title_is_text() -> None:
    """Markup in a title stays text."""
    picture = str(draw_bars(Series("calls", "<script>&", NOUN, [("2026-11-01", 1)])))
    assert "&lt;script&gt;&amp;" in picture


@given(st.integers(0, 10**12))
def test_the_scale_is_round(highest: int) -> None:
    """The highest line is at least as high as the highest number, at most five times as high, and can be halved."""
    top = find_top(highest)
    assert top >= highest
    assert top <= max(1, 5 * highest)
    assert top == 1 or top % 2 == 0


def test_numbers_beside_the_lines_are_short() -> None:
    """Thousands and millions have a letter."""
    assert [shorten_number(number) for number in (0, 950, 1500, 20_000, 3_000_000)] == ["0", "950", "1.5k", "20k", "3M"]


def test_use_is_summed_up_per_day_and_key() -> None:
    """A chosen caller narrows the days, not the table of callers; a caller shows with its newest label."""
    lines = [
        UsageLine("2026-11-01", "key:1", "Old name", 4, 1, 0),
        UsageLine("2026-11-01", "key:2", "Other", 20, 0, 2),
        UsageLine("2026-11-02", "key:1", "New name", 6, 2, 1),
    ]
    days = ["2026-11-01", "2026-11-02", "2026-11-03"]
    use = sum_up(lines, days, None)
    assert [(day.calls, day.changes, day.no_ops) for day in use.days] == [(24, 1, 2), (6, 2, 1), (0, 0, 0)]
    assert [(each.label, each.calls, each.percent) for each in use.callers] == [
        ("Other", 20, 100),
        ("New name", 10, 50),
    ]
    one = sum_up(lines, days, "key:1")
    assert [day.calls for day in one.days] == [4, 6, 0]
    assert [each.name for each in one.callers] == ["key:2", "key:1"]
    assert sum_up([], days, None).callers == []
