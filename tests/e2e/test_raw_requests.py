"""What a server that listens makes of bytes that no client library sends, and of clients that go away."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.processes import Served, dump_database, make_key, serve_process

BASE = b"/sitehand/v1"
PIECE = b"a" * 65536
TEN_MEGABYTES = 160 * len(PIECE)
PATIENCE_SECONDS = 20
JSON_TYPE = b"Content-Type: application/json\r\n"
PAGE = b'{"title": "a"}'

REQUESTS: dict[str, tuple[bytes, bytes]] = {
    "bytes that are no text in the path": (b"GET " + BASE + b"/pages/\xff\xfe HTTP/1.1\r\n", b""),
    "bytes that are no text in the query": (b"GET " + BASE + b"/pages?search=\xff HTTP/1.1\r\n", b""),
    "bytes that are no text in a header": (b"GET " + BASE + b"/pages/0 HTTP/1.1\r\nX-API-Key: \xff\xfe\r\n", b""),
    "NUL in a header": (b"GET " + BASE + b"/pages HTTP/1.1\r\nX-A: a\x00b\r\n", b""),
    "no path": (b"GET sitehand HTTP/1.1\r\n", b""),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n", b""),
    "endless path": (b"GET " + BASE + b"/" + b"a" * 200_000 + b" HTTP/1.1\r\n", b""),
    "two lengths": (
        b"POST " + BASE + b"/pages HTTP/1.1\r\n" + JSON_TYPE + b"Content-Length: 2\r\nContent-Length: 14\r\n",
        PAGE,
    ),
    "a length and chunks": (
        b"POST " + BASE + b"/pages HTTP/1.1\r\n" + JSON_TYPE + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        b"e\r\n" + PAGE + b"\r\n0\r\n\r\n",
    ),
    "negative length": (b"POST " + BASE + b"/pages HTTP/1.1\r\n" + JSON_TYPE + b"Content-Length: -1\r\n", PAGE),
    "chunks without a size": (
        b"POST " + BASE + b"/pages HTTP/1.1\r\n" + JSON_TYPE + b"Transfer-Encoding: chunked\r\n",
        b"zz\r\n" + PAGE + b"\r\n",
    ),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    """One server for all tests of this file, and an admin's key."""
    data = tmp_path_factory.mktemp("raw") / "site"
    key = make_key(data)
    with serve_process(data, "--log", "json", SITEHAND_WORKERS="1") as served:
        assert served.call("PUT", "/rate-limit", key, {"requests_per_minute": 100_000})[0] == 200
        yield served, key


def connect(served: Served) -> socket.socket:
    """A connection to it."""
    address = urlsplit(served.url)
    return socket.create_connection((address.hostname, address.port), 10)


def exchange(served: Served, request: bytes) -> bytes:
    """What comes back until the server closes the connection; it may do so before it has read everything."""
    with connect(served) as connection:
        received = b""
        try:
            connection.sendall(request)
            while piece := connection.recv(65536):
                received += piece
        except ConnectionError:
            pass
        return received


def folder_of(served: Served) -> Path:
    """Its data folder."""
    return served.log.parent / "site"


@pytest.mark.parametrize("fault", REQUESTS)
def test_broken_requests_are_refused_and_write_nothing(served: tuple[Served, str], fault: str) -> None:
    """Each is a 4xx, none is smuggled behind another, and the server goes on."""
    service, key = served
    line, body = REQUESTS[fault]
    own = b"" if b"X-API-Key" in line else b"X-API-Key: " + key.encode() + b"\r\n"
    before = dump_database(folder_of(service))
    answer = exchange(service, line + own + b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n" + body)
    assert answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert answer.count(b"HTTP/1.1 ") == 1
    assert dump_database(folder_of(service)) == before
    assert service.call("GET", "/site-info", key)[0] == 200


@pytest.mark.parametrize("path", ["/sitehand/v1/pages", "/sitehand/v1/mcp"])
@pytest.mark.parametrize("declared", [True, False])
def test_ten_megabytes_over_a_connection_are_refused(served: tuple[Served, str], path: str, declared: bool) -> None:
    """413 reaches a client that waits for leave to send, and one that sends in chunks."""
    service, key = served
    address = urlsplit(service.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=20)
    connection.putrequest("POST", path)
    connection.putheader("X-API-Key", key)
    connection.putheader("Content-Type", "application/json")
    if declared:
        connection.putheader("Content-Length", str(TEN_MEGABYTES))
        connection.putheader("Expect", "100-continue")
        connection.endheaders()
    else:
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders(iter([PIECE] * 160), encode_chunked=True)
    answer = connection.getresponse()
    problem = json.loads(answer.read())
    assert answer.status == 413
    assert (problem.get("error", {}).get("data") or problem)["code"] == "body_too_large"
    assert answer.getheader("RateLimit-Limit")
    connection.close()


def test_clients_that_go_away_leave_no_fault_in_the_log(served: tuple[Served, str]) -> None:
    """Cut off in the middle of a body, and right after a whole request; nothing is written of the first."""
    service, key = served
    head = b"POST " + BASE + b"/pages HTTP/1.1\r\nHost: 127.0.0.1\r\n" + JSON_TYPE
    head += b"X-API-Key: " + key.encode() + b"\r\nContent-Length: 100\r\n\r\n"
    before = dump_database(folder_of(service))
    with connect(service) as connection:
        connection.sendall(head + PAGE)
    with connect(service) as connection:
        connection.sendall(b"GET " + BASE + b"/pages HTTP/1.1\r\nHost: a\r\nX-API-Key: " + key.encode() + b"\r\n\r\n")
    end = time.monotonic() + PATIENCE_SECONDS
    while not [line for line in service.lines() if "pages 499" in line]:
        assert time.monotonic() < end
        assert service.call("GET", "/site-info", key)[0] == 200
    assert dump_database(folder_of(service)) == before
    entries = [json.loads(line) for line in service.lines() if line.startswith("{")]
    assert not [entry for entry in entries if entry["level"] == "error"]
    assert not [entry for entry in entries if "traceback" in entry]
