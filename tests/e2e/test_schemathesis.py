"""schemathesis against a running service: what it answers is what its OpenAPI document says."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.schemathesis_hooks import HIDDEN_ID, ONCE
from tests.processes import Served, make_key, serve_process

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "response_headers_conformance,negative_data_rejection,unsupported_method,missing_required_header,ignored_auth"
)
"""All but those that a schema cannot foretell: whether an id is there, a moment is past, or an item is in the trash."""
EXAMPLES = 20
PROJECT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 600
"""Only what hangs takes so long: on a slow machine each test runs for three minutes."""
OPERATIONS = "227"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Served, str]]:
    """A service with some objects of each kind, and an admin's key."""
    data = tmp_path / "site"
    key = make_key(data)
    with closing(sqlite3.connect(data / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE api_keys SET id = ?, requests_per_minute = 100000", (HIDDEN_ID,))
    # Many calls with wrong keys are meant to end in 401 each, and not in 429.
    with serve_process(data, "--log", "off", SITEHAND_FAILURES_PER_MINUTE="1000000") as served:
        for number in range(3):
            for path in ("/pages", "/posts"):
                status, _ = served.call("POST", path, key, {"title": f"Number {number}", "content": "<p>Text</p>"})
                assert status == 201
        yield served, key


@pytest.mark.parametrize("phases", ["examples,coverage", "fuzzing,stateful"])
def test_the_service_keeps_its_word(served: tuple[Served, str], tmp_path: Path, phases: str) -> None:
    """Over every operation: no 5xx, no other status, type or shape. Two tests, so that they run at the same time."""
    service, key = served
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{service.url}/sitehand/v1/openapi.json"]
    command += ["--url", f"{service.url}/sitehand/v1", "--header", f"X-API-Key: {key}", "--checks", CHECKS]
    command += ["--max-examples", str(EXAMPLES), "--generation-deterministic", "--seed", "1", "--no-color"]
    command += ["--phases", phases]
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.e2e.schemathesis_hooks", "PYTHONPATH": str(PROJECT)}
    environment["NO_PROXY"] = "127.0.0.1"  # else each of its requests looks through the environment for a proxy
    if "coverage" in phases:
        environment[ONCE] = "yes"
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
    )
    print(done.stdout[-3000:])
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    operations = re.search(r"Selected: (\d+)/(\d+)\s+Tested: (\d+)", done.stdout)
    assert operations is not None
    assert operations.groups() == (OPERATIONS, OPERATIONS, OPERATIONS)
    assert service.call("GET", "/site-info", key)[0] == 200


def test_answers_with_chosen_members_hold_these_alone(served: tuple[Served, str]) -> None:
    """`_fields` gives members as the document describes them, and no other, for objects and for lists."""
    service, key = served
    properties = service.call("GET", "/openapi.json")[1]["components"]["schemas"]["Page"]["properties"]
    page = service.call("GET", "/pages/1?_fields=id,title.rendered,nothing", key)[1]
    pages = service.call("GET", "/pages?_fields=id,title.rendered,nothing", key)[1]
    assert {"id", "title"} <= properties.keys()
    assert page == {"id": 1, "title": {"rendered": "Number 0"}}
    assert len(pages) == 3
    assert page in pages
    assert service.call("GET", "/site-info?_fields=nothing", key) == (200, {})
