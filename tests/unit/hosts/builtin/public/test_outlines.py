"""The feed, the sitemap, robots.txt."""

from lxml import etree
from sqlalchemy import Executable, delete, insert, text, update

from sitehand.hosts.builtin.public import sitemap
from sitehand.hosts.builtin.seo import BuiltinSeo
from sitehand.hosts.builtin.seo_settings import BuiltinSeoSettings
from sitehand.hosts.builtin.tables import item_elementor, items, media
from sitehand.site.seo import SeoFields
from sitehand.site.seo_settings import SeoSettingsFields
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import NOW, SITE_URL, Site

IS_A = items.c.slug == "a"
EMPTY = {f"elementor_{name}": "" for name in ("edit_mode", "template_type", "version", "page_settings", "data")}
ODD = "A \x00\x0b\ufffe & <b>bold</b> \U0001f600 ]]>"


async def test_the_feed_is_valid_xml_with_any_text(site: Site) -> None:
    """Characters that XML forbids are left out, the others arrive."""
    site.settings.values["name"] = "Name \x08 & <x>"
    await site.add(slug="x", title=ODD, content=f"<p>{ODD}</p>", date="2026-03-04T10:00:00Z")
    answer = await site.visit("/feed/")
    assert answer.headers["content-type"].startswith("application/rss+xml")
    channel = etree.fromstring(answer.content)[0]
    assert channel.findtext("title") == "Name  & <x>"
    assert channel.findtext("item/title") == "A & bold \U0001f600 ]]>"
    assert channel.findtext("item/link") == f"{SITE_URL}/2026/03/x/"
    assert channel.findtext("item/pubDate") == "Wed, 04 Mar 2026 10:00:00 GMT"
    content = channel.findtext("item/{http://purl.org/rss/1.0/modules/content/}encoded")
    assert content == "<p>A  & <b>bold</b> \U0001f600 ]]></p>"


async def test_an_empty_site_has_a_feed_and_a_sitemap(site: Site) -> None:
    """Both valid, with the home page."""
    assert etree.fromstring((await site.visit("/feed/")).content).findall("channel/item") == []
    assert _locations((await site.visit("/sitemap.xml")).content) == [f"{SITE_URL}/"]


async def test_the_sitemap_names_every_page_and_post(site: Site) -> None:
    """With their last change, quoted."""
    await site.add("page", slug="ü&", path="/ü&/")
    await site.add(slug="x")
    content = (await site.visit("/sitemap.xml")).content
    assert _locations(content) == [f"{SITE_URL}/", f"{SITE_URL}/%C3%BC%26/", f"{SITE_URL}/2026/03/x/"]
    assert content.count(b"<lastmod>2026-03-") == 2


async def test_a_large_site_has_an_index_of_sitemaps(site: Site) -> None:
    """Each part has at most 5,000 items; together they name each once."""
    await site.add("page", slug="first")
    columns = "type, status, date, modified, author, title, title_rendered, excerpt, excerpt_rendered, content, " \
        "content_rendered, revision"  # fmt: skip
    copies = text(
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001) "
        f"INSERT INTO items ({columns}, slug, path) "
        f"SELECT {columns}, 'n' || i, '/n' || i || '/' FROM items, n WHERE items.id = 1"
    )
    await execute(site.database, copies)
    parts = _locations((await site.visit("/sitemap.xml")).content)
    assert parts == [f"{SITE_URL}/sitemap-page-{part}.xml" for part in (1, 2, 3)]
    files = [_locations((await site.visit(part.removeprefix(SITE_URL))).content) for part in parts]
    assert [len(file) for file in files] == [sitemap.SITEMAP_SIZE + 1, sitemap.SITEMAP_SIZE, 2]
    assert len({address for file in files for address in file}) == 10003
    for part in ("page-4", "post-1"):
        assert (await site.visit(f"/sitemap-{part}.xml")).status_code == 404


