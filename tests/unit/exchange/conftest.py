"""The editors of the releases, as tests of blocks have them."""

from tests.unit.blocks.conftest import editor, editor_of, release

__all__ = ["editor", "editor_of", "release"]
