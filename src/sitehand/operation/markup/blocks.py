"""How many blocks of each name a text has."""

from collections import Counter

from sitehand.blocks.delimiters import find_delimiters


def count_blocks(text: str) -> Counter[str]:
    """By name, without reading what is in them. Raises Problem(invalid_arguments) for more blocks than we read."""
    return Counter(each.name for each in find_delimiters(text) if not each.closes)
