"""The head of public pages: titles, descriptions, cards and structured data."""

import json
from collections.abc import Mapping
from sqlite3 import Row
from types import MappingProxyType
from typing import Any

import pytest
from lxml import html

from sitehand.hosts.builtin.public.head import Head
from sitehand.hosts.builtin.public.theme import Theme
from sitehand.hosts.builtin.seo import BuiltinSeo
from sitehand.hosts.builtin.seo_settings import FIND, BuiltinSeoSettings
from sitehand.hosts.builtin.tables import media
from sitehand.site.seo import SeoFields
from sitehand.site.seo_settings import SeoSettingsFields, fill_title
from tests.unit.hosts.builtin.public.site import NOW, SITE_URL, Site

WALK = "/2026/03/walk/"
SEO = {
    **{"title": "Best walk", "description": "All <of> it", "canonical": "https://elsewhere.example/walk"},
    **{"robots": ["nofollow", "max-snippet:20"], "og_title": "Walk!", "og_image": "https://elsewhere.example/a.jpg"},
    **{"x_card": "summary", "x_title": "Walk?", "json_ld": {"@type": "Recipe", "name": "</script><b>"}},
}


async def read(site: Site, path: str) -> tuple[str, dict[str, str], list[Any]]:
    """The title of a page, its meta elements by name with the canonical address, and its structured data."""
    document = html.fromstring((await site.visit(path)).content)
    metas = [dict(each.attrib) for each in document.iter("meta")]
    named = {str(each.get("name") or each.get("property")): str(each.get("content")) for each in metas}
    named |= {str(each.get("rel")): str(each.get("href")) for each in document.iter("link")}
    data = [json.loads(each.text or "") for each in document.iter("script")]
    return str(document.findtext("head/title")), named, data


async def set_seo(site: Site, item_id: int, **fields: Any) -> None:
    """Set SEO fields of an item."""
    await BuiltinSeo(site.database, SITE_URL, lambda: NOW).update(item_id, SeoFields(**fields), "key:1")


async def test_a_post_tells_what_follows_from_its_texts(site: Site) -> None:
    """Title by template, description from the excerpt, canonical, cards, Article and breadcrumbs."""
    await site.add(slug="walk", title="A <b>walk</b>", excerpt="<p>Up & down</p>", date="2026-03-05T10:00:00Z")
    title, named, (data,) = await read(site, WALK)
    assert title == "A walk · Hill & Dale"
    assert (named["description"], named["og:description"]) == ("Up & down", "Up & down")
    assert (named["canonical"], named["og:url"], named["og:type"]) == (*[SITE_URL + WALK] * 2, "article")
    assert (named["og:title"], named["twitter:card"]) == ("A walk", "summary")
    assert named["article:published_time"] == "2026-03-05T10:00:00Z"
    article, place = data["@graph"]
    assert (article["@type"], article["headline"], article["author"]["name"]) == ("Article", "A walk", "Ada Lovelace")
    assert [each["item"] for each in place["itemListElement"]] == [f"{SITE_URL}/", SITE_URL + WALK]
    assert "robots" not in named


async def test_a_featured_picture_is_on_the_card(site: Site) -> None:
    """One that was uploaded has its whole address: on the card, whose form it changes, and in the Article."""
    for address, shown in (
        ("/media/a.jpg", f"{SITE_URL}/media/a.jpg"),
        ("https://cdn.example/b.jpg", "https://cdn.example/b.jpg"),
        ("//cdn.example/c.jpg", None),
    ):
        picture = await site.insert(media, source_url=address, date="2026-03-01T10:00:00Z")
        slug = f"walk-{picture}"
        await site.add(slug=slug, date="2026-03-05T10:00:00Z", featured_media=picture)
        _, named, (data,) = await read(site, f"/2026/03/{slug}/")
        assert (named.get("og:image"), data["@graph"][0].get("image")) == (shown, shown)
        assert named["twitter:card"] == ("summary_large_image" if shown else "summary")


