"""Tests of examining a file before it is kept."""

import asyncio
import tempfile
from io import BytesIO
from pathlib import Path

import psutil
import pytest
from PIL import Image

from sitehand.errors import Code, Problem
from sitehand.files import inspection
from sitehand.files.children import Children
from sitehand.files.formats import AVIF, PNG, WEBP, Format
from sitehand.files.inspection import IMAGES, Inspector
from sitehand.site.media import Focus
from sitehand.store.staged_files import StagedFiles
from tests.pictures import COPYRIGHT, GPS, ORIENTATION, build_bomb, draw, draw_photo

MEGABYTE = 1024 * 1024


@pytest.fixture
def staged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StagedFiles:
    """Where images are worked on. Nothing of that may stay, nor come into the system's folder for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    return StagedFiles(tmp_path)


@pytest.fixture
def inspector(staged: StagedFiles) -> Inspector:
    """What examines files there."""
    return Inspector(Children(staged.work_folder))


def is_empty(staged: StagedFiles) -> bool:
    """Whether nothing was left behind."""
    return not list(staged.folder.glob("*"))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP", "AVIF"])
async def test_an_image_has_wordpress_sizes(kind: str, inspector: Inspector, staged: StagedFiles) -> None:
    """Those that are smaller than itself; its own bytes stay as they are."""
    content = draw(kind, (1200, 600))
    found = await inspector.inspect(content)
    assert (found.content, found.width, found.height) == (content, 1200, 600)
    sizes = {name: (size.width, size.height) for name, size in found.sizes.items()}
    assert sizes == {"thumbnail": (150, 150), "medium": (300, 150), "large": (1024, 512)}
    for size in found.sizes.values():
        assert Image.open(BytesIO(size.content)).size == (size.width, size.height)
        assert size.format is (PNG if kind == "GIF" else found.format)
    assert is_empty(staged)


@pytest.mark.parametrize(
    ("kind", "formats"), [("JPEG", {WEBP, AVIF}), ("PNG", {WEBP}), ("GIF", {WEBP}), ("AVIF", set())]
)
async def test_other_formats_are_made_only_where_they_are_wanted(
    kind: str, formats: set[Format], staged: StagedFiles
) -> None:
    """Beside each size; a WordPress wants none."""
    content = draw(kind, (400, 300))
    plain = await Inspector(Children(staged.work_folder), beside=False).inspect(content)
    assert [plain.beside, *(size.beside for size in plain.sizes.values())] == [{}] * 3
    found = await Inspector(Children(staged.work_folder)).inspect(content)
    assert [set(size.beside) for size in found.sizes.values()] == [formats] * 2
    assert is_empty(staged)


async def test_the_whole_of_a_large_moving_or_grey_picture_goes_as_it_is(inspector: Inspector) -> None:
    """Its sizes have other formats."""
    second = Image.new("RGB", (400, 300), "blue")
    moving = draw("PNG", (400, 300), save_all=True, append_images=[second])
    for content in (draw("PNG", (2100, 2000)), draw("PNG", (400, 300), mode="L"), moving):
        found = await inspector.inspect(content)
        assert not found.beside
        assert WEBP in found.sizes["medium"].beside
    assert set((await inspector.inspect(draw("PNG", (2000, 2000)))).beside) == {WEBP}


async def test_a_large_picture_is_encoded_when_that_is_asked_for(inspector: Inspector, staged: StagedFiles) -> None:
    """It says in which formats; each is made alone, with what the picture keeps, and only where it is smaller."""
    exif = Image.Exif()
    exif[COPYRIGHT] = "Ann"
    photo = draw("JPEG", (2100, 2000), exif=exif.tobytes())
    assert (await inspector.inspect(photo)).later == (WEBP, AVIF)
    for content, later in ((draw("PNG", (2100, 2000)), (WEBP,)), (draw("PNG", (2100, 2000), "L"), ()), (draw(), ())):
        assert (await inspector.inspect(content)).later == later
    assert (await Inspector(Children(staged.work_folder), beside=False).inspect(photo)).later == ()
    made = await inspector.encode(photo, AVIF)
    assert made is not None
    assert len(made) < len(photo)
    image = Image.open(BytesIO(made))
    assert (image.format, image.size, image.getexif().get(COPYRIGHT)) == ("AVIF", (2100, 2000), "Ann")
    assert await inspector.encode(draw("PNG", (2100, 2000)), AVIF) is None
    assert is_empty(staged)


async def test_the_largest_picture_is_encoded_within_the_limits_of_its_process(inspector: Inspector) -> None:
    """AVIF of 50 megapixels, the most memory that a format takes; so this test takes seconds."""
    written = BytesIO()
    Image.effect_noise((217, 144), 60).resize((8680, 5760)).convert("RGB").save(written, "JPEG", quality=92)
    made = await inspector.encode(written.getvalue(), AVIF)
    assert made is not None
    assert len(made) < len(written.getvalue())


async def test_a_crop_is_made_alone(inspector: Inspector) -> None:
    """Another point costs no other size, as the same as it is made with the whole picture."""
    content, focus = draw("JPEG", (1200, 600)), Focus(10, 50)
    whole = await inspector.inspect(content, focus)
    assert await inspector.crop(content, focus) == {"thumbnail": whole.sizes["thumbnail"]}


async def test_many_processors_take_no_more_memory(
    inspector: Inspector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A photo is taken in with its AVIF on a machine of 64 too: the coder would have a thread for each."""
    script = tmp_path / "many.py"
    script.write_text(
        "import os, runpy\nos.sched_getaffinity = lambda _: range(64)\n"
        f"work = runpy.run_path({str(IMAGES.script)!r})['work']\n"
    )
    monkeypatch.setattr(inspection, "IMAGES", IMAGES._replace(script=script))
    written = BytesIO()
    Image.effect_noise((2000, 1900), 80).convert("RGB").save(written, "JPEG", quality=95)
    assert AVIF in (await inspector.inspect(written.getvalue())).beside


