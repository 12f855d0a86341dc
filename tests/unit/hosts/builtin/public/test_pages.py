"""What a page, a post and the lists show."""

import re

import pytest

from sitehand.hosts.builtin.tables import authors, item_terms, media, menu_entries, menus, terms
from tests.unit.hosts.builtin.public.site import Site


async def test_a_page_shows_its_place_in_the_tree(site: Site) -> None:
    """Breadcrumbs up, sub-pages down, the navigation around, all by menu order."""
    top = await site.add("page", slug="top", title="Top")
    middle = await site.add("page", slug="middle", title="Middle", parent=top, path="/top/middle/")
    for order, name in ((2, "second"), (1, "first")):
        await site.add("page", slug=name, title=name, parent=middle, path=f"/top/middle/{name}/", menu_order=order)
    html = (await site.visit("/top/middle/")).text
    assert re.findall(r'href="([^"]*)"', _cut(html, '<nav class="breadcrumbs"')) == ["/", "/top/"]
    assert re.findall(r'href="([^"]*)"', _cut(html, '<nav class="children"')) == [
        "/top/middle/first/",
        "/top/middle/second/",
    ]
    links = re.findall(r'href="([^"]*)"', _cut(html, '<nav class="navigation"'))
    assert links == ["/top/", "/top/middle/", "/top/middle/first/", "/top/middle/second/"]
    assert 'href="/top/middle/" aria-current="page"' in html


async def test_a_post_shows_its_terms_author_and_neighbours(site: Site) -> None:
    """With the day as the site's clock has it."""
    for day in (10, 11, 12):
        await site.add(slug=f"d{day}", title=f"Day {day}", date=f"2026-03-{day}T23:30:00Z")
    for taxonomy, name in (("category", "Hills & <dales>"), ("post_tag", "Walks")):
        term = await site.insert(terms, taxonomy=taxonomy, slug=name[:5].lower(), name=name)
        await site.insert(item_terms, item_id=2, term_id=term)
    html = (await site.visit("/2026/03/d11/")).text
    assert '<time datetime="2026-03-11T23:30:00Z">12 March 2026</time>' in html
    assert '<a href="/author/ada/">Ada Lovelace</a>' in html
    assert '<a href="/category/hills/">Hills &amp; &lt;dales&gt;</a>' in html
    assert '<a rel="tag" href="/tag/walks/">Walks</a>' in html
    assert '<a rel="prev" href="/2026/03/d10/">' in html
    assert '<a rel="next" class="older" href="/2026/03/d12/">' in html


async def test_sticky_posts_come_first_on_the_home_page(site: Site) -> None:
    """On its first page, and once; in other lists they stand by their date. Of other locales and drafts none come."""
    for number in range(1, 13):
        await site.add(title=f"Day {number}", date=f"2026-03-{number:02}T12:00:00Z", sticky=number in (2, 11))
    await site.add(title="Draft", sticky=True, status="draft")
    await site.add(title="Elsewhere", sticky=True, locale="de", path="/de/2026/03/x/")
    await site.add("page", title="A page", sticky=True)

    async def read(path: str) -> list[str]:
        return re.findall(r'<h2><a href="[^"]*">([^<]*)</a></h2>', (await site.visit(path)).text)

    days = [f"Day {number}" for number in (12, 10, 9, 8, 7, 6, 5, 4, 3)]
    assert await read("/") == ["Day 11", "Day 2", *days]
    assert await read("/page/2/") == ["Day 2", "Day 1"]
    assert (await read("/2026/"))[:2] == ["Day 12", "Day 11"]


async def test_posts_of_one_second_have_each_other_as_neighbours(site: Site) -> None:
    """Ids break the tie, so that nobody is skipped."""
    for name in "abc":
        await site.add(slug=name, date="2026-03-10T10:00:00Z")
    html = (await site.visit("/2026/03/b/")).text
    assert '<a rel="prev" href="/2026/03/a/">' in html
    assert 'href="/2026/03/c/">' in html


async def test_stored_html_is_shown_and_all_else_escaped(site: Site) -> None:
    """Titles and content are sanitised already; names, descriptions and settings are text."""
    site.settings.values["name"] = "<script>name</script>"
    await site.insert(authors, name="<script>author</script>", slug="eve")
    await site.add(slug="x", title="A <em>fine</em> title", content="<p>Some <b>text</b></p>", author=2)
    html = (await site.visit("/2026/03/x/")).text
    assert "<h1>A <em>fine</em> title</h1>" in html
    assert "<title>A fine title · " in html
    assert "<p>Some <b>text</b></p>" in html
    assert "<script>" not in html
    assert html.count("<script") == html.count('<script type="application/ld+json">') == 1
    assert "<script" not in (await site.visit("/author/eve/")).text + (await site.visit("/feed/")).text


async def test_words_of_a_search_are_escaped(site: Site) -> None:
    """In the title, the heading and the field."""
    html = (await site.visit('/?s="><script>alert(1)</script>')).text
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert 'content="noindex"' in html


async def test_an_item_without_title_can_be_clicked(site: Site) -> None:
    """Its link says that it has none."""
    await site.add(slug="x", title="<em></em>")
    assert '<a href="/2026/03/x/">(no title)</a>' in (await site.visit("/")).text
    assert "<h1>(no title)</h1>" in (await site.visit("/2026/03/x/")).text


