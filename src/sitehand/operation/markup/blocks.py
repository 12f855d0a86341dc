"""How many blocks of each name a text has."""

from collections import Counter
from functools import reduce
from operator import or_

from sitehand.blocks.delimiters import find_delimiters
from sitehand.operation.markup.readings import Reading, list_readings


def count_blocks(text: str) -> Counter[str]:
    """By name, without reading what is in them: as many as any reading of the text has.

    Raises Problem(invalid_arguments) for more blocks than we read.
    """
    return reduce(or_, map(_count, list_readings(text)))


def _count(reading: Reading) -> Counter[str]:
    return Counter(each.name for text in reading for each in find_delimiters(text) if not each.closes)