async def test_a_format_that_cannot_be_made_is_left_out(
    inspector: Inspector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its coder says: the photo is kept without it."""
    script = tmp_path / "broken.py"
    script.write_text(
        "import runpy\nfrom PIL import Image\n"
        "def fail(*_):\n    raise RuntimeError('Out of memory')\n"
        "Image.init()\nImage.SAVE['AVIF'] = fail\n"
        f"work = runpy.run_path({str(IMAGES.script)!r})['work']\n"
    )
    monkeypatch.setattr(inspection, "IMAGES", IMAGES._replace(script=script))
    found = await inspector.inspect(draw("JPEG", (400, 300)))
    assert set(found.beside) == {WEBP}
    assert set(found.sizes["medium"].beside) == {WEBP}


@pytest.mark.parametrize(("size", "medium"), [((4000, 1), (300, 1)), ((1, 4000), (1, 300)), ((60_000, 60), (300, 1))])
async def test_a_thin_line_keeps_a_pixel(size: tuple[int, int], medium: tuple[int, int], inspector: Inspector) -> None:
    """In sizes that fit in, however thin it is."""
    found = (await inspector.inspect(draw("PNG", size))).sizes["medium"]
    assert (found.width, found.height) == medium


async def test_a_small_image_has_no_smaller_ones(inspector: Inspector) -> None:
    """Nor has a document."""
    assert not (await inspector.inspect(draw("PNG", mode="LA"))).sizes
    assert (await inspector.inspect(b"Bread\n")).width == 0


async def test_a_photograph_is_turned_and_loses_its_place(inspector: Inspector) -> None:
    """Copyright and credit stay, in the file and beside it."""
    found = await inspector.inspect(draw_photo())
    assert (found.width, found.height) == (200, 400)
    assert found.meta == {"copyright": "© Ann Lee", "credit": "Ann Lee / Village"}
    image = Image.open(BytesIO(found.read()))
    exif = image.getexif()
    assert (image.size, GPS in exif, exif.get(ORIENTATION)) == ((200, 400), False, None)
    assert exif[COPYRIGHT].encode("latin-1").decode() == "© Ann Lee"
    red, _, blue = image.convert("RGB").getpixel((100, 50))  # type: ignore[misc]
    assert (red > 200, blue < 60) == (True, True)


XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">Ein Feld &amp; ein Weg 🌾</rdf:li></rdf:Alt>
</Iptc4xmpCore:AltTextAccessibility><dc:description><rdf:Alt><rdf:li>Rye</rdf:li></rdf:Alt></dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta>"""
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>' + XMP.replace("Rye", "&b;")
IPTC = b"Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x13\x1c\x02\x78\x00\x0eBr\xc3\xb6tchen, rye\x00"


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (draw("JPEG", xmp=XMP.encode()), {"alt": "Ein Feld & ein Weg 🌾", "caption": "Rye"}),
        (draw("WEBP", xmp=XMP.encode()), {"alt": "Ein Feld & ein Weg 🌾", "caption": "Rye"}),
        (draw("JPEG", xmp=BOMB.encode()), {}),
        (draw("JPEG", xmp=b"<x"), {}),
        (draw("JPEG", extra=b"\xff\xed" + (len(IPTC) + 2).to_bytes(2, "big") + IPTC), {"caption": "Brötchen, rye"}),
    ],
    ids=["JPEG", "WebP", "entities", "broken", "IPTC"],
)
async def test_what_a_picture_says_of_itself_is_read(
    picture: bytes, expected: dict[str, str], inspector: Inspector
) -> None:
    """From XMP and IPTC, which the kept file does not have any more."""
    found = await inspector.inspect(picture)
    assert found.meta == expected
    image = Image.open(BytesIO(found.read()))
    assert not {"xmp", "photoshop"} & {*image.info}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (build_bomb(), "megapixels"),
        (b"GIF89a/*\0\0\0\0\0*/=1;alert(1)//;", "damaged|incomplete|after"),
        (draw("PNG")[:60] + b"\0" * 40 + draw("PNG")[100:], "damaged|incomplete"),
        (b"\xff\xd8\xff\xd9", "damaged"),
    ],
    ids=["196 megapixels", "GIF and script", "broken PNG", "empty JPEG"],
)
async def test_what_is_no_sound_image_is_refused(
    content: bytes, said: str, inspector: Inspector, staged: StagedFiles
) -> None:
    """With one clear error, and nothing left behind."""
    assert len(content) < 700_000
    with pytest.raises(Problem, match=said) as refusal:
        await inspector.inspect(content)
    assert refusal.value.code in (Code.INVALID_ARGUMENTS, Code.UNSUPPORTED_MEDIA_TYPE)
    assert is_empty(staged)


