"""What every host must do with files."""

import base64
from typing import Any

import pytest
from PIL import Image

from sitehand.errors import Code, Problem
from sitehand.site.content import PageFields, PostFields
from sitehand.site.host import Host
from sitehand.site.media import Media, MediaFields, MediaQuery, NewMedia
from sitehand.site.media_text import MediaTextQuery
from sitehand.site.settings import SiteSettingsFields
from tests.contract.conftest import Site
from tests.pdfs import print_text
from tests.pictures import DESCRIPTION, draw

BY = "key:1"


def pack(content: bytes) -> str:
    """A file as a `data:` URL."""
    return f"data:application/octet-stream;base64,{base64.b64encode(content).decode()}"


async def add(host: Host, content: bytes | None = None, **fields: Any) -> Media:
    """A new file."""
    given = {"data": pack(content or draw("PNG", (400, 300))), "filename": "Rye Field.png", **fields}
    return await host.media.create(NewMedia.model_validate(given))


async def list_ids(host: Host, **query: object) -> list[int]:
    """The ids of a list."""
    return [each["id"] for each in (await host.media.find(MediaQuery.model_validate(query))).items]


async def test_a_file_lives_from_its_creation_to_its_end(host: Host) -> None:
    """Added, read, described, deleted; each change has a revision of its own."""
    made = await add(host, alt_text="A field", caption="Ripe")
    assert (made["media_type"], made["mime_type"], made["alt_text"]) == ("image", "image/png", "A field")
    assert made["title"]["rendered"] == "Rye Field"
    assert (made["media_details"]["width"], made["media_details"]["height"]) == (400, 300)
    assert {"thumbnail", "medium", "full"} <= set(made["media_details"]["sizes"])
    read = await host.media.get(made["id"], "view")
    assert (read["source_url"], read["revision"]) == (made["source_url"], made["revision"])
    changed = await host.media.update(made["id"], MediaFields(alt_text="Rye"))
    assert (changed["alt_text"], changed["title"]["rendered"]) == ("Rye", "Rye Field")
    assert changed["revision"] != made["revision"]
    same = await host.media.update(made["id"], MediaFields(alt_text="Rye"))
    assert same["revision"] == changed["revision"]
    assert (await host.media.delete(made["id"]))["id"] == made["id"]
    with pytest.raises(Problem) as refusal:
        await host.media.get(made["id"], "view")
    assert refusal.value.code is Code.NOT_FOUND


async def test_lists_are_searched_filtered_and_ordered(host: Host) -> None:
    """By words, type, item and id."""
    page = await host.pages.create(PageFields(title="Rye"), BY)
    field = (await add(host, post=page["id"]))["id"]
    notes = (await add(host, b"Bread\n", filename="notes.txt", title="Notes"))["id"]
    assert set(await list_ids(host)) == {field, notes}
    assert await list_ids(host, media_type="image") == [field]
    assert await list_ids(host, mime_type="text/plain") == [notes]
    assert await list_ids(host, media_type="image", mime_type="text/plain") == []
    assert await list_ids(host, media_type="text", mime_type="text/plain") == [notes]
    assert await list_ids(host, search="Notes") == [notes]
    assert await list_ids(host, parent=[page["id"]]) == [field]
    assert await list_ids(host, orderby="id", order="asc", per_page=1, page=2) == [max(field, notes)]
    assert await list_ids(host, exclude=[notes]) == [field]


async def test_pictures_without_alternative_text_are_listed(host: Host) -> None:
    """Pictures alone, in the order and the pages of the list."""
    bare = [(await add(host))["id"] for _ in range(3)]
    await add(host, alt_text="A field")
    await add(host, b"Bread\n", filename="notes.txt")
    wanted = {"only": ["missing_alt_text"], "orderby": "id", "order": "asc", "per_page": 2}
    assert [await list_ids(host, **wanted, page=page) for page in (1, 2, 3)] == [bare[:2], bare[2:], []]
    assert (await host.media.find(MediaQuery.model_validate(wanted))).total == 3
    assert await list_ids(host, **{**wanted, "media_type": "text"}) == []
    assert await list_ids(host, **{**wanted, "mime_type": "text/plain"}) == []
    assert await list_ids(host, **{**wanted, "media_type": "image", "mime_type": "image/png"}) == bare[:2]


