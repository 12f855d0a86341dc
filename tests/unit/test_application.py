"""The application around the doors: where paths lead, and how it starts and stops."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from sitehand.application import Application, Lifecycle, Routing
from sitehand.settings import Settings
from tests.service import run_lifespan


class Heart:
    """Something that lives as long as the application; counts its starts and ends, and may fail at first."""

    def __init__(self, failures: int = 0) -> None:
        self.starts = 0
        self.ends = 0
        self._failures = failures

    async def run(self, started: asyncio.Event, stop: asyncio.Event) -> None:
        """One life."""
        await asyncio.sleep(0)
        self.starts += 1
        if self.starts <= self._failures:
            raise RuntimeError("the disk is full")
        started.set()
        await stop.wait()
        self.ends += 1


def teller(name: str) -> ASGIApp:
    """An application that tells who it is, and below which path it stands."""

    async def tell(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse(f"{name} {scope['root_path']}")(scope, receive, send)

    return tell


def assemble_application(heart: Heart, *, public: bool = True, **settings: Any) -> tuple[Application, Lifecycle]:
    """The application over tellers."""
    routing = Routing(
        teller("rest"),
        teller("mcp"),
        teller("admin"),
        teller("uploads"),
        teller("public") if public else None,
        teller("well-known"),
        teller("health"),
    )
    lifecycle = Lifecycle(heart.run)
    return Application(Settings(log="off", **settings), routing, lifecycle), lifecycle


async def ask(app: ASGIApp, path: str, root: str = "") -> httpx2.Response:
    """The answer to one GET."""
    transport = httpx2.ASGITransport(app=app, root_path=root, raise_app_exceptions=True)
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        return await http.get(path)


@pytest.mark.parametrize(
    ("path", "who"),
    [
        ("/sitehand/v1", "rest /sitehand/v1"),
        ("/sitehand/v1/pages", "rest /sitehand/v1"),
        ("/sitehand/v1/mcp", "mcp /sitehand/v1"),
        ("/sitehand/v1/mcp/", "mcp /sitehand/v1"),
        ("/sitehand/v1/mcps", "rest /sitehand/v1"),
        ("/sitehand/v12", "public "),
        ("/sitehand/admin", "admin /sitehand/admin"),
        ("/sitehand/admin/keys", "admin /sitehand/admin"),
        ("/sitehand/administrator", "public "),
        ("/.well-known", "well-known /.well-known"),
        ("/.well-known/anything", "well-known /.well-known"),
        ("/.well-knownness", "public "),
        ("/", "public "),
    ],
)
async def test_each_path_leads_to_one_application(path: str, who: str) -> None:
    """By whole segments, alone and under another site's prefix."""
    app, lifecycle = assemble_application(Heart())
    assert (await ask(app, path)).text == who
    name, root = who.split(" ")
    assert (await ask(app, "/outer" + path, root="/outer")).text == f"{name} /outer{root}"
    await lifecycle.stop()


async def test_without_public_pages_other_paths_are_not_found() -> None:
    """In the error shape."""
    app, lifecycle = assemble_application(Heart(), public=False)
    for path in ("/", "/about"):
        answer = await ask(app, path)
        assert (answer.status_code, answer.json()["code"]) == (404, "route_not_found")
    await lifecycle.stop()


async def test_a_lifespan_starts_and_stops_once() -> None:
    """Requests between do not start anything again."""
    heart = Heart()
    app, _ = assemble_application(heart)
    async with run_lifespan(app):
        assert heart.starts == 1
        await ask(app, "/")
    assert (heart.starts, heart.ends) == (1, 1)


async def test_without_a_lifespan_the_first_requests_start_it_once() -> None:
    """Many at once wait for one start."""
    heart = Heart()
    app, lifecycle = assemble_application(heart)
    answers = await asyncio.gather(*(ask(app, "/") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert heart.starts == 1
    await lifecycle.stop()
    assert heart.ends == 1


async def test_all_who_wait_for_a_failed_start_hear_why() -> None:
    """Nobody is served by what has not started, and nobody hears of another fault."""
    app, _ = assemble_application(Heart(failures=1))
    answers = await asyncio.gather(*(ask(app, "/") for _ in range(5)), return_exceptions=True)
    assert [str(answer) for answer in answers] == ["the disk is full"] * 5


async def test_a_first_request_that_goes_away_does_not_end_the_start() -> None:
    """Whoever comes after it is served by the same start."""
    heart = Heart()
    app, lifecycle = assemble_application(heart)
    first = asyncio.create_task(lifecycle.start())
    await asyncio.sleep(0)
    first.cancel()
    assert (await ask(app, "/")).status_code == 200
    assert heart.starts == 1
    await lifecycle.stop()


async def test_what_has_stopped_starts_again() -> None:
    """An application that is served a second time, by a test or a server that begins anew, is as ready as the first."""
    heart = Heart()
    app, _ = assemble_application(heart)
    for _ in range(2):
        async with run_lifespan(app):
            await ask(app, "/")
    assert (heart.starts, heart.ends) == (2, 2)


async def test_a_failed_start_is_told_and_tried_again() -> None:
    """The server hears why it cannot start; a mounted application tries anew with the next request."""
    heart = Heart(failures=1)
    app, lifecycle = assemble_application(heart)
    with pytest.raises(RuntimeError, match="the disk is full"):
        await lifecycle.start()
    assert (await ask(app, "/")).status_code == 200
    assert heart.starts == 2
    await lifecycle.stop()
    with pytest.raises(RuntimeError, match="the disk is full"):
        async with run_lifespan(assemble_application(Heart(failures=1))[0]):
            pass


async def test_a_websocket_is_closed() -> None:
    """There is none here."""
    app, _ = assemble_application(Heart())
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await app({"type": "websocket", "path": "/"}, receive, send)
    assert sent == [{"type": "websocket.close", "code": 1003}]


TURNS = """
import asyncio, gc, sys
from sitehand.app import build, from_environment
from sitehand.settings import Settings
from tests.service import run_lifespan

async def start(app):
    async with run_lifespan(app):
        print(sys.getswitchinterval(), gc.get_freeze_count() > 0)

asyncio.run(start(build(Settings())))
asyncio.run(start(from_environment()))
"""


def test_only_a_process_of_our_own_is_tuned(tmp_path: Path) -> None:
    """What the command line starts sets the interpreter's switch interval, and keeps what it has made at its start out
    of the collector's sight; what another application mounts does neither.
    """
    environment = {**os.environ, "SITEHAND_DATA": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", TURNS], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0.005", "False", "0.0005", "True"]


def test_a_start_imports_no_http_client(tmp_path: Path) -> None:
    """Only a site that is enrolled with a broker, fetches files or checks links needs one, and it takes 3 MiB."""
    code = "import sys; from sitehand.app import from_environment; from_environment(); "
    code += "print({'httpx2', 'jwt'} & {*sys.modules})"
    environment = {**os.environ, "SITEHAND_DATA": str(tmp_path / "site"), "SITEHAND_LOG": "off"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "set()"
