"""Colour profiles of pictures, in their sizes and in what is made beside them."""

import tempfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from sitehand.files.children import Children
from sitehand.files.inspection import Inspected, Inspector
from sitehand.store.staged_files import StagedFiles
from tests.pictures import GPS, draw

MAKE = 0x010F


@pytest.fixture
def inspector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Inspector:
    """What examines files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    return Inspector(Children(StagedFiles(tmp_path).work_folder))


def make_profile(space: bytes = b"RGB ", length: int = 0) -> bytes:
    """A profile of at least that length in which red and blue have changed their places."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for old, new in ((b"rXYZ", b"?XYZ"), (b"bXYZ", b"rXYZ"), (b"?XYZ", b"bXYZ")):
        profile = profile.replace(old, new, 1)
    profile = profile.ljust(length, b"\0")
    return len(profile).to_bytes(4, "big") + profile[4:16] + space + profile[20:]


def open_sizes(found: Inspected) -> list[Image.Image]:
    """Each size in each of its formats."""
    written = [each for size in found.sizes.values() for each in (size.content, *size.beside.values())]
    return [Image.open(BytesIO(each)) for each in written]


@pytest.mark.parametrize(("kind", "number"), [("JPEG", 6), ("PNG", 4), ("WEBP", 2), ("AVIF", 2)])
async def test_sizes_keep_the_colour_profile_and_no_place_or_camera(
    kind: str, number: int, inspector: Inspector
) -> None:
    """In every format, so that all of them show the same colours."""
    exif, profile = Image.Exif(), make_profile()
    exif[MAKE] = "Camera"
    exif.get_ifd(GPS)[1] = "N"
    found = await inspector.inspect(draw(kind, (600, 400), exif=exif.tobytes(), icc_profile=profile))
    sizes = open_sizes(found)
    assert len(sizes) == number
    for size in sizes:
        assert size.info["icc_profile"] == profile
        assert (dict(size.getexif()), "xmp" in size.info) == ({}, False)


@pytest.mark.parametrize(("length", "kept"), [(4096, True), (4097, False)])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
async def test_a_long_profile_becomes_colours_that_need_none(
    length: int, kept: bool, mode: str, inspector: Inspector
) -> None:
    """A thumbnail with it would have several times its bytes. The picture itself keeps it."""
    profile = make_profile(length=length)
    found = await inspector.inspect(draw("PNG", (600, 400), mode, icc_profile=profile))
    assert Image.open(BytesIO(found.read())).info["icc_profile"] == profile
    for size in open_sizes(found):
        red, _, blue, *alpha = size.convert(mode).getpixel((10, 10))  # type: ignore[misc]
        assert ("icc_profile" in size.info, red > 200, blue > 200) == (kept, kept, not kept)
        assert alpha in ([], [255])


@pytest.mark.parametrize("profile", [make_profile(b"CMYK"), make_profile(b"GRAY"), b"no profile" * 500])
async def test_a_profile_of_other_colours_goes(profile: bytes, inspector: Inspector) -> None:
    """Sizes are in red, green and blue, which it says nothing of."""
    found = await inspector.inspect(draw("JPEG", (600, 400), icc_profile=profile))
    assert [size.info.get("icc_profile") for size in open_sizes(found)] == [None] * 6


async def test_a_profile_that_cannot_be_read_leaves_the_colours(inspector: Inspector) -> None:
    """The sizes are made without it."""
    broken = make_profile()[:128].ljust(9000, b"?")
    found = await inspector.inspect(draw("JPEG", (600, 400), icc_profile=broken))
    sizes = open_sizes(found)
    assert [size.info.get("icc_profile") for size in sizes] == [None] * 6
    assert all(size.convert("RGB").getpixel((10, 10))[0] > 200 for size in sizes)  # type: ignore[index]
