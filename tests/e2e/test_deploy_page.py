"""The configurations of docs/deploy.md, run as the page gives them but for names, ports and certificates."""

import asyncio
import json
import logging
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.app import build
from sitehand.doors.mcp.features import McpCall, McpTool
from sitehand.hookspecs import hookimpl
from sitehand.settings import Settings
from tests.broker.certificates import Authority
from tests.browser import require, serve
from tests.processes import START_SECONDS, STOP_SECONDS, free_port
from tests.service import MCP, make_keys

PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"
CLIENT = "127.0.0.2"
"""The client's address, which is not the proxy's."""
PATIENCE_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Place:
    """Where a proxy finds what it needs: its own port, Sitehand's address, and a folder with a certificate."""

    port: int
    upstream: str
    folder: Path


class Waiter:
    """A plugin whose tool tells of its progress once, and ends when the client says that it has heard so."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()

    @hookimpl
    def register_mcp_tools(self) -> Sequence[McpTool]:
        """The one tool."""
        return [McpTool("wait", "Waits for the client.", self.wait, None, reports=True)]

    async def wait(self, call: McpCall, _: Mapping[str, Any]) -> str:
        """Report, wait, answer."""
        await call.report_progress(1, 2, "half")
        await asyncio.wait_for(self.heard.wait(), PATIENCE_SECONDS)
        return "done"


@dataclass(frozen=True, slots=True)
class Behind:
    """Sitehand behind a proxy: a client that comes through the proxy, a key, and the plugin."""

    http: httpx2.AsyncClient
    key: str
    waiter: Waiter


def read_block(language: str) -> str:
    """The page's one block in this language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found) == 1, language
    return str(found[0])


def change(text: str, changes: Mapping[str, str]) -> str:
    """The text with each of these replaced; what is not there is a fault of this test."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def prepare_caddy(place: Place) -> list[str]:
    """Write Caddy's configuration; the command that runs it."""
    program = shutil.which("caddy")
    require(program, "caddy")
    certificate = f"tls {place.folder}/certificate.pem {place.folder}/key.pem"
    site = change(
        read_block("caddyfile"),
        {"example.org {": f"https://localhost:{place.port} {{\n\t{certificate}", "127.0.0.1:8000": place.upstream},
    )
    file = place.folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site, "utf-8")
    return [str(program), "run", "--adapter", "caddyfile", "--config", str(file)]


