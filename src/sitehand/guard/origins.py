"""How a request came, as the journal shows it. What a client calls itself may be anything."""

import re
from functools import lru_cache

from sitehand.guard.attribution import Origin
from sitehand.guard.keys import FIRST_CHARACTERS, PREFIX

MAX_CLIENT = 200
MAX_ORIGINS = 64
"""Clients that are kept as they are told: few programs call one site."""
MAX_READ = 1000
"""Characters of one that are read. Who has no key can send megabytes, as can a tool call."""
KEY = re.compile(rf"{PREFIX}[0-9a-f]{{{FIRST_CHARACTERS - len(PREFIX) + 1},}}")
"""A key, or more of one than the list of keys shows: one may be cut off."""


def make_origin(door: str, client: str) -> Origin:
    """An origin for the journal: the door, and of what the client calls itself what can be shown, without keys."""
    return _make_origin(door, client[:MAX_READ])


@lru_cache(MAX_ORIGINS)
def _make_origin(door: str, client: str) -> Origin:
    shown = KEY.sub(f"{PREFIX}***", "".join(filter(str.isprintable, client)))
    return Origin(door, shown[:MAX_CLIENT])
