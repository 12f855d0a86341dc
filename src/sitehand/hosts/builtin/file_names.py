r"""The files that a text names, and what a file is named by: what `file_names` and `media_names` have.

What a text names is the last part of an address, without the size of a smaller version, and the folder before it:
`rye.png/media/2026/07/` for `/media/2026/07/rye-300x200.png`; or an id, `12/`. An address counts on any domain and
below any path, so the folder of a file ends that of the text. `\/` and `\u00e9` are read as JSON has them, and `%20`
as addresses do. Files whose names differ by a size alone are not told apart.
"""

import json
import re
from collections.abc import Iterator, Set
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

ROOT = "/"
"""The folder of ids."""
EVERY = "*"
"""Stands for all names of a text that has more of them than are listed: it then counts as naming each file."""
MAX_LISTED = 10_000
MAX_CHARACTERS = 100 * MAX_LISTED
"""Characters of the names that are listed: each includes its folder, and an address may have many."""
MAX_ENDINGS = 8
"""Dots of a name that are looked at: each may begin its ending."""
MAX_ADDRESS = 1_000
"""Characters of what a file is named by; so much of an address in a text is looked at."""
ENDS = r"\s\"'<>()\[\],;&?#|\\"
"""What ends an address in a text."""
ADDRESS = re.compile(rf"/(?=[^{ENDS}/.]*+[/.])[^{ENDS}]*+")
"""What may be one: `</p>` is none."""
STRANGE = re.compile(rf"[{ENDS}]")
CONTROL = re.compile(r"[\x00-\x1f]")
ENDING = re.compile(r"\.[\w-]+")
SIZE = re.compile(r"[0-9]+x[0-9]+|scaled")
SLASHES = re.compile(r"\\(?<!\\\\)\\*+/"), re.compile("%(?:5C%)?2F", re.I)
"""How JSON, JSON in it, and the settings of dynamic tags may write one; what they begin with is looked for quickly."""
PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.I)
"""How JSON may write one character past U+FFFF."""
ESCAPED = re.compile(r"\\u(00[2-9a-f][0-9a-f]|0[1-9a-f][0-9a-f]{2}|[1-9a-cef][0-9a-f]{3}|d[0-7][0-9a-f]{2})", re.I)
NUMBER = re.compile("[0-9]{1,18}")
IDS = (
    ("-", re.compile(r"wp-image-([0-9]{1,18})(?![0-9])")),
    ("[", re.compile(r"""\[(?:gallery|playlist)\b[^\[\]]*?\b(?:ids|include)=\\?["']?([0-9][0-9, ]*)""")),
    ('"', re.compile(r'"(?:image|video)-attachment-id"\s*,\s*"value"\s*:\s*([0-9]{1,18})(?![0-9])')),
    ('"', re.compile(r'"value"\s*:\s*([0-9]{1,18})\s*,\s*"\$\$type"\s*:\s*"(?:image|video)-attachment-id"')),
)
"""WordPress's class, its shortcodes, and atomic elements, which need not have the address. Each behind a character that
a text must have, which is found in a tenth of the time.
"""
BLOCK = re.compile(r"<!-- wp:(?:core/)?(?:audio|cover|file|gallery|image|media-text|video) ([^<>]*+)")
IN_BLOCK = re.compile(r'"(?:id|ids|mediaId)"\s*+:\s*+\[?+\s*+([0-9][0-9,\s]*+)')


class FileName(NamedTuple):
    """What a file is named by: what an address ends with, from the name on, and the folder that ends there."""

    name: str
    folder: str


def name_id(number: int) -> str:
    """How the names of a text have an id."""
    return f"{number}{ROOT}"


def name_media(source_url: str) -> FileName | None:
    """What a file is named by, besides its id; None for an address that texts do not tell from what is around it."""
    try:
        raw = urlsplit(source_url).path.rstrip("/")
    except ValueError:
        return None
    path = unquote(raw)
    folder, slash, last = path.rpartition("/")
    stem, dot, ending = last.rpartition(".")
    whole = path.startswith("/") and ENDING.fullmatch(dot + ending) and not STRANGE.search(raw)
    short = len(quote(path)) <= MAX_ADDRESS // 2 and len(ENDING.findall(last)) <= MAX_ENDINGS
    if not whole or not short or CONTROL.search(path):
        return None
    return FileName(_drop_sizes(stem) + dot + ending, folder + slash)


def find_names(*texts: str) -> list[str]:
    """What texts name, each once, in order; of texts that name very much, `EVERY`. Linear in them."""
    return _list(set[str]().union(*(_find(text) for text in texts if text)))


def find_names_in_fields(data: str) -> list[str]:
    """What custom fields name, given as JSON, each once; `EVERY` where they name very much. Any whole number may be a
    file's id.
    """
    numbers: list[str] = []
    json.loads(data, parse_int=numbers.append)
    return _list(_find(data).union(name_id(int(each)) for each in numbers if NUMBER.fullmatch(each)))


def _list(names: Set[str]) -> list[str]:
    few = len(names) <= MAX_LISTED and sum(map(len, names)) <= MAX_CHARACTERS
    return sorted(names) if few else [EVERY]


def _find(text: str) -> set[str]:
    """The names in a text, of which it stops to look for more soon after there are too many to list."""
    if "\\" in text or ("%" in text and "%2" in text):
        for slash in SLASHES:
            text = slash.sub("/", text)
        text = PAIR.sub(lambda pair: _join(pair[1], pair[2]), text)
        text = ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)
    found = {name_id(int(each)) for numbers in set(_find_numbers(text)) for each in NUMBER.findall(numbers)}
    for address in {each[:MAX_ADDRESS] for each in ADDRESS.findall(text)}:
        if "." in address and len(found) <= MAX_LISTED:
            found.update(_take_apart(address))
    return found


def _join(high: str, low: str) -> str:
    return bytes.fromhex(high + low).decode("utf-16-be")


def _find_numbers(text: str) -> Iterator[str]:
    for character, pattern in IDS:
        if character in text:
            yield from pattern.findall(text)
    for block in BLOCK.findall(text) if "<!--" in text else ():
        yield from IN_BLOCK.findall(block)


def _take_apart(written: str) -> Iterator[str]:
    """Each part may be a file, and each dot in it may begin its ending: the last of `a.png.` ends a sentence."""
    address = unquote(written) if "%" in written else written
    end = address.find("/", 2) if address.startswith("//") else 0  # after the domain
    while end >= 0 and (dot := address.find(".", end)) >= 0 and not CONTROL.search(address):
        start, end = address.rfind("/", 0, dot) + 1, address.find("/", dot)
        part, folder = address[start : end if end >= 0 else None], address[:start]
        for ending in islice(ENDING.finditer(part), MAX_ENDINGS):
            yield f"{_drop_sizes(part[: ending.start()])}{ending[0]}{folder}"


def _drop_sizes(stem: str) -> str:
    """A name without the sizes at its end; linear, where one expression would begin again at each of them."""
    rest, dash, size = stem.rpartition("-")
    while dash and SIZE.fullmatch(size):
        stem = rest
        rest, dash, size = stem.rpartition("-")
    return stem
