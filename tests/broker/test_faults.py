"""A broker that fails in every way that a network allows: nobody is let in, nobody waits long, and keys go on."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sitehand.guard.broker import breaker
from tests.broker import faults
from tests.broker.broker import Broker, start_broker
from tests.broker.held_clock import come_to, hold_clock
from tests.broker.person import sign_in
from tests.broker.proxy import Fault, Proxy, open_proxy
from tests.broker.site import REST, Site, open_site
from tests.node_tools import Node

BOUND_SECONDS = 0.5
"""How long the site may wait for its broker in these tests."""
PAUSE_SECONDS = 0.5
"""How long the circuit stays open where a test waits for its end."""
SLACK_SECONDS = 1.0
"""What a busy machine may add."""
DEEP = b'{"active":' + b"[" * 200_000
FAULTS: dict[str, Fault] = {
    "stall": faults.stall,
    "drip": faults.drip,
    "hang up": faults.hang_up,
    "half an answer": faults.send_half,
    "content type": faults.send_as_page,
    "ten megabytes": faults.send_ten_megabytes,
    "500": faults.send(b'{"error":"server_error"}', 500),
    "502": faults.send(b'{"active":true}', 502),
    "wrong credentials": faults.send(b'{"error":"invalid_client"}', 401),
    "no object": faults.send(b"true"),
    "a list": faults.send(b'[{"active":true}]'),
    "no answer to the question": faults.send(b"{}"),
    "active as a text": faults.change(active="true"),
    "active as a number": faults.change(active=1),
    "no JSON": faults.send(b"active"),
    "no text": faults.send(b'{"active": "\xff"}'),
    "very deep": faults.send(DEEP),
    "no HTTP": lambda exchange: exchange.send(b"active: true\r\n\r\n"),
}
LIES: dict[str, Fault] = {
    "another issuer": faults.change(iss="https://elsewhere.example"),
    "no issuer": faults.change(iss=None),
    "no audience": faults.change(aud=None),
    "another audience": faults.change(aud="https://elsewhere.example/mcp"),
    "expired": faults.change(exp=1),
    "no end": faults.change(exp=None),
    "not yet": faults.change(nbf=4_000_000_000),
    "no type": faults.change(token_type=None),
    "refresh": faults.change(token_use="refresh_token"),
    "nobody": faults.change(sub=None),
}
"""Answers that are well formed, and do not let the token in."""


STRANGE = (
    "x",
    "%00",
    "a.b.c",
    "eyJhbGciOiJub25lIn0.e30.",
    "x" * 7000,
    "x" * 100_000,
    "\xff",
    "&=",
    "a b",
    "sitehand_x",
)
"""What a stranger may send as a token."""


@dataclass(frozen=True, slots=True)
class Behind:
    """A broker behind a proxy, whose issuer is the proxy's address."""

    broker: Broker
    proxy: Proxy


@pytest.fixture(scope="module")
async def behind(node: Node, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Behind]:
    """One broker and one proxy for this file."""
    async with open_proxy() as proxy:
        folder = tmp_path_factory.mktemp("behind")
        with start_broker(folder, issuer=f"http://127.0.0.1:{proxy.port}") as broker:
            proxy.target = int(broker.url.rpartition(":")[2])
            yield Behind(broker, proxy)


