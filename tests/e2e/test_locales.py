"""Pages and posts in several locales: linked as translations, at addresses of their own, told to search engines."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from turbohtml import parse

from sitehand.app import assemble
from sitehand.errors import Problem
from sitehand.owner import perform
from tests.promises.walk import Walk
from tests.service import URL, open_service

PUBLIC = {"status": "publish", "content": "<p>x</p>"}
XHTML = "{http://www.w3.org/1999/xhtml}link"


async def let_owner(walk: Walk, operation: str, **arguments: Any) -> int:
    """What the owner does, as on a screen; the change that it is."""
    parts = assemble(walk.service.settings)
    try:
        return int((await perform(parts, operation, arguments)).get("change_id", 0))
    finally:
        await parts.close()


async def set_locales(walk: Walk, *locales: str, **settings: Any) -> int:
    """The owner's choice on the screen Settings."""
    return await let_owner(walk, "set_site_settings", locales=list(locales), **settings)


@pytest.fixture(scope="module")
async def walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A site in English, German and Brazilian Portuguese."""
    async with open_service(tmp_path_factory.mktemp("locales"), roles=("admin", "author")) as service:
        walk = Walk(service)
        await set_locales(walk, "de", "pt-br")
        yield walk


async def make(walk: Walk, noun: str, title: str, **fields: Any) -> dict[str, Any]:
    """A new public item."""
    reply = await walk.rest("POST", f"/{noun}", {"title": title, **PUBLIC, **fields})
    assert reply.status == 201, reply.body
    return dict(reply.body)


async def read_alternates(walk: Walk, path: str) -> dict[str, str]:
    """The hreflang links of a page."""
    links = parse((await walk.service.http.get(path)).text).find_all("link")
    told = [(link.attrs["hreflang"], link.attrs["href"]) for link in links if "hreflang" in link.attrs]
    return {str(language): str(href).removeprefix(URL) for language, href in told}


async def test_translations_have_addresses_of_their_locale_and_name_each_other(walk: Walk) -> None:
    """Whoever of them is asked: reciprocal, with x-default, the language in the page; a draft is told to nobody."""
    english = await make(walk, "pages", "Mill")
    german = await make(walk, "pages", "Mühle", locale="DE", translation_of=english["id"], slug="mill")
    await make(walk, "pages", "Moinho", locale="pt-BR", translation_of=german["id"], status="draft")
    assert (english["locale"], german["locale"], german["link"]) == ("en-US", "de", f"{URL}/de/mill/")
    told = (await walk.rest("GET", f"/pages/{english['id']}")).body["translations"]
    assert told["de"] == {"id": german["id"], "link": german["link"], "title": "Mühle"}
    assert {*told} == {"de", "pt-BR"}
    expected = {"en-US": "/mill/", "de": "/de/mill/", "x-default": "/mill/"}
    for path, language in (("/mill/", "en-US"), ("/de/mill/", "de")):
        assert await read_alternates(walk, path) == expected
        page = await walk.service.http.get(path)
        assert f'<html lang="{language}">' in page.text
        assert f'rel="canonical" href="{URL}{path}"' in page.text
    tree = ElementTree.fromstring((await walk.service.http.get("/sitemap.xml")).content)
    told_there = {url[0].text: {link.get("hreflang"): link.get("href") for link in url.iter(XHTML)} for url in tree}
    for path in ("/mill/", "/de/mill/"):
        assert told_there[URL + path] == {language: URL + other for language, other in expected.items()}


async def test_lists_feeds_and_home_pages_have_the_posts_of_their_locale(walk: Walk) -> None:
    """Each below its prefix, where search stays too; a prefix that nobody set is a 404, and files are there once."""
    await make(walk, "posts", "Harvest", date="2026-03-02T08:00:00Z")
    await make(walk, "posts", "Ernte", locale="de", date="2026-03-03T08:00:00Z")
    for path, shown, hidden in (
        ("/", "Harvest", "Ernte"),
        ("/de/", "Ernte", "Harvest"),
        ("/de/feed/", "Ernte", "Harvest"),
        ("/2026/03/", "Harvest", "Ernte"),
        ("/de/2026/03/", "Ernte", "Harvest"),
        ("/de/?s=Ernte", "/de/2026/03/ernte/", "No results"),
    ):
        page = await walk.service.http.get(path)
        assert (page.status_code, shown in page.text, hidden in page.text) == (200, True, False), path
    assert "/2026/03/harvest/" not in (await walk.service.http.get("/de/?s=Harvest")).text
    assert (await walk.service.http.get("/de/2026/03/ernte.md")).text.startswith("# Ernte")
    assert (await walk.service.http.get("/de")).headers["location"].endswith("/de/")
    homes = {"en-US": "/", "de": "/de/", "pt-BR": "/pt-br/", "x-default": "/"}
    assert await read_alternates(walk, "/de/") == homes
    for path in ("/fr/", "/fr/2026/03/ernte/", "/de/sitemap.xml", "/de/robots.txt", "/de/2026/03/harvest/"):
        assert (await walk.service.http.get(path)).status_code == 404, path


async def test_a_group_has_one_item_of_each_locale_and_type(walk: Walk) -> None:
    """Whatever would give it two is refused, also out of the trash and by an undo; nothing is changed then."""
    english = await make(walk, "pages", "Barn")
    german = await make(walk, "pages", "Scheune", locale="de", translation_of=english["id"])
    other = await make(walk, "pages", "Stadel", locale="de")
    post = await make(walk, "posts", "Scheune", locale="de")
    for path, body, status in (
        (f"/pages/{other['id']}", {"translation_of": english["id"]}, 409),
        (f"/pages/{german['id']}", {"locale": "en-US"}, 409),
        (f"/pages/{german['id']}", {"locale": "fr"}, 400),
        (f"/pages/{german['id']}", {"translation_of": german["id"]}, 400),
        (f"/posts/{post['id']}", {"translation_of": english["id"]}, 400),
    ):
        before = walk.dump_stored()["items"]
        reply = await walk.rest("PATCH", path, body)
        assert reply.status == status, reply.body
        assert reply.body["data"]["hint"]
        assert walk.dump_stored()["items"] == before
    gone = await walk.rest("DELETE", f"/pages/{german['id']}")
    assert "translations" not in (await walk.rest("GET", f"/pages/{english['id']}")).body
    taken = await walk.rest("PATCH", f"/pages/{other['id']}", {"translation_of": english["id"]})
    assert taken.status == 200
    assert (await walk.rest("PATCH", f"/pages/{german['id']}", {"status": "draft"})).status == 409
    assert (await walk.rest("POST", "/changes/undo", {"id": gone.change_id})).status == 409
    alone = await walk.rest("PATCH", f"/pages/{german['id']}", {"status": "draft", "translation_of": 0})
    assert (alone.status, "translations" in alone.body) == (200, False)


async def test_deleting_what_a_group_is_named_after_keeps_the_others_together(walk: Walk) -> None:
    """And an undo brings it back among them; leaving the group leaves the others together too."""
    english = await make(walk, "pages", "River")
    german = await make(walk, "pages", "Fluss", locale="de", translation_of=english["id"])
    await make(walk, "pages", "Rio", locale="pt-BR", translation_of=english["id"])

    async def told(item: dict[str, Any]) -> set[str]:
        return {*(await walk.rest("GET", f"/pages/{item['id']}")).body.get("translations", {})}

    gone = await walk.rest("DELETE", f"/pages/{english['id']}?force=true")
    assert await told(german) == {"pt-BR"}
    assert (await read_alternates(walk, "/de/fluss/"))["x-default"] == "/de/fluss/"
    assert (await walk.rest("POST", "/changes/undo", {"id": gone.change_id})).status == 200
    assert (await told(german), await told(english)) == ({"en-US", "pt-BR"}, {"de", "pt-BR"})
    before = (await walk.rest("GET", f"/pages/{english['id']}")).body["revision"]
    left = await walk.rest("PATCH", f"/pages/{english['id']}", {"translation_of": 0})
    assert left.body["revision"] != before
    assert (await told(german), await told(english)) == ({"pt-BR"}, set())
    assert (await walk.rest("POST", "/changes/undo", {"id": left.change_id})).status == 200
    assert await told(english) == {"de", "pt-BR"}


async def test_another_locale_is_another_address_and_the_old_one_leads_there(walk: Walk) -> None:
    """With the same slug free in each locale; pages below a page stay in its locale."""
    page = await make(walk, "pages", "Orchard")
    assert (await make(walk, "pages", "Orchard", locale="de"))["slug"] == "orchard"
    moved = await walk.rest("PATCH", f"/pages/{page['id']}", {"locale": "pt-BR"})
    assert moved.body["link"] == f"{URL}/pt-br/orchard/"
    old = await walk.service.http.get("/orchard/")
    assert (old.status_code, old.headers["location"]) == (301, "/pt-br/orchard/")
    child = await walk.rest("POST", "/pages", {"title": "Tree", "parent": page["id"]})
    assert (child.status, child.code) == (409, "conflict")
    tree = await make(walk, "pages", "Tree", parent=page["id"], locale="pt-BR")
    assert tree["link"] == f"{URL}/pt-br/orchard/tree/"
    assert (await walk.rest("PATCH", f"/pages/{page['id']}", {"locale": "de"})).status == 409
    undone = await walk.rest("POST", "/changes/undo", {"id": moved.change_id})
    assert (undone.status, undone.code) == (409, "conflict")


async def test_lists_conditions_and_search_know_the_locale(walk: Walk) -> None:
    """By name, in any spelling, the site's own too; an unknown one is refused."""
    await make(walk, "pages", "Weather report", slug="weather")
    await make(walk, "pages", "Weather Bericht", locale="de", slug="weather")
    for query in ("locale=de", "where[locale]=de", "locale=DE&search=weather"):
        found = (await walk.rest("GET", f"/pages?slug=weather&{query}")).body
        assert [each["locale"] for each in found] == ["de"], query
    found = (await walk.rest("GET", "/pages?slug=weather&locale=en-us")).body
    assert [each["title"]["rendered"] for each in found] == ["Weather report"]
    hits = (await walk.rest("GET", "/search?search=weather&locale=de")).body
    assert [hit["title"] for hit in hits] == ["Weather Bericht"]
    assert (await walk.rest("GET", "/pages?locale=fr")).code == "invalid_arguments"


