"""The whole service when its disk is full or fails: reads go on, writes are refused with the reason, in every door."""

import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from tests.service import Service, open_service

PAGES = "/sitehand/v1/pages"
LARGE = {"title": "Large", "content": "text " * 20_000}
MOST_PAGES = 400
"""Of 4 KiB: the database of an empty site, and a few large pages."""


@pytest.fixture
def small_disk() -> Iterator[None]:
    """A disk with little room, as SQLite sees it."""

    def limit(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={MOST_PAGES}")

    event.listen(Pool, "connect", limit)
    yield
    event.remove(Pool, "connect", limit)


async def fill(service: Service) -> Any:
    """Write until a write is refused; its answer."""
    headers = {"X-API-Key": service.keys["admin"]}
    for _ in range(10):
        answer = await service.http.post(PAGES, json=LARGE, headers=headers)
        if answer.status_code != 201:
            return answer
    raise AssertionError("the disk has no end")


async def test_a_full_disk_refuses_writes_in_every_door(small_disk: None, tmp_path: Path) -> None:
    """With 507 and what to do; what is there can be read as before."""
    async with open_service(tmp_path) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        answer = await fill(service)
        assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
        assert "space" in answer.json()["data"]["hint"]
        listed = await service.http.get(PAGES, params={"status": "draft"}, headers=headers)
        assert listed.status_code == 200
        assert len(listed.json()) >= 1
        told = await service.tool("create_page", LARGE)
        assert (told["isError"], "storage_full" in str(told)) == (True, True)
        assert (await service.http.get("/")).status_code == 200


async def test_an_idempotency_key_is_not_used_up_by_a_full_disk(small_disk: None, tmp_path: Path) -> None:
    """A refusal that says to try again must not be what the next attempt gets for an answer."""
    async with open_service(tmp_path) as service:
        await fill(service)
        headers = {"X-API-Key": service.keys["admin"], "Idempotency-Key": "once"}
        assert (await service.http.post(PAGES, json=LARGE, headers=headers)).status_code == 507
        answer = await service.http.post(PAGES, json={**LARGE, "content": "little"}, headers=headers)
        assert answer.status_code != 422


async def test_a_disk_that_fails_refuses_writes_for_now(tmp_path: Path) -> None:
    """With 503 and the seconds to wait; keys work and are counted, though neither file can grow."""
    async with open_service(tmp_path) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        page = (await service.http.post(PAGES, json=LARGE, headers=headers)).json()["id"]
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, before[1]))
        try:
            refused = [await service.http.post(PAGES, json=LARGE, headers=headers) for _ in range(2)]
            reads = [await service.http.get(f"{PAGES}/{page}", headers=headers) for _ in range(5)]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        for each in refused:
            assert (each.status_code, each.json()["code"]) == (503, "storage_unavailable")
            assert int(each.headers["Retry-After"]) > 0
        left = [int(each.headers["RateLimit-Remaining"]) for each in reads]
        assert [each.status_code for each in reads] == [200] * 5
        assert left == list(range(left[0], left[0] - 5, -1))
        assert (await service.http.post(PAGES, json=LARGE, headers=headers)).status_code == 201
