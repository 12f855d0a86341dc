"""New ids: random, or such as follow from a seed, so that the same edit of the same text makes the same document.

A write is run again when a person has approved it, and must do what that person was shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from random import Random, SystemRandom

BITS = 28
_source: ContextVar[Random] = ContextVar("sitehand_elementor_ids", default=SystemRandom())  # noqa: B039 - keeps no state


def make_hex() -> str:
    """Make an id: seven hexadecimal digits."""
    return f"{_source.get().getrandbits(BITS):07x}"


@contextmanager
def seeded(seed: str) -> Iterator[None]:
    """While the block runs, new ids follow from the seed."""
    token = _source.set(Random(sha256(seed.encode(errors="replace")).digest()))  # noqa: S311 - ids are no secrets
    try:
        yield
    finally:
        _source.reset(token)
