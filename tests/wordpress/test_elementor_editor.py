"""Documents of a real WordPress that people have open: what the editor shows next, and ids of an older read."""

import json
from collections import Counter
from typing import Any

from sitehand.elementor.document import walk
from sitehand.elementor.document import write as write_element
from sitehand.elementor.parsing import read_document
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields
from sitehand.site.elementor import ElementorStore
from tests.unit.elementor.documents import MIXED
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_elementor import ODD, elementor, plugin, read_meta, service, write
from tests.wordpress.test_service import Service

__all__ = ["elementor", "plugin", "service"]
UNSAVED = MIXED.replace("Hello", "Not saved yet")
AUTOSAVE = """FROM wp_posts AS autosave JOIN wp_posts AS page ON page.ID = autosave.post_parent
    WHERE page.ID = {page} AND autosave.post_type = 'revision' AND autosave.post_name LIKE '{page}-autosave%'"""
OPENED = f"SELECT autosave.ID {AUTOSAVE} AND autosave.post_modified_gmt > page.post_modified_gmt"
"""What Elementor's editor opens in place of a page: an autosave that is newer (`Utils::get_post_autosave`)."""


def read_opened(wordpress: WordPress, page: int) -> str:
    """The document that the editor opens."""
    autosave = wordpress.run_sql(OPENED.format(page=page)).strip()
    return read_meta(wordpress, int(autosave or page), "_elementor_data")


async def test_an_edit_of_a_published_page_overtakes_an_autosave(
    host: WordPressHost, elementor: ElementorStore, wordpress: WordPress, proxy: Proxy
) -> None:
    """It lands in the page, which visitors see, and is what the editor opens next; what was autosaved is kept."""
    page = (await host.pages.create(PageFields(title="Open", content="<p>x</p>", status="publish"), "key:1"))["id"]
    await elementor.edit(page, write(MIXED), "key:1")
    admin = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password)
    made = await admin.write("POST", f"/wp/v2/pages/{page}/autosaves", {"content": "<p>y</p>"})
    await admin.close()
    autosave = made.value["id"]
    wordpress.run_sql(
        "UPDATE wp_posts SET post_modified = post_modified - INTERVAL 1 HOUR,"
        f" post_modified_gmt = post_modified_gmt - INTERVAL 1 HOUR WHERE ID = {page};"
        f" DELETE FROM wp_postmeta WHERE post_id = {autosave} AND meta_key = '_elementor_data';"
        " INSERT INTO wp_postmeta (post_id, meta_key, meta_value)"
        f" VALUES ({autosave}, '_elementor_data', '{UNSAVED.replace(chr(92), chr(92) * 2)}')"
    )
    assert read_opened(wordpress, page) == UNSAVED
    item = await elementor.edit(page, write(ODD), "key:1")
    assert read_opened(wordpress, page) == read_meta(wordpress, page, "_elementor_data") == ODD
    assert read_meta(wordpress, autosave, "_elementor_data") == UNSAVED
    assert (item["id"], item["status"]) == (page, "publish")


async def test_ids_of_an_older_read_do_no_harm(service: Service, wordpress: WordPress) -> None:
    """Of a whole document they are refused as stale, or replace all; of an element they are kept where they are free,
    and made anew where another has them by now. An element that is gone is not found.
    """
    _, page = await service.call("POST", "/pages", {"title": "Older"})
    path, item = f"/items/{page['id']}/elementor", page["id"]
    _, older = await service.call("PUT", path, {"content": MIXED})
    root = read_document(MIXED)
    box = next(json.loads(write_element(each)) for each in walk(root) if each.id == "bbbbbb2")

    async def call(method: str, place: str, body: Any = None) -> Any:
        status, answer = await service.call(method, f"{path}{place}", body)
        stored = read_document(read_meta(wordpress, item, "_elementor_data"))
        ids = Counter(each.id for each in walk(stored))
        assert max(ids.values()) == 1 and all(ids), ids
        return status, answer

    await call("DELETE", "/elements/bbbbbb2")
    status, refused = await call("PUT", "", {"content": MIXED, "expected_revision": older["revision"]})
    assert (status, refused["code"]) == (409, "revision_conflict")
    status, refused = await call("PATCH", "/elements/bbbbbb3", {"settings": {"title": "x"}})
    assert (status, refused["code"]) == (404, "not_found"), refused
    status, again = await call("POST", "/elements", {"element": box, "at": {"last_in": "cccccc1"}})
    assert (status, again["elements"]) == (200, ["bbbbbb2"])
    status, twice = await call("POST", "/elements", {"element": box, "at": {"last_in": "cccccc1"}})
    (made,) = twice["elements"]
    assert status == 200 and made != "bbbbbb2"
    stored = read_meta(wordpress, item, "_elementor_data")
    assert (stored.count('"e-bbbbbb2-1234567"'), stored.count(f'"e-{made}-')) == (3, 3)
    _, found = await call("GET", "/findings")
    assert not [each for each in found["items"] if each["severity"] == "error"]
    status, whole = await call("PUT", "", {"content": MIXED, "expected_revision": twice["revision"]})
    assert (status, read_meta(wordpress, item, "_elementor_data")) == (200, MIXED)
    status, _ = await service.call("POST", "/changes/undo", {"id": whole["change_id"]})
    assert (status, json.loads(read_meta(wordpress, item, "_elementor_data"))) == (200, json.loads(stored))