async def test_locales_that_items_have_stay_and_no_page_is_where_one_begins(walk: Walk) -> None:
    """The owner is told which item is in the way; a page gets another slug than the prefix of a locale."""
    await make(walk, "pages", "Kept", locale="de")
    page = await make(walk, "pages", "fr")
    for locales, settings in ((("pt-BR",), {}), (("de", "pt-BR", "fr"), {}), (("de", "pt-BR"), {"language": "de"})):
        with pytest.raises(Problem) as refused:
            await set_locales(walk, *locales, **settings)
        assert refused.value.code == "conflict"
    assert (await walk.rest("PATCH", f"/pages/{page['id']}", {"slug": "de"})).body["slug"] == "de-2"
    info = (await walk.rest("GET", "/site-info")).body
    assert (info["language"], info["locales"]) == ("en-US", ["de", "pt-BR"])


async def test_a_language_of_two_codes_has_one_address(walk: Walk) -> None:
    """`deu` and `ger` are `de`: in the setting, which takes it once, and in what callers send."""
    for locales, settings in ((("de", "pt-BR", "ger"), {}), (("de", "pt-BR"), {"language": "deu"})):
        with pytest.raises(Problem):
            await set_locales(walk, *locales, **settings)
    await set_locales(walk, "DEU", "por-br")
    assert (await walk.rest("GET", "/site-info")).body["locales"] == ["de", "pt-BR"]
    assert (await make(walk, "pages", "Kurz", locale="deu"))["locale"] == "de"


