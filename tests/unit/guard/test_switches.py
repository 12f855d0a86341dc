"""What the owner has switched off: refused at every call, and told beforehand."""

from collections.abc import AsyncIterator
from pathlib import Path

import orjson
import pytest

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.guard.switches import RETRY_SECONDS, Choice, Switches, read_choice
from sitehand.operation.catalog import collect
from sitehand.operation.declaration import Operation
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.parts import Parts
from tests.choices import set_off
from tests.service import Service, open_service

BASE = "/sitehand/v1"
COMPOSED = {"batch", "save_items", "save_seo", "fix_finding", "approve_change"}
OPERATIONS = {each.name: each for each in collect(OPERATION_MODULES)}


def refuse(choice: Choice, operation: Operation) -> Code | None:
    """The code of the refusal; None when the operation may run."""
    try:
        Switches(lambda: choice).check(operation)
    except Problem as problem:
        return problem.code
    return None


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_an_operation_that_is_off_is_refused(name: str) -> None:
    """Each of them, and no other; whether or not writes are paused."""
    for paused in (False, True):
        assert refuse(Choice(frozenset({name}), paused), OPERATIONS[name]) is Code.OPERATION_OFF
    assert refuse(Choice(frozenset({"another"})), OPERATIONS[name]) is None
    assert refuse(Choice(frozenset(OPERATIONS) - {name}), OPERATIONS[name]) is None


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_a_pause_refuses_whatever_writes(name: str) -> None:
    """Reads go on; of what is composed of other operations, those are refused that write."""
    operation = OPERATIONS[name]
    writes = not operation.reads and not operation.composed
    assert refuse(Choice(paused=True), operation) is (Code.WRITES_PAUSED if writes else None)
    assert writes == (
        name not in {"batch", "save_items", "save_seo", "fix_finding", "approve_change"} and not operation.reads
    )


def test_the_choice_of_the_moment_holds() -> None:
    """It is asked for at each call, and nothing of it is kept."""
    now = [Choice()]
    switches = Switches(lambda: now[0])
    assert (switches.off(), switches.paused) == (frozenset(), False)
    switches.check(OPERATIONS["create_page"])
    now[0] = Choice(frozenset({"get_page"}), paused=True)
    assert (switches.off(), switches.paused) == (frozenset({"get_page"}), True)
    with pytest.raises(Problem) as refused:
        switches.check(OPERATIONS["create_page"])
    assert refused.value.extra == {"retry_after": RETRY_SECONDS}
    now[0] = Choice()
    switches.check(OPERATIONS["create_page"])


@pytest.mark.parametrize(
    ("operations", "paused", "choice"),
    [
        (None, None, Choice()),
        ("[]", "no", Choice()),
        ("", "", Choice()),
        ('["a", "b", "a"]', "yes", Choice(frozenset("ab"), paused=True)),
    ],
)
def test_a_choice_is_read_as_it_is_stored(operations: str | None, paused: str | None, choice: Choice) -> None:
    """Nothing is off unless the owner has said so."""
    assert read_choice(operations, paused) == choice


@pytest.mark.parametrize("operations", ["x", "[", '{"a"'])
def test_a_choice_that_cannot_be_read_is_a_fault(operations: str) -> None:
    """Nobody takes it for one that switches nothing off."""
    with pytest.raises(orjson.JSONDecodeError):
        read_choice(operations, None)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin."""
    async with open_service(tmp_path) as opened:
        yield opened


@pytest.fixture
async def owner(service: Service) -> AsyncIterator[Parts]:
    """The owner's hand on the same folder, as the admin screens of another worker are one."""
    parts = assemble(service.settings)
    yield parts
    await parts.close()


async def ask(service: Service, method: str, path: str, **body: object) -> tuple[int, str]:
    """The status of an answer, and the code of a refusal."""
    headers = {"X-API-Key": service.keys["admin"]}
    sent = body if method != "GET" else None
    answer = await service.http.request(method, f"{BASE}{path}", json=sent, headers=headers)
    found = answer.json()
    return answer.status_code, found.get("code", "") if isinstance(found, dict) else ""


async def test_what_is_off_is_off_at_once_through_every_door(service: Service, owner: Parts) -> None:
    """Also in a batch and as a preview; and on again at once."""
    await set_off(owner.database, ["create_page"])
    assert await ask(service, "POST", "/pages", title="x") == (403, "operation_off")
    assert await ask(service, "POST", "/pages", title="x", dry_run=True) == (403, "operation_off")
    assert (await service.tool("create_page", {"title": "x"}))["structuredContent"]["code"] == "operation_off"
    part = {"method": "POST", "path": "/pages", "body": {"title": "x"}}
    batch = await service.tool("batch", {"requests": [part]})
    assert [each["body"]["code"] for each in batch["structuredContent"]["responses"]] == ["operation_off"]
    assert await ask(service, "POST", "/posts", title="x") == (201, "")
    await set_off(owner.database, [])
    assert await ask(service, "POST", "/pages", title="x") == (201, "")


async def test_the_list_of_tools_follows_at_once(service: Service, owner: Parts) -> None:
    """An operation that is off is not listed, whether or not the list was asked for before; on again, it is."""

    async def list_tools() -> set[str]:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        answer = await service.http.post(f"{BASE}/mcp", json=message, headers={"X-API-Key": service.keys["admin"]})
        return {tool["name"] for tool in answer.json()["result"]["tools"]}

    await set_off(owner.database, ["list_pages"])
    some = await list_tools()
    await set_off(owner.database, ["create_page"])
    others = await list_tools()
    await set_off(owner.database, [])
    everything = await list_tools()
    assert (everything - some, everything - others) == ({"list_pages"}, {"create_page"})


async def test_a_pause_holds_every_write_up(service: Service, owner: Parts) -> None:
    """With Retry-After, for whoever asks again; reads go on, and the owner's own writes too."""
    await owner.choices.set_paused(True)
    headers = {"X-API-Key": service.keys["admin"]}
    answer = await service.http.post(f"{BASE}/pages", json={"title": "x"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (503, "writes_paused")
    assert answer.headers["Retry-After"] == str(RETRY_SECONDS)
    assert await ask(service, "GET", "/pages") == (200, "")
    part = {"method": "POST", "path": "/pages", "body": {"title": "x"}}
    batch = await service.tool("batch", {"requests": [part, {"method": "GET", "path": "/pages"}]})
    assert [each["status"] for each in batch["structuredContent"]["responses"]] == [503, 200]
    await owner.choices.set_paused(False)
    assert await ask(service, "POST", "/pages", title="x") == (201, "")
