"""The line to the broker: whatever comes back is a whole answer in bounds, or a fault in time."""

import asyncio
import gzip
import time

import pytest

from sitehand.broker.client import MAX_BYTES, BrokerClient
from sitehand.guard.broker import BrokerFault
from tests.unit.broker.loopback import Answer, Asked, Broker, plain, raw

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


async def test_connections_are_kept(broker: Broker, line: BrokerClient) -> None:
    """Many requests one after the other share one."""
    broker.answer("/x", {"a": 1})
    for _ in range(10):
        reply = await line.get(f"{broker.url}/x")
        assert (reply.status, reply.object()) == (200, {"a": 1})
    assert (broker.connections, len(broker.asked)) == (1, 10)
    assert broker.asked[0].headers["accept-encoding"] == "identity"
    assert broker.asked[0].headers["user-agent"].startswith("Sitehand/")


async def test_a_connection_that_the_broker_has_ended_is_made_anew(broker: Broker, line: BrokerClient) -> None:
    """The request after it is answered all the same."""
    first = True

    async def answer_once(asked: Asked, writer: asyncio.StreamWriter) -> None:
        nonlocal first
        if broker.connections == 1 and not first:
            writer.close()
            return
        first = False
        await plain(b"{}")(asked, writer)

    broker.answers["/x"] = answer_once
    await line.get(f"{broker.url}/x")
    assert (await line.get(f"{broker.url}/x")).status == 200
    assert broker.connections == 2


async def test_no_more_connections_than_allowed(broker: Broker, line: BrokerClient) -> None:
    """The others wait, and are answered when one is free."""
    busy, most = 0, 0

    async def answer_slowly(asked: Asked, writer: asyncio.StreamWriter) -> None:
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        await asyncio.sleep(0.01)
        busy -= 1
        await plain(b"{}")(asked, writer)

    broker.answers["/x"] = answer_slowly
    await asyncio.gather(*(line.get(f"{broker.url}/x") for _ in range(40)))
    assert (most, broker.connections) == (4, 4)


async def _drip(_: Asked, writer: asyncio.StreamWriter) -> None:
    """Send a head, and then a little now and then, for ever."""
    writer.write(OK + b"Content-Length: 100000\r\n\r\n")
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.02)


async def _stall(_: Asked, writer: asyncio.StreamWriter) -> None:
    """Say nothing, for ever."""
    await asyncio.Event().wait()


FAULTS: dict[str, tuple[Answer, str]] = {
    "stall": (_stall, "within 0.5 seconds"),
    "drip": (_drip, "within 0.5 seconds"),
    "half an answer": (raw(OK + b'Content-Length: 100\r\n\r\n{"a"', ends=True), "no answer"),
    "an end at once": (raw(b"", ends=True), "no answer"),
    "no HTTP": (raw(b"nonsense\r\n\r\n", ends=True), "no answer"),
    "endless": (raw(OK + b"Content-Length: 10000000\r\n\r\n" + b"x" * (MAX_BYTES + 1)), "larger than"),
    "without a length": (raw(OK + b"\r\n" + b"x" * (MAX_BYTES + 1), ends=True), "larger than"),
    "a bomb": (plain(gzip.compress(b"0" * 10_000_000), more={"Content-Encoding": "gzip"}), "compressed"),
    "a redirect": (plain(b"{}", 302, more={"Location": "/other"}), "redirect"),
    "a lasting redirect": (plain(b"{}", 308, more={"Location": "/other"}), "redirect"),
}


UNANSWERED = ("within 0.5 seconds", "no answer")
"""What says that a broker fails, whatever the token; all else may be due to the token."""


@pytest.mark.parametrize("name", FAULTS)
async def test_faults_are_told_in_time(broker: Broker, line: BrokerClient, name: str) -> None:
    """Each by its own words, within the bound; nobody is sent elsewhere; and the line works on."""
    broker.answers["/x"], words = FAULTS[name]
    began = time.monotonic()
    with pytest.raises(BrokerFault, match=words) as fault:
        await line.get(f"{broker.url}/x")
    assert time.monotonic() - began < 2
    assert not fault.value.excused
    assert fault.value.answered == (words not in UNANSWERED)
    assert "/other" not in broker.paths()
    broker.answer("/y", {})
    assert (await line.get(f"{broker.url}/y")).status == 200


async def test_a_crowd_before_a_stall_is_sent_away_in_time(broker: Broker, line: BrokerClient) -> None:
    """Also those who never got a connection; the others' are free afterwards."""
    broker.answers["/x"] = _stall
    began = time.monotonic()
    results = await asyncio.gather(*(line.get(f"{broker.url}/x") for _ in range(50)), return_exceptions=True)
    assert all(isinstance(result, BrokerFault) for result in results)
    assert time.monotonic() - began < 2
    broker.answer("/y", {})
    assert (await line.get(f"{broker.url}/y")).status == 200


async def test_nobody_there(line: BrokerClient) -> None:
    """A refused connection, and a host that there is not."""
    for url in ("http://127.0.0.1:1/x", "https://nobody.invalid/x"):
        with pytest.raises(BrokerFault):
            await line.get(url)


async def test_a_client_that_goes_away_leaves_the_line_whole(broker: Broker, line: BrokerClient) -> None:
    """Its request is cancelled; those of others go on."""
    broker.answers["/x"] = _stall
    for _ in range(8):
        task = asyncio.create_task(line.get(f"{broker.url}/x"))
        await broker.arrived.wait()
        broker.arrived.clear()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    broker.answer("/y", {})
    assert (await line.get(f"{broker.url}/y")).status == 200


async def test_it_can_be_used_after_its_end(broker: Broker, line: BrokerClient) -> None:
    """With new connections."""
    broker.answer("/x", {})
    await line.get(f"{broker.url}/x")
    await line.close()
    await line.close()
    await line.get(f"{broker.url}/x")
    assert broker.connections == 2


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        *((b"{}", kind) for kind in ("text/html", "text/plain", "", "application/jwt", "application/jsonp")),
        *((content, "application/json") for content in (b"", b"{", b"[]", b"null", b'"x"', b"\xff", b"[" * 100_000)),
    ],
)
async def test_what_is_no_json_object(broker: Broker, line: BrokerClient, content: bytes, media_type: str) -> None:
    """By its type or by its content; it has no error either."""
    broker.answer("/x", content, media_type=media_type)
    reply = await line.get(f"{broker.url}/x")
    with pytest.raises(BrokerFault):
        reply.object()
    assert reply.error == ""


async def test_the_type_may_have_parameters(broker: Broker, line: BrokerClient) -> None:
    """As oidc-provider sends it."""
    broker.answer("/x", {}, media_type="Application/JSON; charset=utf-8")
    assert (await line.get(f"{broker.url}/x")).object() == {}


@pytest.mark.parametrize(
    ("error", "complaint"),
    [("invalid_client", "401, invalid_client"), ("the token abc", "401"), (5, "401"), (None, "401"), ("A" * 9, "401")],
)
async def test_of_an_error_only_its_code_is_told(
    broker: Broker, line: BrokerClient, error: object, complaint: str
) -> None:
    """Never its description, which may repeat a token or a secret."""
    broker.answer("/x", {"error": error, "error_description": "the secret was abc"}, 401)
    assert (await line.get(f"{broker.url}/x")).complaint == complaint
