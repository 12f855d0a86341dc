"""The score of the site over its audits, as a line."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from markupsafe import Markup

from sitehand.admin.chart import HEIGHT, LEFT, RIGHT, begin_chart, draw_line, end_chart, height_of, write

WHOLE = 100
INSET = 8
"""The space between the ends of the line and those of the picture, so that no point is cut."""
Scores = Sequence[tuple[str, float]]
"""Moments and scores, the oldest first."""


def draw_scores(scores: Scores) -> Markup:
    """A point for each audit, on a line."""
    svg = begin_chart("score", "Score of the site", summarize_scores(scores))
    for value in (0, WHOLE // 2, WHOLE):
        draw_line(svg, value, height_of(value, WHOLE))
    points = [(_place(number, len(scores)), height_of(score, WHOLE)) for number, (_, score) in enumerate(scores)]
    SubElement(svg, "polyline", {"points": " ".join(f"{x:.1f},{y:.1f}" for x, y in points), "class": "chart-path"})
    for (x, y), (at, score) in zip(points, scores, strict=True):
        _draw_point(svg, x, y, f"{at[:10]}: {score:g}")
    for (at, _), x, anchor in zip((*scores[:1], *scores[1:][-1:]), (LEFT, RIGHT), ("start", "end"), strict=False):
        write(svg, x, HEIGHT - 6, at[:10], anchor)
    return end_chart(svg)


def summarize_scores(scores: Scores) -> str:
    """The last score, and where it came from."""
    if not scores:
        return "No audit has finished yet."
    (first, old), (last, new) = scores[0], scores[-1]
    if len(scores) == 1:
        return f"{new:g} of {WHOLE} on {last[:10]}."
    values = [score for _, score in scores]
    return (
        f"{new:g} of {WHOLE} on {last[:10]}, {old:g} on {first[:10]};"
        f" between {min(values):g} and {max(values):g} in {len(scores)} audits."
    )


def _place(number: int, count: int) -> float:
    left, right = LEFT + INSET, RIGHT - INSET
    return left + (right - left) * number / max(1, count - 1)


def _draw_point(svg: Element, x: float, y: float, words: str) -> None:
    place = {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": "3", "class": "chart-point"}
    SubElement(SubElement(svg, "circle", place), "title").text = words
