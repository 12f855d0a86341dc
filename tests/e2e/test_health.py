"""`/healthz`: what load balancers ask."""

import asyncio
import logging
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from sitehand.app import build
from sitehand.hosts.builtin.schema import SITE
from sitehand.settings import Settings
from sitehand.store.migration import upgrade
from tests.browser import serve
from tests.service import Service, open_service

DOCKERFILE = Path(__file__).parents[2] / "Dockerfile"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A running service."""
    async with open_service(tmp_path) as service:
        yield service


async def test_a_sound_service_is_ok(service: Service) -> None:
    """Without a key, in a word, for nobody to keep; HEAD too, and nothing else."""
    answer = await service.http.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["cache-control"] == "no-store"
    head = await service.http.head("/healthz")
    assert (head.status_code, head.content) == (200, b"")
    posted = await service.http.post("/healthz")
    assert (posted.status_code, posted.headers["allow"]) == (405, "GET, HEAD")


async def test_looking_costs_no_call(service: Service) -> None:
    """However often it is asked, with a key or a wrong one: no limit counts it, and no failure."""
    headers = {"X-API-Key": service.keys["admin"]}
    before = (await service.http.get("/sitehand/v1/rate-limit", headers=headers)).headers["ratelimit-remaining"]
    for wrong in (headers, {"X-API-Key": "sitehand_" + "0" * 48}):
        for _ in range(40):
            assert (await service.http.get("/healthz", headers=wrong)).status_code == 200
    after = (await service.http.get("/sitehand/v1/rate-limit", headers=headers)).headers["ratelimit-remaining"]
    assert int(before) - int(after) == 1


async def test_a_database_that_does_not_answer_is_503(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Why, only the log says; and once it answers again, all is well, without another start."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitehand.db").write_bytes(b"this is no database" * 1000)
    transport = httpx2.ASGITransport(app=build(Settings(data=tmp_path / "site", log="off")))
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        answer = await http.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"status": "unavailable"})
        assert [record for record in caplog.records if record.levelno == logging.ERROR and record.exc_info]
        (tmp_path / "site" / "sitehand.db").unlink()
        upgrade(tmp_path / "site" / "sitehand.db", SITE)
        assert (await http.get("/healthz")).status_code == 200


async def test_below_a_prefix_it_stands_there(tmp_path: Path) -> None:
    """Where another site mounts the service, its own /healthz stays its own."""
    outer = Starlette(routes=[Mount("/shop", app=build(Settings(data=tmp_path / "site", log="off")))])
    transport = httpx2.ASGITransport(app=outer)
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        assert (await http.get("/shop/healthz")).json() == {"status": "ok"}
        assert (await http.get("/healthz")).status_code == 404


async def test_the_image_asks_at_the_port_that_the_service_has(tmp_path: Path) -> None:
    """The health check of the Dockerfile, as a shell runs it: good while the service answers there."""
    found = re.search(r"^HEALTHCHECK .*?CMD (.+)$", DOCKERFILE.read_text(), re.MULTILINE)
    assert found
    async with serve(build(Settings(data=tmp_path / "site", log="off"))) as address:
        port = address.rpartition(":")[2]
        assert await run_shell(found[1], port) == 0
    assert await run_shell(found[1], port) != 0


async def run_shell(command: str, port: str) -> int:
    """The exit code of a command, in which `python` is this one."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "SITEHAND_PORT": port}
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_shell(command, env=environment, stderr=quiet)
    return await process.wait()
