"""Load on one server process: wrk drives it, psutil watches it."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

DONE = """
done = function(summary, latency, requests)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.stderr:write(string.format('{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d,"refused":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), failed, summary.errors.status))
end
"""


@dataclass(frozen=True, slots=True)
class Call:
    """One HTTP call, sent over and over."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: str = ""

    def script(self) -> str:
        """The call as a script for wrk."""
        lines = [f"wrk.method = {_lua(self.method)}", f"wrk.body = {_lua(self.body)}" if self.body else ""]
        lines += [f"wrk.headers[{_lua(name)}] = {_lua(value)}" for name, value in self.headers.items()]
        return "\n".join(lines) + DONE


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run showed. Latencies and CPU time in milliseconds, memory in MiB."""

    per_second: float
    p50: float
    p99: float
    cpu_per_request: float
    peak_memory: float


class Server:
    """A server process on a loopback port."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, seconds_to_start: float) -> None:
        self.port = port
        self.seconds_to_start = seconds_to_start
        self._process = psutil.Process(process.pid)
        self._peak = 0.0

    def url(self, path: str) -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.port}{path}"

    def fetch(self, call: Call) -> bytes:
        """The body of one answer. Raises when the server refuses the call."""
        data = call.body.encode() if call.body else None
        request = urllib.request.Request(self.url(call.path), data, dict(call.headers), method=call.method)
        with urllib.request.urlopen(request, timeout=30) as response:
            return bytes(response.read())

    def run(self, call: Call, *, seconds: int, connections: int) -> Figures:
        """Send the call for some seconds over some connections. Raises when any call is refused or lost."""
        before = self._spent()
        with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
            script.write(call.script())
            script.flush()
            command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script.name]
            done = subprocess.run([*command, self.url(call.path)], capture_output=True, text=True, check=True)
        shown = json.loads(done.stderr.strip().splitlines()[-1])
        if shown["failed"] or shown["refused"]:
            raise RuntimeError(f"{call.method} {call.path}: {shown}")
        spent = self._spent() - before
        self._peak = max(self._peak, self._process.memory_info().rss / 2**20)
        return Figures(
            per_second=shown["requests"] / shown["microseconds"] * 1e6,
            p50=shown["p50"] / 1000,
            p99=shown["p99"] / 1000,
            cpu_per_request=spent / shown["requests"] * 1000,
            peak_memory=self._peak,
        )

    def _spent(self) -> float:
        """Seconds of processor time until now, of its workers too."""
        times = [each.cpu_times() for each in (self._process, *self._process.children(recursive=True))]
        return sum(each.user + each.system for each in times)

    def idle_memory(self) -> float:
        """Resident memory now, in MiB."""
        return self._process.memory_info().rss / 2**20


@contextlib.contextmanager
def serve(command: list[str], environment: Mapping[str, str], probe: str) -> Iterator[Server]:
    """Start `command` (with `{port}` filled in), wait until `probe` answers, stop it at the end."""
    port = free_port()
    filled = [part.replace("{port}", str(port)) for part in command]
    process = subprocess.Popen(filled, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    try:
        yield Server(process, port, wait_for(f"http://127.0.0.1:{port}{probe}", process))
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for(url: str, process: subprocess.Popen[bytes], seconds: float = 30) -> float:
    """Wait until the address answers anything; the seconds that it took."""
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with {process.returncode}")
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.005)
            continue
        break
    return time.perf_counter() - began


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def uvicorn(target: str) -> list[str]:
    """The command of a bare server with the same loop and parser as Sitehand's."""
    options = ["--factory", "--port", "{port}", "--no-access-log", "--log-level", "error", "--no-server-header"]
    return [sys.executable, "-m", "uvicorn", target, *options]


def sitehand(*options: str, module: str = "sitehand") -> list[str]:
    """The command of the service itself, or of a module that runs it otherwise."""
    return [sys.executable, "-m", module, "serve", "--port", "{port}", *options]


def require_wrk() -> None:
    """Say how to get the load generator when it is missing."""
    if shutil.which("wrk") is None:
        sys.exit("The benchmark needs wrk, for instance: apt-get install wrk")


def folder_of_project() -> Path:
    """The project's root."""
    return Path(__file__).resolve().parent.parent


def _lua(text: str) -> str:
    return json.dumps(text)
