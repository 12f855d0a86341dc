"""Elementor's caches: after a write over REST visitors would get the HTML and the styles of before.

The companion has Elementor forget those of the items that were written. Without it, and for templates, which other
pages show, all caches of the site go, which Elementor lets administrators alone do.
"""

from collections.abc import Sequence

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.companion import NAMESPACE
from sitehand.hosts.wordpress.elementor_fields import NAMES
from sitehand.hosts.wordpress.locks import PER_REQUEST, Locks
from sitehand.hosts.wordpress.staging import Step
from sitehand.site.content import Notice

CACHED = "elementor_cached"
"""The code of the notice that visitors may get an old page."""
ROUTE = f"/{NAMESPACE}/elementor/caches"
SITE_ROUTE = "/elementor/v1/cache"
SHARED = ("elementor_template",)
"""Kinds that other pages show."""


class ElementorCache:
    """Asks the companion, where `locks` knows that it is there; else Elementor itself."""

    def __init__(self, client: Client, locks: Locks) -> None:
        self._client = client
        self._locks = locks

    async def clear(self, steps: Sequence[Step]) -> list[Notice]:
        """Have documents that were written shown anew; where that cannot be done, their steps and the answer say so."""
        written = [step for step in steps if _has_written(step)]
        dropped = await self._drop([step.object_id for step in written]) if self._locks.told else []
        left = [step for step in written if step.object_id not in dropped or step.resource.kind in SHARED]
        notices = await self._clear_site() if left else []
        for step in left:
            step.notices += notices
        return notices

    async def _drop(self, ids: Sequence[int]) -> list[int]:
        """The items of which the companion had Elementor forget all; none by an older companion."""
        dropped: list[int] = []
        for start in range(0, len(ids), PER_REQUEST):
            try:
                answer = await self._client.write("POST", ROUTE, {"include": ids[start : start + PER_REQUEST]})
                dropped += answer.value["dropped"]
            except (Problem, LookupError, TypeError):
                break
        return dropped

    async def _clear_site(self) -> list[Notice]:
        try:
            await self._client.write("DELETE", SITE_ROUTE)
        except Problem as problem:
            message = f"Visitors may see the page as it was until Elementor's cache is cleared: {problem.message}"
            return [Notice(code=CACHED, message=message)]
        return []


def _has_written(step: Step) -> bool:
    """Whether a step changed the document of an item that was there: of a new one nothing is kept yet."""
    return step.before is not None and step.after is not None and any(name in step.sent for name in NAMES)
