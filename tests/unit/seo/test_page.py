"""Tests of reading a page: what is in it, however it is written, in time that grows with it."""

import json
import time

import pytest

from sitehand.seo.page import read_page
from tests.unit.seo.test_rules import find

ADDRESS = "https://example.org/hours/"
SECONDS = 3.0
"""More than ten times what each page below takes; what grew with the square took much longer."""


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<h1>Opening <em>hours</em>\n <b> daily</b></h1>", "Opening hours daily"),
        ("<h1>One<b>two</b></h1>", "Onetwo"),
        ("<h1>\n</h1><p>After</p>", ""),
        ("<h1> <i> </i>Hours<script>x</script><svg><title>y</title></svg> </h1>after", "Hours"),
        ("<h1><nav>Within</nav> <form>a form</form></h1>", "Within a form"),
        ('<h1> <img alt="A  loaf"><img alt=""><span></span><img alt="of rye"></h1>', "A loaf of rye"),
        ('<h1>Text <img alt="beside"></h1>', "Text"),
        ('<h1 aria-label="Said">Shown</h1>', "Said"),
        (f"<h1>{'a' * 400}</h1>", "a" * 300),
        (f'<h1 aria-label="{"b" * 400}"></h1>', "b" * 300),
        ("<svg><foreignObject><h1>In a drawing</h1></foreignObject></svg>", "In a drawing"),
        ("<div><h1>First<div>below</div></h1></div><h2>Second</h2>", "Firstbelow"),
    ],
)
def test_a_label_is_what_is_read_aloud(html: str, label: str) -> None:
    """The ARIA label, the text without scripts and drawings and with single spaces, or the texts of images."""
    assert read_page(f"<body><p>before</p>{html}", ADDRESS).headings[0].text == label


@pytest.mark.parametrize(
    ("header", "indexed"),
    [
        ("noindex", False),
        ("nofollow, NoIndex", False),
        ("none", False),
        ("googlebot: noindex", False),
        ("otherbot: noindex, nofollow", True),
        ("otherbot: nosnippet, noindex, googlebot: nosnippet", True),
        ("max-snippet: 20, noindex", False),
        ("unavailable_after: 25 Jun 2027 15:00:00 PST, noindex", False),
        ("unavailable_after: Friday, 25-Jun-27 15:00:00 UTC", True),
        ("bingbot: noindex, googlebot: nofollow", True),
    ],
)
def test_a_header_may_speak_to_one_crawler(header: str, indexed: bool) -> None:
    """What follows the name of a crawler is for that one alone; a directive with a value is no such name."""
    assert read_page("<p>x", ADDRESS, headers={"x-robots-tag": header}).indexed is indexed


@pytest.mark.parametrize("part", ["<h1><div>", "<a href=x><object>", "<div><title>a</title>", "<svg><a href=x><g>"])
def test_deep_pages_are_read_in_time_that_grows_with_them(part: str) -> None:
    """Elements that nobody closes, each within all before: a page of 180 KB took 10 seconds."""
    before = time.monotonic()
    find("<body>" + part * (180_000 // len(part)) + "x")
    assert time.monotonic() - before < SECONDS


@pytest.mark.parametrize("depth", [400, 900])
def test_lists_within_lists_of_structured_data_fail_nothing(depth: int) -> None:
    """A page that has them is judged like any other; the audit of the whole site failed at it."""
    nested = "[" * depth + '{"address": "Mill Lane"}' + "]" * depth
    script = f'{{"@type": "Event", "name": "Fair", "startDate": "2026-12-01", "location": {nested}}}'
    assert "data_required" not in find(f'<script type="application/ld+json">{script}</script>')


def test_what_refers_to_the_same_often_is_looked_at_once() -> None:
    """A thousand offers that are one, with a thousand prices that are one, took seconds."""
    offers, prices = [{"@id": "offer"}] * 990, [{"@id": "price"}] * 990
    graph = [
        {"@type": "Product", "name": "Cup", "offers": offers},
        {"@id": "offer", "@type": "Offer", "priceSpecification": prices},
        {"@id": "price", "value": 1},
    ]
    before = time.monotonic()
    found = find(f'<script type="application/ld+json">{json.dumps({"@graph": graph})}</script>')
    assert "data_required" in found and time.monotonic() - before < SECONDS / 5
