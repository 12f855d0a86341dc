"""Decodes one image and makes its sizes; the arguments after the folder are DECODER X Y FORMATS ONLY (`bounded.py`).

X and Y are the point that crops keep, in hundredths; FORMATS are the endings of what is made beside, such as
`webp,avif`; ONLY is `crop` or `whole` to make that alone, else `all`. The result names the files that it has written.
"""

import contextlib
import os
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from PIL import AvifImagePlugin, Image, ImageOps, IptcImagePlugin

MAX_PIXELS = 50_000_000
TOO_LARGE = f"The image has more than {MAX_PIXELS // 1_000_000} megapixels."
MAX_ALL_PIXELS = 500_000_000
"""Pixels of all frames of an animation together."""
SIZES = {"thumbnail": (150, 150), "medium": (300, 300), "large": (1024, 1024)}
"""WordPress's. A thumbnail is cropped, the others fit in."""
CROPPED = "thumbnail"
NAMES: dict[str, Iterable[str]] = {"all": SIZES, "crop": (CROPPED,), "whole": ()}
ORIENTATION, GPS, COPYRIGHT, ARTIST, DESCRIPTION = 0x0112, 0x8825, 0x8298, 0x013B, 0x010E
KEPT = {"copyright": COPYRIGHT, "credit": ARTIST, "caption": DESCRIPTION}
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XMP_TEXTS = {
    "alt": ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "AltTextAccessibility"),
    "caption": ("http://purl.org/dc/elements/1.1/", "description"),
}
MAX_META = 500
"""The most characters of a text about a picture."""
MAX_PROFILE = 4096
"""Bytes of a colour profile that each size has too. Those of cameras, phones and sRGB are shorter."""
PARTS = {"JPEG": {"quality": 82, "optimize": True}, "WEBP": {"quality": 82}, "AVIF": {"quality": 60, "speed": 8}}
WHOLE = {"JPEG": {"quality": 92}, "WEBP": {"quality": 90}, "AVIF": {"quality": 80, "speed": 8}}

BESIDE: dict[str, dict[str, dict[str, Any]]] = {
    "JPEG": {"webp": {"quality": 82, "method": 2}, "avif": {"quality": 60, "speed": 9}},
    "PNG": {"webp": {"lossless": True, "quality": 50, "method": 2}},
}
"""The formats beside a picture, by its own. What was exact stays exact, and so has no AVIF, which is larger then."""
MAX_BESIDE_PIXELS = 4_000_000
"""Encoding takes a tenth of a second for each megapixel. Of larger pictures a job asks for each format by itself."""
PLAIN_MODES = ("RGB", "RGBA")
PATIENCE = 10
FIRST_TO_END = Path("/proc/self/oom_score_adj"), "1000"
"""What Linux ends when the machine has no memory left. Source: proc_pid_oom_score_adj(5)."""
THREADS = 1
"""Threads of AVIF's coder. By default it takes one per processor; sixteen reach the limit on memory."""


class Wanted(NamedTuple):
    """What to make: crops around a point, in shares of width and height; other formats beside, by their endings.

    `only`: "all", "crop" for the crop alone, or "whole" for the formats of the picture itself, however large it is.
    """

    focus: tuple[float, float]
    formats: frozenset[str]
    only: str = "all"


def examine(folder: Path, decoder: str, wanted: Wanted) -> dict[str, Any]:
    """Decode, clean, and make the sizes. Raises ValueError with a sentence for what is not accepted."""
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2  # Pillow refuses twice as many, and only warns up to there
    with Image.open(folder / "source", formats=[decoder]) as image:
        check_size(image)
        load_frames(image)
        image.seek(0)
        exif = image.getexif()
        kept = {name: read_text(exif[tag]) for name, tag in KEPT.items() if exif.get(tag)}
        meta = {**describe_picture(image), **kept}
        # What is stored is upright, and a copy of a large picture takes much memory.
        upright = image if wanted.only == "whole" else ImageOps.exif_transpose(image)
        cleaned = needs_cleaning(image)
        if cleaned:
            write_clean(image, upright, kept, folder / "full", decoder)
        sizes = {
            name: size for name in NAMES[wanted.only] if (size := write_size(upright, name, folder, decoder, wanted))
        }
        later = list_later(image, upright, decoder, wanted)
        beside = [] if later else write_whole_beside(image, upright, kept, folder, decoder, wanted)
        measures = {"width": upright.width, "height": upright.height}
        return {**measures, "cleaned": cleaned, "sizes": sizes, "meta": meta, "beside": beside, "later": later}


