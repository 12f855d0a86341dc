"""Races for one page, and for one idempotency key, over a real server with two workers: there is one winner."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest

from sitehand.settings import Settings
from tests.processes import Served, serve_process
from tests.promises.dumps import dump_journal, dump_stored
from tests.service import BASE, make_keys

WORKERS = 2
WRITERS, ROUNDS = 200, 5
CALLS, KEYS = 50, 5
KEPT_SECONDS = 1
"""A connection that is idle for longer is not used again: the server closes it after five, and two hundred requests may
need some seconds to be sent."""
ATTEMPTS = 50
"""How often to connect anew until every worker has taken connections."""


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A data folder, and an admin key to it that may make many requests."""
    data = tmp_path_factory.mktemp("races") / "site"
    return data, asyncio.run(make_keys(Settings(data=data, log="off"), ["admin"]))["admin"]


@pytest.fixture(scope="module")
def served(key: tuple[Path, str]) -> Iterator[Served]:
    """Two workers over it."""
    with serve_process(key[0], "--workers", str(WORKERS)) as served:
        yield served


@asynccontextmanager
async def connect_often(served: Served, key: str, count: int) -> AsyncIterator[httpx2.AsyncClient]:
    """A client with as many open connections, some of them to each worker; the last of these may still be starting."""
    limits = httpx2.Limits(max_connections=count, max_keepalive_connections=count, keepalive_expiry=KEPT_SECONDS)
    url, headers = f"{served.url}{BASE}", {"X-API-Key": key}
    for _ in range(ATTEMPTS):
        async with httpx2.AsyncClient(base_url=url, headers=headers, limits=limits, timeout=60) as http:
            await asyncio.gather(*(http.get("/site-info") for _ in range(count)))
            if len(count_connections(served)) == WORKERS:
                yield http
                return
    raise AssertionError(served.lines())


def count_connections(served: Served) -> Counter[int]:
    """How many connections each worker has, by its process id."""
    workers = psutil.Process(served.process.pid).children(recursive=True)
    established = (each for each in workers for c in each.net_connections("tcp") if c.status == psutil.CONN_ESTABLISHED)
    return Counter(each.pid for each in established)


async def send_at_once(http: httpx2.AsyncClient, method: str, path: str, *calls: Mapping[str, Any]) -> list[Any]:
    """Status and body of each answer."""
    answers = await asyncio.gather(*(http.request(method, path, **call) for call in calls))
    return [(answer.status_code, answer.json()) for answer in answers]


async def test_of_two_hundred_writers_to_one_page_one_wins_each_round(served: Served, key: tuple[Path, str]) -> None:
    """All write on the same revision: one is done; each of the others is told the new revision, and by whom it came."""
    data, secret = key
    entries = len(dump_journal(data))
    async with connect_often(served, secret, WRITERS) as http:
        page = (await http.post("/pages", json={"title": "Contested"})).json()
        for turn in range(ROUNDS):
            bodies = [{"title": f"{turn}.{n}", "expected_revision": page["revision"]} for n in range(WRITERS)]
            answers = await send_at_once(http, "PATCH", f"/pages/{page['id']}", *({"json": body} for body in bodies))
            ((won, page),) = [(n, body) for n, (status, body) in enumerate(answers) if status == 200]
            assert page["title"]["rendered"] == bodies[won]["title"]
            refusals = [body for status, body in answers if status == 409]
            assert len(refusals) == WRITERS - 1
            for refusal in refusals:
                assert refusal["code"] == "revision_conflict"
                assert refusal["data"]["revision"] == page["revision"]
                (since,) = refusal["data"]["changes"]
                assert (since["id"], since["by"], since["fields"]) == (page["change_id"], "admin", ["title"])
    assert len(dump_journal(data)) == entries + 1 + ROUNDS


async def test_of_fifty_calls_with_one_idempotency_key_one_makes_the_page(
    served: Served, key: tuple[Path, str]
) -> None:
    """Whichever worker takes a call, all get the answer of the one that was done."""
    data, secret = key
    entries = len(dump_journal(data))
    async with connect_often(served, secret, CALLS) as http:
        made = set()
        for number in range(KEYS):
            call = {"json": {"title": f"Once {number}"}, "headers": {"Idempotency-Key": f"race {number}"}}
            answers = await send_at_once(http, "POST", "/pages", *[call] * CALLS)
            assert answers == [(201, answers[0][1])] * CALLS
            made.add(answers[0][1]["id"])
    once = {row["id"] for row in dump_stored(data)["items"] if row["title"].startswith("Once")}
    assert (len(made), made) == (KEYS, once)
    assert len(dump_journal(data)) == entries + KEYS
