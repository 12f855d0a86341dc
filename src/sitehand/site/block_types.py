"""Blocks that are not WordPress's own: what plugins, themes and the owner add to those of a release."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sitehand.blocks.added_types import AddedTypes


class BlockTypes(Protocol):
    """The block types that are added."""

    async def read(self) -> "AddedTypes":
        """All added block types, remembered for a while. If a site does not tell its own, work goes on without them."""
