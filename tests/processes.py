"""Sitehand as people and supervisors run it: commands to their end, and a server in a process of its own."""

import io
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sitehand.cli import main
from sitehand.hosts.builtin.schema import SITE
from tests.databases import make_database

SITEHAND = (sys.executable, "-m", "sitehand")
SERVING = ("serve", "demo")
START_SECONDS = 60
STOP_SECONDS = 30


def run_sitehand(
    *arguments: str | Path, stdin: str = "", folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end, in this process: most of a new one's time would go into imports.

    `environment` is what it finds there beside the usual. A thread of its own keeps the event loop of a test out of
    its way. Only what ends on a signal gets a process, lest a test that fails never ends.
    """
    told = [str(each) for each in arguments]
    if told[0] in SERVING and "--help" not in told:
        return run_process(*arguments, stdin=stdin, folder=folder, environment=environment)
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    said = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)
    warned = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", newline="", write_through=True)
    with (
        patch.multiple(sys, argv=["sitehand", *told], stdin=given, stdout=said, stderr=warned),
        patch.dict(os.environ, {**clean_environment(), **(environment or {})}, clear=True),
        chdir(folder or Path.cwd()),
        ThreadPoolExecutor(1) as thread,
    ):
        code = thread.submit(run_main).result()
    return subprocess.CompletedProcess(told, code, *(read_whole(each) for each in (said, warned)))


def run_main() -> int:
    """The exit code of the command line in `sys.argv`. Raises what a process would end with a traceback for."""
    try:
        main()
    except SystemExit as end:
        assert isinstance(end.code, int), end.code
        return end.code
    return 0


def read_whole(stream: io.TextIOWrapper) -> str:
    """Everything that was written to it."""
    stream.seek(0)
    return stream.read()


def run_process(
    *arguments: str | Path, stdin: str = "", folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command to its end in a process of its own. `environment` is what it finds there beside the usual."""
    return subprocess.run(
        [*SITEHAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**clean_environment(), **(environment or {})},
        timeout=START_SECONDS,
        check=False,
    )


def clean_environment() -> dict[str, str]:
    """This process's environment without settings of ours, and wide enough that no table is cut."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SITEHAND_")}
    return {**kept, "COLUMNS": "200", "NO_COLOR": "1"}


def make_site(data: Path) -> None:
    """An empty site in the folder, unless it has one."""
    make_database(data / "sitehand.db", SITE)


def make_key(data: Path, role: str = "admin") -> str:
    """A new key, from the command line; the site is made for it when it is missing."""
    make_site(data)
    done = run_sitehand("key", "create", "--role", role, "--label", role, "--data", data)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@dataclass(frozen=True, slots=True)
class Served:
    """A running `sitehand serve`, and the file that takes its standard error."""

    process: subprocess.Popen[bytes]
    url: str
    log: Path
    start_seconds: float

    def call(self, method: str, path: str, key: str = "", body: Any = None) -> tuple[int, Any]:
        """Status and JSON value of one request to the API, over a connection of its own."""
        headers = {"Content-Type": "application/json", **({"X-API-Key": key} if key else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/sitehand/v1{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, json.loads(response.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.loads(refusal.read())

    def lines(self) -> list[str]:
        """What it has logged."""
        return self.log.read_text("utf-8").splitlines()


@contextmanager
def serve_process(data: Path, *options: str, **environment: str) -> Iterator[Served]:
    """Run `sitehand serve` on a free port until the block ends; it must end by itself on SIGTERM."""
    make_site(data)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    log = data.parent / "serve.log"
    command = [*SITEHAND, "serve", "--data", str(data), "--port", str(port), *options]
    began = time.perf_counter()
    with log.open("wb") as errors:
        process = subprocess.Popen(command, stderr=errors, env={**clean_environment(), **environment})
    try:
        wait_until_served(process, f"{url}/healthz", log)
        yield Served(process, url, log, time.perf_counter() - began)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


def wait_until_served(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Ask until there is an answer. Raises when the process ends first, or never answers."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.005)
                raise AssertionError(log.read_text("utf-8")) from None
    raise TimeoutError(f"{url} did not answer: {log.read_text('utf-8')}")


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


BY_ITSELF = {("settings", "clock_seen"), ("sqlite_sequence", "jobs")}
"""Rows of tables that the service writes by itself, soon after its start."""


READABLE = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%content=''''%'"
"""The tables whose rows can be read. An index that keeps no texts cannot be; its entries stand in tables beside it."""


def is_by_itself(table: str, row: dict[str, Any]) -> bool:
    """Whether the service writes the row beside the calls; of jobs those of the site, which come round."""
    return (table, row.get("name")) in BY_ITSELF or (table == "jobs" and row["caller"] == "site")


def dump_database(data: Path) -> dict[str, list[Any]]:
    """Every row of every table, but for when keys were last used, and what the service does by itself and when."""
    with closing(sqlite3.connect(data / "sitehand.db")) as connection:
        connection.row_factory = sqlite3.Row
        names = [row[0] for row in connection.execute(READABLE)]
        return {
            name: [
                {column: row[column] for column in row.keys() if column != "last_used"}  # noqa: SIM118 - sqlite3.Row
                for row in connection.execute(f'SELECT * FROM "{name}"')
                if not is_by_itself(name, dict(row))
            ]
            for name in sorted(names)
        }
