"""Block types of a WordPress are asked for when they are needed, and kept for a while."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from sitehand.blocks.added_attributes import list_added
from sitehand.blocks.added_types import read_all
from sitehand.blocks.catalogue import Origin
from sitehand.blocks.dialects import Dialect
from sitehand.hosts.block_types import OwnBlockTypes
from sitehand.hosts.wordpress import block_types as module
from sitehand.hosts.wordpress.block_types import FIELDS, ROUTE, SECONDS, WordPressBlockTypes
from sitehand.hosts.wordpress.client import Client, join_route
from tests.unit.broker.loopback import Broker, open_broker

HOURS = {"name": "acme/hours", "title": "Hours", "is_dynamic": True, "attributes": {"day": {"type": "string"}}}
CARD = {"name": "acme/card", "title": "Card", "is_dynamic": False, "attributes": []}
CORE = {"name": "core/new", "title": "New", "is_dynamic": True}
REFUSED = {"code": "rest_block_type_cannot_view", "message": "Sorry.", "data": {"status": 403}}


@dataclass(slots=True)
class Site:
    """A server that plays a WordPress, what asks it, and the time."""

    server: Broker
    client: Client
    now: float = 0.0
    types: WordPressBlockTypes = field(init=False)

    def __post_init__(self) -> None:
        self.types = WordPressBlockTypes(self.client, "7.1.4", lambda: self.now)

    def answer(self, value: Any, status: int = 200) -> None:
        """Answer the one route that is asked."""
        self.server.answer(join_route(self.client.root, ROUTE, {"_fields": FIELDS}).raw_path.decode(), value, status)

    async def read(self) -> Mapping[str, Any]:
        """The types that are known."""
        return (await self.types.read()).types


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """With two blocks of a plugin."""
    async with open_broker() as server:
        client = Client(f"{server.url}/wp-json/", "owner", "x")
        site = Site(server, client)
        site.answer([CORE, HOURS, CARD])
        yield site
        await client.close()


async def test_they_are_asked_for_once_in_a_while(site: Site) -> None:
    """Not before they are needed, once for callers at the same time, and again when they are old."""
    assert not site.server.asked
    both = await asyncio.gather(site.types.read(), site.types.read())
    assert both[0] is both[1]
    assert {name: block.origin for name, block in both[0].types.items()} == {
        "acme/hours": Origin.SITE,
        "acme/card": Origin.SITE,
    }
    site.now = SECONDS - 1
    site.answer([HOURS])
    assert set(await site.read()) == {"acme/hours", "acme/card"}
    assert len(site.server.asked) == 1
    site.now = SECONDS
    assert set(await site.read()) == {"acme/hours"}
    assert len(site.server.asked) == 2


async def test_attributes_that_plugins_add_to_blocks_of_core_are_kept(site: Site) -> None:
    """Without core's own, which the answer has too; where the owner adds some, both are put together once."""
    own = {"content": {"type": "rich-text", "source": "rich-text"}, "lock": {"type": "object"}}
    site.answer([HOURS, {"name": "core/paragraph", "attributes": {**own, "acmeShown": {"type": "string"}}}])
    found = await site.read()
    assert set(found) == {"acme/hours", "core/paragraph"}
    assert list_added(found["core/paragraph"]).keys() == {"acmeShown"}
    given = {"name": "core/paragraph", "attributes": {"mine": {"type": "string"}}}
    types = OwnBlockTypes(read_all([given], Origin.PLUGIN, Dialect.V7_1), site.types)
    both = await types.read()
    assert list_added(both.types["core/paragraph"]).keys() == {"acmeShown", "mine"}
    assert await types.read() is both
    site.now = SECONDS
    site.answer([HOURS])
    assert list_added((await types.read()).types["core/paragraph"]).keys() == {"mine"}


async def test_a_block_that_is_told_again_counts_once(site: Site) -> None:
    """WordPress tells each once; putting thousands of forms of one block together would take minutes."""
    told = [{"name": "core/paragraph", "attributes": {f"acme{number}": {"type": "string"}}} for number in range(3)]
    site.answer([HOURS, *told])
    found = await site.read()
    assert set(found) == {"acme/hours", "core/paragraph"}
    assert list_added(found["core/paragraph"]).keys() == {"acme2"}


async def test_who_may_not_know_them_works_without(site: Site) -> None:
    """The blocks are unknown ones, and the reason is told."""
    site.answer(REFUSED, 403)
    found = await site.types.read()
    assert (found.types, "Sorry." in found.unread) == ({}, True)


@pytest.mark.parametrize(("value", "status"), [({"code": "x", "message": "Broken"}, 500), (b"<html>", 200)])
async def test_a_site_that_fails_keeps_nobody_from_working(site: Site, value: Any, status: int) -> None:
    """Those of before count until it tells them again, which is tried after a minute."""
    await site.read()
    site.answer(value, status)
    site.now = SECONDS
    found = await site.types.read()
    assert (set(found.types), bool(found.unread)) == ({"acme/hours", "acme/card"}, True)
    site.answer([CARD])
    assert len(await site.read()) == 2
    site.now = SECONDS + 60
    assert set(await site.read()) == {"acme/card"}
    assert not (await site.types.read()).unread


async def test_what_has_no_room_is_unknown(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ones are kept, and why there are no more is told."""
    monkeypatch.setattr(module, "MAX_BYTES", 150)
    found = await site.types.read()
    assert (set(found.types), found.unread) == ({"acme/hours"}, module.FULL)


@pytest.mark.parametrize("value", [{"a": 1}, None, [3, None, {"title": "No name"}, {"name": "a/b", "title": "\ud800"}]])
async def test_an_odd_answer_is_no_block(site: Site, value: Any) -> None:
    """Whatever a plugin makes of it."""
    site.answer(value)
    assert await site.read() == {}


@pytest.mark.parametrize("value", [{"a": 1}, None])
async def test_an_answer_that_is_no_list_takes_no_block_away(site: Site, value: Any) -> None:
    """Those of before count, and why there may be others is told."""
    await site.read()
    site.answer(value)
    site.now = SECONDS
    found = await site.types.read()
    assert (set(found.types), "no list" in found.unread) == ({"acme/hours", "acme/card"}, True)
