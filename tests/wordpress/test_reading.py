"""Who may only read sends WordPress no write, whatever is called: by the record of a proxy, over all operations."""

import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.broker.introspection import Introspection
from sitehand.guard.broker import Enrollment
from sitehand.hosts.wordpress.life import Life
from sitehand.operation.declaration import Operation
from sitehand.store.broker import EnrollmentTable, SecretSeal
from tests.parity.test_parity import encode_query, expect_on
from tests.promises.walk import Walk, fill_path, open_walk
from tests.samples.sample import ABSENT, Example, Placeholders, fill
from tests.samples.table import OPERATIONS, SAMPLES
from tests.selection import is_of
from tests.service import BASE, MCP, URL
from tests.unit.guard.broker.test_check import ENROLLMENT
from tests.wordpress.proxy import Proxy, Sent, open_proxy
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress

TOKEN = "reads"
CLAIMS = {
    "active": True,
    "iss": ENROLLMENT.issuer,
    "aud": f"{URL}{MCP}",
    "exp": time.time() + 24 * 3600,
    "sub": "anna",
    "client_id": "assistant",
    "token_type": "Bearer",
    "scope": "site:read",
}
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
REFUSED = {"insufficient_scope", "admin_required"}
OF_OTHERS = {
    **dict.fromkeys(("describe_site_ability", "read_site_ability"), "ability_not_open"),
    **dict.fromkeys(("get_change", "get_job", "get_pending"), "not_found"),
}
"""Reads of what is an admin's here: a token is told so, and WordPress is not written to either."""
ELSEWHERE = {"get_media_text": "host_unavailable"}
"""Reads of files: these are at WordPress's own address, and in a private network only the connected one is asked."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A service over a WordPress behind a proxy, and a client with a token that may only read."""

    walk: Walk
    proxy: Proxy
    made: dict[str, Placeholders] = field(default_factory=dict)

    async def prepare(self, call: Example) -> dict[str, Any]:
        """Its arguments, about something that is there; made once for all, since nobody here changes it."""
        if call.fresh not in self.made:
            self.made[call.fresh] = await self.walk.make(call.fresh)
        arguments: dict[str, Any] = fill(call.arguments, self.made[call.fresh])
        return arguments

    async def rest(self, wanted: Operation, method: str, arguments: Mapping[str, Any]) -> str | None:
        """The code of a refusal through REST, or None."""
        path, left = fill_path(wanted, arguments)
        sent: dict[str, Any] = {"params": encode_query(left)} if method in ("GET", "DELETE") else {"json": left}
        answer = await self.walk.service.http.request(method, BASE + path, headers=HEADERS, **sent)
        return None if answer.is_success else str(answer.json()["code"])

    async def tool(self, wanted: Operation, arguments: Mapping[str, Any]) -> str | None:
        """The code of a refusal of the tool, or None."""
        params = {"name": wanted.name, "arguments": dict(arguments)}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        answer = (await self.walk.service.http.post(MCP, json=message, headers=HEADERS)).json()
        if "error" in answer:
            return str(answer["error"]["data"]["code"])
        return str(answer["result"]["structuredContent"]["code"]) if answer["result"]["isError"] else None

    async def call(self, wanted: Operation, arguments: Mapping[str, Any]) -> set[str | None]:
        """What the operation's methods and its tool answer."""
        answers = [await self.rest(wanted, method, arguments) for method in wanted.methods]
        return {*answers, await self.tool(wanted, arguments)}

    def list_writes(self) -> list[Sent]:
        """What WordPress was sent that may change something."""
        return [each for each in self.proxy.sent if each.method not in ("GET", "HEAD", "OPTIONS")]


@pytest.fixture(scope="module")
async def reading(wordpress: WordPress, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Reading]:
    """It; the broker's answers are made here, how they come over the network is tested elsewhere."""

    async def introspect(self: Introspection, enrollment: Enrollment, token: str) -> Mapping[str, Any]:
        return CLAIMS if token == TOKEN else {"active": False}

    async def look(self: Life) -> None:
        """Ask nothing at the start: the first test would have it in its record."""

    empty_site(wordpress)
    folder = tmp_path_factory.mktemp("reading")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Introspection, "introspect", introspect)
        patch.setattr(Life, "look", look)
        async with open_proxy(wordpress.url) as proxy, open_walk(folder, replace(wordpress, url=proxy.url)) as walk:
            await enroll(walk)
            yield Reading(walk, proxy)


async def enroll(walk: Walk) -> None:
    """Let the service know the broker, and take many calls of a token."""
    parts = assemble(walk.service.settings)
    table = EnrollmentTable(parts.database, SecretSeal(walk.data, ""))
    await table.save(replace(ENROLLMENT, resource=None))
    await parts.limits.set_default(100_000)
    await parts.close()


@pytest.mark.parametrize("wanted", [each for each in OPERATIONS.values() if each.reads], ids=lambda each: each.name)
async def test_a_read_sends_reads_alone(reading: Reading, wanted: Operation, wordpress: WordPress) -> None:
    """Each example of it, right and wrong, about something that is there, through REST and as a tool."""
    if not is_of(wordpress.release, wanted):
        pytest.skip("Blocks of this release are not known.")
    for example in SAMPLES[wanted.name].examples:
        call = expect_on(reading.walk, wanted, example)
        arguments = await reading.prepare(call)
        reading.proxy.sent.clear()
        answers = await reading.call(wanted, arguments)
        assert reading.list_writes() == [], arguments
        assert answers == {find_code(wanted, call)}, arguments


def find_code(wanted: Operation, call: Example) -> str | None:
    """The code that a token which may read is answered with."""
    if wanted.access == "admin":
        return "admin_required"
    return call.code or (OF_OTHERS | ELSEWHERE).get(wanted.name)


@pytest.mark.parametrize("wanted", [each for each in OPERATIONS.values() if not each.reads], ids=lambda each: each.name)
async def test_a_write_is_refused_before_anything_is_sent(reading: Reading, wanted: Operation) -> None:
    """Whatever its arguments are; WordPress is not even asked."""
    for example in SAMPLES[wanted.name].examples:
        reading.proxy.sent.clear()
        answers = await reading.call(wanted, fill(example.arguments, {"id": ABSENT, "revision": "0" * 12}))
        assert (answers <= REFUSED, reading.proxy.sent) == (True, []), (example.arguments, answers)


async def test_the_record_has_what_is_sent(reading: Reading) -> None:
    """A read of the same client, and a write of one that may: otherwise an empty record would show nothing."""
    reading.proxy.sent.clear()
    assert await reading.call(OPERATIONS["list_pages"], {}) == {None}
    assert {(each.method, each.path) for each in reading.proxy.sent} == {("GET", "/wp/v2/pages")}
    assert (await reading.walk.rest("POST", "/pages", {"title": "Written"})).status == 201
    assert [each.path for each in reading.list_writes()] == ["/wp/v2/pages"]
