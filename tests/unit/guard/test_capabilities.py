"""What operations need of a host: shown and run only where it is offered."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from sitehand.hookspecs import hookimpl
from sitehand.hosts.builtin import host as builtin
from sitehand.operation.catalog import collect
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES
from sitehand.site.capabilities import NEEDS, Capabilities
from sitehand.site.values import NoArguments
from tests.hosts import find_lacking
from tests.service import Service, open_service

BASE = "/sitehand/v1"
REASON = "WordPress 6.1 has no terms over REST."


@operation("GET /needy", category="content", access="read", needs="terms")
async def read_needy(ctx: Context, _: NoArguments) -> dict[str, str]:
    """Answer."""
    return {}


class Needy:
    """A plugin with an operation that needs terms."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """It."""
        return [read_needy]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[Capabilities]:
    """What the built-in site offers: the last of these."""
    capabilities = [Capabilities()]
    monkeypatch.setattr(builtin, "list_capabilities", lambda public: capabilities[-1])
    return capabilities


@pytest.fixture
async def service(tmp_path: Path, offered: list[Capabilities]) -> AsyncIterator[Service]:
    """A service with the operation."""
    async with open_service(tmp_path, plugins=[Needy()]) as opened:
        yield opened


async def show(service: Service) -> tuple[bool, bool, bool]:
    """Whether the operation is in tools/list, in introspect and in the OpenAPI document."""
    tools = {tool["name"] for tool in (await service.rpc("tools/list"))["result"]["tools"]}
    lines = (await service.tool("introspect"))["structuredContent"]["categories"]["content"]
    paths = (await service.http.get(f"{BASE}/openapi.json")).json()["paths"]
    return "read_needy" in tools, "read_needy" in {line["name"] for line in lines}, "/needy" in paths


async def ask(service: Service) -> list[tuple[int, Any]]:
    """Status and body of the operation through REST, as a tool and in a batch."""
    direct = await service.http.get(f"{BASE}/needy", headers={"X-API-Key": service.keys["admin"]})
    tool = (await service.tool("read_needy"))["structuredContent"]
    part = (await service.tool("batch", {"requests": [{"method": "GET", "path": "/needy"}]}))["structuredContent"]
    (answer,) = part["responses"]
    status = tool["data"]["status"] if tool else 200
    return [(direct.status_code, direct.json()), (status, tool), (answer["status"], answer["body"])]


async def test_what_is_offered_is_shown_and_runs(service: Service, offered: list[Capabilities]) -> None:
    """Through every door."""
    offered.append(Capabilities(frozenset({"terms"})))
    assert await show(service) == (True, True, True)
    assert await ask(service) == [(200, {})] * 3


async def test_what_is_not_offered_is_hidden_and_refused(service: Service, offered: list[Capabilities]) -> None:
    """With the reason that the host gives, also after it was offered a moment ago."""
    offered.append(Capabilities(frozenset({"terms"})))
    await show(service)
    offered.append(Capabilities(reasons={"terms": REASON}))
    assert await show(service) == (False, False, False)
    for status, problem in await ask(service):
        assert (status, problem["code"]) == (501, "not_supported")
        assert problem["message"] == f"read_needy cannot run on this site. {REASON}"
        assert problem["data"]["hint"]


def test_a_host_that_says_nothing_offers_nothing() -> None:
    """But for operations that need nothing."""
    silent = Capabilities()
    assert silent.offers("")
    assert not any(silent.offers(cast(Any, need)) for need in NEEDS - {""})
    assert silent.explain("terms") == "This site does not support terms."


def test_an_unknown_need_is_refused_when_it_is_declared() -> None:
    """A typing error is no tool that is missing in silence."""

    async def read_other(ctx: Context, _: NoArguments) -> dict[str, str]:
        """Answer."""
        return {}

    with pytest.raises(TypeError, match="read_other needs 'termz'"):
        operation("GET /x", category="content", access="read", needs=cast(Any, "termz"))(read_other)


def test_the_built_in_site_offers_what_the_catalogue_needs() -> None:
    """Each need is a word of the list, and none is forgotten there."""
    needed = {each.needs for each in collect((*OPERATION_MODULES, *OWNER_MODULES))}
    assert needed <= NEEDS
    site = builtin.list_capabilities(public=True)
    assert needed - {""} <= site.offered | set(site.reasons)


def test_the_built_in_site_lacks_abilities_and_templates_alone() -> None:
    """Where it serves the pages for visitors; so the suites run every other operation on it."""
    lacking = {"abilities", "templates"}
    assert find_lacking() == {each.name for each in collect(OPERATION_MODULES) if each.needs in lacking}
