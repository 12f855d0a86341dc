"""Rules over images."""

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from sitehand.seo.page import Image, Page
from sitehand.seo.rule import GOOGLE, Fault, Rule, Surroundings

IMAGES = GOOGLE + "appearance/google-images"
LAYOUT = "https://web.dev/articles/optimize-cls"
_FILE = re.compile(r"(?i)\S+\.(jpe?g|png|gif|webp|avif|svg|bmp|tiff?)|(dsc|img|image|screenshot)[-_ ]?\d+")


def check_alt_missing(page: Page, around: Surroundings) -> Iterator[Fault]:
    """An image without alternative text. An empty one is right for what only decorates."""
    for number, image in enumerate(page.images):
        if image.alt is None and image.src:
            yield Fault(f"An image has no alt: {_name(image)}", f"{number} {_name(image)}")


def check_alt_is_file(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Alternative text that is the name of a file."""
    for number, image in enumerate(page.images):
        if image.alt and _FILE.fullmatch(image.alt.strip()):
            yield Fault(f"The alt of {_name(image)} is a file name: {image.alt[:100]}", f"{number} {_name(image)}")


def check_size_missing(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Images that lack a width or a height: the page moves while they load."""
    unsized = [image for image in page.images if image.src and not image.sized]
    if unsized:
        names = ", ".join(_name(image) for image in unsized[:5])
        number = "1 image lacks" if len(unsized) == 1 else f"{len(unsized)} images lack"
        yield Fault(f"{number} a width or a height: {names}"[:300])


def _name(image: Image) -> str:
    try:
        path = urlsplit(image.src).path
    except ValueError:
        path = image.src
    return unquote(path.rpartition("/")[2] or image.src)[:100]


RULES = (
    Rule("alt_missing", "error", IMAGES, check_alt_missing),
    Rule("alt_is_file_name", "warning", IMAGES, check_alt_is_file),
    Rule("image_size_missing", "info", LAYOUT, check_size_missing),
)
