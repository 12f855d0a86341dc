"""Bodies that are files: raw with a Content-Disposition, or a form with one. Each goes to the disk as it comes.

Source: WP_REST_Attachments_Controller, `upload_from_data` and `upload_from_file`; RFC 6266; RFC 7578.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import Message
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation
from sitehand.operation.faults import known_names
from sitehand.operation.query_strings import from_strings
from sitehand.store.receiving import FileReceiver, read_pieces

CHARSETS = ("utf-8", "iso-8859-1")
FORM = "multipart/form-data"
FIELD = "file"
"""The argument of an operation that takes a file, and the field of a form that has it."""
MAX_FIELDS = 20
MAX_FIELD_BYTES = 64 * 1024


class FileBodies:
    """Reads files out of bodies. `permit` raises Problem for who may not send."""

    def __init__(self, receiver: FileReceiver, permit: Callable[[Caller, Operation], None]) -> None:
        self._receiver = receiver
        self._permit = permit

    def take(self, operation: Operation, headers: Mapping[str, str]) -> bool:
        """Whether the body of a request with these headers is a file."""
        if FIELD not in known_names(operation.input):
            return False
        return _media_type(headers) == FORM or "content-disposition" in headers

    async def read(self, operation: Operation, request: Request, caller: Caller) -> dict[str, Any]:
        """The arguments that a body gives: the URI of the file, its name, and the fields of a form. Raises Problem."""
        # Whoever may not send a file is refused before it comes in.
        self._permit(caller, operation)
        self._receiver.make_room(request)
        if _media_type(request.headers) == FORM:
            return await self._read_form(operation, request, caller)
        filename = read_filename(request.headers["content-disposition"])
        return {FIELD: await self._receiver.receive(request.stream(), caller.id), "filename": filename}

    async def _read_form(self, operation: Operation, request: Request, caller: Caller) -> dict[str, Any]:
        form = await _parse(request)
        try:
            file = form.get(FIELD)
            if not isinstance(file, UploadFile):
                raise _refuse(FIELD, f"a file in the field {FIELD}", "none")
            texts = {name: [str(value)] for name, value in form.items() if name != FIELD}
            uri = await self._receiver.receive(read_pieces(file), caller.id)
            given = {FIELD: uri, "filename": file.filename or ""}
            return {**given, **from_strings(operation.input, texts)}
        finally:
            await form.close()


def read_filename(disposition: str) -> str:
    """The name in a Content-Disposition. Raises Problem(invalid_arguments)."""
    header = Message()
    header["Content-Disposition"] = disposition
    found = header.get_param("filename", header="content-disposition")
    name = _decode(*found) if isinstance(found, tuple) else found
    if name:
        return str(name)[:200]
    raise _refuse("header.Content-Disposition", 'a name, such as attachment; filename="rye.jpg"', disposition[:80])


def _decode(charset: str | None, _: str | None, text: str) -> str:
    """An extended value, which names its charset: one of the two that everybody can read (RFC 8187, 3.2.1)."""
    if (charset or "utf-8").lower() in CHARSETS:
        with suppress(UnicodeError):
            return text.encode("latin-1").decode(charset or "utf-8")
    raise _refuse("header.Content-Disposition", "a name in UTF-8 or ISO-8859-1", f"{charset}''{text}"[:80])


async def _parse(request: Request) -> FormData:
    parser = MultiPartParser(
        request.headers, request.stream(), max_files=1, max_fields=MAX_FIELDS, max_part_size=MAX_FIELD_BYTES
    )
    try:
        return await parser.parse()
    except (MultiPartException, KeyError, ValueError) as fault:
        raise _refuse("body", "a form with one file", getattr(fault, "message", "a damaged form")) from None


def _media_type(headers: Mapping[str, str]) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _refuse(path: str, expected: str, got: str) -> Problem:
    detail = Detail(path=path, expected=expected, got=got)
    return Problem(Code.INVALID_ARGUMENTS, "The body is not a file.", hint=f"Send {expected}.", details=[detail])
