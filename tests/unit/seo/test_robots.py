"""Tests of robots.txt."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.seo.robots import MAX_LINE, Robots, read_robots, take_path
from tests.unit.seo.robots_cases import CASES, Case

LONG = "/x/" + "a" * (MAX_LINE - len("/x/") - len("disallow: ") + 1)


def read(lines: str) -> Robots:
    """A robots.txt whose lines are joined by "|"."""
    return read_robots(lines.replace("|", "\n"))


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_verdicts_are_those_of_google(case: Case) -> None:
    """Each verdict that Google publishes for its matcher is ours."""
    robots = read(case.robots)
    verdicts = {
        path: robots.allows(case.agent, f"http://foo.bar{path}") for path in f"{case.allowed} {case.refused}".split()
    }
    expected = {**dict.fromkeys(case.allowed.split(), True), **dict.fromkeys(case.refused.split(), False)}
    assert expected and verdicts == expected


def test_an_empty_address_is_the_home_page() -> None:
    """Without a path an address is that of the home page."""
    assert not read("user-agent: FooBot|disallow: /").allows("FooBot", "")
    assert [take_path(each) for each in ("http://a.b", "http://a?x", "http://a/b?c#d")] == ["/", "/?x", "/b?c"]


def test_a_long_line_is_cut() -> None:
    """What stands beyond 16,664 characters of a line is not read, as Google has it."""
    cut = read(f"user-agent: FooBot|disallow: {LONG}/qux")
    assert cut.allows("FooBot", "http://foo.bar/fux") and not cut.allows("FooBot", f"http://foo.bar{LONG}/fux")
    allowed = "/x/" + "b" * (MAX_LINE - len("/x/") - len("allow: ") + 1)
    cut = read(f"user-agent: FooBot|disallow: /|allow: {allowed}/qux")
    assert cut.allows("FooBot", f"http://foo.bar{allowed}/fux") and not cut.allows("FooBot", "http://foo.bar/")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_line_ending_ends_a_line(end: str) -> None:
    """Lines end with any of the three endings, and a byte order mark before the first is passed over."""
    robots = read_robots(
        "\ufeff" + end.join(("user-agent: a", "disallow: /x", "sitemap: https://e.org/s.xml", "wrong"))
    )
    assert not robots.allows("a", "/x") and robots.sitemaps == ("https://e.org/s.xml",)
    assert robots.faults == ("4: wrong: ",)


def test_lines_without_an_effect_are_faults() -> None:
    """What is no directive, rules for nobody, paths without a slash, and sitemaps that are no whole address."""
    lines = ["disallow: /x", "user-agent: *", "disallow: x", "disallow:", "allow: *.html", "sitemap: HTTPS://e.org/s"]
    faults = read_robots("\n".join([*lines, "sitemap: /s.xml", "wrong"])).faults
    assert faults == ("1: disallow: /x", "3: disallow: x", "7: sitemap: /s.xml", "8: wrong: ")


@given(st.text("/*$a%#:\n ", max_size=60), st.text("/a%?", max_size=30))
def test_any_file_is_read_and_empty_patterns_allow(lines: str, path: str) -> None:
    """No text fails, and a file that refuses nothing allows every address."""
    read_robots(f"user-agent: *\ndisallow: {lines}").allows("a", f"http://e.org/{path}")
    assert read_robots(f"user-agent: *\nallow: {lines}".split("\ndisallow")[0]).allows("a", f"http://e.org/{path}")


def test_hostile_patterns_take_little_time() -> None:
    """Thousands of wildcards are matched within a tenth of a second of processor time."""
    robots = read(f"user-agent: *|disallow: /{'*a' * 8000}b")
    start = process_time()
    assert robots.allows("x", "http://e.org/" + "a" * 8000)
    assert process_time() - start < 0.1
