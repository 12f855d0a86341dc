"""Fingerprints: what a block is called by its content, wherever it is, and after any edit elsewhere.

A fingerprint is twelve characters. The first eight are the size and a hash of the block's source, with that of the
blocks in it; the last four say what its words are like, so that a block that was edited since is still recognized as
the nearest. Equal blocks are told apart by a number: `-2` is the second of them. Nothing is stored for it.
"""

import base64
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b, sha256
from itertools import count, islice
from typing import NamedTuple

from sitehand.blocks.outline import Entry, Outline, walk

HASH_BYTES = 5
HASH_CHARACTERS = 7
"""Characters of the hash; one for the size of the block stands before them."""
LIKENESS = 4
"""Characters. Each is one of 32, and belongs to a part of all words."""
LIKENESS_CHARACTERS = 400
"""Characters of a block that its likeness is computed from."""
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
MARK = b"\xff"
"""Stands before the hash of a block within a block. No text has this byte."""
PATTERN = re.compile(rf"([a-z2-7]{{8}})([a-z2-7]{{{LIKENESS}}})(?:-([1-9]\d{{0,5}}))?")
_WORD = re.compile(r"\w+")


class Fingerprint(NamedTuple):
    """The parts of a fingerprint. `number` counts equal blocks from 1, in the order of the text."""

    digest: str
    likeness: str
    number: int = 1

    def __str__(self) -> str:
        return f"{self.digest}{self.likeness}" + (f"-{self.number}" if self.number > 1 else "")


def parse_fingerprint(text: str) -> Fingerprint | None:
    """The parts; None for what is no fingerprint."""
    found = PATTERN.fullmatch(text)
    return Fingerprint(found[1], found[2], int(found[3] or 1)) if found else None


class Fingerprints:
    """The fingerprints of the blocks of a text. Costs one pass over what is looked at, however deep it is nested."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._digests: dict[Entry, str] = {}
        self._numbers: dict[Entry, int] = {}

    def of(self, entry: Entry) -> Fingerprint:
        """The fingerprint of a block."""
        digest = self._digest(entry)
        if entry.closed and self._outline.source.find(self._outline.text(entry), 0, entry.span.start) < 0:
            return self._make(entry, 1)  # nothing before it can be equal: most blocks need not be looked at
        if entry not in self._numbers:  # once for all equal blocks: there may be thousands
            self._numbers.update(zip(self._list_equal(digest), count(1), strict=False))
        return self._make(entry, self._numbers[entry])

    def all(self) -> Mapping[Entry, Fingerprint]:
        """The fingerprints of all blocks, at less cost than one by one. Each is made when it is looked up."""
        counts: Counter[str] = Counter()
        numbers: dict[Entry, int] = {}
        for entry in self._outline:
            counts[self._digest(entry)] += 1
            numbers[entry] = counts[self._digest(entry)]
        return _Numbered(numbers, self._make)

    def find(self, fingerprint: Fingerprint) -> Entry | None:
        """The block with a fingerprint, if it is as it was."""
        return next(islice(self._list_equal(fingerprint.digest), fingerprint.number - 1, None), None)

    def _list_equal(self, digest: str) -> Iterator[Entry]:
        alike = (entry for entry in self._outline if _size(entry) == digest[0])
        return (entry for entry in alike if self._digest(entry) == digest)

    def _make(self, entry: Entry, number: int) -> Fingerprint:
        start, end = entry.span
        text = self._outline.source[start : min(end, start + LIKENESS_CHARACTERS)]
        return Fingerprint(self._digest(entry), measure_likeness(text), number)

    def _digest(self, entry: Entry) -> str:
        if entry not in self._digests:
            for inner in reversed(list(walk(entry))):
                if inner not in self._digests:
                    self._digests[inner] = _digest(self._outline.source, inner, self._digests)
        return self._digests[entry]


class _Numbered(Mapping[Entry, Fingerprint]):
    """Blocks that have their numbers. The likeness, which costs most, is for those that are shown."""

    def __init__(self, numbers: Mapping[Entry, int], make: Callable[[Entry, int], Fingerprint]) -> None:
        self._numbers = numbers
        self._make = make

    def __getitem__(self, entry: Entry) -> Fingerprint:
        return self._make(entry, self._numbers[entry])

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def hash_blocks(outline: Outline) -> Mapping[Entry, bytes]:
    """The SHA-256 of each block: that of its source, at the cost of one pass however many blocks hold each other.

    A block that is never closed has all that follows: it has the hash of its opener and of the blocks in it.
    """
    entries, hashes = list(outline), dict[Entry, bytes]()
    for entry in reversed(entries):
        hashes[entry] = sha256(_collect(outline.source, entry, hashes.__getitem__)).digest()
    return {entry: hashes[entry] for entry in entries}


def measure_likeness(text: str) -> str:
    """What the words of a text are like: texts that share most words share most characters, in place."""
    least = [0xFFFFFFFF] * LIKENESS
    for word in set(_WORD.findall(text)):
        number = zlib.crc32(word.encode(errors="surrogatepass"))
        slot = number % LIKENESS
        least[slot] = min(least[slot], number)
    return "".join(ALPHABET[(number >> 8) % len(ALPHABET)] for number in least)


def count_alike(one: Fingerprint, other: Fingerprint) -> int:
    """How many characters of their likeness two fingerprints share, in place."""
    return sum(a == b for a, b in zip(one.likeness, other.likeness, strict=True))


def _size(entry: Entry) -> str:
    """How long a block is, as one character: most blocks need not be hashed to see that they are others."""
    return ALPHABET[(entry.span.end - entry.span.start) % len(ALPHABET)]


def _digest(source: str, entry: Entry, digests: Mapping[Entry, str]) -> str:
    known = _collect(source, entry, lambda inner: digests[inner].encode())
    digest = blake2b(known, digest_size=HASH_BYTES).digest()
    return _size(entry) + base64.b32encode(digest).decode().lower()[:HASH_CHARACTERS]


def _collect(source: str, entry: Entry, hash_of: Callable[[Entry], bytes]) -> bytes:
    """What a block's hash is of: its source, with hashes in the place of the blocks in it."""
    start, end = entry.span
    if entry.closed and not entry.inner:
        return _encode(source[start:end])
    if not entry.closed and entry.block.opener:  # the text of one that is never closed is that of others too
        return b"".join([_encode(source[start : entry.block.opener.end]), *map(hash_of, entry.inner)])
    parts: list[bytes] = []
    for inner in entry.inner:
        parts += _encode(source[start : inner.span.start]), MARK, hash_of(inner)
        start = inner.span.end
    return b"".join([*parts, _encode(source[start:end])])


def _encode(text: str) -> bytes:
    return text.encode(errors="surrogatepass")
