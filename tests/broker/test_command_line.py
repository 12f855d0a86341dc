"""The owner's commands against a real broker, and a running service of several workers that follows them."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.broker.broker import Broker
from tests.broker.person import sign_in
from tests.processes import Served, make_key, make_site, run_sitehand, serve_process
from tests.service import MCP

CALLS = 12
"""Calls over new connections, so that each of two workers is met all but surely."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A service of two workers."""
    make_key(tmp_path / "site", "editor")
    with serve_process(tmp_path / "site", "--workers", "2", "--log", "json") as served:
        yield served


async def test_enroll_status_and_disconnect(broker: Broker, served: Served, tmp_path: Path) -> None:
    """A running service follows in every worker, and the secret is in no output, log or file as it is."""
    data, secret = tmp_path / "site", str(broker.clients["site"]["client_secret"])
    broker.know(served.url + MCP)
    token = (await sign_in(broker, served.url + MCP)).access
    assert "Enrolled: no" in said_by(run_sitehand("broker", "status", "--data", data))
    assert statuses(served, token) == {401}

    command = ("broker", "enroll", "--data", data, "--issuer", broker.issuer, "--client-id", "site")
    texts = [said_by(run_sitehand(*command, stdin=secret))]
    assert statuses(served, token) == {200}
    texts.append(said_by(run_sitehand("broker", "status", "--data", data)))
    assert broker.issuer in texts[-1]
    assert all("follows SITEHAND_URL, or SITEHAND_HOST and SITEHAND_PORT" in text for text in texts)

    texts.append(said_by(run_sitehand("broker", "disconnect", "--data", data)))
    assert statuses(served, token) == {401}
    exported = run_sitehand("journal", "export", "--data", data).stdout
    done = [(entry["operation"], entry["door"]) for entry in map(json.loads, exported.splitlines())]
    assert done[-2:] == [("enroll_site", "cli"), ("disconnect_site", "cli")]
    texts += [*served.lines(), exported]
    assert not [text for text in texts if secret in text or token in text]
    assert not [path for path in data.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert (data / "broker.key").stat().st_mode & 0o777 == 0o600


def test_a_broker_that_is_not_there_does_not_enroll(tmp_path: Path) -> None:
    """The command fails, says why, and nothing is stored."""
    issuer = "http://127.0.0.1:9"
    make_site(tmp_path / "site")
    done = run_sitehand(
        *("broker", "enroll", "--data", tmp_path / "site", "--issuer", issuer, "--client-id", "site"), stdin="secret"
    )
    assert done.returncode == 1
    assert "Nothing was changed" in done.stderr
    assert "Enrolled: no" in said_by(run_sitehand("broker", "status", "--data", tmp_path / "site"))


def said_by(done: Any) -> str:
    """Everything that a command said, which must have succeeded."""
    assert done.returncode == 0, done.stderr
    return str(done.stdout + done.stderr)


def statuses(served: Served, token: str) -> set[int]:
    """What some calls with a token get, each over a connection of its own."""
    return {ask(f"{served.url}/sitehand/v1/pages", token) for _ in range(CALLS)}


def ask(url: str, token: str) -> int:
    """The status of a GET with a token."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as refusal:
        refusal.close()
        return refusal.code
