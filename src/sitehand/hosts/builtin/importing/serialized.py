"""Reads values as PHP's `serialize` writes them: arrays, text, numbers, truth and null; no objects.

Source: https://www.php.net/manual/en/function.serialize.php
"""

import re
from collections.abc import Callable
from typing import Any

MAX_DEPTH = 64
_INTEGER = re.compile(rb"([+-]?[0-9]{1,20});")
_FLOAT = re.compile(rb"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?);")
_LENGTH = re.compile(rb"([0-9]{1,10}):")
_TRUTH = re.compile(rb"([01]);")


def read_serialized(text: str) -> Any:
    """The value in a text. Arrays with the keys 0, 1, ... are lists, others dicts. Raises ValueError."""
    reader = _Reader(text.encode())
    value = reader.read(0)
    if reader.at != len(reader.data):
        raise ValueError(f"Something follows the value at byte {reader.at}.")
    return value


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def read(self, depth: int) -> Any:
        kind = self.data[self.at : self.at + 2]
        self.at += 2
        readers: dict[bytes, Callable[[], Any]] = {
            b"N;": lambda: None,
            b"b:": lambda: self._match(_TRUTH) == b"1",
            b"i:": lambda: int(self._match(_INTEGER)),
            b"d:": lambda: float(self._match(_FLOAT)),
            b"s:": self._read_text,
            b"a:": lambda: self._read_array(depth + 1),
        }
        if kind not in readers:
            raise ValueError(f"No value begins at byte {self.at - 2}.")
        return readers[kind]()

    def _read_text(self) -> str:
        length = int(self._match(_LENGTH))
        start, end = self.at + 1, self.at + 1 + length
        if self.data[self.at : start] != b'"' or self.data[end : end + 2] != b'";':
            raise ValueError(f"No text of {length} bytes begins at byte {self.at}.")
        self.at = end + 2
        return self.data[start:end].decode()

    def _read_array(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise ValueError(f"It is nested deeper than {MAX_DEPTH} levels.")
        count = int(self._match(_LENGTH))
        self._expect(b"{")
        found: dict[Any, Any] = {}
        for _ in range(count):
            key = self.read(MAX_DEPTH)  # no array is a key
            if not isinstance(key, int | str):
                raise ValueError(f"No key ends at byte {self.at}.")
            found[key] = self.read(depth)
        self._expect(b"}")
        is_list = list(found) == list(range(len(found)))
        return list(found.values()) if is_list else {str(key): value for key, value in found.items()}

    def _match(self, pattern: re.Pattern[bytes]) -> bytes:
        found = pattern.match(self.data, self.at)
        if found is None:
            raise ValueError(f"The value at byte {self.at} is not as PHP writes it.")
        self.at = found.end()
        return found[1]

    def _expect(self, mark: bytes) -> None:
        if self.data[self.at : self.at + 1] != mark:
            raise ValueError(f"{mark.decode()} is missing at byte {self.at}.")
        self.at += 1
