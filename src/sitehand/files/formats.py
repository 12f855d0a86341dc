"""What a file is, by its own bytes: never by its name, nor by what its sender says."""

import re
from collections.abc import Callable
from typing import NamedTuple

from sitehand.errors import Code, Problem


class Format(NamedTuple):
    """A format that may be kept. `decoder` is Pillow's name of an image format, "" of what is no image."""

    mime_type: str
    ending: str
    decoder: str = ""


JPEG = Format("image/jpeg", "jpg", "JPEG")
PNG = Format("image/png", "png", "PNG")
GIF = Format("image/gif", "gif", "GIF")
WEBP = Format("image/webp", "webp", "WEBP")
AVIF = Format("image/avif", "avif", "AVIF")
SVG = Format("image/svg+xml", "svg")
PDF = Format("application/pdf", "pdf")
TEXT = Format("text/plain", "txt")
MP3 = Format("audio/mpeg", "mp3")
WAV = Format("audio/wav", "wav")
OGG = Format("audio/ogg", "ogg")
FLAC = Format("audio/flac", "flac")
M4A = Format("audio/mp4", "m4a")
MP4 = Format("video/mp4", "mp4")
MOV = Format("video/quicktime", "mov")
WEBM = Format("video/webm", "webm")
LONG = frozenset({PDF, MP3, WAV, OGG, FLAC, M4A, MP4, MOV, WEBM})
"""What is kept as it comes, however large, and never read into memory."""
FORMATS = (JPEG, PNG, GIF, WEBP, AVIF, SVG, PDF, TEXT, MP3, WAV, OGG, FLAC, M4A, MP4, MOV, WEBM)
SIGNATURES = {
    JPEG: re.compile(rb"\xff\xd8\xff"),
    PNG: re.compile(rb"\x89PNG\r\n\x1a\n"),
    GIF: re.compile(rb"GIF8[79]a"),
    WEBP: re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
    AVIF: re.compile(rb".{4}ftypavi[fs]", re.DOTALL),
    SVG: re.compile(
        rb"(?:\xef\xbb\xbf)?\s*(?>(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)\s*)*+<(?:[a-z]+:)?svg[\s/>]",
        re.DOTALL,
    ),
    PDF: re.compile(rb"%PDF-"),
    MP3: re.compile(rb"ID3[\x02-\x04]|\xff[\xfa\xfb\xf2\xf3]"),
    WAV: re.compile(rb"RIFF.{4}WAVE", re.DOTALL),
    OGG: re.compile(rb"OggS\x00"),
    FLAC: re.compile(rb"fLaC"),
    M4A: re.compile(rb".{4}ftypM4[AB] ", re.DOTALL),
    MP4: re.compile(rb".{4}ftyp(?:iso[2-9m]|mp4[12]|avc1|dash|M4V |MSNV)", re.DOTALL),
    MOV: re.compile(rb".{4}ftypqt  ", re.DOTALL),
    WEBM: re.compile(rb"\x1a\x45\xdf\xa3.{0,60}\x42\x82.{1,8}webm", re.DOTALL),
}
"""How files begin. Source: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern; for sound and video the
same, and ISO/IEC 14496-12, 4.3 (brands), RFC 9559 (EBML DocType), RFC 9639 (FLAC).
"""
HEAD_BYTES = 4096
"""How many bytes at the beginning of a file are searched for its signature."""
PREVIEW = b"\xff\xd8\xff"
"""How the second image of a file from a camera begins. Source: CIPA DC-007."""
LAST_BYTES = 1024
"""How many bytes at the end of a PDF are searched for its end mark. Source: ISO 32000-1, Annex H."""
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
MARKUP = re.compile(rb"<\s*(?:!doctype|html|head|body|script|svg|iframe|object|embed|\?php|\?xml)", re.IGNORECASE)


def find_format(content: bytes) -> Format:
    """The format of a file. Raises Problem(unsupported_media_type)."""
    signed = find_signature(content)
    if signed is None and content and _is_text(content):
        return TEXT
    return check_end(signed, content[-LAST_BYTES:])


def find_signature(head: bytes) -> Format | None:
    """The format that a file begins as; None for what may be text, or nothing that is accepted."""
    return next((each for each, pattern in SIGNATURES.items() if pattern.match(head)), None)


