"""Maps each element to the function that makes blocks of it."""

from collections.abc import Callable
from typing import TypeAlias

from sitehand.blocks.making import NewBlock
from sitehand.exchange.to_blocks.source import Source

Maker: TypeAlias = Callable[[Source], list[NewBlock] | None]
"""The blocks of an element; None where it has none that hold what it says."""
MAKERS: dict[str, Maker] = {}


def becomes_blocks(*kinds: str) -> Callable[[Maker], Maker]:
    """Declares the maker of some kinds of elements."""

    def declare(maker: Maker) -> Maker:
        MAKERS.update(dict.fromkeys(kinds, maker))
        return maker

    return declare
