"""Maps each block to the function that makes elements of it."""

from collections.abc import Callable
from typing import Any, TypeAlias

from sitehand.exchange.to_elements.source import Source

Part: TypeAlias = dict[str, Any]
"""An element, as `add_element` takes it."""
Maker: TypeAlias = Callable[[Source], list[Part] | None]
"""The elements of a block; None where it has none that hold what it says."""
MAKERS: dict[str, Maker] = {}


def becomes_elements(*names: str) -> Callable[[Maker], Maker]:
    """Declares the maker of some blocks of core."""

    def declare(maker: Maker) -> Maker:
        MAKERS.update(dict.fromkeys((f"core/{name}" for name in names), maker))
        return maker

    return declare
