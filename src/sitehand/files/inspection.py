"""Examining a file before it is kept: its type, and of an image its sizes, upright and without the place it was made.

Images are decoded and drawings cleaned in a short-lived process each (`children.py`).
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.files.children import MEGABYTES, Children, Worker
from sitehand.files.formats import (
    AVIF,
    FORMATS,
    HEAD_BYTES,
    LAST_BYTES,
    LONG,
    SVG,
    WEBP,
    Format,
    check_end,
    cut_end,
    find_format,
    find_signature,
)
from sitehand.site.media import CENTRE, Focus

DRAWINGS = Worker(Path(__file__).with_name("svg_worker.py"), "SVG", "Save it as plain SVG or PNG, and send that.")
SVG_OFF = "Send a PNG or WebP. The owner can have SVG cleaned and kept: SITEHAND_SVG=sanitise."
IMAGES = Worker(Path(__file__).with_name("image_worker.py"), "image", "Send a smaller or sound image.")
PATIENT_SECONDS, PATIENT_MEGABYTES = 300.0, 2048
"""Limits on work that nobody waits for, one at a time behind all else: AVIF of 50 megapixels takes 1,600 MB."""
MAX_BYTES = 20 * 1024 * 1024
"""Limit on a file that is decoded, or read as text."""
ENDINGS = {each.decoder: each for each in FORMATS if each.decoder}
BESIDE = (WEBP, AVIF)
"""The formats that a picture may have besides its own."""
Beside = Mapping[Format, bytes]


@dataclass(frozen=True, slots=True)
class Size:
    """A smaller version of an image; `beside` as `Inspected` has it."""

    content: bytes
    width: int
    height: int
    format: Format
    beside: Beside = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Inspected:
    """A file that may be kept, in memory or, where it may be long, on the disk.

    `width` and `height` are 0 of what is no image; `meta`: copyright, credit, caption; `beside`: the same picture in
    other formats, where these are smaller; `later`: the formats that take too long to wait for (`encode`); `left_out`:
    what a drawing had that could run or load something, or draws nothing.
    """

    content: bytes | Path
    format: Format
    width: int = 0
    height: int = 0
    sizes: Mapping[str, Size] = field(default_factory=dict)
    meta: Mapping[str, str] = field(default_factory=dict)
    beside: Beside = field(default_factory=dict)
    later: tuple[Format, ...] = ()
    left_out: tuple[str, ...] = ()

    def read(self) -> bytes:
        """The bytes of the whole file."""
        return self.content.read_bytes() if isinstance(self.content, Path) else self.content

    @property
    def size(self) -> int:
        """Its bytes."""
        return self.content.stat().st_size if isinstance(self.content, Path) else len(self.content)


class Inspector:
    """Examines files. `beside`: whether other formats are made of images.

    `refuse_svg` is what is advised to who sends an SVG; empty where it is cleaned and kept.
    """

    def __init__(self, children: Children, *, beside: bool = True, refuse_svg: str = SVG_OFF) -> None:
        self._children = children
        self._refuse_svg = refuse_svg
        self._formats = BESIDE if beside else ()

    async def inspect_file(self, file: Path, focus: Focus = CENTRE) -> Inspected:
        """The file as it will be kept; what is no image and no text stays on the disk.

        Raises Problem: unsupported_media_type, invalid_arguments, body_too_large.
        """
        found = await asyncio.to_thread(_find_long, file)
        if found:
            return Inspected(file, found)
        return await self.inspect(await asyncio.to_thread(_read_short, file), focus)

    async def inspect(self, content: bytes, focus: Focus = CENTRE) -> Inspected:
        """The file as it will be kept; crops of an image keep that point.

        Raises Problem: unsupported_media_type, invalid_arguments.
        """
        found = await asyncio.to_thread(find_format, content)
        if found is SVG:
            return await self._clean(content)
        content = await asyncio.to_thread(cut_end, content, found)
        if not found.decoder:
            return Inspected(content, found)
        return await self._decode(content, found, focus, self._formats)

    async def crop(self, content: bytes, focus: Focus) -> Mapping[str, Size]:
        """The crop of an image that was examined before, alone; none where the image is no larger. Raises Problem."""
        found = await asyncio.to_thread(find_format, content)
        return (await self._decode(content, found, focus, self._formats, "crop")).sizes

    async def encode(self, content: bytes, wanted: Format) -> bytes | None:
        """An image that was examined before in another format, however large; None where that is no smaller.

        Raises Problem(invalid_arguments) for what takes too much memory or time.
        """
        found = await asyncio.to_thread(find_format, content)
        return (await self._decode(content, found, CENTRE, (wanted,), "whole")).beside.get(wanted)

    async def _clean(self, content: bytes) -> Inspected:
        if self._refuse_svg:
            raise Problem(Code.UNSUPPORTED_MEDIA_TYPE, "SVG is not accepted here.", hint=self._refuse_svg)
        return await self._children.run(DRAWINGS, content, read=_read_drawing)

    async def _decode(
        self, content: bytes, found: Format, focus: Focus, formats: Sequence[Format], only: str = "all"
    ) -> Inspected:
        beside, whole = ",".join(each.ending for each in formats), only == "whole"
        return await self._children.run(
            IMAGES,
            content,
            *(found.decoder, *focus, beside, only),
            read=lambda folder, result: _read_result(folder, result, content, found),
            seconds=PATIENT_SECONDS if whole else None,
            megabytes=PATIENT_MEGABYTES if whole else MEGABYTES,
        )


def _find_long(file: Path) -> Format | None:
    """The format of a file that is kept as it comes; None for an image, text, or what is not accepted."""
    with file.open("rb") as opened:
        signed = find_signature(opened.read(HEAD_BYTES))
        if signed not in LONG:
            return None
        opened.seek(max(0, file.stat().st_size - LAST_BYTES))
        return check_end(signed, opened.read())


def _read_short(file: Path) -> bytes:
    if file.stat().st_size > MAX_BYTES:
        message = f"The file is larger than {MAX_BYTES:,} bytes, the most for images and text."
        raise Problem(Code.BODY_TOO_LARGE, message, hint="Send a smaller version.")
    return file.read_bytes()


def _read_result(folder: Path, result: Mapping[str, Any], content: bytes, found: Format) -> Inspected:
    sizes = {
        name: Size(
            (folder / name).read_bytes(),
            size["width"],
            size["height"],
            ENDINGS[size["decoder"]],
            _read_beside(folder, name, size["beside"]),
        )
        for name, size in result["sizes"].items()
    }
    beside = _read_beside(folder, "full", result["beside"])
    later = _list_formats(result["later"])
    whole = (folder / "full").read_bytes() if result["cleaned"] else content
    return Inspected(whole, found, result["width"], result["height"], sizes, result["meta"], beside, later)


def _read_drawing(folder: Path, result: Mapping[str, Any]) -> Inspected:
    measures = (result["width"], result["height"])
    return Inspected((folder / "full").read_bytes(), SVG, *measures, left_out=tuple(result["left_out"]))


def _read_beside(folder: Path, name: str, endings: Sequence[str]) -> Beside:
    return {each: (folder / f"{name}{each.ending}").read_bytes() for each in _list_formats(endings)}


def _list_formats(endings: Sequence[str]) -> tuple[Format, ...]:
    return tuple(each for each in BESIDE if each.ending in endings)
