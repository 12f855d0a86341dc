"""Collections are read whole, in parts that come, and never a part of one for all of it."""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.exporting import collection as module
from sitehand.hosts.wordpress.exporting.collection import Collections
from tests.unit.broker.loopback import open_broker, plain, raw


@dataclass(eq=False)
class Shelf(dict[str, Any]):
    """A WordPress with one collection of so many objects, which answers `most` of them at once.

    One that is `large` comes by itself alone. `lost` are objects that it counts and does not show; with each answer
    `deleted` of the first objects go.
    """

    ids: list[int] = field(default_factory=lambda: list(range(1, 251)))
    most: int = 100
    large: int = 0
    lost: tuple[int, ...] = ()
    deleted: list[int] = field(default_factory=list)
    asked: list[tuple[int, int]] = field(default_factory=list)

    def get(self, path: str, _default: Any = None) -> Any:
        """What answers a request."""
        query = {name: value[0] for name, value in parse_qs(urlsplit(path).query).items()}
        size, offset = int(query["per_page"]), int(query.get("offset", 0))
        self.asked.append((offset, size))
        some = self.ids[offset : offset + size]
        if size > self.most or (self.large in some and size > 1):
            return raw(b"", ends=True)
        shown = [{"id": each} for each in some if each not in self.lost]
        total = str(len(self.ids))
        if self.deleted:
            del self.ids[: self.deleted.pop(0)]
        return plain(json.dumps(shown).encode(), more={"X-WP-Total": total})


async def read(shelf: Shelf, told: list[tuple[int, int, str]] | None = None) -> list[int]:
    """The ids that a reading finds."""

    async def note(*each: Any) -> None:
        if told is not None:
            told.append(each)

    async with open_broker() as server:
        server.answers = shelf
        client = Client(f"{server.url}/wp-json/", "owner", "pass word")
        try:
            values = await Collections(client, note).read("/wp/v2/pages", "id", "pages")
        finally:
            await client.close()
    return [value["id"] for value in values]


async def test_all_parts_are_read_and_told() -> None:
    """In order, a hundred at once; an empty collection is one request."""
    shelf, told = Shelf(), list[tuple[int, int, str]]()
    assert await read(shelf, told) == shelf.ids
    assert shelf.asked == [(0, 100), (100, 100), (200, 100)]
    assert told == [(100, 250, "Reading pages"), (200, 250, "Reading pages"), (250, 250, "Reading pages")]
    empty = Shelf(ids=[])
    assert (await read(empty), empty.asked) == ([], [(0, 100)])


async def test_what_does_not_come_is_asked_for_in_smaller_parts() -> None:
    """Each size twice, down to one object, from where the reading is."""
    shelf = Shelf(ids=[*range(1, 9)], most=6)
    assert await read(shelf) == shelf.ids
    assert shelf.asked == [(0, 100), (0, 100), (0, 25), (0, 25), (0, 6), (6, 6)]
    with pytest.raises(Problem) as refused:
        await read(Shelf(most=0))
    assert refused.value.code is Code.HOST_UNAVAILABLE


async def test_objects_that_are_counted_and_not_shown_are_passed_over() -> None:
    """WordPress leaves out what even this user may not see."""
    shelf = Shelf(lost=(5, 150))
    assert await read(shelf) == [each for each in shelf.ids if each not in (5, 150)]
    assert len(shelf.asked) == 3


async def test_a_collection_that_gets_fewer_is_read_again() -> None:
    """What moves up would be missed; where it never ends, nothing is told as all."""
    shelf = Shelf(deleted=[3])
    assert await read(shelf) == shelf.ids
    assert len(shelf.ids) == 247
    assert len(shelf.asked) == 6
    with pytest.raises(Problem) as refused:
        await read(Shelf(deleted=[1] * 100))
    assert refused.value.code is Code.CONFLICT


async def test_a_site_that_is_too_large_for_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With another way to move it."""
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    with pytest.raises(Problem, match="more than 1,000 bytes") as refused:
        await read(Shelf())
    assert "import each file" in refused.value.hint


async def test_one_large_object_does_not_slow_the_rest_down() -> None:
    """After some answers that come the parts grow again."""
    shelf = Shelf(ids=list(range(1, 2001)), large=5)
    assert await read(shelf) == shelf.ids
    assert len(shelf.asked) < 60
    assert shelf.asked[-1][1] == 100


@pytest.mark.parametrize(
    ("body", "total"),
    [
        *((b'[{"id": 1}]', total) for total in ("many", "-1", "1000000000000")),
        *((body, "1") for body in (b'{"id": 1}', b"[1]", b"[{}]", b'[{"id": "1"}]', b'[{"id": 99999999999999999999}]')),
    ],
)
async def test_an_answer_that_is_no_list_ends_the_reading(body: bytes, total: str) -> None:
    """A plugin or another server has made it; a total without an end would be read without an end."""

    class Odd(Shelf):
        def get(self, path: str, _default: Any = None) -> Any:
            """One answer to all."""
            return plain(body, more={"X-WP-Total": total})

    with pytest.raises(Problem, match="is no part of a list") as refused:
        await read(Odd())
    assert refused.value.code is Code.HOST_UNAVAILABLE
