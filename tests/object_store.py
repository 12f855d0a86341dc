"""An S3-compatible store on this machine: moto's server, in this process, with a bucket for each test."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

import pytest
from moto.server import ThreadedMotoServer
from obstore.store import S3Store

CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}
NUMBERS = count(1)


@dataclass
class ObjectStore:
    """A server that can be stopped and started again; it keeps what it has."""

    server: ThreadedMotoServer
    port: int
    buckets: list[str] = field(default_factory=list)

    @property
    def settings(self) -> Mapping[str, Any]:
        """Of a service that keeps its files in the newest bucket."""
        return {"files_url": f"s3://{self.buckets[-1]}/site", "files_endpoint": self.endpoint}

    @property
    def endpoint(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def make_bucket(self) -> None:
        """An empty one."""
        self.buckets.append(f"files-{next(NUMBERS)}")
        with urlopen(Request(f"{self.endpoint}/{self.buckets[-1]}", method="PUT")) as answer:
            assert answer.status == 200

    def open(self) -> S3Store:
        """The newest bucket, below the prefix of `settings`."""
        where: dict[str, Any] = {"endpoint": self.endpoint, "client_options": {"allow_http": True}}
        return S3Store(self.buckets[-1], prefix="site", **where)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Nobody answers meanwhile."""
        self.server.stop()
        try:
            yield
        finally:
            self.server = ThreadedMotoServer("127.0.0.1", self.port, verbose=False)
            self.server.start()


@contextmanager
def serve_objects() -> Iterator[ObjectStore]:
    """Start it."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    store = ObjectStore(server, server.get_host_and_port()[1])
    try:
        yield store
    finally:
        store.server.stop()


@pytest.fixture(scope="module")
def server() -> Iterator[ObjectStore]:
    """One server for all tests of a file."""
    with serve_objects() as started:
        yield started


@pytest.fixture
def objects(server: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> ObjectStore:
    """The server with a new bucket, and credentials for it."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    server.make_bucket()
    return server
