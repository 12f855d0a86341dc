"""Addresses of blocks: a path such as `0.2.1`, or a fingerprint. A stale one is refused with the nearest match."""

import re

from sitehand.blocks.fingerprints import LIKENESS, Fingerprint, Fingerprints, count_alike, parse_fingerprint
from sitehand.blocks.making import FREEFORM
from sitehand.blocks.outline import Entry, Outline
from sitehand.errors import Code, Problem

PATH = re.compile(r"\d{1,6}(?:\.\d{1,6}){0,999}")
HINT = "Read the blocks again, or use the nearest one if it is the one that you mean."


def find_block(outline: Outline, fingerprints: Fingerprints, address: str) -> Entry:
    """The block at an address.

    Raises Problem(invalid_arguments) for what is no address, and Problem(conflict) for one that leads nowhere, with
    the nearest block as `nearest` in its `extra`, if there is one.
    """
    fingerprint = parse_fingerprint(address)
    found = fingerprints.find(fingerprint) if fingerprint else outline.find(check_path(address))
    if found:
        return found
    nearest = _find_alike(fingerprints, fingerprint) if fingerprint else _find_above(outline, address)
    raise Problem(
        Code.CONFLICT,
        f"There is no block {address} any more.",
        hint=HINT if nearest else "Read the blocks again.",
        extra={"nearest": show_block(fingerprints, nearest)} if nearest else {},
    )


def check_path(address: str) -> str:
    """The address, if it is a path. Raises Problem(invalid_arguments)."""
    if not PATH.fullmatch(address):
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"{address[:40]!r} is no address of a block.",
            hint="A block is named by its path, such as 0.2.1, or by its fingerprint.",
        )
    return address


def show_block(fingerprints: Fingerprints, entry: Entry) -> dict[str, str]:
    """A block's addresses and name, as answers have them."""
    return {"path": entry.path, "fingerprint": str(fingerprints.of(entry)), "name": entry.block.name or FREEFORM}


def _find_alike(fingerprints: Fingerprints, wanted: Fingerprint) -> Entry | None:
    """The block whose words are most like those of the one that is gone."""
    scores = {entry: count_alike(wanted, found) for entry, found in fingerprints.all().items()}
    best = max(scores, key=scores.__getitem__, default=None)
    return best if best and scores[best] * 2 > LIKENESS else None


def _find_above(outline: Outline, path: str) -> Entry | None:
    """The last block on the way to a path: the last sibling, or the block that it would be in."""
    while path:
        above, _, index = path.rpartition(".")
        parent = outline.find(above) if above else None
        level = parent.inner if parent else outline.roots
        if (parent or not above) and level:
            return level[min(int(index), len(level) - 1)]
        if parent:
            return parent
        path = above
    return None
