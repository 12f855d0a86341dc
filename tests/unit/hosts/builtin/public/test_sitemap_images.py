"""The images that the sitemap names: those that visitors see."""

import json
from collections.abc import Mapping
from typing import Any

from lxml import etree
from sqlalchemy import delete, update

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.public import sitemap_images
from sitehand.hosts.builtin.public.sitemap_images import AROUND, MAX_LENGTH
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import item_elementor, items, media
from sitehand.site.content import PageFields
from sitehand.site.elementor import ElementorDocument
from sitehand.site.host import Host
from sitehand.store.database import Database
from sitehand.store.migration import upgrade
from tests.old_database import open_old_database
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import NOW, SITE_URL, Site

BLOCKS = """<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery has-nested-images">
<!-- wp:image {"id":3} --><figure class="wp-block-image"><img src="/media/one.jpg" alt="" class="wp-image-3"/></figure>
<!-- /wp:image --><!-- wp:image --><figure class="wp-block-image"><img src="two.jpg?a=1&amp;b=2" alt=""/></figure>
<!-- /wp:image --></figure><!-- /wp:gallery -->
<!-- wp:cover {"url":"https://pictures.example/three.jpg"} --><div class="wp-block-cover"><img
class="wp-block-cover__image-background" alt="" src="https://pictures.example/three.jpg"/></div><!-- /wp:cover -->
<!-- wp:image {"metadata":{"blockVisibility":false}} --><figure class="wp-block-image"><img
src="/media/hidden.jpg" alt=""/></figure><!-- /wp:image -->"""
SHOWN = [f"{SITE_URL}/media/one.jpg", f"{SITE_URL}/rye/two.jpg?a=1&b=2", "https://pictures.example/three.jpg"]
DOCUMENT = (
    '[{"id":"aaaaaa1","elType":"container","settings":{},"elements":[{"id":"aaaaaa2","elType":"widget",'
    '"widgetType":"image","settings":{"image":{"id":%d,"url":""}},"elements":[]},{"id":"aaaaaa3","elType":"widget",'
    '"widgetType":"image","settings":{"image":{"id":"","url":"https:\\/\\/pictures.example\\/four.jpg"}},'
    '"elements":[]}]}]'
)
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
FOUR = "https://pictures.example/four.jpg"


async def _make(site: Site, **fields: Any) -> tuple[Host, int]:
    host = build_host(site.database, SITE_URL, lambda: NOW)
    given = {"title": "Page", "slug": "rye", "status": "publish", "content": BLOCKS, **fields}
    return host, (await host.pages.create(PageFields.model_validate(given), "key:1"))["id"]


async def test_blocks_and_classic_texts_name_their_images(site: Site) -> None:
    """In order, each once, as absolute addresses: what nobody sees, and what is no address on the web, is none."""
    host, page = await _make(site)
    assert await _read(site) == SHOWN
    classic = (
        '[caption width="9"]<IMG src="/media/one.jpg" alt="" /> One[/caption] <img src="/media/one.jpg">'
        '<img src="data:image/png;base64,AAAA"><img src=""><img alt="none"><!-- <img src="/media/no.jpg"> -->'
        '<noscript><img src="/media/no.jpg"></noscript><img src="//pictures.example/a b.jpg"><img src="http://[x">'
    )
    await host.pages.update(page, PageFields(content=classic), "key:1")
    assert await _read(site) == [SHOWN[0], "https://pictures.example/a%20b.jpg"]
    await host.pages.update(page, PageFields(content="<p>None.</p>"), "key:1")
    assert await _read(site) == []


async def test_the_featured_image_comes_first(site: Site) -> None:
    """Once, though the text shows it too."""
    picture = await site.insert(media, source_url="/media/one.jpg", date="2026-03-01T10:00:00Z")
    await _make(site, featured_media=picture, content=f"{BLOCKS}<p>More</p>")
    assert await _read(site) == SHOWN


async def test_the_document_that_takes_the_place_of_the_content_names_its_images(site: Site) -> None:
    """Written, edited, hidden and removed, whoever writes it; a file by where it is now."""
    host, page = await _make(site)
    picture = await site.insert(media, source_url="/media/old.jpg", date="2026-03-01T10:00:00Z")
    document = ElementorDocument(DOCUMENT % picture, "builder")
    assert host.elementor
    await host.elementor.edit(page, lambda _: document, "key:1")
    assert await _read(site) == [f"{SITE_URL}/media/old.jpg", FOUR]
    await execute(site.database, update(media).values(source_url="/media/new.jpg"))
    assert await _read(site) == [f"{SITE_URL}/media/new.jpg", FOUR]
    mine = update(item_elementor).where(item_elementor.c.item_id == page)
    await execute(site.database, mine.values(elementor_edit_mode=""))
    assert await _read(site) == SHOWN
    await execute(site.database, mine.values(elementor_edit_mode="builder", elementor_data=DOCUMENT % 99))
    assert await _read(site) == [FOUR]
    await execute(site.database, mine.values(elementor_data="[]"))
    assert await _read(site) == SHOWN
    await execute(site.database, mine.values(elementor_data=DOCUMENT % 99), delete(item_elementor))
    assert await _read(site) == SHOWN


