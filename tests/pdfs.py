"""PDFs for tests, written by hand: sound, encrypted, broken and hostile ones."""

import zlib
from collections.abc import Sequence

CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def write_pdf(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A file of these objects, the first of which is its catalogue. Source: ISO 32000-1, 7.5."""
    written, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, len(written))
    return written + b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table) + end


def pack_stream(content: bytes, more: bytes = b"") -> bytes:
    """A compressed stream."""
    packed = zlib.compress(content)
    return b"<</Length %d/Filter/FlateDecode%s>>stream\n%s\nendstream" % (len(packed), more, packed)


def draw_pages(*contents: bytes) -> bytes:
    """A PDF with a page for each of these streams of operators."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(len(contents)))
    objects = [CATALOG, b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(contents), kids), FONT]
    for number, content in enumerate(contents):
        page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>"
        objects += [page % (5 + 2 * number), pack_stream(content)]
    return write_pdf(objects)


def print_text(*pages: str) -> bytes:
    """A PDF with a page for each of these texts in Latin-1; "" is a page without text."""
    return draw_pages(
        *(b"BT /F1 12 Tf 72 700 Td (%s) Tj ET" % each.encode("latin-1") if each else b"" for each in pages)
    )
