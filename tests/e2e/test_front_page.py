"""The front page and the posts page: what visitors find at `/`, what callers are told, and what a removal leaves."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from turbohtml import parse

from sitehand.app import assemble
from sitehand.errors import Problem
from sitehand.owner import perform
from tests.promises.walk import Reply, Walk
from tests.service import URL, open_service

FRONT = {"show_on_front": "page"}
NONE = {"show_on_front": "posts", "page_on_front": 0, "page_for_posts": 0}
DATE = "2026-03-{:02}T08:00:00Z"


@pytest.fixture(scope="module")
async def open_walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A site in English and German with twelve posts."""
    async with open_service(tmp_path_factory.mktemp("front")) as service:
        walk = Walk(service)
        await choose(walk, locales=["de", "fr"])
        for number in range(1, 13):
            await make(walk, "posts", f"Post {number}", date=DATE.format(number))
        yield walk


@pytest.fixture
async def walk(open_walk: Walk) -> Walk:
    """The same with the newest posts at `/`."""
    await choose(open_walk, **NONE)
    return open_walk


async def let_owner(walk: Walk, operation: str, **arguments: Any) -> int:
    """What the owner does, as on a screen; the change that it is."""
    parts = assemble(walk.service.settings)
    try:
        return int((await perform(parts, operation, arguments)).get("change_id") or 0)
    finally:
        await parts.close()


async def choose(walk: Walk, **settings: Any) -> int:
    """The owner's choice on the screen Settings."""
    return await let_owner(walk, "set_site_settings", **settings)


async def make(walk: Walk, noun: str, title: str, **fields: Any) -> dict[str, Any]:
    """A new public item."""
    reply = await walk.rest("POST", f"/{noun}", {"title": title, "status": "publish", "content": "<p>x</p>", **fields})
    assert reply.status == 201, reply.body
    return dict(reply.body)


async def read(walk: Walk, path: str) -> tuple[int, str]:
    """What a visitor gets: the status, and the title of the page or where it leads."""
    answer = await walk.service.http.get(path)
    if answer.status_code in (301, 302):
        return answer.status_code, answer.headers["location"]
    (heading,) = parse(answer.text).find_all("h1")
    return answer.status_code, heading.text.strip()


async def test_the_front_page_is_at_the_root_and_nowhere_else(walk: Walk) -> None:
    """Its old address leads there, its link and the lists of addresses say so, and what is below it stays."""
    page = await make(walk, "pages", "Welcome")
    below = await make(walk, "pages", "Team", parent=page["id"])
    assert await read(walk, "/") == (200, "Latest posts")
    change = await choose(walk, page_on_front=page["id"], **FRONT)
    assert await read(walk, "/") == (200, "Welcome")
    assert await read(walk, "/welcome/") == (301, "/")
    assert await read(walk, "/welcome/team/") == (200, "Team")
    assert (await read(walk, "/page/2/"))[0] == 404
    assert await read(walk, f"/?page_id={page['id']}") == (302, "/")
    assert await read(walk, "/?s=team") == (200, "team")
    html = (await walk.service.http.get("/")).text
    assert f'<link rel="canonical" href="{URL}/">' in html
    assert '<a href="/" aria-current="page">Welcome</a>' in html
    (data,) = [json.loads(each.text) for each in parse(html).find_all("script")]
    assert data["@graph"][0]["@type"] == "WebSite"
    sitemap = (await walk.service.http.get("/sitemap.xml")).text
    assert sitemap.count(f"<loc>{URL}/</loc>") == 1
    assert f"{URL}/welcome/</loc>" not in sitemap
    assert "Breadcrumbs" not in (await walk.service.http.get("/welcome/team/")).text
    assert (await walk.rest("GET", f"/pages/{page['id']}")).body["link"] == f"{URL}/"
    assert (await walk.rest("GET", f"/pages/{below['id']}")).body["link"] == f"{URL}/welcome/team/"
    assert (await walk.rest("GET", "/content", query={"url": f"{URL}/"})).body["id"] == page["id"]
    told = (await walk.rest("GET", "/site-info")).body
    assert (told["show_on_front"], told["page_on_front"], told["page_for_posts"]) == ("page", page["id"], 0)
    markdown = await walk.service.http.get("/", headers={"Accept": "text/markdown"})
    assert markdown.text.startswith("# Welcome")
    assert await undo(walk, change) is None
    assert await read(walk, "/") == (200, "Latest posts")
    assert await read(walk, "/welcome/") == (200, "Welcome")
    assert not (await walk.rest("GET", "/redirects")).body


