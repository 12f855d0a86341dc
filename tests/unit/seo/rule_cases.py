"""For each rule HTML in which it finds something, and HTML that is like it and right."""

from typing import NamedTuple

HEAD = '<html lang="en"><head>{0}</head><body><main><h1>Opening hours</h1>{1}</main></body></html>'
TEXT = "<p>" + "We are open from nine to five on every day but Sunday, and by appointment. " * 4 + "</p>"
GOOD_HEAD = (
    "<title>Opening hours of the museum</title>"
    '<meta name="description" content="When the museum is open, and how to get a table.">'
    '<link rel="canonical" href="https://example.org/hours/">'
)


class Case(NamedTuple):
    """The rule, what stands in the head or in the text where it finds something, and where it finds nothing.

    With `whole` both are a whole page.
    """

    rule: str
    wrong: str
    right: str
    place: str = "text"


def in_text(html: str) -> str:
    """A page that is right but for this in its text."""
    return HEAD.format(GOOD_HEAD, TEXT + html)


def in_head(html: str) -> str:
    """A page whose head is this and nothing else."""
    return HEAD.format(html, TEXT)


def show(place: str, html: str) -> str:
    """The page of a case."""
    if place == "text":
        return in_text(html)
    return html if place == "whole" else in_head(html if place == "head" else GOOD_HEAD + html)


def data(json: str) -> str:
    """Structured data."""
    return f'<script type="application/ld+json">{json}</script>'


