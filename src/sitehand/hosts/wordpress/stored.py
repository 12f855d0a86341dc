"""What an update of a text does to the blocks in it that its caller left as they were.

WordPress 6.8 and later store an update in a form of their own (tests/wordpress/forms.py has what becomes of which
text). Mostly these are the same blocks; what they read as something else would be lost, and is not sent.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sitehand.blocks.outline import Outline, read_outline
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.verification import reads_all

BLOCK = "<!-- wp:"
TOLD = 10
"""How many paths a sentence has."""


class Pair(NamedTuple):
    """A block at the top of a text: its path, and its source in two forms of the text."""

    path: str
    one: str
    other: str


def check_left(stored: str, shown: str, sent: str) -> None:
    """Raise Problem(conflict) for blocks that WordPress shows as something else than is stored, and that are left so.

    `sent` is the text to write, made from what was shown.
    """
    if stored == shown or reads_all(stored, shown):
        return
    pairs = pair_blocks(stored, shown)
    paths = [pair.path for pair in pairs if not reads_all(pair.one, pair.other) and pair.other in sent]
    if paths or not pairs:
        raise Problem(
            Code.CONFLICT,
            f"WordPress would lose what is stored in {name_blocks(paths)}: it reads something else there.",
            hint="Replace these blocks in the same call, or edit the text in WordPress.",
            details=[{"path": path, "expected": "a block that is replaced", "got": "one as shown"} for path in paths],
        )


def list_rewritten(stored: str, shown: str, sent: str, now: str) -> list[str]:
    """The paths of blocks that were sent as they were shown, and whose stored bytes are others `now` than before."""
    before = {pair.other: pair.one for pair in pair_blocks(stored, shown)}
    return [pair.path for pair in pair_blocks(sent, now) if before.get(pair.one, pair.other) != pair.other]


def pair_blocks(one: str, other: str) -> list[Pair]:
    """The blocks at the top of two forms of a text; none when they are not the same number."""
    first, second = read_outline(one), read_outline(other)
    if len(first.roots) != len(second.roots):
        return []
    pairs = zip(_list_texts(first), _list_texts(second), strict=True)
    return [Pair(str(number), *texts) for number, texts in enumerate(pairs)]


def name_blocks(paths: list[str]) -> str:
    """Blocks in a sentence, by their paths."""
    if not paths:
        return "the text"
    more = f" and {len(paths) - TOLD} more" if len(paths) > TOLD else ""
    return f"block{'s' if len(paths) > 1 else ''} {', '.join(paths[:TOLD])}{more}"


def _list_texts(outline: Outline) -> Iterator[str]:
    return map(outline.text, outline.roots)
