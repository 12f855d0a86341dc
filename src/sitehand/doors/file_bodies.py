"""Bodies that are files: raw with a Content-Disposition, or a form with one. Each goes to the disk as it comes.

Source: WP_REST_Attachments_Controller, `upload_from_data` and `upload_from_file`; RFC 6266; RFC 7578.
"""

from collections.abc import AsyncIterator, Callable
from email.message import Message
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Caller
from sitehand.operation.declaration import Operation
from sitehand.operation.schema import from_strings
from sitehand.store.staged_files import PIECE_BYTES, StagedFiles, tag

FORM = "multipart/form-data"
FIELD = "file"
"""The argument of an operation that takes a file, and the field of a form that has it."""
MAX_FIELDS = 20
MAX_FIELD_BYTES = 64 * 1024
ALLOW = "sitehand.allow_body"
"""In the scope: what makes room for a larger body, given bytes and seconds."""


class FileBodies:
    """Receives files of at most so many bytes, within so many seconds. `permit` raises Problem for who may not send."""

    def __init__(
        self, staged: StagedFiles, max_bytes: int, seconds: float, permit: Callable[[Caller, Operation], None]
    ) -> None:
        self._staged = staged
        self._max_bytes = max_bytes
        self._seconds = seconds
        self._permit = permit

    def take(self, operation: Operation, request: Request) -> bool:
        """Whether the body of a request is a file."""
        if FIELD not in operation.input.model_fields:
            return False
        return _media_type(request) == FORM or "content-disposition" in request.headers

    async def read(self, operation: Operation, request: Request, caller: Caller) -> dict[str, Any]:
        """The arguments that a body gives: the URI of the file, its name, and the fields of a form. Raises Problem."""
        self._permit(caller, operation)
        make_room(request, self._max_bytes + MAX_FIELDS * MAX_FIELD_BYTES, self._seconds)
        if _media_type(request) == FORM:
            return await self._read_form(operation, request, caller)
        filename = read_filename(request.headers["content-disposition"])
        return {FIELD: await self._stage(request.stream(), caller), "filename": filename}

    async def _read_form(self, operation: Operation, request: Request, caller: Caller) -> dict[str, Any]:
        form = await _parse(request)
        try:
            file = form.get(FIELD)
            if not isinstance(file, UploadFile):
                raise _refuse(FIELD, f"a file in the field {FIELD}", "none")
            texts = {name: [str(value)] for name, value in form.items() if name != FIELD}
            given = {FIELD: await self._stage(_read_pieces(file), caller), "filename": file.filename or ""}
            return {**given, **from_strings(operation.input, texts)}
        finally:
            await form.close()

    async def _stage(self, pieces: AsyncIterator[bytes], caller: Caller) -> str:
        return await self._staged.receive(pieces, self._max_bytes, lambda digest: f"{tag(caller.id)}-{digest}")


def make_room(request: Request, max_bytes: int, seconds: float) -> None:
    """Let the body of a request be larger and slower than others."""
    if allow := request.scope.get(ALLOW):
        allow(max_bytes, seconds)


def read_filename(disposition: str) -> str:
    """The name in a Content-Disposition. Raises Problem(invalid_arguments)."""
    header = Message()
    header["Content-Disposition"] = disposition
    if found := header.get_filename():
        return found[:200]
    raise _refuse("header.Content-Disposition", 'a name, such as attachment; filename="rye.jpg"', disposition[:80])


async def _parse(request: Request) -> FormData:
    parser = MultiPartParser(
        request.headers, request.stream(), max_files=1, max_fields=MAX_FIELDS, max_part_size=MAX_FIELD_BYTES
    )
    try:
        return await parser.parse()
    except (MultiPartException, KeyError, ValueError) as fault:
        raise _refuse("body", "a form with one file", getattr(fault, "message", "a damaged form")) from None


async def _read_pieces(file: UploadFile) -> AsyncIterator[bytes]:
    while piece := await file.read(PIECE_BYTES):
        yield piece


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _refuse(path: str, expected: str, got: str) -> Problem:
    detail = Detail(path=path, expected=expected, got=got)
    return Problem(Code.INVALID_ARGUMENTS, "The body is not a file.", hint=f"Send {expected}.", details=[detail])
