"""Pages whose layout is an Elementor document, as visitors see them."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

from httpx2 import Response
from sqlalchemy import delete, update

from sitehand.elementor.rendering.canvas import References
from sitehand.guard.result_cache import MAX_RESULT_BYTES
from sitehand.hosts.builtin.public.rendered_documents import RenderedDocuments
from sitehand.hosts.builtin.stored_revisions import fold_state
from sitehand.hosts.builtin.tables import item_elementor, items, media, revisions
from sitehand.store.owner import SECRET
from sitehand.store.tables import settings
from tests.unit.hosts.builtin.public.site import Site

COLOR = {"title": "Shown", "title_color": "#112233"}


def make(settings: dict[str, Any], kind: str = "heading") -> str:
    """A document of one widget."""
    return json.dumps([{"id": "aaaaaa1", "elType": "widget", "widgetType": kind, "settings": settings, "elements": []}])


def columns(data: str, *, mode: str = "builder", page: str = "") -> dict[str, str]:
    """The columns of a document."""
    names = {"edit_mode": mode, "template_type": "wp-page", "version": "", "page_settings": page, "data": data}
    return {f"elementor_{name}": value for name, value in names.items()}


async def add(site: Site, data: str, *, mode: str = "builder", page: str = "", **values: Any) -> int:
    """A page with a document."""
    item = await site.add("page", slug="home", title="Home", content="<p>Stored</p>", **values)
    await site.insert(item_elementor, item_id=item, digest="x", **columns(data, mode=mode, page=page))
    return item


async def test_a_page_shows_its_document(site: Site) -> None:
    """In place of its content, with a style sheet that the policy of this answer allows, and no other."""
    await add(site, make(COLOR))
    answer = await site.visit("/home/")
    assert "Shown" in answer.text and "Stored" not in answer.text
    (css,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    digest = b64encode(sha256(css.encode()).digest()).decode()
    assert f"style-src 'self' 'sha256-{digest}'" in answer.headers["content-security-policy"]
    assert "#112233" in css and "last-modified" not in answer.headers
    assert (await site.visit(re.findall(r'href="(/elementor\.css[^"]*)', answer.text)[0])).status_code == 200
    assert (await site.visit("/home/")).text == answer.text


async def test_markdown_is_made_from_the_document(site: Site) -> None:
    """Nothing of the stored content, which the page hides, is in it, nor a title that the page does not show."""
    item = await add(site, make(COLOR))
    accept = {"Accept": "text/markdown"}
    assert (await site.visit("/home.md")).text == "# Home\n\n## Shown\n"
    assert (await site.visit("/home/", headers=accept)).text == "# Home\n\n## Shown\n"
    hidden = json.dumps({"hide_title": "yes"})
    change = update(item_elementor).where(item_elementor.c.item_id == item).values(elementor_page_settings=hidden)
    await site.database.transact(lambda opened: opened.execute(change))
    assert (await site.visit("/home.md")).text == "## Shown\n"


async def test_the_feed_tells_the_document(site: Site) -> None:
    """Of a post that shows one; of one with a password nothing."""
    for slug, password in (("open", ""), ("locked", "sesame")):
        item = await site.add("post", slug=slug, content="<p>Stored</p>", password=password)
        await site.insert(item_elementor, item_id=item, digest="x", **columns(make({"title": f"Shown {slug}"})))
    feed = (await site.visit("/feed/")).text
    assert "Shown open" in feed and "Shown locked" not in feed and "Stored" not in feed


def test_a_large_document_is_kept() -> None:
    """With the hash of its style sheet, so that a visit costs neither again; the least recently read one goes."""
    documents = RenderedDocuments()
    texts = [make({**COLOR, "title": f"{number}" * 1_900_000}) for number in range(10)]
    first = documents.find(texts[0], "", References())
    assert len(first.html) > MAX_RESULT_BYTES
    assert first.digest == b64encode(sha256(first.css.encode()).digest()).decode()
    assert documents.find(texts[0], "", References()) is first
    for text in texts[1:]:
        documents.find(text, "", References())
    assert documents.find(texts[0], "", References()) is not first


async def test_without_a_document_nothing_changes(site: Site) -> None:
    """Also where the edit mode is another, the list is empty, or the text is no document."""
    item = await add(site, make(COLOR), mode="")
    plain = re.sub("Stored", "", (await site.visit("/home/")).text)
    for data in ("[]", "", "{not json", "7"):
        await site.database.transact(
            lambda opened, data=data: opened.execute(update(item_elementor).values(columns(data)))  # type: ignore[misc]
        )
        assert re.sub("Stored", "", (await site.visit("/home/")).text) == plain, data
    await site.database.transact(lambda opened: opened.execute(delete(item_elementor)))
    assert re.sub("Stored", "", (await site.visit("/home/")).text) == plain
    assert (item, "elementor" in plain) == (1, False)


async def test_a_password_hides_the_document(site: Site) -> None:
    """Until the right one comes with the request."""
    await add(site, make(COLOR), password="hill")
    closed = (await site.visit("/home/")).text
    assert "Shown" not in closed and "#112233" not in closed
    assert "Shown" in (await site.visit("/home/", "POST", data={"password": "hill"})).text


async def test_files_bring_their_texts_and_links_lead_to_public_items(site: Site) -> None:
    """What a document names by id is read with it, below the path that the site is mounted under."""
    known = {"source_url": "/media/a.png", "alt_text": "A hill", "details": '{"width": 640, "height": 480}'}
    picture = await site.insert(media, **known, date="2026-01-01T00:00:00Z")
    public, draft = await site.add("page", slug="about"), await site.add("page", slug="plan", status="draft")
    source = {"$$type": "image-src", "value": {"id": {"$$type": "image-attachment-id", "value": picture}, "url": None}}
    image = {"image": {"$$type": "image", "value": {"src": source}}}
    query = [{"$$type": "query", "value": {"id": {"$$type": "number", "value": each}}} for each in (public, draft)]
    links = [{"$$type": "link", "value": {"destination": each}} for each in query]
    elements = [
        {"id": f"aaaaaa{number}", "elType": "widget", "widgetType": "e-image", "settings": {**image, "link": link}}
        for number, link in enumerate(links)
    ]
    await add(site, json.dumps(elements))
    text = (await site.visit("/home/", root="/cms")).text
    assert text.count('src="/cms/media/a.png" alt="A hill"') == text.count(' width="640" height="480"') == 2
    assert (text.count('href="/cms/about/"') > 1, "/plan/" in text) == (True, False)


def name_tag(name: str, settings: str = "%7B%7D") -> str:
    """A dynamic tag as a classic setting has it."""
    return f'[elementor-tag id="1a2b3c4" name="{name}" settings="{settings}"]'


async def test_dynamic_tags_say_what_the_page_and_the_site_say(site: Site) -> None:
    """And what these say by now, each time: a document that is kept shows no title of before."""
    picture = await site.insert(media, source_url="/media/a.png", alt_text="A hill", date="2026-01-01T00:00:00Z")
    texts = {"title": name_tag("post-title", "%7B%22after%22%3A%22+of+%22%7D"), "link": name_tag("site-url")}
    tags = [
        ("heading", texts),
        ("heading", {"title": name_tag("site-title")}),
        (
            "heading",
            {"title": name_tag("post-date", "%7B%22format%22%3A%22Y-m-d%22%7D"), "link": name_tag("author-url")},
        ),
        ("image", {"image": name_tag("post-featured-image")}),
        ("heading", {"title": name_tag("post-excerpt", "%7B%22fallback%22%3A%22Nothing%22%7D")}),
    ]
    elements = [
        {"id": f"aaaaaa{at}", "elType": "widget", "widgetType": kind, "settings": {"__dynamic__": each}, "elements": []}
        for at, (kind, each) in enumerate(tags)
    ]
    item = await add(site, json.dumps(elements), featured_media=picture, date="2026-07-01T23:30:00Z")
    text = (await site.visit("/home/", root="/cms")).text
    assert '<a href="/cms/">Home of </a>' in text
    assert "Hill &amp; Dale</h2>" in text and ">2026-07-02</a>" in text and 'href="/cms/author/' in text
    assert 'src="/cms/media/a.png" alt="A hill"' in text and ">Nothing</h2>" in text
    change = (
        update(items).where(items.c.id == item).values(title_rendered="Hut", excerpt="x", excerpt_rendered="<p>x</p>")
    )
    await site.database.transact(lambda opened: opened.execute(change))
    text = (await site.visit("/home/", root="/cms")).text
    assert ">Hut of </a>" in text and ">x</h2>" in text and "Home of" not in text


async def test_a_preview_shows_the_tags_of_its_revision(site: Site) -> None:
    """Its title and picture, not those that the item has by now."""
    pictures = [await site.insert(media, source_url=f"/media/{each}.png", date="2026-01-01T00:00:00Z") for each in "ab"]
    texts = {"title": name_tag("post-title")}
    elements = [
        {"id": "aaaaaa1", "elType": "widget", "widgetType": "heading", "settings": {"__dynamic__": texts}},
        {
            "id": "aaaaaa2",
            "elType": "widget",
            "widgetType": "image",
            "settings": {"__dynamic__": {"image": name_tag("post-featured-image")}},
        },
    ]
    item = await add(site, json.dumps(elements), status="draft", featured_media=pictures[0])
    state = {"title": "Earlier", "content": "", "excerpt": "", "date": "", "featured_media": pictures[1]}
    text = (await preview(site, item, {**state, **columns(json.dumps(elements))})).text
    assert ">Earlier</h2>" in text and "/media/b.png" in text and "/media/a.png" not in text


async def test_page_settings_leave_out_the_title(site: Site) -> None:
    """And a blank page is one."""
    await add(site, make(COLOR), page='{"template": "elementor_canvas"}')
    text = (await site.visit("/home/")).text
    assert "<h1>" not in text and 'class="elementor elementor-blank"' in text


async def test_a_preview_shows_the_document_of_its_revision(site: Site) -> None:
    """Not the one that the item has by now."""
    item = await add(site, make({"title": "Newer"}), status="draft")
    state = {"title": "Home", "content": "", "excerpt": "", "date": "", "featured_media": 0, **columns(make(COLOR))}
    answer = await preview(site, item, state)
    assert ("Shown" in answer.text, "Newer" in answer.text, "#112233" in answer.text) == (True, False, True)
    assert "'sha256-" in answer.headers["content-security-policy"]


async def preview(site: Site, item: int, state: dict[str, Any]) -> Response:
    """What a preview link of another state of an item shows."""
    await site.insert(settings, name=SECRET, value="secret")

    def keep(opened: Any) -> None:
        values = {"item_id": item, "revision": "abc", "at": "2026-07-01T00:00:00Z", "by": "key:1", "action": "update"}
        opened.execute(revisions.insert().values(**values, **fold_state(opened, state)))
        opened.execute(update(items).values(revision="def"))

    await site.database.transact(keep)
    link = await site.previews.create(item, 600)
    return await site.visit(link["preview_link"].removeprefix("https://hill.example"))
