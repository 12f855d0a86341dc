"""What others write in WordPress between our last look and our request: it stays theirs."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.changes import ObjectChange
from sitehand.site.settings import SiteSettingsFields
from tests.wordpress.conftest import restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, open_rest
from tests.wordpress.test_transactions import keep


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress."""
    async with open_rest(wordpress, proxy, tmp_path, "terms") as opened:
        yield opened


Call = Callable[[], Coroutine[Any, Any, Any]]


async def race(proxy: Proxy, path: str, ours: Call, theirs: Call) -> Any:
    """The answer to our write, when somebody else writes right before it."""
    fault = proxy.fail("hold", "POST", path)
    call = asyncio.create_task(ours())
    reached = asyncio.create_task(fault.reached.wait())
    await asyncio.wait({call, reached}, return_when=asyncio.FIRST_COMPLETED)
    assert reached.done(), await call
    await theirs()
    fault.go_on.set()
    status, answer = await call
    assert status == 200, answer
    return answer


async def undo_last(service: Service) -> Any:
    """The newest change, after it was undone."""
    _, listed = await service.call("GET", "/changes?per_page=1")
    _, change = await service.call("GET", f"/changes/{listed[0]['id']}")
    status, undone = await service.call("POST", "/changes/undo", {"id": change["id"]})
    assert status == 200, undone
    return change


async def test_anothers_edit_of_a_term_is_told_and_not_undone(service: Service, proxy: Proxy) -> None:
    """A notice names the field; the journal has only ours, and its undo leaves theirs."""
    _, term = await service.call("POST", "/taxonomies/category/terms", {"name": "News"})
    path = f"/wp/v2/categories/{term['id']}"
    answer = await race(
        proxy,
        path,
        lambda: service.call("PATCH", f"/taxonomies/category/terms/{term['id']}", {"name": "Ours"}),
        lambda: service.host.transactions.client.write("POST", path, {"description": "Theirs"}),
    )
    assert [(each["code"], each["message"]) for each in answer["notices"]] == [
        ("changed_meanwhile", "Its description changed meanwhile. Look at the term again.")
    ]
    change = await undo_last(service)
    (changed,) = change["objects"]
    assert {field["field"] for field in changed["fields"]} == {"name"}
    _, now = await service.call("GET", f"/taxonomies/category/terms/{term['id']}")
    assert (now["name"], now["description"]) == ("News", "Theirs")


async def test_anothers_edit_of_a_setting_is_not_ours(host: WordPressHost, proxy: Proxy) -> None:
    """WordPress keeps all settings as one object; only the one that was sent is ours to take back."""
    before = await host.settings.get()
    fault = proxy.fail("hold", "POST", "/wp/v2/settings")

    async def call() -> Sequence[ObjectChange]:
        async with host.transactions.open() as transaction:
            await host.settings.update(SiteSettingsFields(name="Ours"))
            return await transaction.commit(keep)

    ours = asyncio.create_task(call())
    await fault.reached.wait()
    await host.transactions.client.write("POST", "/wp/v2/settings", {"description": "Theirs"})
    fault.go_on.set()
    changed = await ours
    assert [each.object for each in changed] == ["name"]
    async with host.transactions.open() as transaction:
        await restore(transaction, changed)
        await transaction.commit(keep)
    assert await host.settings.get() == {**before, "description": "Theirs"}
    await host.settings.update(SiteSettingsFields(description=before["description"]))


async def test_anothers_edit_of_a_page_is_not_undone(service: Service, proxy: Proxy) -> None:
    """Its text is ours to take back, its place in the menu is not."""
    _, page = await service.call("POST", "/pages", {"title": "Base"})
    path = f"/wp/v2/pages/{page['id']}"
    answer = await race(
        proxy,
        path,
        lambda: service.call("PATCH", f"/pages/{page['id']}", {"title": "Ours"}),
        lambda: service.host.transactions.client.write("POST", path, {"menu_order": 7}),
    )
    assert "Its menu_order changed meanwhile. Look at the page again." in [
        each["message"] for each in answer["notices"]
    ]
    await undo_last(service)
    _, now = await service.call("GET", f"/pages/{page['id']}")
    assert (now["title"]["rendered"], now["menu_order"]) == ("Base", 7)