async def test_the_posts_are_at_the_posts_page(walk: Walk) -> None:
    """Page by page, under its title, each at an address of its own; the page's own text is shown nowhere."""
    page = await make(walk, "pages", "Start")
    blog = await make(walk, "pages", "Journal", content="<p>Never shown</p>")
    await choose(walk, page_on_front=page["id"], page_for_posts=blog["id"], **FRONT)
    assert await read(walk, "/journal/") == (200, "Journal")
    first, second = [(await walk.service.http.get(f"/journal/{part}")).text for part in ("", "page/2/")]
    assert ("Post 12" in first, "Post 1<" in first, "Never shown" in first) == (True, False, False)
    assert ("Post 12" in second, "Post 1<" in second) == (False, True)
    assert 'href="/journal/page/2/"' in first
    assert f'<link rel="canonical" href="{URL}/journal/">' in first
    assert f'<link rel="canonical" href="{URL}/journal/page/2/">' in second
    assert "<title>Journal · My site · page 2</title>" in second
    assert (await read(walk, "/journal/page/3/"))[0] == 404
    assert (await walk.service.http.post("/journal/")).status_code == 405
    assert (await walk.service.http.get("/journal.md")).status_code == 404
    links = '<p><a href="/journal/page/2/">older</a> <a href="/">home</a></p>'
    source = await make(walk, "posts", "Links", content=links, date=DATE.format(1))
    found = (await walk.rest("GET", "/links", query={"source": source["id"]})).body
    assert [(each["state"], (each["target"] or {}).get("id")) for each in found] == [("ok", None), ("ok", page["id"])]


async def test_each_locale_has_the_front_page_in_its_words(walk: Walk) -> None:
    """Its home page leads to the translation; without one it shows the newest posts."""
    page = await make(walk, "pages", "Hello")
    await make(walk, "pages", "Hallo", locale="de", translation_of=page["id"])
    blog = await make(walk, "pages", "News")
    await make(walk, "pages", "Neues", locale="de", translation_of=blog["id"])
    await choose(walk, page_on_front=page["id"], page_for_posts=blog["id"], **FRONT)
    assert await read(walk, "/de/") == (302, "/de/hallo/")
    assert await read(walk, "/fr/") == (200, "Latest posts")
    assert await read(walk, "/de/neues/") == (200, "Neues")
    html = (await walk.service.http.get("/")).text
    links = [link.attrs for link in parse(html).find_all("link")]
    told = {each["hreflang"]: each["href"] for each in links if "hreflang" in each}
    assert told == {"en-US": f"{URL}/", "de": f"{URL}/de/hallo/", "x-default": f"{URL}/"}
    sitemap = (await walk.service.http.get("/sitemap.xml")).text
    assert [sitemap.count(f"<loc>{URL}{path}</loc>") for path in ("/", "/de/", "/fr/")] == [1, 0, 1]


async def test_pages_that_visitors_do_not_see_are_refused(walk: Walk) -> None:
    """Each with the field and what it takes, and nothing is stored."""
    page = await make(walk, "pages", "Public")
    draft = await make(walk, "pages", "Draft", status="draft")
    german = await make(walk, "pages", "Deutsch", locale="de")
    post = await make(walk, "posts", "A post", date=DATE.format(1))
    for settings, path in (
        (FRONT, "page_on_front"),
        ({**FRONT, "page_on_front": 999_999}, "page_on_front"),
        ({**FRONT, "page_on_front": draft["id"]}, "page_on_front"),
        ({**FRONT, "page_on_front": german["id"]}, "page_on_front"),
        ({**FRONT, "page_on_front": post["id"]}, "page_on_front"),
        ({**FRONT, "page_on_front": page["id"], "page_for_posts": page["id"]}, "page_for_posts"),
        ({"page_for_posts": draft["id"]}, "page_for_posts"),
    ):
        with pytest.raises(Problem) as refused:
            await choose(walk, **settings)
        assert refused.value.details[0]["path"] == path, settings
        assert refused.value.hint
    told = (await walk.rest("GET", "/site-info")).body
    assert {name: told[name] for name in NONE} == NONE


async def test_a_front_page_that_is_unpublished_gives_way_until_it_is_back(walk: Walk) -> None:
    """Visitors see the newest posts meanwhile; a renamed one stays at the root, and what is below it follows."""
    page = await make(walk, "pages", "Spring")
    await make(walk, "pages", "Fair", parent=page["id"])
    await choose(walk, page_on_front=page["id"], **FRONT)
    await walk.rest("PATCH", f"/pages/{page['id']}", {"status": "draft"})
    assert await read(walk, "/") == (200, "Latest posts")
    await walk.rest("PATCH", f"/pages/{page['id']}", {"status": "publish", "slug": "summer"})
    assert await read(walk, "/") == (200, "Spring")
    assert await read(walk, "/summer/fair/") == (200, "Fair")
    await choose(walk, **NONE)
    assert await read(walk, "/summer/") == (200, "Spring")


