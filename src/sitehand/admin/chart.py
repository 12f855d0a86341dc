"""Charts as SVG, drawn here, so that they need no script. Colours come from the style sheet, by class."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from markupsafe import Markup

WIDTH, HEIGHT = 360, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 354, 10, 128
"""The place of the bars, in units of the picture; the names of the lines and days stand beside it."""
DAYS_PER_NAME = 7
STEPS = (1, 2, 4, 6, 8, 10)


@dataclass(frozen=True, slots=True)
class Series:
    """A number for each day. `name` is unique on the page; `noun` is what is counted, one and many."""

    name: str
    title: str
    noun: tuple[str, str]
    values: Sequence[tuple[str, int]]


def draw_bars(series: Series) -> Markup:
    """A bar for each day; the first thing that a screen reader says is the title and a summary."""
    top = find_top(max((value for _, value in series.values), default=0))
    svg = begin_chart(series.name, series.title, summarize(series))
    for value in (0, top // 2, top) if top > 1 else (0, top):
        draw_line(svg, value, height_of(value, top))
    width = (RIGHT - LEFT) / max(1, len(series.values))
    for place, (day, value) in enumerate(series.values):
        left = LEFT + place * width
        _draw_bar(svg, left + width * 0.12, width * 0.76, height_of(value, top), _tell_day(series, day, value))
        ago = len(series.values) - 1 - place
        if ago % DAYS_PER_NAME == 0:
            write(svg, left + width / 2 if ago else RIGHT, HEIGHT - 6, day[5:], "middle" if ago else "end")
    return end_chart(svg)


def begin_chart(name: str, title: str, summary: str) -> Element:
    """An empty picture; `name` is unique on the page, title and summary are what a screen reader says."""
    names = (f"{name}-title", f"{name}-summary")
    size = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "class": f"chart {name}", "role": "img"}
    svg = Element("svg", {**size, "aria-labelledby": " ".join(names)})
    for tag, known, text in zip(("title", "desc"), names, (title, summary), strict=True):
        SubElement(svg, tag, {"id": known}).text = text
    return svg


def end_chart(svg: Element) -> Markup:
    """The picture as HTML takes it."""
    return Markup(tostring(svg, encoding="unicode"))  # noqa: S704 - made by ElementTree, which escapes


def summarize(series: Series) -> str:
    """The sum, and the day with the most."""
    total = sum(value for _, value in series.values)
    if not total:
        return f"No {series.noun[1]} in these {len(series.values)} days."
    day, most = max(series.values, key=lambda each: each[1])
    words = f"{total} {series.noun[total != 1]} in {len(series.values)} days"
    return f"{words}, most on {day} ({most})."


def find_top(highest: int) -> int:
    """A round number that is at least as high, even when it is more than one."""
    power = 1
    while True:
        for step in STEPS:
            if step * power >= highest and (step * power == 1 or step * power % 2 == 0):
                return step * power
        power *= 10


def height_of(value: float, top: int) -> float:
    """How far down the picture a number stands."""
    return BOTTOM - (BOTTOM - TOP) * value / top


def draw_line(svg: Element, value: int, height: float) -> None:
    """A line across the picture, with its number."""
    ends = {"x1": str(LEFT), "x2": str(RIGHT), "y1": f"{height:.1f}", "y2": f"{height:.1f}"}
    SubElement(svg, "line", {**ends, "class": "chart-line"})
    write(svg, LEFT - 5, height + 4, shorten_number(value), "end")


def _draw_bar(svg: Element, left: float, width: float, height: float, words: str) -> None:
    size = {"x": f"{left:.1f}", "y": f"{height:.1f}", "width": f"{width:.1f}", "height": f"{BOTTOM - height:.1f}"}
    SubElement(SubElement(svg, "rect", {**size, "class": "chart-bar"}), "title").text = words


def write(svg: Element, x: float, y: float, text: str, anchor: str) -> None:
    """Words in the picture; `anchor` says which end of them stands at the place."""
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
    SubElement(svg, "text", {**place, "class": "chart-text"}).text = text


def _tell_day(series: Series, day: str, value: int) -> str:
    return f"{day}: {value} {series.noun[value != 1]}"


def shorten_number(value: int) -> str:
    """A number in five characters at most: 950, 1.5k, 20k, 3M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return str(value)
