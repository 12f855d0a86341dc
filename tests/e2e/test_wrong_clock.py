"""What is stored, in the eyes of a clock that jumps: nothing is done twice by it, and nothing stays refused."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from sitehand.app import assemble
from sitehand.site.jobs import Run
from sitehand.store.retention import Retention
from tests.service import Service, open_service
from tests.statements import execute

BASE = "/sitehand/v1"


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Service]:
    """A running service. Retention clears nothing meanwhile: by a clock that it believes, what is so old may go."""
    monkeypatch.setattr(Retention, "clear", clear_nothing)
    async with open_service(tmp_path) as opened:
        yield opened


async def clear_nothing(_retention: Retention, _run: Run) -> int:
    """In place of the round of retention that a start begins with."""
    return 0


async def move(service: Service, table: str, years: int) -> None:
    """Let a table be written so many years from now: the clock stands that far behind it, or ahead of it."""
    parts = assemble(service.settings)
    try:
        moved = f"UPDATE {table} SET at = (substr(at, 1, 4) + :years) || substr(at, 5)"
        await execute(parts.database, text(moved).bindparams(years=years))
    finally:
        await parts.close()


async def create(service: Service, key: str, **headers: str) -> dict[str, object]:
    """The answer to a new page."""
    answer = await service.http.post(f"{BASE}/pages", json={"title": "One"}, headers={"X-API-Key": key, **headers})
    return {**answer.json(), "status": answer.status_code}


async def test_a_repeated_call_is_done_once_though_the_clock_jumps_ahead(service: Service) -> None:
    """Ten years later by the clock, the answer is the first one."""
    headers = {"Idempotency-Key": "the only one"}
    first = await create(service, service.keys["admin"], **headers)
    await move(service, "replays", -10)
    assert await create(service, service.keys["admin"], **headers) == first


async def test_changes_of_a_clock_that_was_ahead_hold_no_key_up(service: Service) -> None:
    """They were not made within the last hour, as little as those of ten years ago."""
    narrow = {"label": "narrow", "role": "admin", "max_changes_per_hour": 1}
    admin = {"X-API-Key": service.keys["admin"]}
    key = (await service.http.post(f"{BASE}/api-keys", json=narrow, headers=admin)).json()["value"]
    assert (await create(service, key))["status"] == 201
    assert (await create(service, key))["code"] == "key_narrowed"
    await move(service, "changes", 10)
    assert (await create(service, key))["status"] == 201