async def test_lists_are_paged(site: Site) -> None:
    """Ten to a page, each post once, newest first, with links both ways."""
    for day in range(1, 26):
        await site.add(slug=f"d{day}", date=f"2026-03-{day:02}T10:00:00Z")
    pages = [(await site.visit(path)).text for path in ("/", "/page/2/", "/page/3/")]
    found = [re.findall(r'<h2><a href="/2026/03/d(\d+)/"', html) for html in pages]
    assert [int(day) for page in found for day in page] == list(range(25, 0, -1))
    assert 'rel="next" class="older" href="/page/2/"' in pages[0]
    assert 'rel="prev" href="/"' in pages[1]
    assert 'rel="next"' not in pages[2]
    assert (await site.visit("/page/4/")).status_code == 404
    for base in ("/2026/", "/2026/03/", "/author/ada/"):
        assert f'href="{base}page/2/"' in (await site.visit(base)).text
        assert (await site.visit(f"{base}page/3/")).status_code == 200
        assert (await site.visit(f"{base}page/4/")).status_code == 404


async def test_periods_end_where_they_should(site: Site) -> None:
    """The first and last second of a month are in it; a month without posts is not there."""
    for slug, date in (("a", "2026-02-28T23:59:59Z"), ("b", "2026-03-01T00:00:00Z"), ("c", "2026-03-31T23:59:59Z")):
        await site.add(slug=slug, date=date)
    assert re.findall(r"<h2><a href=\"([^\"]*)", (await site.visit("/2026/03/")).text) == ["/2026/03/c/", "/2026/03/b/"]
    assert "<h1>March 2026</h1>" in (await site.visit("/2026/03/")).text
    for path in ("/2026/04/", "/2025/"):
        assert (await site.visit(path)).status_code == 404


async def test_a_category_holds_the_posts_of_nested_ones(site: Site) -> None:
    """Each once, to any depth; a term without posts says so; a circle of terms ends."""
    parent = 0
    for number, name in enumerate("abc"):
        parent = await site.insert(terms, taxonomy="category", slug=name, name=name, parent=parent)
        await site.add(slug=f"in-{name}", date=f"2026-03-0{number + 1}T10:00:00Z")
        await site.insert(item_terms, item_id=number + 1, term_id=parent)
    await site.insert(item_terms, item_id=3, term_id=1)
    found = re.findall(r'<h2><a href="/2026/03/([^/]*)', (await site.visit("/category/a/")).text)
    assert found == ["in-c", "in-b", "in-a"]
    assert "in-a" not in (await site.visit("/category/b/")).text
    await site.insert(terms, taxonomy="post_tag", slug="bare", name="Bare")
    assert "There is nothing here yet." in (await site.visit("/tag/bare/")).text
    assert (await site.visit("/category/bare/")).status_code == 404


async def test_the_first_menu_is_the_navigation(site: Site) -> None:
    """Entries nested, items by their permalink and title, addresses that could run code left out."""
    page = await site.add("page", slug="about", title="About")
    await site.add("page", slug="other", title="Other page")
    menu = await site.insert(menus, slug="main", name="Main")
    await site.insert(menus, slug="foot", name="Foot")
    top = await site.insert(menu_entries, menu_id=menu, position=2, title="", item_id=page)
    for position, (title, url, parent) in enumerate(
        (
            ("Bad", "javascript:alert(1)", 0),
            ("Local", "/feed/", 0),
            ("Mail", "mailto:a@b.example", top),
            ("Odd", "http://[", 0),
        )
    ):
        await site.insert(menu_entries, menu_id=menu, position=position + 3, title=title, url=url, parent=parent)
    html = _cut((await site.visit("/", root="/cms")).text, '<nav class="navigation"')
    assert re.findall(r'href="([^"]*)">(.*)</a>', html) == [
        ("/cms/about/", "About"), ("mailto:a@b.example", "Mail"), ("/cms/feed/", "Local"),
    ]  # fmt: skip
    assert "<span>Bad</span>" in html
    assert "Other page" not in html


@pytest.mark.parametrize(
    ("url", "shown"), [("https://p.example/a.jpg", True), ("/a.jpg", True), ("javascript:x", False)]
)
async def test_a_featured_image_is_shown_lazily(site: Site, url: str, shown: bool) -> None:
    """With its alternative text and its size, when its address is one of an image; in lists with its size alone."""
    details = '{"width": 800, "height": 600, "sizes": []}'
    await site.insert(media, source_url=url, alt_text='A "hill"', date="2026-01-01T00:00:00Z", details=details)
    await site.add(slug="x", featured_media=1)
    html = (await site.visit("/2026/03/x/")).text
    size = ' width="800" height="600" loading="lazy"'
    assert (f'src="{url}" alt="A &#34;hill&#34;"{size}' in html) == shown
    assert (f'src="{url}" alt=""{size}' in (await site.visit("/")).text) == shown
    assert "javascript" not in html


async def test_a_long_excerpt_is_cut_between_words(site: Site) -> None:
    """Fifty-five words without markup, blocks apart."""
    await site.add(slug="x", excerpt="<h2>One</h2><p>two &amp; three</p>" + "<p>word</p>" * 60)
    html = (await site.visit("/")).text
    assert f'<p class="excerpt">One two &amp; three {"word " * 51}'.rstrip() + "…</p>" in html


async def test_language_and_unicode_paths(site: Site) -> None:
    """The settings' language is the document's; dates are ISO where it is not English; paths are quoted once."""
    site.settings.values["language"] = "de-DE"
    await site.add("page", slug="über-uns", path="/über-uns/")
    await site.add(slug="x", date="2026-03-04T10:00:00Z")
    assert (await site.visit("/über-uns/")).status_code == 200
    html = (await site.visit("/")).text
    assert '<html lang="de-DE">' in html
    assert ">2026-03-04</time>" in html
    assert 'href="/%C3%BCber-uns/"' in html


def _cut(html: str, start: str) -> str:
    return html.split(start)[1].split("</nav>", maxsplit=1)[0]
