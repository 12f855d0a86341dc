"""Images for tests, made as they are needed."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image

GPS, ORIENTATION, COPYRIGHT, ARTIST, DESCRIPTION = 0x8825, 0x0112, 0x8298, 0x013B, 0x010E


def draw(kind: str = "PNG", size: tuple[int, int] = (40, 30), mode: str = "RGB", **more: Any) -> bytes:
    """A picture whose left half is red."""
    image = Image.new(mode, size, "white")
    image.paste("red", (0, 0, size[0] // 2, size[1]))
    written = BytesIO()
    image.save(written, kind, **more)
    return written.getvalue()


def draw_photo(**tags: Any) -> bytes:
    """A photograph that lies on its side, and tells where it was made and by whom."""
    exif = Image.Exif()
    exif[ORIENTATION], exif[COPYRIGHT], exif[ARTIST] = 6, "© Ann Lee".encode(), "Ann Lee / Village"
    exif.get_ifd(GPS).update({1: "N", 2: (47.0, 22.0, 0.0), 3: "E", 4: (8.0, 32.0, 0.0)})
    return draw("JPEG", (400, 200), exif=exif, **tags)


def build_bomb(side: int = 14_000) -> bytes:
    """A PNG that takes few bytes and many pixels: one bit each, all the same."""
    row = b"\0" * (1 + side // 8)
    packed = zlib.compressobj(9)
    data = b"".join(packed.compress(row) for _ in range(side)) + packed.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