async def test_no_locale_begins_where_the_site_itself_answers(tmp_path: Path) -> None:
    """Neither at the lists of a tag, nor at the path of the API, wherever that is."""
    async with open_service(tmp_path, path="/api/v1") as service:
        for locale in ("tag", "API"):
            with pytest.raises(Problem, match=f"the site itself answers at /{locale.lower()}/") as refused:
                await set_locales(Walk(service), "de", locale)
            assert refused.value.code == "conflict"
        await set_locales(Walk(service), "de", "mcp")


async def test_an_undo_of_settings_leaves_no_item_without_its_locale(walk: Walk) -> None:
    """It is refused where items have come to have a locale, a page its address, or the language became another's."""
    added = await set_locales(walk, "de", "pt-BR", "it")
    await make(walk, "pages", "Mulino", locale="it", slug="mulino")
    await refuse_undo(walk, added, "has it")
    await set_locales(walk, "de", "pt-BR", "it", "es")
    fewer = await set_locales(walk, "de", "pt-BR", "it")
    await make(walk, "pages", "es")
    await refuse_undo(walk, fewer, "has its address")
    renamed = await set_locales(walk, "de", "pt-BR", "it", language="nl")
    await set_locales(walk, "de", "pt-BR", "it", "en-US")
    await refuse_undo(walk, renamed, "is the language of the site")
    await set_locales(walk, "de", "pt-BR", "it")
    await let_owner(walk, "undo_change", id=renamed)