async def test_a_renamed_front_page_leads_on_to_what_is_below_it(walk: Walk) -> None:
    """From each place that it had, also one that it had only as the front page; the root stays where it is."""
    page = await make(walk, "pages", "Rye")
    await make(walk, "pages", "Loaves", parent=page["id"])
    await choose(walk, page_on_front=page["id"], **FRONT)
    for slug in ("wheat", "spelt"):
        renamed = await walk.rest("PATCH", f"/pages/{page['id']}", {"slug": slug})
    found = [await read(walk, f"/{slug}/loaves/") for slug in ("rye", "wheat", "spelt")]
    assert found == [(301, "/spelt/loaves/"), (301, "/spelt/loaves/"), (200, "Loaves")]
    assert (await read(walk, "/"), await read(walk, "/wheat/")) == ((200, "Rye"), (301, "/"))
    assert (await walk.rest("POST", "/changes/undo", {"id": renamed.change_id})).status == 200
    assert (await read(walk, "/wheat/loaves/"), await read(walk, "/spelt/loaves/")) == (
        (200, "Loaves"),
        (404, "Page not found"),
    )


@pytest.mark.parametrize("force", [False, True])
async def test_removing_the_front_page_brings_the_posts_back(walk: Walk, *, force: bool) -> None:
    """As in WordPress; the answer says so, and an undo brings page and settings back."""
    page, blog = await make(walk, "pages", "Front"), await make(walk, "pages", f"Blog {force}")
    await choose(walk, page_on_front=page["id"], page_for_posts=blog["id"], **FRONT)
    both = [await remove(walk, each["id"], force=force) for each in (blog, page)]
    for reply, word in zip(both, ("listed the posts", "was the front page"), strict=True):
        assert [word in notice["message"] for notice in reply.body.get("previous", reply.body)["notices"]] == [True]
    assert await read(walk, "/") == (200, "Latest posts")
    assert (await walk.rest("GET", "/site-info")).body["page_on_front"] == 0
    for reply in reversed(both):
        undone = await walk.rest("POST", "/changes/undo", {"id": reply.change_id})
        assert undone.status == 200, undone.body
    assert await read(walk, "/") == (200, "Front")
    assert "Post 12" in (await walk.service.http.get(blog["link"])).text


async def test_an_undo_names_no_page_that_is_gone(walk: Walk) -> None:
    """It is refused as long as the page that was the front page is in the trash."""
    page = await make(walk, "pages", "Former")
    await choose(walk, page_on_front=page["id"], **FRONT)
    change = await choose(walk, **NONE)
    await remove(walk, page["id"], force=False)
    refused = await undo(walk, change)
    assert refused is not None
    assert f"Page {page['id']} is gone" in refused.message


async def test_an_undo_leaves_settings_that_could_be_chosen(walk: Walk) -> None:
    """It is refused where it would make one page both, or show a front page that is none."""
    page, other = await make(walk, "pages", "One"), await make(walk, "pages", "Other")
    await choose(walk, page_on_front=page["id"], **FRONT)
    moved = await choose(walk, page_on_front=other["id"])
    await choose(walk, page_for_posts=page["id"])
    twice = await undo(walk, moved)
    hidden = await choose(walk, show_on_front="posts")
    await choose(walk, page_on_front=0)
    none = await undo(walk, hidden)
    assert twice is not None
    assert none is not None
    assert ("both front page and posts page" in twice.message, "none is chosen" in none.message) == (True, True)


async def test_a_protected_front_page_asks_for_its_password(walk: Walk) -> None:
    """At the root, where no other form is taken."""
    assert (await walk.service.http.post("/", data={"password": "rye"})).status_code == 405
    page = await make(walk, "pages", "Members", password="rye", content="<p>Within</p>")
    await choose(walk, page_on_front=page["id"], **FRONT)
    assert "Within" not in (await walk.service.http.get("/")).text
    assert "Within" in (await walk.service.http.post("/", data={"password": "rye"})).text


async def remove(walk: Walk, page: int, *, force: bool) -> Reply:
    """The page in the trash, or gone."""
    reply = await walk.rest("DELETE", f"/pages/{page}", query={"force": str(force).lower()})
    assert reply.status == 200, reply.body
    return reply


async def undo(walk: Walk, change: int) -> Problem | None:
    """What the owner takes back; the refusal, if it is one."""
    try:
        await let_owner(walk, "undo_change", id=change)
    except Problem as problem:
        return problem
    return None
