"""Is a file written in the encoding that it declares? Read before the XML parser, which would guess."""

import codecs
import re
from collections.abc import Iterator
from io import SEEK_END

from sitehand.errors import Code, Problem
from sitehand.site.importing import ExportFile

MAX_FILE_BYTES = 512 * 1024 * 1024
CHUNK_BYTES = 1024 * 1024
# WordPress writes its own charset, which is UTF-8 unless a site is very old.
ENCODINGS = {"utf-8": "utf-8", "us-ascii": "ascii", "iso-8859-1": "latin-1", "windows-1252": "cp1252"}
_DECLARATION = re.compile(rb"""\A<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']""")


def refuse_file(file: ExportFile, line: int, fault: str, hint: str) -> Problem:
    """The one refusal of a file that cannot be imported; `line` 0 means the file as a whole."""
    where = f"{file.name}, line {line}" if line else file.name
    return Problem(Code.INVALID_ARGUMENTS, f"{where}: {fault} Nothing was imported.", hint=hint)


def check_encoding(file: ExportFile) -> None:
    """Raises Problem when the file cannot be read, is too large or is not in its declared encoding."""
    try:
        size = file.rewind().seek(0, SEEK_END)
        if size > MAX_FILE_BYTES:
            fault = f"The file has {size} bytes; at most {MAX_FILE_BYTES} are read."
            raise refuse_file(file, 0, fault, "Export the site in several smaller files and import each.")
        _check_bytes(file)
    except OSError as error:
        fault = f"The file cannot be read ({error.strerror or error})."
        raise refuse_file(file, 0, fault, "Give a WordPress export, a file that you may read.") from error


def _check_bytes(file: ExportFile) -> None:
    name = _declared_encoding(file)
    line, offset = _find_fault(file, ENCODINGS[name])
    if line:
        fault = f"The file declares the encoding {name}, but byte {offset} is not {name}."
        raise refuse_file(file, line, fault, "Save the file in the encoding that its first line declares.")
    if name in ("iso-8859-1", "windows-1252") and _find_fault(file, "ascii")[0] and not _find_fault(file, "utf-8")[0]:
        fault = f"The file declares the encoding {name}, but it is written in UTF-8."
        raise refuse_file(file, 1, fault, 'Change the first line to encoding="UTF-8".')


def _declared_encoding(file: ExportFile) -> str:
    start = file.rewind().read(1024)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in start:
        raise refuse_file(file, 1, "The file is UTF-16 or not text at all.", "Save the export as UTF-8.")
    match = _DECLARATION.match(start.removeprefix(codecs.BOM_UTF8))
    name = match[1].decode("ascii", "replace").lower() if match else "utf-8"
    if name not in ENCODINGS:
        fault = f'The file declares the encoding "{name}", which is not read here.'
        raise refuse_file(file, 1, fault, "Save the file as UTF-8 and say so in its first line.")
    return name


def _find_fault(file: ExportFile, codec: str) -> tuple[int, int]:
    """The line and the offset in bytes of the first byte that the codec cannot read; (0, 0) when there is none."""
    decoder = codecs.getincrementaldecoder(codec)("strict")
    line, offset = 1, 0
    for chunk, last in _read_chunks(file):
        waiting = len(decoder.getstate()[0])
        try:
            decoder.decode(chunk, final=last)
        except UnicodeDecodeError as error:
            position = max(error.start - waiting, 0)
            return line + chunk.count(b"\n", 0, position), offset + position
        line, offset = line + chunk.count(b"\n"), offset + len(chunk)
    return 0, 0


def _read_chunks(file: ExportFile) -> Iterator[tuple[bytes, bool]]:
    stream = file.rewind()
    while chunk := stream.read(CHUNK_BYTES):
        yield chunk, False
    yield b"", True