@pytest.fixture
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sites that are made from now on leave a failing broker alone for a short time."""
    defaults = breaker.Breaker.__init__.__kwdefaults__
    assert defaults
    monkeypatch.setitem(defaults, "open_seconds", PAUSE_SECONDS)


@pytest.fixture
async def site(behind: Behind, tmp_path: Path) -> AsyncIterator[Site]:
    """A site of each test's own, so that no test meets another's circuit breaker."""
    async with open_site(tmp_path, behind.broker, broker_seconds=BOUND_SECONDS) as site:
        yield site


@pytest.fixture
async def token(behind: Behind, site: Site) -> str:
    """A token that may write, and that the site takes while the broker answers."""
    token = (await sign_in(behind.broker, site.endpoint)).access
    assert (await site.get("/pages", token)).status_code == 200
    return token


async def check_refused(site: Site, token: str) -> None:
    """The token gets a 503 in time, through both doors, with a hint when to come again; a key goes on."""
    for send in (site.get("/pages", token), site.call_tool("list_pages", token)):
        began = time.perf_counter()
        answer = await send
        assert time.perf_counter() - began < BOUND_SECONDS + SLACK_SECONDS
        assert answer.status_code == 503, answer.text
        assert int(answer.headers["retry-after"]) >= 1
        assert "broker_unavailable" in answer.text
    assert (await site.get_with_key("/pages")).status_code == 200


@pytest.mark.parametrize("name", FAULTS)
async def test_a_broken_answer_lets_nobody_in(behind: Behind, site: Site, token: str, name: str) -> None:
    """503 with Retry-After within the bound; once the broker answers again, so does the site."""
    async with behind.proxy.broken(FAULTS[name]):
        await check_refused(site, token)
    assert (await site.get("/pages", token)).status_code == 200


@pytest.mark.parametrize("fault", [faults.change(), faults.yes], ids=["same members", "same answer"])
async def test_what_breaks_the_answer_is_the_fault(behind: Behind, site: Site, token: str, fault: Fault) -> None:
    """The same ways through the proxy, with nothing changed, let the token in: so it is the change that refuses."""
    async with behind.proxy.broken(fault):
        assert (await site.get("/pages", token)).status_code == 200


@pytest.mark.parametrize("name", LIES)
async def test_an_answer_that_does_not_fit_refuses_the_token(behind: Behind, site: Site, token: str, name: str) -> None:
    """401, and no fault of the broker: however often it happens, other tokens are still asked about."""
    async with behind.proxy.broken(LIES[name]):
        for _ in range(10):
            answer = await site.get("/pages", token)
            assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credential")
    assert (await site.get("/pages", token)).status_code == 200


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed(behind: Behind, site: Site, token: str, status: int) -> None:
    """Neither token nor credentials go elsewhere, where somebody would say yes to everything."""
    async with open_proxy() as elsewhere:
        elsewhere.target = behind.proxy.target
        address = f"http://127.0.0.1:{elsewhere.port}/token/introspection"
        async with behind.proxy.broken(faults.redirect(address, status)):
            await check_refused(site, token)
        assert elsewhere.asked == 0
    assert (await site.get("/pages", token)).status_code == 200


async def test_a_refused_connection_lets_nobody_in(behind: Behind, site: Site, token: str) -> None:
    """The same when nobody listens at all."""
    await behind.proxy.refuse()
    try:
        await check_refused(site, token)
    finally:
        await behind.proxy.listen()
    assert (await site.get("/pages", token)).status_code == 200


async def test_a_connection_that_the_broker_has_closed_is_no_fault(behind: Behind, site: Site, token: str) -> None:
    """Between two requests the broker may close a kept-alive connection: the next request opens another."""
    for _ in range(5):
        await behind.proxy.cut()
        assert (await site.get("/pages", token)).status_code == 200


async def test_one_connection_serves_many_tokens(behind: Behind, site: Site, token: str) -> None:
    """The connection to the broker is kept alive."""
    before = behind.proxy.asked
    for _ in range(20):
        assert (await site.get("/pages", token)).status_code == 200
    assert behind.proxy.asked == before


async def test_a_crowd_at_a_stalled_broker_holds_no_key_up(behind: Behind, site: Site, token: str) -> None:
    """200 tokens at once all get their 503 in time; keys in between are answered as ever; then nobody waits at all."""
    async with behind.proxy.broken(faults.stall):
        before = behind.proxy.asked
        with hold_clock() as clock:
            crowd = [asyncio.create_task(site.get("/pages", token)) for _ in range(200)]
            keyed = [(await site.get_with_key("/pages")).status_code for _ in range(20)]
            await come_to(lambda: behind.proxy.asked - before == site.settings.broker_connections)
            keyed += [(await site.get_with_key("/pages")).status_code for _ in range(20)]
            assert set(keyed) == {200}
            assert behind.proxy.asked - before == site.settings.broker_connections
            assert not any(task.done() for task in crowd)
            clock.move(BOUND_SECONDS)
            await come_to(lambda: all(task.done() for task in crowd))
        refused = [task.result() for task in crowd]
        assert {answer.status_code for answer in refused} == {503}
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
        asked = behind.proxy.asked
        assert (await site.get("/pages", token)).status_code == 503
        assert behind.proxy.asked == asked, "The circuit is open: the broker is left alone."


@pytest.mark.usefixtures("short_pause")
async def test_the_circuit_closes_again(behind: Behind, site: Site, token: str) -> None:
    """Once the broker answers again, tokens are taken again after the pause, with no help."""
    async with behind.proxy.broken(faults.hang_up):
        assert [(await site.get("/pages", token)).status_code for _ in range(breaker.FAULTS)] == [503] * breaker.FAULTS
    asked, began = behind.proxy.asked, time.perf_counter()
    while (answer := await site.get("/pages", token)).status_code == 503:
        assert behind.proxy.asked == asked, "While the circuit is open, the broker is left alone."
        assert time.perf_counter() - began < PAUSE_SECONDS + SLACK_SECONDS
    assert answer.status_code == 200
    assert time.perf_counter() - began > PAUSE_SECONDS / 2


async def test_strangers_cannot_open_the_circuit(behind: Behind, site: Site, token: str) -> None:
    """Whatever a stranger sends as a token, the broker is still asked about the tokens of others."""
    named = await sign_in(behind.broker, site.endpoint, ask=["openid", "site:read"])
    for sent in (named.identity, named.refresh, *STRANGE):
        header = (b"authorization", b"Bearer " + sent.encode("latin-1"))
        for _ in range(10):
            answer = await site.http.get(f"{REST}/pages", headers=[header])
            assert answer.status_code == 401, (sent[:40], answer.text)
        assert (await site.get("/pages", token)).status_code == 200, sent[:40]


async def test_a_crowd_of_strangers_does_not_open_the_circuit(behind: Behind, site: Site, token: str) -> None:
    """More garbage than the broker can answer in time: who waits in vain is no sign that the broker fails."""
    thinking, at_once = faults.Thinking(), site.settings.broker_connections
    async with behind.proxy.broken(thinking):
        with hold_clock() as clock:
            crowd = [asyncio.create_task(site.get("/pages", f"garbage-{number}")) for number in range(300)]
            thinking.answer(100 - at_once)
            await come_to(lambda: thinking.asked == 100)
            clock.move(0.9 * BOUND_SECONDS)
            thinking.answer(at_once)
            await come_to(lambda: thinking.asked == 100 + at_once)
            clock.move(0.1 * BOUND_SECONDS)
            await come_to(lambda: all(task.done() for task in crowd))
        assert Counter(task.result().status_code for task in crowd) == {401: 100, 503: 200}
        thinking.answer(at_once + 1)
        assert (await site.get("/pages", token)).status_code == 200


async def test_nothing_is_let_in_while_the_answer_is_on_its_way(behind: Behind, site: Site, token: str) -> None:
    """A write whose token is being asked about has not happened when the answer never comes."""
    before = (await site.get_with_key("/pages")).json()
    async with behind.proxy.broken(faults.stall):
        answer = await site.post("/pages", token, {"title": "Too early"})
        assert answer.status_code == 503
    assert (await site.get_with_key("/pages")).json() == before
