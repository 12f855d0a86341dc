"""The design system of a site: presets that blocks name, and styles for all of a kind, in the words of theme.json."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

JsonObject = Mapping[str, Any]
BUILTIN_ID = 1
"""The id of the one design system, of a site that numbers it itself."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings and styles from one origin: "default" (WordPress), "theme", or "custom", which is the site's own."""

    origin: str
    settings: JsonObject
    styles: JsonObject


@dataclass(frozen=True, slots=True)
class StoredDesign:
    """A design system: what the site has set itself, and below it what it builds on, the farthest first.

    Lists of presets are plain lists in each layer.
    """

    id: int
    revision: str
    own: Layer
    below: tuple[Layer, ...]

    @property
    def layers(self) -> tuple[Layer, ...]:
        """All layers of the design; later ones win."""
        return (*self.below, self.own)


DesignEdit = Callable[[StoredDesign], tuple[JsonObject, JsonObject]]
"""From what is stored to the site's own settings and styles: a pure function, which may run more than once."""


class DesignStore(Protocol):
    """Reading and changing the design system of a site, which is one object."""

    async def get(self) -> StoredDesign: ...
    async def change(self, change: DesignEdit) -> StoredDesign:
        """Store what a change makes of the present design; nothing where that is the same."""
