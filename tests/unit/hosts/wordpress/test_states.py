"""What becomes of the `meta` of an item, in which other plugins keep values too."""

from datetime import UTC, datetime
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.items import Items
from sitehand.hosts.wordpress.resources import SecretMarks

CLOCK = datetime(2026, 9, 1, tzinfo=UTC)


def make(**meta: Any) -> dict[str, Any]:
    """A page as WordPress shows it."""
    texts = {name: {"raw": "x"} for name in ("title", "content", "excerpt")}
    return {**texts, "type": "page", "status": "publish", "date_gmt": "2026-01-01T00:00:00", "meta": meta}


async def test_only_keys_that_differ_are_told_and_put_back() -> None:
    """The rest is other plugins': nobody may need to write it, and it may have moved by then."""
    client = Client("https://hill.example/wp-json/", "sitehand", "secret")
    items = Items(client, "page", SecretMarks("key"), lambda: CLOCK)
    before, after = make(title="", locked="a", views=1), make(title="New", locked="a", views=1)
    old, new = items.fields(before), items.fields(after)
    (change,) = items.describe(1, old, new, {"meta"})
    assert (change.before, change.after) == ({"meta": {"title": ""}}, {"meta": {"title": "New"}})
    assert items.find_lost(change.after or {}, items.fields(make(title="New", locked="a", views=2))) == []
    assert items.write_back(before, after) == {"meta": {"title": ""}}
    assert items.describe(1, old, items.fields(make(title="", locked="a", views=2)), {"content"}) == []
    await client.close()
