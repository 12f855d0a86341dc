"""The official clients and the broker, without Sitehand: what fails here is not Sitehand's fault."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.broker.broker import Broker
from tests.broker.person import in_forms
from tests.broker.python_client import start_python
from tests.broker.resource import make_resource
from tests.broker.typescript_client import start_typescript
from tests.browser import serve
from tests.processes import free_port


@pytest.fixture
async def endpoint(broker: Broker) -> AsyncIterator[str]:
    """The MCP address of the least resource server."""
    port = free_port()
    async with serve(make_resource(broker, f"http://127.0.0.1:{port}"), port) as address:
        yield f"{address}/mcp"


async def test_the_python_client_signs_in(endpoint: str) -> None:
    """It finds the broker, registers, asks with PKCE and `resource`, a person consents, and it calls a tool."""
    async with start_python(in_forms, endpoint) as assistant:
        assert await assistant.list_tools() == ["greet"]
        assert (await assistant.call("greet"))["content"][0]["text"] == "hello"
    check_visit(assistant.visits, endpoint, assistant.client_id)


@pytest.mark.parametrize("package", ["client", "sdk"])
async def test_the_typescript_client_signs_in(endpoint: str, package: str, tmp_path: Path) -> None:
    """The same, in the new and in the old package."""
    async with start_typescript(in_forms, package, endpoint, tmp_path) as assistant:
        assert await assistant.list_tools() == ["greet"]
        assert (await assistant.call("greet"))["content"][0]["text"] == "hello"
    check_visit(assistant.visits, endpoint, assistant.client_id)


def check_visit(visits: list[str], endpoint: str, client_id: str) -> None:
    """The one address that a person was sent to names the client, the site and a challenge."""
    (visit,) = visits
    asked = {name: values[0] for name, values in parse_qs(urlsplit(visit).query).items()}
    assert asked["code_challenge_method"] == "S256"
    assert asked["resource"] == endpoint
    assert asked["client_id"] == client_id != "assistant"