def read_text(value: Any) -> str:
    """A text of EXIF, which today's programs write in UTF-8, and Pillow reads as Latin-1."""
    text = str(value)
    with contextlib.suppress(UnicodeError):
        text = text.encode("latin-1").decode()
    return text.strip("\0 ")[:MAX_META]


def describe_picture(image: Any) -> dict[str, str]:
    """What IPTC and XMP say that the picture shows: `alt`, written for those who do not see it, and `caption`."""
    told = {}
    with contextlib.suppress(Exception):  # metadata that cannot be read is none
        told["caption"] = read_iptc(IptcImagePlugin.getiptcinfo(image) or {})
    with contextlib.suppress(Exception):
        told |= read_xmp(image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b"")
    return {name: text for name, text in told.items() if text}


def read_iptc(records: Any) -> str:
    """The caption. Source: IPTC IIM 4.2, dataset 2:120."""
    value = records.get((2, 120), b"")
    return read_text((value[0] if isinstance(value, list) else value).decode("latin-1"))


def read_xmp(packet: Any) -> dict[str, str]:
    """The alternative text and the description, each in its first language.

    Sources: IPTC Photo Metadata Standard, Alt Text (Accessibility); XMP Specification Part 1, 8.4 (dc:description).
    """
    written = packet if isinstance(packet, bytes) else str(packet).encode()
    if b"<!" in written:  # declarations, of entities too, which no packet needs
        return {}
    root = ElementTree.fromstring(written.strip(b"\0 \r\n"))  # noqa: S314 - without declarations, in this process
    found = {name: root.find(f".//{{{space}}}{tag}//{{{RDF}}}li") for name, (space, tag) in XMP_TEXTS.items()}
    return {name: each.text.strip()[:MAX_META] for name, each in found.items() if each is not None and each.text}


def check_size(image: Image.Image) -> None:
    """Raise ValueError for an image that is too large, before anything of it is decoded."""
    pixels, frames = image.width * image.height, getattr(image, "n_frames", 1)
    if pixels > MAX_PIXELS or pixels * frames > MAX_ALL_PIXELS:
        raise ValueError(TOO_LARGE)


def load_frames(image: Image.Image) -> None:
    """What cannot be decoded to its end is no image."""
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        image.load()


def needs_cleaning(image: Image.Image) -> bool:
    """Whether the file tells where it was made, or how to rotate it. XMP and IPTC may tell anything."""
    exif = image.getexif()
    turned = exif.get(ORIENTATION, 1) != 1
    places = GPS in exif or any(name in image.info for name in ("xmp", "XML:com.adobe.xmp", "photoshop"))
    return turned or places


def write_clean(image: Image.Image, upright: Image.Image, meta: dict[str, str], target: Path, decoder: str) -> None:
    """Write the image upright, with its colours, copyright and credit, and nothing else of what was told of it."""
    more: dict[str, Any] = {**WHOLE.get(decoder, {}), "icc_profile": image.info.get("icc_profile")}
    more |= {"exif": write_exif(meta)} if meta and decoder != "GIF" else {}
    if getattr(image, "n_frames", 1) > 1:
        image.seek(0)
        image.save(target, decoder, save_all=True, **more)
        return
    for name in ("exif", "xmp", "XML:com.adobe.xmp", "photoshop", "comment"):
        upright.info.pop(name, None)
    upright.save(target, decoder, **more)


def write_exif(meta: dict[str, str]) -> bytes:
    """Copyright, credit and caption as EXIF."""
    exif = Image.Exif()
    for name, value in meta.items():
        exif[KEPT[name]] = value.encode()
    return exif.tobytes()


def write_size(image: Image.Image, name: str, folder: Path, decoder: str, wanted: Wanted) -> dict[str, Any] | None:
    """Write one size; None where the image itself is no larger."""
    box = SIZES[name]
    if image.width <= box[0] and image.height <= box[1]:
        return None
    plain = image.convert("RGBA" if has_alpha(image) and decoder != "JPEG" else "RGB")
    cropped = name == CROPPED
    small = ImageOps.fit(plain, box, centering=wanted.focus) if cropped else plain.resize(fit_in(image.size, box))
    kind = "PNG" if decoder == "GIF" else decoder
    small, profile = keep_colours(small, image.info.get("icc_profile"))
    small.save(folder / name, kind, **PARTS.get(kind, {}), icc_profile=profile)
    beside = write_beside(small, folder / name, folder / name, kind, wanted.formats, icc_profile=profile)
    return {"width": small.width, "height": small.height, "decoder": kind, "beside": beside}


