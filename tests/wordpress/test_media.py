"""Media of a real WordPress, at the level of the port."""

import base64
from typing import Any
from unittest.mock import ANY

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields, PostFields
from sitehand.site.media import FocalPoint, MediaFields, MediaQuery, NewMedia
from tests.pictures import draw
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_transactions import keep

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


async def upload(wordpress: WordPress, name: str, **fields: Any) -> int:
    """Add a picture past the service, as people do."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Type": "image/png"}
    async with httpx2.AsyncClient(auth=(wordpress.user, wordpress.password)) as http:
        query = {"rest_route": "/wp/v2/media", **fields}
        made = await http.post(f"{wordpress.url}/", params=query, headers=headers, content=PIXEL)
    return int(made.json()["id"])


async def test_files_are_listed_with_the_revisions_of_single_reads(
    host: WordPressHost, wordpress: WordPress, proxy: Proxy
) -> None:
    """A list is one request, in every detail and context, and knows its total."""
    ids = [await upload(wordpress, f"listed-{number}.png", alt_text=f"Nº {number}") for number in range(3)]
    for detail in ("summary", "full"):
        for context in ("view", "edit"):
            proxy.sent.clear()
            query = {"include": ids, "per_page": 2, "detail": detail, "context": context, "media_type": "image"}
            found = await host.media.find(MediaQuery.model_validate(query))
            assert (len(proxy.sent), found.total, found.pages, len(found.items)) == (1, 3, 2, 2)
            assert ("media_details" in found.items[0]) == (detail == "full")
            assert ("raw" in found.items[0]["title"]) == (context == "edit")
            for item in found.items:
                assert item["revision"] == (await host.media.get(item["id"], "view"))["revision"]
    assert (await host.media.find(MediaQuery(include=ids, page=9))).total == 3
    assert (await host.media.find(MediaQuery(search="listed-1"))).total == 1
    one = await host.media.get(ids[0], "view")
    assert (one["media_type"], one["mime_type"], one["alt_text"]) == ("image", "image/png", "Nº 0")
    assert (one["post"], one["media_details"]["width"]) == (None, 1)
    assert str(ids[0]) in await host.media.complete_id("", 10)


async def test_a_type_that_wordpress_does_not_know_is_refused(host: WordPressHost, wordpress: WordPress) -> None:
    """WordPress ignores it, and would list every file."""
    await upload(wordpress, "typed.png")
    for only in ([], ["missing_alt_text"]):
        with pytest.raises(Problem) as refusal:
            await host.media.find(MediaQuery.model_validate({"mime_type": "image/unheard-of", "only": only}))
        assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "mime_type")


async def test_what_wordpress_does_not_tell_is_refused(host: WordPressHost) -> None:
    """It has no hashes, no list of uses, no focal points, and no request that replaces a file."""
    for lack in ("unused", "duplicates"):
        with pytest.raises(Problem) as refusal:
            await host.media.find(MediaQuery.model_validate({"only": [lack]}))
        assert refusal.value.code is Code.NOT_SUPPORTED
    assert not host.capabilities().offers("file_replacement")
    with pytest.raises(Problem) as refusal:
        await host.media.replace(1, NewMedia(data="data:,Bread"))
    assert refusal.value.code is Code.NOT_SUPPORTED
    point = FocalPoint(x=0.2, y=0.3)
    for write in (
        host.media.create(NewMedia(data="data:,Bread", focal_point=point)),
        host.media.update(1, MediaFields(focal_point=point)),
    ):
        with pytest.raises(Problem, match="focal point") as refusal:
            await write
        assert refusal.value.code is Code.NOT_SUPPORTED


async def test_a_file_is_described_undone_and_deleted(host: WordPressHost, wordpress: WordPress) -> None:
    """Texts are stored as sent, alternative text on one line; an undo puts them back; a deleted file is gone."""
    number = await upload(wordpress, "described.png")
    before = await host.media.get(number, "view")
    fields = MediaFields(title=" Rye & <i>oats</i> ", alt_text="Two\nlines ", caption="<b>Ripe</b>", description="a\\b")
    changed = await host.media.update(number, fields)
    edit = await host.media.get(number, "edit")
    assert changed == await host.media.get(number, "view")
    assert (edit["title"]["raw"], edit["alt_text"]) == ("Rye & <i>oats</i>", "Two lines")
    assert (edit["caption"]["raw"], edit["description"]["raw"]) == ("<b>Ripe</b>", "a\\b")
    assert changed["revision"] != before["revision"]
    assert (await host.media.update(number, fields))["revision"] == changed["revision"]
    async with host.transactions.open() as transaction:
        await host.media.update(number, MediaFields(caption="Eaten"))
        done = await transaction.commit(keep)
    assert [(each.kind, each.object, each.before) for each in done] == [
        ("media", str(number), {"caption": "<b>Ripe</b>"})
    ]
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(keep)
    assert await host.media.get(number, "view") == {**changed, "modified": ANY}
    with pytest.raises(Problem) as refusal:
        await host.media.update(number, MediaFields(post=987_654))
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "post")
    async with host.transactions.open() as transaction:
        assert (await host.media.delete(number))["caption"]["raw"] == "<b>Ripe</b>"
        done = await transaction.commit(keep)
    with pytest.raises(Problem) as refusal:
        await host.media.get(number, "view")
    assert refusal.value.code is Code.NOT_FOUND
    with pytest.raises(Problem, match="keeps no deleted files"):
        async with host.transactions.open() as transaction:
            await restore(transaction, done)


async def test_uses_are_found_in_texts_and_featured_media(host: WordPressHost, wordpress: WordPress) -> None:
    """Drafts too, each item once."""
    number = await upload(wordpress, "used.png")
    address = (await host.media.get(number, "view"))["source_url"]
    page = await host.pages.create(PageFields(title="Shows", content=f'<img src="{address}">'), "key:1")
    post = await host.posts.create(
        PostFields(title="Both", content=f'<img class="wp-image-{number}" src="x">', featured_media=number), "key:1"
    )
    await host.posts.create(PostFields(title="Other", content=f'<img class="wp-image-{number}0">'), "key:1")
    found = await host.media.find_uses(number)
    told = [(use["id"], use["type"], sorted(use["used_as"])) for use in found["uses"]]
    assert told == [(page["id"], "page", ["content"]), (post["id"], "post", ["content", "featured_media"])]
    assert found["complete"]


async def test_a_file_is_sent_and_taken_back(host: WordPressHost, proxy: Proxy) -> None:
    """As bytes that were examined here, in one request that changes something; an undo deletes it."""
    data = f"data:image/png;base64,{base64.b64encode(draw('PNG', (400, 300))).decode()}"
    new = NewMedia(data=data, filename="Rye Field.png", alt_text="A field", caption="<b>Ripe</b>")
    async with host.transactions.open() as transaction, host.media.prepare(new):
        made = await host.media.create(new)
        done = await transaction.commit(keep)
    writes = [each for each in proxy.sent if each.method != "GET"]
    assert [(each.method, each.path) for each in writes] == [("POST", "/wp/v2/media")]
    assert made == await host.media.get(made["id"], "view")
    assert (made["title"]["rendered"], made["alt_text"], made["mime_type"]) == ("Rye Field", "A field", "image/png")
    assert {"thumbnail", "medium", "full"} <= made["media_details"]["sizes"].keys()
    async with httpx2.AsyncClient() as http:
        assert (await http.get(made["source_url"])).content == draw("PNG", (400, 300))
    async with host.transactions.open() as transaction:
        await restore(transaction, done)
        await transaction.commit(keep)
    with pytest.raises(Problem) as refusal:
        await host.media.get(made["id"], "view")
    assert refusal.value.code is Code.NOT_FOUND


async def test_a_file_that_is_refused_is_not_sent(host: WordPressHost, proxy: Proxy) -> None:
    """Neither a page nor an address in a private network reaches WordPress."""
    for new in (NewMedia(data="data:,<html>"), NewMedia(url="http://127.0.0.1/x"), NewMedia()):
        with pytest.raises(Problem):
            await host.media.create(new)
    with pytest.raises(Problem, match="no page or post"):
        await host.media.create(NewMedia(data="data:,Bread", post=987_654))
    assert not [each for each in proxy.sent if each.method != "GET"]
