"""Blocks, and attributes of core's, that plugins and themes of a WordPress have registered, as its REST API tells.

Only their PHP is asked: what JavaScript alone registers, and what it saves, no WordPress tells.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sitehand.blocks.added_attributes import split_additions
from sitehand.blocks.added_types import NO_TYPES, AddedTypes, name_form, read_all
from sitehand.blocks.catalogue import CORE, Origin
from sitehand.blocks.release import find_dialect
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client

ROUTE = "/wp/v2/block-types"
FIELDS = (
    *("name", "title", "category", "description", "attributes", "supports", "parent", "ancestor", "allowed_blocks"),
    *("styles", "is_dynamic"),
)
"""What is asked for. Most of an answer is in what is left out: variations, styles of the editor, scripts."""
SECONDS, RETRY_SECONDS = 300.0, 60.0
"""How long they are kept, and how long is waited after WordPress has not told them."""
MAX_BYTES = 2 * 1024 * 1024
"""Limit on the JSON of block types; the last ones beyond it become unknown blocks."""
FULL = f"This WordPress has more block types than Sitehand keeps ({MAX_BYTES:,} bytes)."
NOT_TOLD = "This WordPress does not tell the blocks of its plugins: {}"
log = logging.getLogger(__name__)


class WordPressBlockTypes:
    """Implements `site.block_types.BlockTypes`: asks when they are needed, and not again for five minutes."""

    def __init__(self, client: Client, version: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._dialect = find_dialect(version)
        self._clock = clock
        self._known = NO_TYPES
        self._due = clock()
        self._asking = asyncio.Lock()

    async def read(self) -> AddedTypes:
        """The block types that are known. Where WordPress does not tell them, those of before, or none and why."""
        if self._clock() < self._due:
            return self._known
        async with self._asking:
            if self._clock() >= self._due:
                await self._ask()
        return self._known

    async def _ask(self) -> None:
        try:
            answer = await self._client.read(ROUTE, {"_fields": FIELDS})
        except Problem as problem:
            refused, why = problem.code is Code.HOST_REFUSED, NOT_TOLD.format(problem.message)
            if not refused:
                log.warning(why)
            self._due = self._clock() + (SECONDS if refused else RETRY_SECONDS)
            self._known = AddedTypes(self._known.types, self._known.faults, why)
            return
        self._known = await asyncio.to_thread(self._take, answer.value)
        self._due = self._clock() + SECONDS

    def _take(self, value: Any) -> AddedTypes:
        if not isinstance(value, list):
            return AddedTypes(self._known.types, self._known.faults, NOT_TOLD.format("its answer is no list."))
        told = {name_form(each): each for each in value if isinstance(each, dict)}  # WordPress tells each once
        added = list(_leave_out_core(told.values()))
        kept = list(_keep(added))
        known = read_all(kept, Origin.SITE, self._dialect)
        return known if len(kept) == len(added) else AddedTypes(known.types, known.faults, FULL)


def _leave_out_core(told: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What plugins and themes have registered: blocks, and attributes of core's."""
    for each in told:
        if not (name := name_form(each)).startswith(CORE):
            yield each
        elif added := {one: form for part in split_additions(each) for one, form in part["attributes"].items()}:
            yield {"name": name, "attributes": added}


def _keep(given: Iterable[Any]) -> Iterator[Any]:
    """As many of the block types as `MAX_BYTES` has room for."""
    room = MAX_BYTES
    for each in given:
        room -= len(json.dumps(each))
        if room < 0:
            return
        yield each