async def test_what_a_password_hides_names_no_image(site: Site) -> None:
    """Nor does a draft."""
    host, page = await _make(site, password="key")
    assert await _read(site) == []
    await host.pages.update(page, PageFields(password="", status="draft"), "key:1")
    assert await _read(site) == []


async def test_the_images_of_a_page_and_of_a_file_are_bounded(site: Site) -> None:
    """A page names a thousand; the pages of a file beyond its room have their featured image alone."""
    host, _ = await _make(site, content="".join(f'<img src="/{number}.jpg">' for number in range(1200)))
    assert await _read(site) == [f"{SITE_URL}/{number}.jpg" for number in range(1000)]
    await execute(site.database, update(items).values(images='["' + "x" * MAX_LENGTH + '"]'))
    await host.pages.create(PageFields(title="Next", status="publish", content='<img src="/next.jpg">'), "key:1")
    assert await _read(site) == []


async def test_short_addresses_do_not_make_a_long_file(site: Site) -> None:
    """What XML puts around each image counts too: 100 characters, so that 80 pages of a thousand are too many."""
    for number in range(80):
        images = json.dumps([f"/{number}" for number in range(1000)])
        await site.add("page", slug=f"p{number}", images=images)
    assert 70_000 < len(await _read(site)) < MAX_LENGTH / AROUND


async def test_a_site_below_a_path_names_its_files_there(site: Site) -> None:
    """A file by the site's own address; an address in a text as browsers read it."""
    visit = type("", (), {"site_url": f"{SITE_URL}/cms", "picture": lambda self, address: self.site_url + address})()
    visit.link = lambda path: visit.site_url + path
    named = sitemap_images.name_pictures(visit, "/page/", "/media/a.jpg", [7, "/b.jpg", "c.jpg"], {7: "/media/d.jpg"})
    places = ("/cms/media/a.jpg", "/cms/media/d.jpg", "/b.jpg", "/cms/page/c.jpg")
    assert named == [SITE_URL + place for place in places]


async def test_what_an_older_site_shows_is_found_after_the_start(tmp_path: Any) -> None:
    """The migration reads the images of texts and documents; the last changes stay what they were."""
    database = Database(tmp_path, SITE)
    with open_old_database(database.path, "0039") as connection:
        connection.exec_driver_sql("INSERT INTO authors (id, name, slug) VALUES (9, 'A', 'a')")
        texts = ("title", "title_rendered", "excerpt", "excerpt_rendered")
        plain = {**dict.fromkeys(texts, ""), "type": "page", "status": "publish", "author": 9, "revision": "0" * 12}
        plain |= {"date": "2026-03-01T10:00:00Z", "modified": "2026-03-02T10:00:00Z"}
        shown = '<p><img src="/media/one.jpg"></p>'
        for number, content in enumerate(("", "x", '<!-- wp:x {"metadata":{"blockVisibility":false}} /-->'), 1):
            row = {**plain, "id": number, "slug": f"p{number}", "path": f"/p{number}/"}
            _insert(connection, "items", {**row, "content": content, "content_rendered": shown if content else ""})
        document = {"item_id": 1, "elementor_edit_mode": "builder", "elementor_data": DOCUMENT % 5, "digest": "x"}
        rest = ("elementor_template_type", "elementor_version", "elementor_page_settings")
        _insert(connection, "item_elementor", {**document, **dict.fromkeys(rest, "")})
    upgrade(database.path, SITE)
    found = database.look_up(
        """SELECT items.images, document_images.images AS document, at FROM items
        JOIN text_changes ON text_changes.item_id = items.id
        LEFT JOIN document_images ON document_images.item_id = items.id ORDER BY items.id"""
    )
    wanted = [("[]", f'[5, "{FOUR}"]'), ('["/media/one.jpg"]', None), ("[]", None)]
    assert [tuple(row) for row in found] == [(*each, "2026-03-02T10:00:00Z") for each in wanted]
    await database.close()


def _insert(connection: Any, table: str, row: Mapping[str, Any]) -> None:
    names = f"({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
    connection.exec_driver_sql(f"INSERT INTO {table} {names}", tuple(row.values()))


async def _read(site: Site) -> list[str]:
    content = (await site.visit("/sitemap.xml")).content
    return [str(each.text) for each in etree.fromstring(content).iter(f"{{{IMAGE}}}loc")]
