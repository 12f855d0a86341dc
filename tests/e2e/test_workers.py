"""Several worker processes over one data folder: shared counters and revocations, a clean start and end."""

import http.client
import json
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from sitehand.store.database import FILE_NAME
from tests.processes import (
    SITEHAND,
    START_SECONDS,
    STOP_SECONDS,
    Served,
    clean_environment,
    dump_database,
    free_port,
    make_key,
    make_site,
    run_sitehand,
    serve_process,
    wait_until_served,
)

WORKERS = 4
LIMIT = 60


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """An empty data folder."""
    return tmp_path / "site"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Four workers that have started at once on an empty database, for all tests that only call them."""
    data = tmp_path_factory.mktemp("workers") / "site"
    data.mkdir()
    (data / FILE_NAME).touch(0o600)
    many = {"SITEHAND_FAILURES_PER_MINUTE": "100000"}
    with serve_process(data, "--workers", str(WORKERS), "--log", "json", **many) as served:
        yield served


@pytest.fixture(scope="module")
def admin(served: Served) -> str:
    """A key that may call as often as it likes."""
    key = make_key(folder_of(served))
    limit = {"requests_per_minute": 100_000, "key_id": find_key(served, key, "admin")}
    assert served.call("PUT", "/rate-limit", key, limit)[0] == 200
    return key


def folder_of(served: Served) -> Path:
    """Its data folder."""
    return served.log.parent / "site"


def find_key(served: Served, admin: str, role: str) -> int:
    """The id of the newest key of a role."""
    status, keys = served.call("GET", "/api-keys", admin)
    assert status == 200
    return max(int(key["id"]) for key in keys if key["role"] == role)


def call_at_once(served: Served, key: str, count: int, path: str = "/rate-limit") -> Counter[int]:
    """How often each status came back from calls at once, each over a connection of its own."""
    barrier = threading.Barrier(25)

    def call(number: int) -> int:
        if number < 25:
            barrier.wait()
        return served.call("GET", path, key)[0]

    with ThreadPoolExecutor(25) as pool:
        return Counter(pool.map(call, range(count)))


def count_in_one_window(served: Served, admin: str, key: str, key_id: int) -> Counter[int]:
    """The statuses of 100 calls at once; again when the minute turned meanwhile, since two windows had passed."""
    while True:
        assert served.call("POST", "/rate-limit/reset", admin, {"key_id": key_id})[0] == 200
        before = served.call("GET", "/rate-limit", admin)[1]["reset"]
        statuses = call_at_once(served, key, 100)
        if served.call("GET", "/rate-limit", admin)[1]["reset"] == before:
            return statuses


def test_of_a_hundred_calls_at_once_exactly_the_limit_passes(served: Served, admin: str) -> None:
    """The workers count together: no call more, no call less."""
    key = make_key(folder_of(served), "editor")
    statuses = count_in_one_window(served, admin, key, find_key(served, admin, "editor"))
    assert statuses == {200: LIMIT, 429: 100 - LIMIT}


def test_a_revoked_key_is_refused_by_every_worker_at_once(served: Served, admin: str) -> None:
    """After the answer to the revocation none of 50 new connections, whichever worker takes it, lets the key in."""
    key = make_key(folder_of(served), "designer")
    assert call_at_once(served, key, 50, "/site-info") == {200: 50}
    assert served.call("DELETE", f"/api-keys/{find_key(served, admin, 'designer')}", admin)[0] == 200
    assert call_at_once(served, key, 50, "/site-info") == {401: 50}


def test_a_key_revoked_on_the_command_line_is_refused(served: Served, admin: str) -> None:
    """Another process ends a key, and no running worker lets it in."""
    key = make_key(folder_of(served), "author")
    assert call_at_once(served, key, 25, "/site-info") == {200: 25}
    number = str(find_key(served, admin, "author"))
    assert run_sitehand("key", "revoke", number, "--data", folder_of(served)).returncode == 0
    assert call_at_once(served, key, 25, "/site-info") == {401: 25}


def test_every_worker_sees_what_one_has_written(served: Served, admin: str) -> None:
    """A change is in the next answer of each, remembered results or not."""
    status, page = served.call("POST", "/pages", admin, {"title": "0"})
    assert status == 201
    path = f"/pages/{page['id']}"
    with ThreadPoolExecutor(10) as pool:
        for number in range(1, 6):
            answers = pool.map(served.call, ["GET"] * 30, [path] * 30, [admin] * 30)
            assert {answer["title"]["rendered"] for _, answer in answers} == {str(number - 1)}
            assert served.call("PATCH", path, admin, {"title": str(number)})[0] == 200


@pytest.mark.parametrize(("workers", "to_all"), [(1, False), (WORKERS, False), (2, True)])
def test_a_request_that_runs_is_finished_before_the_end(data: Path, workers: int, to_all: bool) -> None:
    """SIGTERM in the middle of a request, to the service alone or, as by systemd, to all its processes.

    It is answered and its write is there, then the exit code is 0.
    """
    key = make_key(data)
    with serve_process(data, "--workers", str(workers), "--log", "json") as served:
        address = urlsplit(served.url)
        connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=30)
        body = json.dumps({"title": "Written at the end"}).encode()
        connection.putrequest("POST", "/sitehand/v1/pages")
        connection.putheader("X-API-Key", key)
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body[:5])
        # The head has been read when another request over a new connection is answered by the same single worker.
        assert call_at_once(served, key, 25) == {200: 25}
        service = psutil.Process(served.process.pid)
        below = service.children(recursive=True)
        for each in [*below, service] if to_all else [service]:
            each.terminate()
        wait_until_refused(address.hostname or "", address.port or 0)
        with pytest.raises(subprocess.TimeoutExpired):
            served.process.wait(1)
        connection.send(body[5:])
        answer = connection.getresponse()
        assert answer.status == 201
        assert json.loads(answer.read())["title"]["rendered"] == "Written at the end"
        connection.close()
        assert served.process.wait(30) == 0
        assert psutil.wait_procs(below, STOP_SECONDS)[1] == []
    assert [row["title"] for row in dump_database(data)["items"]] == ["Written at the end"]


def wait_until_refused(host: str, port: int) -> None:
    """Connect until nobody listens any more, which is the first thing that a server does at its end."""
    while True:
        try:
            socket.create_connection((host, port), 5).close()
        except OSError:
            return


def test_workers_end_with_the_process_that_started_them(data: Path) -> None:
    """Killed, it can tell them nothing; they notice, and the port is free again."""
    with serve_process(data, "--workers", "2") as served:
        workers = psutil.Process(served.process.pid).children(recursive=True)
        served.process.kill()
        _, left = psutil.wait_procs(workers, timeout=60)
        assert workers
        assert left == []
    address = urlsplit(served.url)
    wait_until_refused(address.hostname or "", address.port or 0)


def list_workers(served: Served) -> list[psutil.Process]:
    """The processes that listen, but for the one that started them."""
    return [each for each in psutil.Process(served.process.pid).children(recursive=True) if listens(each)]


def listens(process: psutil.Process) -> bool:
    """Whether it listens on a port. The process that workers are forked from has the socket for a moment."""
    try:
        has_socket = any(connection.status == psutil.CONN_LISTEN for connection in process.net_connections("tcp"))
        return has_socket and not process.children()
    except psutil.NoSuchProcess:
        return False


def test_workers_share_what_they_have_imported(served: Served, admin: str) -> None:
    """Each has less than half of its memory for itself."""
    assert call_at_once(served, admin, 50, "/pages") == {200: 50}
    workers = list_workers(served)
    assert len(workers) == WORKERS
    for worker in workers:
        memory = worker.memory_full_info()
        assert memory.uss < memory.rss / 2


@pytest.mark.parametrize("place", ["/tmp", "/tmp/a place whose name is too long for a socket" + "/deep" * 20])
def test_a_killed_worker_is_replaced(data: Path, place: str) -> None:
    """There are as many as before, also where they cannot be forked, and all end with the service."""
    Path(place).mkdir(parents=True, exist_ok=True)
    with serve_process(data, "--workers", "2", TMPDIR=place) as served:
        killed, other = wait_for_workers(served, 2)
        killed.kill()
        psutil.wait_procs([killed], STOP_SECONDS)
        replaced = wait_for_workers(served, 2)
        assert other in replaced
        assert killed not in replaced
        assert [each.ppid() == served.process.pid for each in replaced] == [place != "/tmp"] * 2
        assert served.call("GET", "/openapi.json")[0] == 200
    assert psutil.wait_procs(replaced, STOP_SECONDS)[1] == []


def wait_for_workers(served: Served, count: int, but: Collection[psutil.Process] = ()) -> list[psutil.Process]:
    """The workers but for these, as soon as there are so many. Raises AssertionError when there never are."""
    end = time.monotonic() + START_SECONDS
    while len(workers := [each for each in list_workers(served) if each not in but]) != count:
        assert time.monotonic() < end, served.lines()
        with suppress(subprocess.TimeoutExpired):
            served.process.wait(0.05)
            raise AssertionError(served.lines())
    return workers


def test_workers_serve_without_the_process_that_they_are_forked_from(data: Path) -> None:
    """Killed, it is started anew: the service answers, and ends with all its processes."""
    with serve_process(data, "--workers", "2") as served:
        workers = wait_for_workers(served, 2)
        parent = workers[0].parent()
        assert parent
        assert parent.pid != served.process.pid
        parent.kill()
        psutil.wait_procs([parent], STOP_SECONDS)
        wait_for_workers(served, 2, but=workers)
        assert served.call("GET", "/openapi.json")[0] == 200
        below = psutil.Process(served.process.pid).children(recursive=True)
    assert psutil.wait_procs([*below, *workers], STOP_SECONDS)[1] == []


def test_four_workers_start_on_an_empty_database_at_once(served: Served, admin: str) -> None:
    """One of them makes its tables and the others wait: all run, and none has logged a fault."""
    assert call_at_once(served, admin, 50, "/pages") == {200: 50}
    assert len(psutil.Process(served.process.pid).children(recursive=True)) >= WORKERS
    assert served.lines()
    assert not [line for line in served.lines() if "Traceback" in line or '"level": "error"' in line]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_service_whose_words_have_no_room_serves_and_ends(data: Path, workers: int) -> None:
    """Its standard error is a file on a full disk: it answers, and ends on SIGTERM with all its processes."""
    make_site(data)
    port = free_port()
    with Path("/dev/full").open("wb") as full:
        command = [*SITEHAND, "serve", "--data", str(data), "--port", str(port), "--workers", str(workers)]
        process = subprocess.Popen(command, stderr=full, env=clean_environment())
    try:
        wait_until_served(process, f"http://127.0.0.1:{port}/healthz", Path("/dev/null"))
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGTERM)
        assert process.wait(STOP_SECONDS) == 0
        assert not psutil.wait_procs(children, STOP_SECONDS)[1]
    finally:
        process.kill()
        process.wait()