async def test_an_undo_brings_no_item_into_a_locale_that_is_gone(walk: Walk) -> None:
    """Until the owner adds the locale again."""
    await set_locales(walk, "de", "pt-BR", "it", "cs")
    page = await make(walk, "pages", "Mlýn", locale="cs")
    gone = (await walk.rest("DELETE", f"/pages/{page['id']}?force=true")).change_id
    await set_locales(walk, "de", "pt-BR", "it")
    refused = await walk.rest("POST", "/changes/undo", {"id": gone})
    assert (refused.status, "locale cs" in refused.body["message"]) == (409, True), refused.body
    assert (await walk.rest("GET", f"/pages/{page['id']}")).status == 404
    await set_locales(walk, "de", "pt-BR", "it", "cs")
    assert (await walk.rest("POST", "/changes/undo", {"id": gone})).status == 200


async def test_a_slug_like_a_locale_is_free_below_another(walk: Walk) -> None:
    """A German page `/de/pt-br/` hides nothing: it keeps its slug, and an undo puts it back."""
    page = await make(walk, "pages", "Portugiesisch", locale="de", slug="pt-br")
    assert page["link"] == f"{URL}/de/pt-br/"
    gone = (await walk.rest("DELETE", f"/pages/{page['id']}?force=true")).change_id
    undone = await walk.rest("POST", "/changes/undo", {"id": gone})
    assert undone.status == 200, undone.body
    moved = await walk.rest("PATCH", f"/pages/{page['id']}", {"locale": "en-US"})
    assert moved.body["link"] == f"{URL}/pt-br-2/"


async def refuse_undo(walk: Walk, change: int, why: str) -> None:
    """The owner is told of the newer changes, and nothing is changed."""
    before = walk.dump_stored()["settings"]
    with pytest.raises(Problem, match=f"Newer changes block the undo: .*{why}") as refused:
        await let_owner(walk, "undo_change", id=change)
    assert refused.value.code == "conflict"
    assert walk.dump_stored()["settings"] == before


async def test_a_preview_is_in_the_locale_of_its_item(walk: Walk) -> None:
    """Its language, and the lists that it leads to; search engines are told nothing."""
    draft = await walk.rest("POST", "/posts", {"title": "Entwurf", "locale": "de", "content": "<p>x</p>"})
    page = await walk.service.http.get(draft.body["preview_link"])
    assert '<html lang="de">' in page.text
    assert "/de/author/" in page.text
    assert "hreflang" not in page.text


async def test_the_navigation_has_the_pages_of_the_locale(walk: Walk) -> None:
    """Where the site has no menu."""
    await make(walk, "pages", "Kontakt", locale="de", slug="kontakt")
    await make(walk, "pages", "Contact", slug="contact")
    german, english = [(await walk.service.http.get(path)).text for path in ("/de/", "/")]
    assert ("/de/kontakt/" in german, ">Contact<" in german) == (True, False)
    assert ("/contact/" in english, ">Kontakt<" in english) == (True, False)