def list_children() -> set[int]:
    """The processes that this one has started and that live; other tests may have some too."""
    return {child.pid for child in psutil.Process().children()}


async def test_a_decoder_is_ended_at_the_deadline(staged: StagedFiles) -> None:
    """And leaves neither process nor file."""
    others = list_children()
    with pytest.raises(Problem, match="too long"):
        await Inspector(Children(staged.work_folder, seconds=0.001)).inspect(draw("PNG", (400, 400)))
    assert list_children() <= others
    assert is_empty(staged)


async def test_ten_images_at_once_have_two_processes(inspector: Inspector) -> None:
    """Each ends with its image."""
    most, others = 0, list_children()
    content = draw("JPEG", (1500, 1500))
    tasks = [asyncio.create_task(inspector.inspect(content)) for _ in range(10)]
    while not all(task.done() for task in tasks):
        most = max(most, len(list_children() - others))
        await asyncio.wait(tasks, timeout=0.01)
    assert most == 2
    assert {len(task.result().sizes) for task in tasks} == {3}


async def test_ten_bombs_at_once_take_little_memory(inspector: Inspector, staged: StagedFiles) -> None:
    """Each is refused, by two processes at a time that decode nothing; the server's own stays as it is."""
    bomb, others = build_bomb(), list_children()
    own, most, before = psutil.Process(), 0, psutil.Process().memory_info().rss
    tasks = [asyncio.create_task(inspector.inspect(bomb)) for _ in range(10)]
    while not all(task.done() for task in tasks):
        children = [child for child in own.children() if child.pid not in others]
        assert len(children) <= 2
        most = max(most, *(measure(child) for child in children), 0)
        await asyncio.wait(tasks, timeout=0.01)
    assert {str(task.exception()) for task in tasks} == {"The image has more than 50 megapixels."}
    assert 0 < most < 100 * MEGABYTE
    assert own.memory_info().rss - before < 20 * MEGABYTE
    assert is_empty(staged)


def measure(process: psutil.Process) -> int:
    """The memory of a process, which may have ended."""
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
