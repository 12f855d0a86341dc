"""Tests of the rules over one page."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitehand.seo.crawlers import AI_CRAWLERS, SITE_RULES, judge_site
from sitehand.seo.page import Page, read_page
from sitehand.seo.robots import read_robots
from sitehand.seo.rule import Fault, Item, Surroundings
from sitehand.seo.rules import PAGE_RULES, judge
from sitehand.seo.score import score_page
from sitehand.seo.snippet import DESCRIPTION_SIZE, DESCRIPTION_WIDTH, cut_text, cut_words
from sitehand.seo.titles import TITLES, name_rule
from sitehand.seo.widths import measure
from sitehand.site.seo import SeoFields
from sitehand.site.seo_settings import CRAWLERS
from sitehand.store.audit_rules import WIDE_RULES
from tests.unit.seo.rule_cases import CASES, NOINDEX, Case, data, in_head, in_text, show

ADDRESS = "https://example.org/hours/"
AROUND = Surroundings("https://example.org/", Item(7, "page", "hours", "Opening hours"), sitemap={ADDRESS})
ELSEWHERE = {"http_status", "slug_unclear", "slug_long", "robots_blocked", "sitemap_missing"}
"""Rules about what is around a page; each has a test of its own."""


def find(html: str, around: Surroundings = AROUND, **known: str) -> Mapping[str, Fault]:
    """What the rules find on a page, by code."""
    page = read_page(html, known.get("address", ADDRESS))
    return {found.rule: found.fault for found in judge(page, around)}


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_each_rule_finds_its_fault_alone(case: Case) -> None:
    """Each rule finds what it is about, with evidence, and nothing in a page that is like it and right."""
    found = find(show(case.place, case.wrong))
    assert case.rule in found and found[case.rule].evidence
    assert case.rule not in find(show(case.place, case.right))


def test_every_rule_has_cases_and_an_official_source() -> None:
    """No rule is without a true and a false case, or without the page that it follows."""
    assert {rule.code for rule in PAGE_RULES} == {case.rule for case in CASES} | ELSEWHERE
    assert all(rule.source.startswith("https://") for rule in PAGE_RULES)


@pytest.mark.parametrize("canonical", ["https://staging.example.net/", "http://example.org/", "https://example.org/a/"])
def test_the_home_page_may_name_another_address_too(canonical: str) -> None:
    """As after a move from another server: search engines then list that one, whatever its path."""
    link = '<link rel="canonical" href="{0}">'
    wrong, right = (
        find(in_head(link.format(each)), address="https://example.org/") for each in (canonical, "https://example.org")
    )
    assert canonical in wrong["canonical_elsewhere"].evidence
    assert {"canonical_elsewhere", "canonical_invalid"}.isdisjoint(right)
    assert "canonical_invalid" not in wrong


@pytest.mark.parametrize(
    ("title", "proposed"),
    [("Fish &amp; <em>Chips</em>", "Fish & Chips"), ("1 < 2", "1 < 2"), ("T" * 400, "T" * 299 + "…"), ("", "Hours")],
)
def test_a_title_is_proposed_as_plain_text(title: str, proposed: str) -> None:
    """Titles of items are HTML, and longer than `set_seo` takes; without one it is the heading."""
    around = replace(AROUND, item=Item(7, "page", "hours", title))
    fix = find("<html><h1>Hours</h1></html>", around)["title_missing"].fix
    assert fix and fix.arguments == {"id": 7, "title": proposed}
    assert SeoFields.model_validate({"title": fix.arguments["title"]})


def test_evidence_ends_with_a_whole_word() -> None:
    """A text that is too long to be shown ends where a word does, with a mark; a word without end is cut itself."""
    soup = "Crumbs, soup, and a plate of pancakes are what we have for guests today. " * 2
    evidence = find(f"<html><h1>Hours</h1><p>{soup}</p>")["text_thin"].evidence
    assert evidence.endswith("…") and evidence.removesuffix("…").split()[-1] in soup.split()
    assert (cut_words("one two", 7), cut_words("one two three", 9), cut_words("x" * 20, 9)) == (
        "one two",
        "one two…",
        "xxxxxxxx…",
    )


def test_every_rule_has_a_title() -> None:
    """People read a title in place of the code, another one for each rule; a rule that is no more keeps its words."""
    assert TITLES.keys() == {rule.code for rule in PAGE_RULES} | {*WIDE_RULES, *SITE_RULES}
    assert len({*TITLES.values()}) == len(TITLES)
    assert (name_rule("text_thin"), name_rule("text_pale")) == ("Hardly any text", "text pale")


def test_a_page_without_faults_has_none() -> None:
    """A page with all that the rules ask for gets no finding and the whole score."""
    assert find(in_text('<p>See <a href="/tickets/">tickets</a>.</p>')) == {}
    assert score_page([]) == 100


def test_a_page_that_asks_for_a_password_is_hidden_on_purpose() -> None:
    """Its noindex is no fault; one beside a password in the frame of the site is."""
    form = '<form><input name="p" type="PASSWORD"></form>'
    hidden = in_text(form).replace("</head>", f"{NOINDEX}</head>")
    assert "robots_noindex" not in find(hidden)
    beside = in_text("").replace("</head>", f"{NOINDEX}</head>").replace("<main", f"{form}<main", 1)
    assert "robots_noindex" in find(beside)


def test_what_is_around_a_page_is_judged() -> None:
    """Status, slug, robots.txt and sitemap are judged beside the page."""
    broken = Page(ADDRESS, 404)
    assert [found.rule for found in judge(broken, AROUND)] == ["http_status"]
    item = replace(AROUND.item, slug="Opening_Hours")
    slug = find(in_text(""), replace(AROUND, item=item))["slug_unclear"]
    assert slug.fix and slug.fix.arguments == {"id": 7, "slug": "opening-hours"}
    long = replace(AROUND, item=replace(AROUND.item, slug="a-" * 40))
    assert "slug_long" in find(in_text(""), long)
    blocked = replace(AROUND, robots=read_robots("user-agent: *\ndisallow: /hours"))
    assert "robots_blocked" in find(in_text(""), blocked)
    assert "sitemap_missing" in find(in_text(""), replace(AROUND, sitemap=set()))


PUBLISHER = '{"@type":"%s","@id":"https://example.org/#org","name":"Museum","url":"https://example.org/"}'


@pytest.mark.parametrize("kind", ["Organization", "NGO"])
def test_who_publishes_the_site_is_judged_on_the_home_page(kind: str) -> None:
    """An organization of the site without a logo is a fault of the site; another organization is one of its page."""
    publisher = in_text(data(PUBLISHER % kind))
    assert "data_recommended" not in find(publisher)
    assert "data_recommended" in find(publisher, replace(AROUND, item=Item()), address=AROUND.home)
    other = publisher.replace('"url":"https://example.org/"', '"url":"https://e.org/"').replace("/#org", "/hours/#org")
    assert "data_recommended" in find(other)


def test_what_the_frame_of_the_home_page_has_is_no_fault_of_other_pages() -> None:
    """What stands outside of main, on a page as on the home page; the same fault elsewhere stays one."""
    frame = '<footer><a href="/shop/"><i></i></a><img src="/logo.png"></footer>'
    home = frozenset(read_page(f"<main><a href='/x/'></a></main>{frame}", AROUND.home).frame)
    assert len(home) == 2
    page = read_page(in_text("").replace("</main>", f"</main>{frame}"), ADDRESS)
    assert {one.rule for one in judge(page, AROUND)} >= {"link_text_empty", "alt_missing"}
    assert list(judge(page.without(home), AROUND)) == []
    inside = read_page(in_text('<a href="/shop/"><i></i></a>').replace("</main>", f"</main>{frame}"), ADDRESS)
    assert len(inside.links) == 2 and len(inside.without(home).links) == 1
    assert [one.rule for one in judge(inside.without(home), AROUND)] == ["link_text_empty"]
    assert read_page("<header><a href='/x/'></a></header>", AROUND.home).frame == ()


def test_a_language_that_the_home_page_lacks_too_is_a_fault_of_the_site() -> None:
    """It is judged there alone; a page that names none on a site that does has a fault of its own."""
    silent = show("whole", "<html><title>A</title></html>")
    lacking = replace(AROUND, has_language=False)
    assert "language_missing" in find(silent)
    assert "language_missing" not in find(silent, lacking)
    assert "language_missing" in find(silent, replace(lacking, item=Item()), address=AROUND.home)


SITE_CASES = {
    "robots_txt_invalid": ("user-agent: *\ndisallow: x", 200, 200),
    "sitemap_absent": ("", 200, 404),
    "ai_crawler_refused": ("user-agent: GPTBot\ndisallow: /", 200, 200),
}
"""For each rule over the site a robots.txt, and what it and the sitemap answer."""


@pytest.mark.parametrize("rule", SITE_RULES)
def test_each_rule_over_the_site_finds_its_fault_alone(rule: str) -> None:
    """Each has its fault, and nothing is found on a site that has none; a robots.txt that is gone refuses nothing."""
    text, robots_status, sitemap_status = SITE_CASES[rule]
    found = judge_site(AROUND.home, read_robots(text), robots_status, sitemap_status)
    assert [one.rule for one in found] == [rule]
    assert list(judge_site(AROUND.home, read_robots("user-agent: *\ndisallow: /x"), 200, 200)) == []
    assert list(judge_site(AROUND.home, read_robots(""), 404, 200)) == []


def test_a_missing_description_comes_with_the_call_that_sets_one() -> None:
    """The fix is whole sentences of the page, as many as are shown."""
    fix = find(in_head("<title>A</title>"))["description_missing"].fix
    assert fix and fix.operation == "set_seo" and fix.arguments["id"] == 7
    assert fix.arguments["description"].startswith("We are open") and fix.arguments["description"].endswith(".")


@pytest.mark.parametrize(
    ("json", "lacks"),
    [
        ('{"@type":"Event","name":"A","startDate":"2026-05-01","location":{"name":"Hall"}}', "location.address"),
        ('{"@type":"Product","name":"Cup","offers":[{"price":0}]}', ""),
        ('{"@type":"Product","name":"Cup","offers":[{"availability":"InStock"}]}', "offers.price"),
        ('{"@type":"QAPage","mainEntity":{"name":"How?","answerCount":0,"suggestedAnswer":{"text":"So"}}}', ""),
        ('[{"@type":"ProfilePage","mainEntity":{"@id":"#a"}},{"@id":"#a","alternateName":"ann"}]', ""),
        ('[{"@type":"ProfilePage","mainEntity":{"@id":"#a"}},{"@id":"#a","url":"https://e.org"}]', "mainEntity.name"),
        ('{"@type":"SoftwareApplication","name":"A","offers":{"price":1},"review":{"text":"B"}}', ""),
    ],
)
def test_what_is_required_may_be_inside_of_what_a_property_names(json: str, lacks: str) -> None:
    """Also in a list and behind a reference; a number that is zero is there."""
    told = find(in_text(data(json))).get("data_required", Fault("")).evidence
    assert lacks in told and bool(lacks) == bool(told)


@pytest.mark.parametrize(("kind", "source"), [("FAQPage", "faqpage"), ("HowTo", "2023/08"), ("MathSolver", "")])
def test_a_retired_type_comes_with_googles_word_on_it(kind: str, source: str) -> None:
    """One that is shown still is not reported, whatever else it is."""
    told = find(in_text(data(f'{{"@type": ["{kind}", "LearningResource"]}}'))).get("data_retired", Fault("")).evidence
    assert source in told and bool(source) == bool(told)


def test_whether_a_page_is_listed_is_for_a_person_to_decide() -> None:
    """noindex may be meant, and need not be a field of the item: no call takes it away."""
    found = find(
        show("more", '<meta name="robots" content="noindex"><link rel="canonical" href="https://example.org/a/">')
    )
    assert found["robots_noindex"].fix is None and found["robots_noindex_canonical"].fix is None


@given(st.text(max_size=3000))
@example("漢" * 200)
@example("One. " + "Two three four five six. " * 20)
def test_a_text_is_cut_to_what_is_shown(text: str) -> None:
    """Whatever the text, what is made of it fits, and is its beginning."""
    cut = cut_text(text)
    assert measure(cut, DESCRIPTION_SIZE) <= DESCRIPTION_WIDTH
    assert text.strip().startswith(cut.removesuffix("…"))


def test_widths_are_those_of_arial() -> None:
    """A text is as wide as Chromium draws it in Arial of 20 px, but for characters that Arial lacks: one em each."""
    assert round(measure("abc", 20), 1) == 32.2 and measure("é", 20) == measure("e", 20)
    assert round(measure("Bäume und Straßen", 20), 1) == round(measure("Baume und Straßen", 20), 1)
    assert measure("漢字", 20) == 40 and measure("e\u0301", 20) == measure("e", 20)


@given(st.text("<>/=\"' hlmetaiknscripg#{}:[]@id-", max_size=300))
def test_any_html_is_judged(html: str) -> None:
    """No page fails a rule, whatever it is made of, and no score leaves its range."""
    found = [(one.rule, one.severity) for one in judge(read_page(html, ADDRESS), AROUND)]
    assert 0 <= score_page(found) <= 100


def test_hostile_pages_are_judged_in_bounded_work() -> None:
    """A page nested 100,000 deep, and JSON-LD nested as deep, are read."""
    deep = "<div>" * 100_000 + "x"
    assert read_page(deep, ADDRESS).text == "x"
    script = f'<script type="application/ld+json">{"[" * 100_000}</script>'
    assert "data_invalid" in find(in_text(script))
    assert sum(found.rule == "alt_missing" for found in judge(read_page("<img src=a>" * 500, ADDRESS), AROUND)) == 20


def test_scores_count_each_rule_once() -> None:
    """A rule takes its weight off a page once, and no score is below 0."""
    assert score_page([("alt_missing", "error"), ("alt_missing", "error"), ("title_wide", "warning")]) == 80
    assert score_page([(str(number), "error") for number in range(9)]) == 0


def test_an_audit_asks_about_each_crawler_that_the_owner_chooses_about() -> None:
    """Those of the settings, and no other."""
    assert set(AI_CRAWLERS) == {*CRAWLERS}