def check_end(signed: Format | None, tail: bytes) -> Format:
    """The format, when a file of it may end so. Raises Problem(unsupported_media_type)."""
    if signed is None or (signed is PDF and b"%%EOF" not in tail):
        raise _refuse_type()
    return signed


def cut_end(content: bytes, found: Format) -> bytes:
    """An image without the padding or the previews that cameras put behind its end.

    Raises Problem(unsupported_media_type) for one with anything else there, which may be another file.
    """
    find_end = ENDS.get(found)
    end = find_end(content) if find_end else len(content)
    rest = content[end:]
    if end <= len(content) and (not rest.strip(b"\0") or (found is JPEG and rest.startswith(PREVIEW))):
        return content[:end]
    what = "is incomplete" if end > len(content) else f"has {len(rest):,} bytes after the image"
    message, hint = f"The file {what}.", "Save the image anew with an image editor, and send that."
    raise Problem(Code.UNSUPPORTED_MEDIA_TYPE, message, hint=hint)


def _is_text(content: bytes) -> bool:
    """Plain text in UTF-8, and nothing that a browser could take for a page."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return False
    return not CONTROLS.search(text) and not MARKUP.search(content)


def _end_of_png(content: bytes) -> int:
    """Source: PNG (Third Edition), 5.3."""
    place = 8
    while place + 8 <= len(content):
        kind, place = content[place + 4 : place + 8], place + 12 + int.from_bytes(content[place : place + 4], "big")
        if kind == b"IEND":
            return place
    return len(content) + 1


def _end_of_riff(content: bytes) -> int:
    length = int.from_bytes(content[4:8], "little")
    return 8 + length + length % 2


def _end_of_boxes(content: bytes) -> int:
    """Where a file of boxes ends. Source: ISO/IEC 14496-12, 4.2."""
    place = 0
    while place + 8 <= len(content):
        size = int.from_bytes(content[place : place + 4], "big")
        if size == 1:
            size = int.from_bytes(content[place + 8 : place + 16], "big")
        if size == 0:
            return len(content)
        if size < 8:  # noqa: PLR2004 - a box is at least its own head
            return place
        place += size
    return place


def _end_of_jpeg(content: bytes) -> int:
    """Where a JPEG ends. Source: ITU-T T.81, B.1.1."""
    place = 2
    while place + 2 <= len(content) and content[place] == 0xFF:  # noqa: PLR2004
        marker = content[place + 1]
        if marker == 0xD9:  # noqa: PLR2004
            return place + 2
        place += 1 if marker == 0xFF else 2 + int.from_bytes(content[place + 2 : place + 4], "big")  # noqa: PLR2004
        if marker == 0xDA:  # noqa: PLR2004 - then data follows, in which FF is followed by 00 or a restart marker
            found = DATA_END.search(content, place)
            place = found.start() if found else len(content) + 1
    return len(content) + 1


def _end_of_gif(content: bytes) -> int:
    """Where a GIF ends. Source: GIF89a, Appendix A."""
    place = 13 + _size_of_colours(content[10] if len(content) > 10 else 0)  # noqa: PLR2004
    while place < len(content):
        kind = content[place]
        if kind == 0x3B:  # noqa: PLR2004
            return place + 1
        if kind == 0x2C and place + 9 < len(content):  # noqa: PLR2004
            place += 11 + _size_of_colours(content[place + 9])
        elif kind == 0x21:  # noqa: PLR2004
            place += 2
        else:
            break
        while place < len(content) and content[place]:
            place += 1 + content[place]
        place += 1
    return len(content) + 1


def _size_of_colours(packed: int) -> int:
    return 3 << ((packed & 7) + 1) if packed & 0x80 else 0


DATA_END = re.compile(rb"\xff(?![\x00\xd0-\xd7\xff])", re.DOTALL)
ENDS: dict[Format, Callable[[bytes], int]] = {
    JPEG: _end_of_jpeg,
    PNG: _end_of_png,
    GIF: _end_of_gif,
    WEBP: _end_of_riff,
    AVIF: _end_of_boxes,
}


def _refuse_type() -> Problem:
    listed = "JPEG, PNG, WebP, GIF, AVIF, PDF, plain text, MP3, WAV, Ogg, FLAC, MP4, QuickTime and WebM"
    return Problem(Code.UNSUPPORTED_MEDIA_TYPE, "Files of this type are not accepted.", hint=f"Send one of {listed}.")