def keep_colours(small: Image.Image, profile: bytes | None) -> tuple[Image.Image, bytes | None]:
    """A size, and the colour profile that it is written with: that of the picture, if it is of red, green and blue.

    Where that is long, the size is given the colours that browsers take without a profile. Source: ICC.1:2022, 7.2.6.
    """
    if not profile or profile[16:20] != b"RGB ":
        return small, None
    if len(profile) <= MAX_PROFILE:
        return small, profile
    with contextlib.suppress(Exception):  # a profile that cannot be read is none
        from PIL import ImageCms  # noqa: PLC0415 - few pictures need its library

        given = ImageCms.ImageCmsProfile(BytesIO(profile))
        turned = ImageCms.profileToProfile(small, given, ImageCms.createProfile("sRGB"))
        return turned or small, None
    return small, None


def fit_in(size: tuple[int, int], box: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a picture that fits in: of a thin line a pixel stays."""
    ratio = min(box[0] / size[0], box[1] / size[1])
    return max(1, round(size[0] * ratio)), max(1, round(size[1] * ratio))


def list_formats(image: Image.Image, upright: Image.Image, decoder: str, wanted: Wanted) -> list[str]:
    """The formats that are wanted of the picture itself: none when it moves, or has colours they tell otherwise."""
    plain = getattr(image, "n_frames", 1) == 1 and upright.mode in PLAIN_MODES
    return [each for each in BESIDE.get(decoder, {}) if plain and each in wanted.formats and wanted.only != "crop"]


def list_later(image: Image.Image, upright: Image.Image, decoder: str, wanted: Wanted) -> list[str]:
    """The formats that a background job makes later, since the picture is large."""
    large = upright.width * upright.height > MAX_BESIDE_PIXELS and wanted.only == "all"
    return list_formats(image, upright, decoder, wanted) if large else []


def write_whole_beside(
    image: Image.Image, upright: Image.Image, meta: dict[str, str], folder: Path, decoder: str, wanted: Wanted
) -> list[str]:
    """The picture itself in the other formats."""
    file = folder / "full" if (folder / "full").exists() else folder / "source"
    more = {"icc_profile": image.info.get("icc_profile"), **({"exif": write_exif(meta)} if meta else {"exif": b""})}
    formats = list_formats(image, upright, decoder, wanted)
    return write_beside(upright, file, folder / "full", decoder, formats, **more)


def write_beside(
    picture: Image.Image, file: Path, name: Path, kind: str, formats: Iterable[str], **more: Any
) -> list[str]:
    """Write a picture in other formats, as `name` with their endings; the endings of those that are smaller."""
    smaller = []
    for ending, options in BESIDE.get(kind, {}).items():
        target = name.with_name(name.name + ending)
        with contextlib.suppress(Exception):  # the picture goes without it
            if ending in formats:
                picture.save(target, ending.upper(), **options, **more)
                smaller += [ending] if target.stat().st_size < file.stat().st_size else []
    return smaller


def has_alpha(image: Image.Image) -> bool:
    """Whether parts of it may be transparent."""
    return "A" in image.getbands() or "transparency" in image.info


def stand_back() -> None:
    """Nobody waits for this process: all others have the processors first, and the memory."""
    os.nice(PATIENCE)
    file, score = FIRST_TO_END
    with contextlib.suppress(OSError):  # another system
        file.write_text(score)


def work(folder: Path, decoder: str, *wanted: str) -> dict[str, Any]:
    """What was made of the image. Raises ValueError with a sentence for what is not accepted."""
    x, y, formats, only = wanted
    if only == "whole":
        stand_back()
    AvifImagePlugin.DEFAULT_MAX_THREADS = THREADS
    try:
        return examine(folder, decoder, Wanted((int(x) / 100, int(y) / 100), frozenset(formats.split(",")), only))
    except Image.DecompressionBombError:
        raise ValueError(TOO_LARGE) from None
