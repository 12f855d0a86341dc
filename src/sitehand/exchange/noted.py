"""Members of an object of which it is known who has been read: what nobody read, nobody carried over."""

from collections.abc import Iterator, Mapping
from typing import Any


class Noted(Mapping[str, Any]):
    """A mapping that notes the names that were asked for."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values_of = values
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.names.add(name)
        return self.values_of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_of)

    def __len__(self) -> int:
        return len(self.values_of)
