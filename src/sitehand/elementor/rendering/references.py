"""What a document names of its site by id: files, and items that links lead to."""

import re
from typing import NamedTuple

MAX_NAMED = 2_000
_FILE = re.compile(r'"(?:image|video)-attachment-id",\s*"value":\s*(\d{1,15})\b')
_PICTURE = re.compile(r'"id":\s*"?(\d{1,15})"?[,}]')
_QUERY = re.compile(r'"query",\s*"value":\s*\{"id":\s*\{"\$\$type":\s*"number",\s*"value":\s*(\d{1,15})\b')


class Named(NamedTuple):
    """Ids of files and of items."""

    files: frozenset[int]
    items: frozenset[int]


def list_references(data: str) -> Named:
    """What the text of a document names. Linear in the text; ids beyond `MAX_NAMED` are left out."""
    files = [*_FILE.findall(data), *_PICTURE.findall(data)]
    return Named(_few(files), _few(_QUERY.findall(data)))


def _few(found: list[str]) -> frozenset[int]:
    return frozenset(list(dict.fromkeys(map(int, found)))[:MAX_NAMED])
