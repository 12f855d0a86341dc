"""What every host must do with navigations: items of their own, written and read byte for byte."""

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.content import ItemFields, ListQuery
from sitehand.site.host import Host

LINKS = '<!-- wp:navigation-link {"label":"Bread \\u0026 more","url":"/bread/"} /-->\n\n<!-- wp:page-list /-->'


async def test_a_navigation_lives_as_an_item_does(host: Host) -> None:
    """Its id tells its kind; it goes to the trash and comes back, and what was deleted is not found."""
    made = await host.navigations.create(ItemFields(title="Main", content=LINKS, status="publish"), "key:1")
    assert await host.items.kind_of(made["id"]) == "navigation"
    stored = await host.navigations.get(made["id"], "edit")
    assert (stored["type"], stored["title"]["raw"], stored["content"]["raw"]) == ("navigation", "Main", LINKS)
    changed = await host.navigations.update(made["id"], ItemFields(title="Footer"), "key:1")
    assert changed["revision"] != made["revision"]
    assert (await host.navigations.trash(made["id"], "key:1"))["status"] == "trash"
    assert (await host.navigations.find(ListQuery())).total == 0
    back = await host.navigations.update(made["id"], ItemFields(status="publish"), "key:1")
    assert (back["status"], back["title"]["rendered"]) == ("publish", "Footer")
    await host.navigations.delete(made["id"], "key:1")
    with pytest.raises(Problem) as refusal:
        await host.navigations.get(made["id"], "view")
    assert refusal.value.code is Code.NOT_FOUND


async def test_links_are_rewritten_as_they_are_stored(host: Host) -> None:
    """The edit gets the stored text, and a navigation is neither a page nor a pattern."""
    made = await host.navigations.create(ItemFields(title="Main", content=LINKS), "key:1")
    await host.navigations.rewrite(made["id"], lambda text: text.replace("/bread/", "/cake/"), "key:1")
    assert (await host.navigations.get(made["id"], "edit"))["content"]["raw"] == LINKS.replace("/bread/", "/cake/")
    for store in (host.pages, host.patterns):
        with pytest.raises(Problem) as refusal:
            await store.get(made["id"], "view")
        assert refusal.value.code is Code.NOT_FOUND
