"""Pictures in WebP and AVIF beside their own format, for browsers that name these."""

import base64
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms, ImageFilter

from sitehand.hosts.builtin.file_needs import clear_files
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.media_files import MediaFiles
from tests.service import BASE, Service, open_service

CHROMIUM = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
OLD = "image/png,image/*;q=0.8,*/*;q=0.5"


def draw_photo(size: tuple[int, int] = (500, 400)) -> Image.Image:
    """Soft colours with some grain, as a camera has them."""
    return Image.effect_noise(size, 60).filter(ImageFilter.GaussianBlur(2)).convert("RGB")


def write(picture: Image.Image, kind: str, **more: Any) -> bytes:
    """A file of it."""
    written = BytesIO()
    picture.save(written, kind, **more)
    return written.getvalue()


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin's key."""
    async with open_service(tmp_path) as opened:
        yield opened


async def add(service: Service, content: bytes, name: str, **fields: Any) -> Any:
    """A new file; its object."""
    body = {"data": f"data:;base64,{base64.b64encode(content).decode()}", "filename": name, **fields}
    answer = await service.http.post(f"{BASE}/media", json=body, headers={"X-API-Key": service.keys["admin"]})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def get(service: Service, address: str, accept: str = CHROMIUM, **headers: str) -> Any:
    """What a browser gets that accepts so."""
    given = {"Accept": accept, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return await service.http.get(address, headers=given)


async def test_a_photo_goes_out_in_the_smallest_format_that_a_browser_names(service: Service) -> None:
    """At one address, in each size; a wildcard names none."""
    content = write(draw_photo(), "JPEG", quality=95)
    made = await add(service, content, "rye.jpg")
    for size in made["media_details"]["sizes"].values():
        plain = await get(service, size["source_url"], OLD)
        shown = await get(service, size["source_url"])
        named = await get(service, size["source_url"], "image/webp")
        types = [answer.headers["content-type"] for answer in (plain, shown, named)]
        assert types == ["image/jpeg", "image/avif", "image/webp"]
        assert len(shown.content) < len(named.content) < len(plain.content)
        for answer, kind in ((shown, "AVIF"), (named, "WEBP")):
            picture = Image.open(BytesIO(answer.content))
            assert (picture.format, picture.size) == (kind, (size["width"], size["height"]))
    assert (await get(service, made["source_url"], "*/*")).content == content
    assert (await get(service, made["source_url"], "image/avif;q=0,image/webp;q=0")).content == content
    assert (await get(service, made["source_url"], CHROMIUM + "," * 1000)).content == content


async def test_caches_learn_that_an_address_has_several_formats(service: Service) -> None:
    """Each has its validator and name; only what every browser takes may stand in a cache that many share."""
    made = await add(service, write(draw_photo(), "JPEG", quality=95), "rye.jpg")
    plain, shown = await get(service, made["source_url"], OLD), await get(service, made["source_url"])
    assert [answer.headers["vary"] for answer in (plain, shown)] == ["Accept", "Accept"]
    assert plain.headers["cache-control"].startswith("public")
    assert shown.headers["cache-control"].startswith("private")
    assert plain.headers["etag"] != shown.headers["etag"]
    assert 'filename="rye.avif"' in shown.headers["content-disposition"]
    again = await get(service, made["source_url"], If_None_Match=shown.headers["etag"])
    assert (again.status_code, again.headers["vary"]) == (304, "Accept")
    other = await get(service, made["source_url"], OLD, If_None_Match=shown.headers["etag"])
    assert (other.status_code, other.headers["content-type"]) == (200, "image/jpeg")
    part = await get(service, made["source_url"], Range="bytes=4-9")
    assert (part.status_code, part.content) == (206, shown.content[4:10])


async def test_what_is_exact_stays_exact(service: Service) -> None:
    """A drawing has WebP without a loss, and no AVIF; its transparent parts and colours stay."""
    drawing = Image.new("RGBA", (140, 100), (200, 30, 30, 0))
    drawing.paste((10, 90, 200, 128), (40, 40, 130, 90))
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    made = await add(service, write(drawing, "PNG", compress_level=0, icc_profile=profile), "plan.png")
    shown = await get(service, made["source_url"])
    assert shown.headers["content-type"] == "image/webp"
    picture = Image.open(BytesIO(shown.content))
    assert picture.convert("RGBA").getpixel((100, 80)) == (10, 90, 200, 128)
    assert picture.convert("RGBA").getchannel("A").getpixel((5, 5)) == 0
    assert picture.info["icc_profile"] == profile
    assert set(made["media_details"]["sources"]) == {"image/webp"}


async def test_a_format_that_is_no_smaller_is_not_kept(service: Service) -> None:
    """Then the address has one format, and no cache needs to know more."""
    small = write(Image.effect_noise((140, 140), 200).convert("RGB"), "JPEG", quality=5)
    made = await add(service, small, "rye.jpg")
    answer = await get(service, made["source_url"])
    assert (answer.content, "vary" in answer.headers) == (small, False)
    assert "sources" not in made["media_details"]
    webp = await add(service, write(draw_photo(), "WEBP"), "rye.webp")
    assert "sources" not in webp["media_details"]
    assert (await get(service, webp["source_url"])).headers["content-type"] == "image/webp"


async def test_a_crop_around_a_point_has_the_formats_too(service: Service) -> None:
    """When the picture is new, and when it gets another point."""
    photo = draw_photo()
    photo.paste((0, 0, 250), (0, 0, 90, 400))
    made = await add(service, write(photo, "JPEG", quality=95), "rye.jpg", focal_point={"x": 0, "y": 0.5})
    address = made["media_details"]["sizes"]["thumbnail"]["source_url"]
    for point, is_blue in ((None, True), ({"x": 1, "y": 0.5}, False)):
        if point:
            path = f"{BASE}/media/{made['id']}"
            headers = {"X-API-Key": service.keys["admin"]}
            assert (await service.http.patch(path, json={"focal_point": point}, headers=headers)).status_code == 200
        shown = await get(service, address)
        assert shown.headers["content-type"] in ("image/avif", "image/webp")
        red, _, blue = Image.open(BytesIO(shown.content)).convert("RGB").crop((10, 75, 11, 76)).tobytes()
        assert (blue > red + 100) == is_blue


async def test_copyright_goes_along_and_the_place_does_not(service: Service) -> None:
    """A photo that is cleaned is cleaned in every format."""
    exif = Image.Exif()
    exif[0x8298] = "Ada"
    exif.get_ifd(0x8825)[1] = "N"
    made = await add(service, write(draw_photo(), "JPEG", quality=95, exif=exif.tobytes()), "rye.jpg")
    told = Image.open(BytesIO((await get(service, made["source_url"])).content)).getexif()
    assert (told.get(0x8298), dict(told.get_ifd(0x8825))) == ("Ada", {})


async def test_the_formats_are_cleared_with_their_file(service: Service) -> None:
    """Nothing of a deleted picture stays when nothing needs it."""
    made = await add(service, write(draw_photo(), "JPEG", quality=95), "rye.jpg")
    files = MediaFiles(service.settings.data)
    stored = {version.name for version in files.list_versions()}
    assert {"full", "fullwebp", "fullavif", "mediumavif", "thumbnailwebp"} <= stored
    assert files.remove(made["sha256"], 2e10)
    assert [*files.list_versions()] == []
    database = Database(service.settings.data, SITE)
    assert await clear_files(database, files, 2e10) == []
    await database.close()