async def test_the_sitemap_leaves_out_what_asks_for_it(site: Site) -> None:
    """What is protected or has noindex; the last change is that of the texts, and a picture has its address."""
    picture = await site.insert(media, source_url="/media/a\x0b&'\"<b>.jpg", date="2026-03-01T10:00:00Z")
    await site.add("page", slug="open", featured_media=picture)
    await site.add("page", slug="locked", password="key")
    for name, fields in (("hidden", {"robots": ["noindex"]}), ("told", {"title": "Told"})):
        item_id = await site.add("page", slug=name)
        await BuiltinSeo(site.database, SITE_URL, lambda: NOW).update(item_id, SeoFields(**fields), "key:1")
    content = (await site.visit("/sitemap.xml")).content
    assert _locations(content)[1:] == [f"{SITE_URL}/open/", f"{SITE_URL}/media/a&'\"<b>.jpg", f"{SITE_URL}/told/"]
    assert b"<lastmod>2026-03-" in content
    assert b"<lastmod>2026-07-28" not in content


async def test_the_last_change_is_that_of_an_elementor_document_too(site: Site) -> None:
    """It is what visitors read: written, edited, hidden and removed it counts; its other columns do not."""
    page = await site.add("page", slug="home")

    async def save(day: int, *statements: Executable) -> bytes:
        modified = f"2026-04-0{day}T10:00:00Z"
        await execute(site.database, update(items).values(modified=modified), *statements)
        return (await site.visit("/sitemap.xml")).content

    mine = item_elementor.c.item_id == page
    assert b"<lastmod>2026-04" not in await save(1)
    assert b"<lastmod>2026-04-02" in await save(2, insert(item_elementor).values(item_id=page, digest="x", **EMPTY))
    assert b"<lastmod>2026-04-02" in await save(3, update(item_elementor).where(mine).values(elementor_version="4"))
    assert b"<lastmod>2026-04-04" in await save(4, update(item_elementor).where(mine).values(elementor_data="[{}]"))
    assert b"<lastmod>2026-04-05" in await save(5, update(item_elementor).where(mine).values(elementor_edit_mode="x"))
    assert b"<lastmod>2026-04-06" in await save(6, delete(item_elementor).where(mine))
    await execute(site.database, insert(item_elementor).values(item_id=page, digest="x", **EMPTY))
    await execute(site.database, delete(items))


async def test_the_sitemap_leaves_out_what_names_another_address(site: Site) -> None:
    """A canonical address of its own, decoded or not, leaves an item in; it counts where the item is now."""
    for slug, canonical in (("ü", "%C3%BC"), ("ö", "ö"), ("a", "b"), ("c", "")):
        item_id = await site.add("page", slug=slug)
        fields = SeoFields(canonical=f"{SITE_URL}/{canonical}/" if canonical else "", title=slug)
        await BuiltinSeo(site.database, SITE_URL, lambda: NOW).update(item_id, fields, "key:1")
    assert await _paths(site) == ["/", "/%C3%BC/", "/%C3%B6/", "/c/"]
    await site.database.transact(lambda opened: opened.execute(update(items).values(path="/b/").where(IS_A)))
    assert await _paths(site) == ["/", "/%C3%BC/", "/%C3%B6/", "/b/", "/c/"]


async def test_robots_txt_names_the_sitemap(site: Site) -> None:
    """And keeps crawlers from the service."""
    lines = (await site.visit("/robots.txt", root="/cms")).text.splitlines()
    assert "Disallow: /cms/sitehand/" in lines
    assert f"Sitemap: {SITE_URL}/sitemap.xml" in lines


async def test_crawlers_of_ai_services_are_told_apart(site: Site) -> None:
    """Those that the settings refuse are in one group; the others read what everybody does. llms.txt is as set."""
    assert (await site.visit("/llms.txt")).status_code == 404
    wanted = SeoSettingsFields(crawlers={"GPTBot": "disallow", "ClaudeBot": "disallow"}, llms_txt="# Hill\n")
    await BuiltinSeoSettings(site.database).update(wanted)
    groups = (await site.visit("/robots.txt")).text.split("\n\n")
    assert groups[:2] == [
        "User-agent: *\nDisallow: /sitehand/",
        "User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /",
    ]
    told = await site.visit("/llms.txt")
    assert (told.text, told.headers["content-type"]) == ("# Hill\n", "text/markdown; charset=utf-8")


async def _paths(site: Site) -> list[str]:
    content = (await site.visit("/sitemap.xml")).content
    return [location.removeprefix(SITE_URL) for location in _locations(content)]


def _locations(content: bytes) -> list[str]:
    return [str(found.text) for found in etree.fromstring(content).iter("{*}loc")]