async def test_fields_stand_in_place_of_what_follows(site: Site) -> None:
    """Also on a page that was kept; nothing in them ends the script or the attribute."""
    item_id = await site.add(slug="walk", title="Walk", excerpt="<p>Up</p>", date="2026-03-05T10:00:00Z")
    before = (await site.visit(WALK)).headers["etag"]
    await set_seo(site, item_id, **SEO)
    answer = await site.visit(WALK)
    assert answer.headers["etag"] != before
    assert "</script><b>" not in answer.text
    title, named, (own, data) = await read(site, WALK)
    assert (title, named["description"], named["robots"]) == ("Best walk", "All <of> it", "nofollow, max-snippet:20")
    assert named["canonical"] == named["og:url"] == SEO["canonical"]
    assert (named["og:title"], named["og:image"]) == ("Walk!", "https://elsewhere.example/a.jpg")
    assert (named["twitter:card"], named["twitter:title"]) == ("summary", "Walk?")
    assert own == SEO["json_ld"]
    assert [each["@type"] for each in data["@graph"]] == ["BreadcrumbList"]


async def test_a_protected_item_tells_its_title_alone(site: Site) -> None:
    """Neither to those who know the password: no description, no card, no structured data, and no place in an index."""
    item_id = await site.add(
        slug="walk", title="Walk", excerpt="<p>hint</p>", password="key", date="2026-03-05T10:00:00Z"
    )
    await set_seo(site, item_id, description="treasure", og_description="treasure", json_ld={"name": "treasure"})
    title, named, data = await read(site, WALK)
    assert (title, named["robots"], data) == ("Walk · Hill & Dale", "noindex", [])
    assert "treasure" not in (await site.visit(WALK)).text
    opened = (await site.visit(WALK, "POST", data={"password": "key"})).text
    assert "Content" in opened
    assert "treasure" not in opened


async def test_lists_have_titles_of_their_own(site: Site) -> None:
    """The home page tells who the site is; results of a search are not for search engines."""
    await site.add(slug="walk", date="2026-03-05T10:00:00Z")
    settings = BuiltinSeoSettings(site.database)
    titles = {"home": "%site% - %tagline%", "archive": "%title% | %site%"}
    await settings.update(SeoSettingsFields(titles=titles))  # type: ignore[arg-type]
    title, named, (data,) = await read(site, "/")
    assert (title, named["canonical"]) == ("Hill & Dale - Walks <and> views", f"{SITE_URL}/")
    assert [each["@type"] for each in data["@graph"]] == ["WebSite", "Organization"]
    assert (await read(site, "/author/ada/"))[0] == "Author: Ada Lovelace | Hill & Dale"
    title, named, data = await read(site, "/?s=content")
    assert (named["robots"], data, "canonical" in named) == ("noindex", [], False)


async def test_settings_are_read_once_per_state_of_the_site(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by each visit; the first one after a commit reads them anew."""
    asked: list[str] = []
    look_up = site.database.look_up

    def note(query: str, values: Mapping[str, Any] = MappingProxyType({}), *, committed: bool = False) -> list[Row]:
        asked.append(query)
        return look_up(query, values, committed=committed)

    monkeypatch.setattr(site.database, "look_up", note)
    for number in range(3):
        await site.visit(f"/missing-{number}/")
        await read(site, f"/?s=word{number}")
    assert asked.count(FIND) == 1
    await BuiltinSeoSettings(site.database).update(SeoSettingsFields(titles={"archive": "%title% | %site%"}))
    assert (await read(site, "/?s=word"))[0] == "Search: word | Hill & Dale"
    assert asked.count(FIND) == 2


def test_a_template_is_filled_in_one_pass() -> None:
    """A title that looks like a placeholder stays as it is; spaces of what is empty do not double."""
    filled = fill_title("%title% - %tagline% %site%", {"title": "%site%", "site": "Hill", "tagline": ""})
    assert filled == "%site% - Hill"


def test_json_in_a_script_ends_neither_it_nor_a_comment() -> None:
    """Every character that HTML could read is escaped, and the data arrive."""
    data = {"name": "</script><!--<script>&\u2028\ud800"}
    shown = Theme().render("head.html", head=Head("A", "A", json_ld=[data]))
    inner = shown.partition('ld+json">')[2].rpartition("</script>")[0]
    assert not set("<>&\u2028") & set(inner)
    assert json.loads(inner) == data
