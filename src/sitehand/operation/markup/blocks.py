"""How many blocks of each name a text has."""

from collections import Counter
from dataclasses import dataclass

from sitehand.blocks.delimiters import Dialect, find_delimiters


@dataclass(frozen=True, slots=True)
class BlockCount:
    """Counts them, without reading what is in them."""

    dialect: Dialect

    def __call__(self, text: str) -> Counter[str]:
        """By name. Raises Problem(invalid_arguments) for more blocks than we read."""
        return Counter(each.name for each in find_delimiters(text, self.dialect) if not each.closes)
