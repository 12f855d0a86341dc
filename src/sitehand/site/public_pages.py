"""Public pages as visitors get them: which there are, and what is at an address."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class PublicPage(NamedTuple):
    """An item that visitors see. `address` is absolute; `version` differs once the item has changed."""

    id: int
    type: str
    slug: str
    title: str
    address: str
    version: str


class Reading(NamedTuple):
    """What visitors get at an address, without following redirects. `headers` have names in lower case.

    `status` is 0 for an address that is not looked at, and for one that gives no answer. `content` ends after 4 MiB.
    """

    address: str
    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> str:
        """The content as text."""
        return self.content.decode("utf-8", "replace")


MAX_BYTES = 4 * 1024 * 1024
"""Bytes that are read at one address."""


class PublicPages(Protocol):
    """Reads the site as visitors do, and nothing outside it. `home` is its address, with a slash at its end."""

    home: str

    async def list(self, cursor: str) -> tuple[Sequence[PublicPage], str]:
        """Some public items in a fixed order, and where the next ones begin: "" at the start, and after the last."""

    async def find(self, item_id: int) -> PublicPage:
        """One item. Raises Problem: not_found, conflict for one that visitors do not see."""

    async def read(self, address: str, *, body: bool = True) -> Reading:
        """What is at an address of the site; without `body` its status and headers alone."""
