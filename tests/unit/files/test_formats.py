"""Tests of what a file is, by its bytes."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from sitehand.errors import Code, Problem
from sitehand.files.formats import AVIF, FORMATS, GIF, JPEG, PDF, PNG, SVG, TEXT, WEBP, cut_end, find_format
from tests.pictures import draw, draw_photo

IMAGES = {"JPEG": JPEG, "PNG": PNG, "GIF": GIF, "WEBP": WEBP, "AVIF": AVIF}
DRAWN = [draw(kind) for kind in IMAGES]
PAGE = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n"


def animate() -> bytes:
    """A GIF of two frames."""
    written = BytesIO()
    Image.new("P", (9, 7)).save(written, "GIF", save_all=True, append_images=[Image.new("P", (9, 7), 3)], comment=b"Hi")
    return written.getvalue()


@pytest.mark.parametrize("kind", IMAGES)
def test_an_image_is_known_and_ends_where_it_ends(kind: str) -> None:
    """Padding behind it is cut off."""
    content = draw(kind)
    assert find_format(content) is IMAGES[kind]
    assert cut_end(content, IMAGES[kind]) == content
    if kind != "AVIF":
        assert cut_end(content + b"\0\0\0", IMAGES[kind]) == content


@pytest.mark.parametrize("kind", IMAGES)
@pytest.mark.parametrize("more", [b"PK\x03\x04 an archive", b"<script>alert(1)</script>", PAGE])
def test_a_file_behind_an_image_is_refused(kind: str, more: bytes) -> None:
    """Whatever it is."""
    with pytest.raises(Problem, match=r"after the image|incomplete") as refusal:
        cut_end(draw(kind) + more, IMAGES[kind])
    assert refusal.value.code is Code.UNSUPPORTED_MEDIA_TYPE


def test_the_preview_of_a_camera_is_cut_off() -> None:
    """And progressive images and animations end where they end."""
    photo = draw_photo(progressive=True)
    assert cut_end(photo + draw("JPEG"), JPEG) == photo
    moving = animate()
    assert cut_end(moving, GIF) == moving


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF"])
def test_what_is_cut_off_is_refused(kind: str) -> None:
    """An upload that broke off in the middle."""
    content = draw(kind, (200, 200))
    with pytest.raises(Problem, match="incomplete"):
        cut_end(content[: len(content) // 2], IMAGES[kind])


def test_documents_are_known() -> None:
    """A PDF by both its ends, plain text by all its bytes, a drawing by its first element."""
    for prolog in (b"", b"\xef\xbb\xbf \n", b"<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg [<!ENTITY a 'b'>]>"):
        assert find_format(prolog + b"<svg xmlns='http://www.w3.org/2000/svg'/>") is SVG
    assert find_format(PAGE) is PDF
    assert find_format(b"<!---->" * 500) is TEXT
    assert find_format("Brot & Käse, 5 < 7\r\n\tBäckerei".encode()) is TEXT


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"MZ\x90\0", b"PK\x03\x04", b"\x7fELF", b"%PDF-1.4 cut off", b"\xffx", b"a\0b", b"x\x1b[31m"),
        *(
            b"<svgs xmlns='http://www.w3.org/2000/svg'/>",
            b"<html><svg xmlns='http://www.w3.org/2000/svg'/></html>",
            b"<?xml version='1.0'?><!--<svg>--><a/>",
            b" <!DOCTYPE html>",
            b"x<ScRipt>",
        ),
        *(b"<?php system(1);", b"RIFF\0\0\0\0AVI ", b"\0\0\0\x18ftypheic", b"II*\0", b"text < html>"),
    ],
)
def test_other_files_are_refused(content: bytes) -> None:
    """Programs, archives, pages, and formats that are not on the list."""
    with pytest.raises(Problem) as refusal:
        find_format(content)
    assert refusal.value.code is Code.UNSUPPORTED_MEDIA_TYPE
    assert "JPEG" in refusal.value.hint


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([draw(kind) for kind in IMAGES]), st.integers(0, 400), st.binary(max_size=4), st.integers(0, 400)
)
def test_any_bytes_have_an_answer(content: bytes, place: int, more: bytes, cut: int) -> None:
    """A file, or a refusal; never another error, nor an endless loop."""
    changed = content[:place] + more + content[place : len(content) - cut]
    for found in FORMATS:
        try:
            assert changed.startswith(cut_end(changed, found))
        except Problem as problem:
            assert problem.code is Code.UNSUPPORTED_MEDIA_TYPE
