"""What a site itself says of its Elementor: which elements it has, with which settings."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

T = TypeVar("T")


class Registered(NamedTuple, Generic[T]):
    """What was made of a site's registry. `made` is None where there is none, or it cannot be read.

    `note` says why it cannot be read, and how old `made` is then.
    """

    made: T | None
    note: str = ""


class ElementorRegistry(Protocol):
    """Reading the registry, which is kept for a time: nothing is asked for each call."""

    async def read(self, make: Callable[[Any], T]) -> Registered[T]:
        """What `make` makes of its JSON, in a thread. `make` raises ValueError for what is no registry."""
