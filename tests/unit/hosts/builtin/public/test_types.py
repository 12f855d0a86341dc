"""What visitors see of registered types: pages, an archive, a feed, the sitemap; and nothing of one that is hidden."""

from datetime import timedelta

import pytest

from sitehand.errors import Problem
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.tables import comments, menu_entries, menus
from sitehand.hosts.builtin.types import BuiltinTypes
from sitehand.site.content import ListQuery
from sitehand.site.custom_items import CustomItemFields, CustomItemQuery
from sitehand.site.types import TypeFields
from tests.unit.hosts.builtin.public.site import SITE_URL, Site


async def test_a_type_has_pages_an_archive_a_feed_and_a_place_in_the_sitemap(site: Site) -> None:
    """Newest first, ten to a page; a scheduled item is there when its time has come."""
    host = build_host(site.database, SITE_URL, lambda: site.now)
    await host.types.register("recipe", TypeFields(name="Recipes", description="What we cook.", has_archive=True))
    for number in range(11):
        fields = {
            "type": "recipe",
            "title": f"Soup {number:02}",
            "status": "publish",
            "content": f"<p>Pot {number}</p>",
        }
        given = {**fields, "date": f"2026-03-{number + 1:02}T12:00:00Z"}
        await host.custom_items.create(CustomItemFields.model_validate(given), "key:1")
    given = {**fields, "title": "Later", "status": "future", "date": "2026-07-28T10:00:00Z"}
    await host.custom_items.create(CustomItemFields.model_validate(given), "key:1")
    page, archive, rest = [await site.visit(f"/recipe/{path}") for path in ("soup-03/", "", "page/2/")]
    assert [each.status_code for each in (page, archive, rest)] == [200, 200, 200]
    assert "<p>Pot 3</p>" in page.text
    assert archive.text.index("Soup 10") < archive.text.index("Soup 01")
    assert "What we cook." in archive.text
    assert ("Soup 00" in archive.text, "Soup 00" in rest.text, "Later" in archive.text) == (False, True, False)
    assert "<title>Soup 10</title>" in (await site.visit("/recipe/feed/")).text
    assert f"{SITE_URL}/recipe/soup-03/" in (await site.visit("/sitemap.xml")).text
    found = (await site.visit("/?s=soup")).text
    assert "Soup 10" in found
    assert "Soup 10" not in (await site.visit("/")).text
    site.now += timedelta(hours=1)
    await site.database.transact(lambda opened: opened.exec_driver_sql("UPDATE items SET status = 'publish'"))
    assert "Later" in (await site.visit("/recipe/")).text


async def test_a_type_that_is_not_public_has_no_addresses(site: Site) -> None:
    """Neither of its items nor of an archive, a feed or a part of the sitemap; and a pattern has none either."""
    types = BuiltinTypes(site.database, frozenset())
    await types.register("note", TypeFields(name="Notes", public=False, has_archive=True))
    host = build_host(site.database, SITE_URL, lambda: site.now)
    note = await host.custom_items.create(CustomItemFields(type="note", title="Quiet", status="publish"), "key:1")
    await site.add("pattern", path="", title="Pattern")
    for path in ("/note/", "/note/quiet/", "/note/feed/", "/sitemap-note-1.xml", "/sitemap-pattern-1.xml", "/recipe/"):
        assert (await site.visit(path)).status_code == 404, path
    assert (await site.visit(f"/?p={note['id']}")).status_code == 404
    assert "Quiet" not in (await site.visit("/?s=quiet")).text
    assert (await site.visit("/sitemap.xml")).text.count("<loc>") == 1
    assert (await host.custom_items.find(CustomItemQuery(type="note"))).total == 1
    assert (await host.patterns.find(ListQuery())).total == 1


async def test_a_hidden_item_is_named_nowhere(site: Site) -> None:
    """Neither by a menu that leads to it, nor by a list of comments, nor by a preview link."""
    host = build_host(site.database, SITE_URL, lambda: site.now)
    await host.types.register("note", TypeFields(name="Notes", public=False))
    note = await host.custom_items.create(CustomItemFields(type="note", title="Quiet", status="publish"), "key:1")
    talk = await site.add("page", content="<!-- wp:latest-comments /-->", slug="talk", path="/talk/")
    menu = await site.insert(menus, name="Main", slug="main")
    for position, item in enumerate((note["id"], talk)):
        await site.insert(menu_entries, menu_id=menu, position=position, title="", item_id=item)
        said = {"author_name": f"Eve {item}", "content": "Heard", "status": "approved", "date": "2026-03-01T12:00:00Z"}
        await site.insert(comments, post=item, **said)
    seen = (await site.visit("/talk/")).text
    assert (f"Eve {talk}" in seen, f"Eve {note['id']}" in seen, "Quiet" in seen) == (True, False, False)
    with pytest.raises(Problem, match="has no page: its type is not public"):
        await site.previews.create(note["id"], 60)
