"""How texts name a file, and what uses it, each told once."""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from sitehand.site.media import MAX_USES, MediaUse, MediaUses

SIZE = r"(?:-[0-9]+x[0-9]+|-scaled)?"
"""What WordPress adds to the name of a smaller version."""


class Naming(NamedTuple):
    """What a text has that shows a file: one of the `marks`, and then what `pattern` finds."""

    marks: tuple[str, ...]
    pattern: re.Pattern[str]


def name_file(media_id: int, source_url: str) -> Naming:
    """The address of a file in any size and on any domain, or WordPress's class for its id."""
    stem, dot, ending = _split_path(source_url)
    by_class = f"wp-image-{media_id}"
    by_address = rf"{re.escape(stem)}{SIZE}{re.escape(dot + ending)}(?![\w-])|" if stem else ""
    pattern = re.compile(rf"{by_address}\b{by_class}(?![0-9])")
    return Naming((stem, by_class) if stem else (by_class,), pattern)


def tell_logo(logo: int, media_id: int) -> list[MediaUse]:
    """The use of a file by the setting `logo`, if it is that file."""
    used = MediaUse(id=0, type="setting", status="", title="logo", used_as=["logo"])
    return [used] if logo == media_id else []


def gather_uses(found: Iterable[MediaUse], *, complete: bool = True) -> MediaUses:
    """Each item once, with all ways in which it uses the file, in the order of their ids."""
    merged: dict[tuple[int, str], MediaUse] = {}
    for use in found:
        known = merged.setdefault((use["id"], use["type"]), {**use, "used_as": []})
        known["used_as"] += [way for way in use["used_as"] if way not in known["used_as"]]
    uses = [merged[item] for item in sorted(merged)]
    return MediaUses(uses=uses[:MAX_USES], complete=complete and len(uses) <= MAX_USES)


def _split_path(source_url: str) -> tuple[str, str, str]:
    """The path of an address before its ending, a dot, and the ending."""
    path = urlsplit(source_url).path.rstrip("/")
    stem, dot, ending = path.rpartition(".")
    return (stem.removesuffix("-scaled"), dot, ending) if dot else (path, "", "")
