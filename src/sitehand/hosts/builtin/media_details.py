"""What a row has of its file (`media_details`, in WordPress's words): measures, and its sizes with their names."""

import re
from collections.abc import Mapping
from typing import Any

from sitehand.files.inspection import Beside, Inspected, Size
from sitehand.site.media import CENTRE, Focus

PATH = "/media/"
"""Where the paths of files begin, below the site."""
FORMER = "former_sizes"
"""Names of sizes that a file before this one had, each with the size that is served for it."""
MAX_FORMER = 30
SOURCES = "sources"
"""The formats that a picture or a size is stored in besides its own."""


CROPPED = "thumbnail"
"""The one size that is a crop."""
CROP = re.compile(rf"{CROPPED}x([0-9]+)y([0-9]+)(?:webp|avif)?")


def name_version(size: str, focus: tuple[int, int]) -> str:
    """The stored version of a size: a crop has one for each focal point, the centre has the plain name."""
    return f"{size}x{focus[0]}y{focus[1]}" if size == CROPPED and focus != CENTRE else size


def read_focus(version: str) -> Focus | None:
    """The point that a stored crop keeps; None of every other version, and of the crop of the centre."""
    found = CROP.fullmatch(version)
    return Focus(int(found[1]), int(found[2])) if found else None


def list_sizes(sizes: Mapping[str, Size], focus: tuple[int, int]) -> dict[str, bytes]:
    """What is stored of the sizes of a picture, by the names of versions."""
    stored: dict[str, bytes] = {}
    for name, size in sizes.items():
        version = name_version(name, focus)
        stored |= {version: size.content, **list_beside(version, size.beside)}
    return stored


def list_beside(version: str, beside: Beside) -> dict[str, bytes]:
    """What is stored of a picture in other formats, by the names of versions."""
    return {f"{version}{each.ending}": content for each, content in beside.items()}


def name_stem(address: str) -> str:
    """The name of a file without its ending."""
    return address.rpartition("/")[2].rpartition(".")[0]


def describe_file(file: Inspected, address: str) -> dict[str, Any]:
    """What is known of a file at an address, a path below the site."""
    told: dict[str, Any] = {"file": address.removeprefix(PATH), "filesize": file.size}
    if not file.width:
        return told
    sizes = {name: _describe_size(size, name_stem(address)) for name, size in file.sizes.items()}
    told |= {"width": file.width, "height": file.height, "sizes": sizes, "image_meta": dict(file.meta)}
    return {**told, **_describe_beside(file.beside)}


def describe_replacement(file: Inspected, address: str, old: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a file that replaces another: the addresses of the old sizes stay too."""
    details = describe_file(file, address)
    names = {size["file"]: name for name, size in old.get("sizes", {}).items()}
    now = {size["file"] for size in details.get("sizes", {}).values()}
    former = {file: name for file, name in {**old.get(FORMER, {}), **names}.items() if file not in now}
    return {**details, FORMER: dict([*former.items()][-MAX_FORMER:])} if former else details


def _describe_size(size: Size, stem: str) -> dict[str, Any]:
    name = f"{stem}-{size.width}x{size.height}"
    return {
        "file": f"{name}.{size.format.ending}",
        **{"width": size.width, "height": size.height, "mime_type": size.format.mime_type},
        **_describe_beside(size.beside),
    }


def _describe_beside(beside: Beside) -> dict[str, Any]:
    """The other formats of a picture, in the shape of WordPress's plugin for modern formats."""
    sources = {each.mime_type: {"filesize": len(content)} for each, content in beside.items()}
    return {SOURCES: sources} if sources else {}