async def test_a_list_proposes_alternative_texts(host: Host) -> None:
    """By what the files say themselves, in a list without details as in one file."""
    exif = Image.Exif()
    exif[DESCRIPTION] = "A field of rye"
    added = await add(host, draw("JPEG", exif=exif))
    found = await host.media.find(MediaQuery(detail="summary", include=[added["id"]]))
    assert [each.get("proposed_alt_text") for each in found.items] == ["A field of rye"]


async def test_what_is_no_file_is_refused(host: Host) -> None:
    """By its bytes, whatever it is called; and what hangs on nothing."""
    for fields, code in (
        ({"data": pack(b"<svg/>")}, Code.UNSUPPORTED_MEDIA_TYPE),
        ({"data": pack(draw("PNG")[:60])}, Code.UNSUPPORTED_MEDIA_TYPE),
        ({"data": pack(draw("PNG")), "post": 987_654}, Code.INVALID_ARGUMENTS),
        ({"url": "http://127.0.0.1/rye.png"}, Code.INVALID_ARGUMENTS),
        ({"file": f"sitehand-file:{'0' * 16}-{'0' * 64}"}, Code.NOT_FOUND),
    ):
        with pytest.raises(Problem) as refusal:
            await host.media.create(NewMedia.model_validate(fields))
        assert refusal.value.code is code, fields
    assert await list_ids(host) == []


async def test_the_text_of_a_pdf_is_read_page_by_page(host: Host) -> None:
    """From the page that is wanted; a file that is no PDF, a page behind the last and no file are refused."""
    menu = (await add(host, print_text("Rye", "", "Brötchen"), filename="menu.pdf"))["id"]
    found = await host.media.read_text(MediaTextQuery(id=menu, page=2))
    assert (found["id"], found["pages"]) == (menu, 3)
    assert found["texts"] == [{"page": 2, "text": ""}, {"page": 3, "text": "Brötchen"}]
    assert [each["code"] for each in found["notices"]] == ["no_text"]
    picture = (await add(host))["id"]
    for query, code, path in (
        (MediaTextQuery(id=menu, page=4), Code.INVALID_ARGUMENTS, "page"),
        (MediaTextQuery(id=picture), Code.INVALID_ARGUMENTS, "id"),
        (MediaTextQuery(id=987_654), Code.NOT_FOUND, ""),
    ):
        with pytest.raises(Problem) as refusal:
            await host.media.read_text(query)
        assert (refusal.value.code, "".join(each["path"] for each in refusal.value.details)) == (code, path)


async def test_uses_are_told(host: Host) -> None:
    """As a featured image, by address in a text, and as the logo of the site."""
    file = await add(host)
    post = await host.posts.create(PostFields(title="Rye", status="publish", featured_media=file["id"]), BY)
    page = await host.pages.create(PageFields(content=f'<img src="{file["source_url"]}">', status="publish"), BY)
    await host.settings.update(SiteSettingsFields(logo=file["id"]))
    found = await host.media.find_uses(file["id"])
    assert {(use["id"], *use["used_as"]) for use in found["uses"]} == {
        (0, "logo"),
        (post["id"], "featured_media"),
        (page["id"], "content"),
    }
    await host.settings.update(SiteSettingsFields(logo=0))
    assert len((await host.media.find_uses(file["id"]))["uses"]) == 2


async def test_two_files_of_one_name_have_two_addresses(site: Site) -> None:
    """The second gets a number."""
    first, second = await add(site.host), await add(site.host)
    assert first["source_url"] != second["source_url"]
    assert first["source_url"].startswith(site.url)
