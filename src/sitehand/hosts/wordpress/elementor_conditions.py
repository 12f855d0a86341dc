"""Where Elementor Pro shows templates by their display conditions, which the companion tells."""

from collections.abc import Mapping, Sequence

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.companion import NAMESPACE
from sitehand.hosts.wordpress.locks import PER_REQUEST, Locks
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL

ROUTE = f"/{NAMESPACE}/elementor/conditions"
WITHOUT = frozenset({"page", "section", "container", "widget", "loop-item", "e-flexbox", "e-div-block"})
"""Types of templates that are shown by their ids alone, as far as nobody tells conditions: Elementor Pro has some of
sections too, in themes with places of their own. Those of plugins may have any."""


class Conditions:
    """Asks the companion, where `locks` knows that it is there."""

    def __init__(self, client: Client, locks: Locks) -> None:
        self._client = client
        self._locks = locks

    async def read(self, types: Mapping[int, str]) -> Mapping[int, Sequence[str]]:
        """The conditions of templates, whose types these are by id. Those that nobody tells are left out."""
        known = {each: () for each, kind in types.items() if kind in WITHOUT or each >= FIRST_PROVISIONAL}
        return {**known, **await self._ask(sorted(each for each in types if each < FIRST_PROVISIONAL))}

    async def _ask(self, ids: Sequence[int]) -> Mapping[int, Sequence[str]]:
        told: dict[int, Sequence[str]] = {}
        for start in range(0, len(ids), PER_REQUEST) if self._locks.told else ():
            try:
                answer = await self._client.read(ROUTE, {"include": ids[start : start + PER_REQUEST]})
                told |= {each["id"]: [str(one) for one in each["conditions"]] for each in answer.value}
            except (Problem, LookupError, TypeError):  # an older companion, or no Elementor
                break
        return told
