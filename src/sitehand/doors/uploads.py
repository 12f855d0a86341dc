"""The upload door: an address that takes one file, once, for the caller that asked for it.

The address is the credential. What holds for the caller holds here: revocation, rate limit, role, switches, pause.
"""

import logging
from collections.abc import AsyncIterator
from typing import Protocol

from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from sitehand.doors.credentials import origin_of, read_headers
from sitehand.doors.file_bodies import FileBodies
from sitehand.doors.rest import send_answer
from sitehand.doors.wire import Answer, problem_answer
from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.guard.call import current_call, in_call
from sitehand.guard.gate import internal_error
from sitehand.guard.limits import RateLimits
from sitehand.guard.permits import Permits
from sitehand.operation.limits import RateLimit
from sitehand.settings import Settings
from sitehand.site.uploads import Ticket
from sitehand.store.receiving import FileReceiver, make_room
from sitehand.store.staged_files import StagedFiles

OPERATION = "finish_upload"
"""What the file will be used with: who may not, sends none."""
METHOD = "PUT"
HINT = "It was used, or its fifteen minutes are over. Ask for another: create_upload."
log = logging.getLogger("sitehand.uploads")


class Tickets(Protocol):
    """Where addresses are kept. Source: `store/uploads.py`."""

    async def find(self, token: str) -> Ticket | None: ...
    async def claim(self, token: str) -> bool: ...
    async def put_back(self, token: str) -> None: ...


class UploadDoor:
    """Serves `PUT /{token}`; a transfer may take so many seconds."""

    def __init__(
        self, tickets: Tickets, staged: StagedFiles, limits: RateLimits, permits: Permits, seconds: float
    ) -> None:
        self._tickets = tickets
        self._staged = staged
        self._limits = limits
        self._permits = permits
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request whose path is relative to the door."""
        rate: RateLimit | None = None
        token = scope["path"][len(scope.get("root_path", "")) :].strip("/")
        try:
            with in_call(origin=origin_of("upload", read_headers(scope))):
                ticket = await self._find(token, scope)
                rate = await self._admit(ticket)
                answer = await self._receive(token, ticket, Request(scope, receive))
        except Problem as problem:
            answer = problem_answer(problem)
        except ClientDisconnect:
            raise
        except Exception:
            log.exception("upload failed")
            answer = problem_answer(internal_error())
        await send_answer(send, answer, rate, shared=False, head=False)

    async def _find(self, token: str, scope: Scope) -> Ticket:
        if scope["method"] != METHOD:
            raise Problem(
                Code.METHOD_NOT_ALLOWED,
                f"Send the file with {METHOD}.",
                hint="The answer of create_upload shows the request.",
                headers={"Allow": METHOD},
            )
        if ticket := await self._tickets.find(token):
            return ticket
        # Guessing tokens counts as guessing keys does.
        await self._limits.note_failure((scope.get("client") or ("",))[0])
        raise not_found("upload address of this name", "any more", HINT)

    async def _admit(self, ticket: Ticket) -> RateLimit:
        """Count the request, and ask whether its caller may go on. Raises Problem."""
        caller = await self._permits.find_caller(ticket["caller"], ticket["label"], ticket["role"])
        current_call().trace.note(caller.id, OPERATION)
        rate = await self._limits.take(caller)
        self._permits.check_named(caller, OPERATION)
        return rate

    async def _receive(self, token: str, ticket: Ticket, request: Request) -> Answer:
        _check_type(ticket, request.headers.get("content-type", ""))
        make_room(request, ticket["size"], self._seconds)
        # Claimed before the file is read: of two transfers at once, only one may write it.
        if not await self._tickets.claim(token):
            raise not_found("upload address of this name", "any more", HINT)
        try:
            pieces = _check_whole(request.stream(), ticket["size"])
            uri = await self._staged.receive(pieces, ticket["size"], lambda _: ticket["name"])
        except BaseException:
            await self._tickets.put_back(token)
            raise
        return Answer(201, {"file_uri": uri, "size": ticket["size"]}, {})


def build_files(
    settings: Settings, tickets: Tickets, staged: StagedFiles, limits: RateLimits, permits: Permits
) -> tuple[FileBodies, UploadDoor]:
    """What receives files in place of JSON, and at addresses of their own."""
    seconds = settings.upload_seconds
    bodies = FileBodies(FileReceiver(staged, settings.max_upload_bytes, seconds), permits.check_operation)
    return bodies, UploadDoor(tickets, staged, limits, permits, seconds)


async def _check_whole(pieces: AsyncIterator[bytes], size: int) -> AsyncIterator[bytes]:
    """The pieces, which must be as many bytes as were announced. Raises Problem(invalid_arguments)."""
    received = 0
    async for piece in pieces:
        received += len(piece)
        yield piece
    if received < size:
        detail = Detail(path="body", expected=f"{size} bytes, as create_upload was told", got=f"{received} bytes")
        message = f"The file has {received:,} bytes, not {size:,}."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="Send the whole file again.", details=[detail])


def _check_type(ticket: Ticket, content_type: str) -> None:
    given = content_type.partition(";")[0].strip().lower()
    if given != ticket["mime_type"]:
        message = f"The address takes {ticket['mime_type']}, not {given[:80] or 'a file without a type'}."
        raise Problem(Code.UNSUPPORTED_MEDIA_TYPE, message, hint=f"Send Content-Type: {ticket['mime_type']}.")