OWN = '<link rel="canonical" href="https://example.org/hours/">'
NOINDEX = '<meta name="robots" content="noindex">'
HREF = '<link rel="alternate" hreflang="{0}" href="{1}">'
SELF = HREF.format("en", "https://example.org/hours/")
CRUMB = '{"@type":"BreadcrumbList","itemListElement":[%s]}'
CASES = [
    Case("title_missing", "<title> </title>", "<title>Hours</title>", "head"),
    Case("title_repeated", "<title>A</title><title>B</title>", "<title>A</title>", "head"),
    Case("title_wide", f"<title>{'Opening hours ' * 6}</title>", f"<title>{'Opening hours ' * 4}</title>", "head"),
    Case("description_missing", "", '<meta name="description" content="Hours">', "head"),
    Case("description_repeated", '<meta name="description" content="B">', "", "more"),
    Case(
        "description_wide",
        f'<meta name="description" content="{"Open today. " * 20}">',
        f'<meta name="description" content="{"Open today. " * 10}">',
        "head",
    ),
    Case("language_missing", "<html><title>A</title></html>", '<html lang="de"><title>A</title></html>', "whole"),
    Case("heading_missing", "<html><h2>A</h2></html>", "<html><h1>A</h1></html>", "whole"),
    Case("heading_repeated", "<h1>Again</h1>", "<h2>Again</h2>"),
    Case("heading_skipped", "<h3>Deep</h3>", "<h2>Deep</h2><h3>Deeper</h3><h2>Up</h2>"),
    Case("heading_empty", "<h2> </h2>", '<h2><img src="/a.png" alt="Logo" width="1" height="1"></h2>'),
    Case("text_thin", "<html><h1>Hours</h1><script>var many='words '</script></html>", in_text(""), "whole"),
    Case("text_thin", f"<html><h1>ข่าว</h1><p>{'สวัสดีครับ' * 5}</html>", f"<html><p>{'สวัสดีครับ' * 20}</html>", "whole"),
    Case("text_thin", f"<html><p>{'日本語' * 5}</html>", f"<html><p>{'日本語' * 30}</html>", "whole"),
    Case("alt_missing", '<img src="/a.png">', '<img src="/a.png" alt="">'),
    Case("alt_is_file_name", '<img src="/a.png" alt="IMG_2041.jpg">', '<img src="/a.png" alt="A jpg of the hall">'),
    Case(
        "image_size_missing",
        '<img src="/a.png" alt="" width="3">',
        '<img src="/a.png" alt="" width="3" height="2"><img src="/b.png" alt="" style="aspect-ratio: 3/2">',
    ),
    Case(
        "link_text_generic", '<a href="/a/">Read more…</a>', '<a href="/a/">Read more about us</a><a href="#x">here</a>'
    ),
    Case("link_text_empty", '<a href="/a/"><i></i></a>', '<a href="/a/"><img src="/i.png" alt="Home"></a>'),
    Case(
        "link_uncrawlable",
        '<a href="javascript:void(0)">Menu</a>',
        '<a href="mailto:a@example.org">Mail</a><a id="x"></a>',
    ),
    Case("mixed_content", '<img src="http://cdn.example/a.png" alt="">', '<img src="/a.png" alt="">'),
    Case("link_insecure", '<a href="http://example.org/a/">Us</a>', '<a href="http://example.com/">Them</a>'),
    Case("canonical_missing", "<title>A</title>", OWN, "head"),
    Case("canonical_repeated", '<link rel="canonical" href="https://example.org/a/">', OWN, "more"),
    Case("canonical_invalid", '<link rel="canonical" href="/hours/">', OWN, "head"),
    Case("canonical_invalid", '<link rel="canonical" href="https://example.org/">', OWN, "head"),
    Case("canonical_elsewhere", '<link rel="canonical" href="https://example.org/times/">', OWN, "head"),
    Case("robots_noindex", NOINDEX, '<meta name="robots" content="max-snippet:20, index">', "more"),
    Case("robots_noindex", '<meta name="googlebot" content="NONE">', "", "more"),
    Case(
        "robots_noindex_canonical",
        NOINDEX + '<link rel="canonical" href="https://example.org/a/">',
        NOINDEX + OWN,
        "head",
    ),
    Case("sitemap_unlisted", NOINDEX, "", "more"),
    Case("hreflang_invalid", SELF + HREF.format("en-UK", "https://example.org/uk/"), SELF, "more"),
    Case("hreflang_invalid", HREF.format("de", "/de/"), SELF + HREF.format("zh-Hant-TW", "https://e.org/"), "more"),
    Case(
        "hreflang_invalid",
        SELF + HREF.format("cn", "https://e.org/"),
        SELF + HREF.format("se", "https://e.org/"),
        "more",
    ),
    Case(
        "hreflang_invalid",
        SELF + HREF.format("dk", "https://e.org/"),
        SELF + HREF.format("kr", "https://e.org/"),
        "more",
    ),
    Case("hreflang_self_missing", HREF.format("de", "https://example.org/de/"), SELF, "more"),
    Case(
        "hreflang_default_missing",
        SELF + HREF.format("de", "https://example.org/de/"),
        SELF + HREF.format("x-default", "https://example.org/de/"),
        "more",
    ),
    Case("data_invalid", data('{"@type": "Event",}'), data('{"@type": "Person"}')),
    Case(
        "data_required",
        data('{"@graph": [{"@type": "Product", "name": "Cup"}]}'),
        data('{"@graph": [{"@type":"Product","name":"Cup","offers":{"@id":"#o"}},{"@id":"#o","price":1}]}'),
    ),
    Case(
        "data_recommended",
        data('{"@type": "Article", "headline": "Hours"}'),
        data(
            '{"@type":"Article","headline":"A","author":{"name":"B"},"datePublished":"2026-01-02","image":"https://e.org/i"}'
        ),
    ),
    Case(
        "data_value",
        data('{"@type": "Event", "startDate": "next week"}'),
        data('{"@type": "Event", "startDate": "2026-05-01T19:00+02:00", "url": "https://e.org/"}'),
    ),
    Case(
        "data_breadcrumb",
        data(CRUMB % '{"position":1,"name":"Home"},{"position":2,"name":"Hours"}'),
        data(CRUMB % '{"position":1,"name":"Home","item":"https://e.org/"},{"position":2,"name":"Hours"}'),
    ),
    Case(
        "data_reference",
        data('{"@type": "Article", "author": {"@id": "#somebody"}}'),
        data('[{"@type": "Article", "author": {"@id": "#us"}}, {"@type": "Person", "@id": "#us"}]'),
    ),
    Case("data_retired", data('{"@type": "HowTo"}'), data('{"@type": "WebPage"}')),
]
