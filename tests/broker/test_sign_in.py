"""End to end: the official clients, each with the site's MCP address alone, and a person in a real browser."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Browser

from sitehand.operation.catalog import Catalog, collect
from sitehand.operations.modules import OPERATION_MODULES
from tests.broker.broker import Broker, start_broker
from tests.broker.person import BOTH, Consent, in_browser, in_forms, introspect, revoke
from tests.broker.python_client import PythonAssistant, start_python
from tests.broker.site import Site, disconnect, serve_site
from tests.broker.typescript_client import TypeScriptAssistant, start_typescript
from tests.node_tools import Node

Assistant = PythonAssistant | TypeScriptAssistant
CLIENTS = ("python", "typescript client", "typescript sdk")
ADMIN = [wanted.name for wanted in Catalog(collect(OPERATION_MODULES)) if wanted.access == "admin"]
MORE_THAN_ONE_HOUR = 4000


class Start(Protocol):
    """Starts one of the clients, whose person consents in this way and allows these scopes."""

    def __call__(self, scopes: list[str], consent: Consent) -> AbstractAsyncContextManager[Assistant]: ...


@pytest.fixture
def own_broker(node: Node, tmp_path: Path) -> Iterator[Broker]:
    """A broker of this test's own: its clock moves, and it ends."""
    with start_broker(tmp_path) as broker:
        yield broker


@pytest.fixture
async def site(own_broker: Broker, tmp_path: Path) -> AsyncIterator[Site]:
    """A site on a port, enrolled."""
    async with serve_site(tmp_path, own_broker) as site:
        yield site


@pytest.fixture
def start(site: Site, tmp_path: Path, request: pytest.FixtureRequest) -> Start:
    """How to start the client that the test names."""
    language, _, package = str(request.param).partition(" ")

    def start_client(scopes: list[str], consent: Consent) -> AbstractAsyncContextManager[Assistant]:
        if language == "python":
            return start_python(consent, site.endpoint, scopes)
        return start_typescript(consent, package, site.endpoint, tmp_path, scopes)

    return start_client


each_client = pytest.mark.parametrize("start", CLIENTS, indirect=True)


@each_client
async def test_a_client_signs_in_works_steps_up_and_refreshes(
    start: Start, site: Site, own_broker: Broker, chromium: Browser
) -> None:
    """It reads with site:read, is refused a write until its person allows it, and every admin operation always."""
    async with start(["site:read"], in_browser(chromium)) as assistant:
        assert {"introspect", "list_pages"} <= set(await assistant.list_tools())
        check_visit(assistant, site)
        await check_reading(assistant)
        await check_refused_write(assistant, site)
        await check_step_up(assistant, site)
        await check_admin_operations(assistant)
        await check_refresh(assistant, site, own_broker)


@each_client
async def test_a_revoked_token_is_refused_on_its_next_request(start: Start, site: Site, own_broker: Broker) -> None:
    """After revocation at the broker the next call is a 401, and the client asks its person anew."""
    async with start(list(BOTH), in_forms) as assistant:
        await assistant.list_tools()
        assert (await site.get("/pages", assistant.access)).status_code == 200
        await revoke(own_broker, assistant.access, assistant.client_id)
        refused = await site.get("/pages", assistant.access)
        assert (refused.status_code, refused.json()["code"]) == (401, "invalid_credential")
        assert (await site.call_tool("list_pages", assistant.access)).status_code == 401
        assert (await assistant.call("list_pages"))["isError"] is False
        assert len(assistant.visits) == 2


@each_client
async def test_disconnect_holds_at_once_with_the_broker_gone(start: Start, site: Site, own_broker: Broker) -> None:
    """While the broker is gone tokens get a 503; after Disconnect, which needs no broker, a 401. Keys go on."""
    async with start(list(BOTH), in_forms) as assistant:
        await assistant.list_tools()
        own_broker.stop()
        unknown = await site.get("/pages", assistant.access)
        assert (unknown.status_code, unknown.json()["code"]) == (503, "broker_unavailable")
        await disconnect(site.settings)
        refused = await site.get("/pages", assistant.access)
        assert (refused.status_code, refused.json()["code"]) == (401, "invalid_credential")
        assert "resource_metadata" not in refused.headers["www-authenticate"]
        assert (await site.call_tool("list_pages", assistant.access)).status_code == 401
        assert (await site.http.get("/.well-known/oauth-protected-resource")).status_code == 404
        assert (await site.get_with_key("/pages")).status_code == 200


def check_visit(assistant: Assistant, site: Site) -> None:
    """The client registered itself, and sent its person to the broker with PKCE and this site's address."""
    (visit,) = assistant.visits
    asked = {name: values[0] for name, values in parse_qs(urlsplit(visit).query).items()}
    assert asked["client_id"] == assistant.client_id != "assistant"
    assert asked["code_challenge_method"] == "S256"
    assert asked["resource"] == site.endpoint
    assert set(BOTH) <= set(asked["scope"].split())


async def check_reading(assistant: Assistant) -> None:
    """It reads, and introspect says what its token may do."""
    assert (await assistant.call("list_pages"))["isError"] is False
    caller = (await assistant.call("introspect"))["structuredContent"]["caller"]
    assert caller["kind"] == "token"
    assert caller["access"] == ["read"]


async def check_refused_write(assistant: Assistant, site: Site) -> None:
    """A write is refused; a client that can asks its person for more, who allows no more, and so it stays refused."""
    pages = (await site.get_with_key("/pages")).json()
    await assistant.fail("create_page", {"title": "Not allowed"})
    assert len(assistant.visits) == (2 if assistant.steps_up else 1)
    assert (await site.get_with_key("/pages")).json() == pages
    refused = await site.post("/pages", assistant.access, {"title": "Not allowed"})
    assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")


async def check_step_up(assistant: Assistant, site: Site) -> None:
    """Once the person allows it, the same write succeeds."""
    assistant.scopes = BOTH
    if not assistant.steps_up:
        await assistant.sign_out()
    created = (await assistant.call("create_page", {"title": "Allowed"}))["structuredContent"]
    assert (await site.get_with_key(f"/pages/{created['id']}")).json()["title"]["rendered"] == "Allowed"


async def check_admin_operations(assistant: Assistant) -> None:
    """None is listed, and none can be called."""
    assert ADMIN
    assert not set(ADMIN) & set(await assistant.list_tools())
    for name in ADMIN:
        result = await assistant.call(name)
        assert result["isError"] is True
        assert result["structuredContent"]["code"] == "admin_required"


async def check_refresh(assistant: Assistant, site: Site, broker: Broker) -> None:
    """When its token has come to its end, it goes on with another, and its person is not asked again."""
    old, visits = assistant.access, len(assistant.visits)
    broker.move_clock(MORE_THAN_ONE_HOUR)
    assistant.grow_old()
    assert (await assistant.call("list_pages"))["isError"] is False
    assert assistant.access != old
    assert len(assistant.visits) == visits
    assert (await introspect(broker, assistant.access))["scope"].split() == list(BOTH)
    assert (await site.get("/pages", old)).status_code == 401