def prepare_nginx(place: Place) -> list[str]:
    """Write nginx's configuration; the command that runs it."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    require(program, "nginx")
    site = change(
        read_block("nginx"),
        {
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{place.port} ssl http2;",
            "server_name example.org;": "server_name localhost;",
            "/etc/letsencrypt/live/example.org/fullchain.pem": f"{place.folder}/certificate.pem",
            "/etc/letsencrypt/live/example.org/privkey.pem": f"{place.folder}/key.pem",
            "/var/log/nginx/": f"{place.folder}/",
            "server 127.0.0.1:8000;": f"server {place.upstream};",
        },
    )
    folders = "".join(
        f"{kind}_temp_path {place.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = place.folder / "nginx.conf"
    file.write_text(
        f"daemon off;\nuser root;\npid {place.folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{site}}}\n",
        "utf-8",
    )
    return [str(program), "-c", str(file), "-e", "stderr"]


PROXIES: Mapping[str, Callable[[Place], list[str]]] = {"Caddy": prepare_caddy, "nginx": prepare_nginx}


@contextmanager
def run_proxy(command: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a proxy until the block ends."""
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env={"HOME": str(folder)})
        try:
            yield process
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def wait_until_open(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    """Ask for connections until one is let in. Raises when the proxy ends first, or lets nobody in."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS).close()
            return
        except OSError:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.005)
                raise AssertionError((folder / "proxy.log").read_text("utf-8")) from None
    raise TimeoutError((folder / "proxy.log").read_text("utf-8"))


@pytest.fixture(params=PROXIES)
async def behind(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Behind]:
    """Sitehand behind each of the proxies, with the page's settings."""
    async with start(PROXIES[request.param], tmp_path) as behind:
        yield behind


@asynccontextmanager
async def start(prepare: Callable[[Place], list[str]], folder: Path) -> AsyncIterator[Behind]:
    """Start Sitehand, and the proxy in front of it."""
    port, waiter, authority = free_port(), Waiter(), Authority()
    certificate = authority.sign("localhost")
    (folder / "certificate.pem").write_text(certificate.certificate, "ascii")
    (folder / "key.pem").write_text(certificate.key, "ascii")
    trusted = re.findall(r"^SITEHAND_TRUSTED_PROXIES='(.*)'$", PAGE.read_text("utf-8"), re.MULTILINE)
    settings = Settings(
        data=folder / "site", url=f"https://localhost:{port}", trusted_proxies=json.loads(trusted[0]), log="off"
    )
    keys = await make_keys(settings, ["editor"])
    transport = httpx2.AsyncHTTPTransport(
        verify=ssl.create_default_context(cadata=authority.certificate), local_address=CLIENT
    )
    async with serve(build(settings, plugins=[waiter])) as address:
        place = Place(port, address.removeprefix("http://"), folder)
        with run_proxy(prepare(place), folder) as process:
            await asyncio.to_thread(wait_until_open, port, process, folder)
            async with httpx2.AsyncClient(transport=transport, base_url=settings.url, timeout=PATIENCE_SECONDS) as http:
                yield Behind(http, keys["editor"], waiter)


async def test_sitehand_sees_the_client_and_that_it_came_by_https(
    behind: Behind, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has the client's own address, whatever the client says, and the session cookie is for https alone."""
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http", "X-Real-IP": "203.0.113.9"}
    with caplog.at_level(logging.INFO, "sitehand.access"):
        answer = await behind.http.get("/sitehand/admin/login", headers=forged)
    assert answer.status_code == 200
    assert "; secure" in answer.headers["set-cookie"].lower()
    (line,) = [record for record in caplog.records if record.name == "sitehand.access"]
    assert getattr(line, "client", "") == CLIENT


async def test_the_events_of_a_stream_come_as_they_are_sent(behind: Behind) -> None:
    """The client hears of progress while the tool waits for it to say so."""
    call = {"name": "wait", "arguments": {}, "_meta": {"progressToken": 1}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"X-API-Key": behind.key, "Accept": "application/json, text/event-stream"}
    events = []
    async with behind.http.stream("POST", MCP, json=message, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        async for line in answer.aiter_lines():
            if line.startswith("data: {"):
                events.append(json.loads(line.removeprefix("data: ")))
                behind.waiter.heard.set()
    assert [event.get("method") for event in events] == ["notifications/progress", None]
    assert events[1]["result"]["content"] == [{"type": "text", "text": "done"}]


async def test_sitehand_itself_says_what_is_too_large(behind: Behind) -> None:
    """A body of 3 MB comes through, and one of 5 MB gets Sitehand's answer, not the proxy's."""
    headers = {"X-API-Key": behind.key}
    for megabytes, status in ((3, 201), (5, 413)):
        half = "a " * (megabytes * 250_000)  # a text of its own may have 2 MiB
        body = {"title": "Long", "content": half, "excerpt": half}
        answer = await behind.http.post("/sitehand/v1/pages", json=body, headers=headers)
        assert answer.status_code == status, answer.text[:200]
        assert status == 201 or answer.json()["code"] == "body_too_large"


async def test_large_files_come_through(behind: Behind) -> None:
    """A file that is larger than any JSON body goes to the address of its upload."""
    content = b"A line of a long text.\n" * 500_000
    wanted = {"filename": "long.txt", "mime_type": "text/plain", "size": len(content)}
    ticket = await behind.http.post("/sitehand/v1/uploads", json=wanted, headers={"X-API-Key": behind.key})
    assert ticket.status_code == 201, ticket.text
    address = ticket.json()
    sent = await behind.http.put(address["upload_url"], content=content, headers=address["headers"])
    assert (sent.status_code, sent.json()["size"]) == (201, len(content)), sent.text


async def test_links_carry_the_public_address(behind: Behind) -> None:
    """What a client follows leads through the proxy again."""
    info = await behind.http.get("/sitehand/v1/site-info", headers={"X-API-Key": behind.key})
    assert info.json()["url"] == str(behind.http.base_url).rstrip("/")


def test_the_unit_is_sound(tmp_path: Path) -> None:
    """systemd finds no fault in it."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is missing.")
    unit = change(read_block("ini"), {"/opt/sitehand/bin/sitehand": "/bin/true", "User=sitehand": "User=daemon"})
    (tmp_path / "sitehand.service").write_text(unit, "utf-8")
    done = subprocess.run(
        [program, "verify", tmp_path / "sitehand.service"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
