"""A broker that stalls, and assistants who call all the while: what they cost those who come with a key."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sitehand.app import assemble
from sitehand.broker import EnrollmentRequest
from sitehand.settings import Settings

ASSISTANTS = 16
PAUSE_SECONDS = 0.5
"""Between an answer that an assistant gets and its next call."""
UNAVAILABLE = 503
TEST_TOKEN = "sitehand-test-"


def stalling_broker() -> Starlette:
    """Answers what a site asks when it enrolls, and takes every later question without an answer."""

    async def metadata(request: Request) -> Response:
        issuer = str(request.base_url).rstrip("/")
        return JSONResponse({"issuer": issuer, "introspection_endpoint": f"{issuer}/introspection"})

    async def introspection(request: Request) -> Response:
        if str((await request.form())["token"]).startswith(TEST_TOKEN):
            return JSONResponse({"active": False})
        while (await request.receive())["type"] != "http.disconnect":
            pass
        return Response(status_code=UNAVAILABLE)

    return Starlette(
        routes=[
            Route("/.well-known/oauth-authorization-server", metadata),
            Route("/introspection", introspection, methods=["POST"]),
        ]
    )


async def enroll(folder: Path, issuer: str) -> None:
    """Enroll the site in the folder; a server that runs there follows."""
    parts = assemble(Settings(data=folder))
    try:
        enrolling = parts.broker.enrolling
        await enrolling.save(await enrolling.draft(EnrollmentRequest(issuer=issuer, client_id="bench", secret="bench")))
    finally:
        await parts.close()


@contextmanager
def calling_assistants(url: str) -> Iterator[None]:
    """Assistants who call an address with tokens until the block ends. Raises when any is let in or left waiting."""
    stop, statuses = threading.Event(), set[int]()
    thread = threading.Thread(target=lambda: asyncio.run(_call_all(url, stop, statuses)))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
    if statuses != {UNAVAILABLE}:
        raise RuntimeError(f"Assistants at a stalled broker got {statuses}.")


async def _call_all(url: str, stop: threading.Event, statuses: set[int]) -> None:
    async with httpx2.AsyncClient(trust_env=False, timeout=30) as http:
        await asyncio.gather(*(_call(http, url, f"token-{number}", stop, statuses) for number in range(ASSISTANTS)))


async def _call(http: httpx2.AsyncClient, url: str, token: str, stop: threading.Event, statuses: set[int]) -> None:
    while not stop.is_set():
        answer = await http.get(url, headers={"Authorization": f"Bearer {token}"})
        statuses.add(answer.status_code)
        await asyncio.sleep(PAUSE_SECONDS)
