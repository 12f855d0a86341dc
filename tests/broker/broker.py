"""A real broker for tests: oidc-provider from npm in a process of its own, on a loopback port."""

import json
import select
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.node_tools import FOLDER, NODE

SCRIPT = FOLDER / "broker.mjs"
START_SECONDS = 30
CALLBACK = "http://127.0.0.1:9/callback"
"""Where the broker sends a person back to. Nobody listens there: the tests read the address alone."""
ASSISTANT = {
    "client_id": "assistant",
    "token_endpoint_auth_method": "none",
    "redirect_uris": [CALLBACK],
    "response_types": ["code"],
    "grant_types": ["authorization_code", "refresh_token"],
    "application_type": "native",
}
"""A client that the broker knows from the start, for tests that are not about registration."""


def site_client(name: str, method: str = "client_secret_basic", **more: Any) -> dict[str, Any]:
    """What the broker issues to a site, so that it may introspect: a confidential client that nobody signs in to."""
    nobody: dict[str, Any] = {"redirect_uris": [], "response_types": [], "grant_types": []}
    secret = {} if method == "private_key_jwt" else {"client_secret": f"the secret of {name}: +/%&= {'x' * 20}"}
    return {"client_id": name, "token_endpoint_auth_method": method, **secret, **nobody, **more}


SITE = site_client("site")


@dataclass(frozen=True, slots=True)
class Broker:
    """A running broker. `url` is where it listens; `issuer` is its name, which differs when something is in between."""

    process: subprocess.Popen[str]
    url: str
    issuer: str
    log: Path
    clients: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def know(self, resource: str) -> None:
        """From now on issue tokens for this site too."""
        self._wish({"resource": resource})

    def move_clock(self, seconds: int) -> None:
        """Set its clock that far ahead of ours."""
        self._wish({"ahead": seconds})

    def stop(self) -> None:
        """End it; nobody listens on its port afterwards."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        self.process.wait(START_SECONDS)

    def _wish(self, wish: Mapping[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()
        read_line(self.process, self.log)


@contextmanager
def start_broker(
    folder: Path,
    *,
    issuer: str = "",
    resources: Sequence[str] = (),
    clients: Sequence[Mapping[str, Any]] = (),
    tls: Mapping[str, str] | None = None,
    path: str = "",
    signed: bool = False,
    registration: str = "",
) -> Iterator[Broker]:
    """Run a broker until the block ends: with one client for people, one for a site, and those that are given.

    `path` is where it is below its address, `signed` lets sites have signed answers (RFC 9701), `registration` is a
    token without which nobody registers.
    """
    options: dict[str, Any] = {"issuer": issuer, "resources": list(resources), "clients": [ASSISTANT, SITE, *clients]}
    options |= {"tls": tls, "signed": signed, "registration": registration, "path": path}
    with run_broker(folder, {name: value for name, value in options.items() if value}) as broker:
        yield broker


@contextmanager
def run_broker(folder: Path, options: Mapping[str, Any]) -> Iterator[Broker]:
    """Run a broker with just these options of the script until the block ends."""
    log = folder / "broker.log"
    with log.open("a") as errors:
        process = subprocess.Popen(
            [NODE, SCRIPT, json.dumps(options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        place = "https://localhost" if "tls" in options else "http://127.0.0.1"
        url = f"{place}:{read_line(process, log)['port']}{options.get('path', '')}"
        clients = {str(client["client_id"]): client for client in options["clients"]}
        yield Broker(process, url, options.get("issuer", url), log, clients)
    finally:
        end_process(process)


def read_line(process: subprocess.Popen[str], log: Path) -> Any:
    """The next line that it prints. Raises when it ends first, or says nothing."""
    assert process.stdout
    ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
    line = process.stdout.readline() if ready else ""
    assert line, f"The broker said nothing: {log.read_text('utf-8')}"
    return json.loads(line)


def end_process(process: subprocess.Popen[str]) -> None:
    """Close its input, at which it ends; kill it when it does not."""
    if process.stdin and not process.stdin.closed:
        process.stdin.close()
    try:
        process.wait(START_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise
    finally:
        if process.stdout:
            process.stdout.close()
