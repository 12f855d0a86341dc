"""What memory keeps of the answers of a WordPress, and what it lets go."""

from collections.abc import Awaitable, Callable

import pytest

from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.memory import ENTRY_BYTES, MAX_ENTRY_BYTES, Memory
from sitehand.hosts.wordpress.site_version import SiteVersion

HOME = "https://example.org"


class Told(SiteVersion):
    """A version that the test sets."""

    now = "one"

    async def look(self) -> str:
        return self.now


class Site:
    """Answers with text of so many bytes, and counts."""

    def __init__(self, size: int = 100) -> None:
        self.asked = 0
        self.body = b'{"text":"' + b"x" * (size - 11) + b'"}'

    def read(self, *, broken: bool = False) -> Callable[[], Awaitable[Answer]]:
        """Reads it."""

        async def read() -> Answer:
            self.asked += 1
            if broken:
                raise ConnectionError
            return Answer(200, {"x-wp-total": "1"}, {"text": "x"}, self.body)

        return read


async def test_memory_is_bounded_in_bytes_and_loses_the_oldest_first() -> None:
    """Addresses and headers count. What was asked for again counts as new; an answer that is too large is not kept."""
    site, memory = Site(), Memory(Told(HOME), max_bytes=3 * ENTRY_BYTES + 363)
    for url in ("a", "b", "c", "a", "d", "a"):
        await memory.recall(url, site.read())
    assert (site.asked, memory.bytes) == (4, 3 * ENTRY_BYTES + 336)
    await memory.recall("b", site.read())
    assert site.asked == 5
    large, roomy = Site(MAX_ENTRY_BYTES + 1), Memory(Told(HOME))
    for _ in range(2):
        await roomy.recall("a", large.read())
    assert (large.asked, roomy.bytes) == (2, 0)


async def test_an_answer_that_a_caller_changes_stays_as_it_was() -> None:
    """Each caller has a value of its own."""
    site, memory = Site(), Memory(Told(HOME))
    for _ in range(3):
        answer = await memory.recall("a", site.read())
        answer.value["text"] = "changed"
    assert (await memory.recall("a", site.read())).value["text"] != "changed"
    assert site.asked == 1


async def test_nothing_is_told_without_a_version_and_no_failure_is_kept() -> None:
    """While the site changes each call reads; what failed is tried again."""
    version, site = Told(HOME), Site()
    memory = Memory(version)
    with pytest.raises(ConnectionError):
        await memory.recall("a", site.read(broken=True))
    await memory.recall("a", site.read())
    version.now = ""
    for _ in range(2):
        await memory.recall("a", site.read())
    version.now = "one"
    await memory.recall("a", site.read())
    assert site.asked == 4
