"""A connection with a WordPress: how it is found and tried, which site, as whom, with which rights, since when."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

RIGHTS = (
    *("edit_pages", "publish_pages", "edit_others_pages", "delete_pages", "edit_posts", "publish_posts"),
    *("edit_others_posts", "delete_posts", "manage_categories", "upload_files", "edit_theme_options"),
    *("manage_options", "unfiltered_html"),
)
"""Capabilities of WordPress that the service uses.

Source: https://wordpress.org/documentation/article/roles-and-capabilities/
"""


@dataclass(frozen=True, slots=True)
class Found:
    """A WordPress: the root of its REST API, what it calls itself, and where it gives application passwords.

    `authorize` is None where WordPress offers none: on plain http, or where a plugin has switched them off. `version`
    is empty when nothing tells it, or nobody asked.
    """

    root: str
    home: str
    name: str
    authorize: str | None
    version: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing about a WordPress that was looked at; `cure` is what to do when it is not good."""

    subject: str
    good: bool
    text: str
    cure: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What WordPress said of itself and of the user when it was last asked.

    `root` is the root of the REST API, `home` the site's public address. `version` is empty when nothing tells it.
    `rights` are those of `RIGHTS` that the user has; `namespaces` those of plugins' REST routes that the service uses;
    `seo` the SEO plugins whose fields it shows over REST; `types` its types of content beside pages and posts;
    `taxonomies` the REST bases of taxonomies that pages and posts have, by type.
    """

    root: str
    home: str
    name: str
    user: str
    roles: list[str] = field(default_factory=list)
    version: str = ""
    rights: list[str] = field(default_factory=list)
    namespaces: list[str] = field(default_factory=list)
    seo: list[str] = field(default_factory=list)
    types: list[dict[str, Any]] = field(default_factory=list)
    taxonomies: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Connection:
    """The site, and the secrets that go with it: an application password, and what marks passwords of its pages.

    The secrets are empty when they cannot be decrypted. `since` is a moment in UTC.
    """

    facts: Facts
    since: str
    password: str = field(repr=False)
    mark: str = field(repr=False)


class Connections(Protocol):
    """Keeps the one connection of a data folder. Source: `store/connection.py`."""

    def current(self) -> Connection | None: ...
    async def last_site(self) -> str: ...
    async def save(self, connection: Connection) -> None: ...
    async def remove(self) -> bool: ...


class Inquiry(Protocol):
    """Asks a WordPress, before it is connected and after. Source: `hosts/inquiry.py`."""

    async def find(self, address: str) -> tuple[Found, list[Check]]:
        """The WordPress at an address as a person types it, and what keeps it from being connected.

        `authorize` is the whole address of the screen on which a person allows it. Raises Problem(host_unavailable).
        """
        ...

    def may_return(self, found: Found, url: str) -> bool:
        """Whether WordPress gives the password back to a screen at this address."""
        ...

    async def enter(self, found: Found, user: str, password: str) -> Facts:
        """What the WordPress says to this user. Raises Problem with what is in the way."""
        ...

    def exchanged(self, root: str, user: str, password: str) -> AbstractAsyncContextManager[str]:
        """Inside the block another password, in place of one that stood in an address; the same one where WordPress
        refuses. The old one is revoked after the block, and the new one if the block fails.
        """
        ...

    async def examine(self) -> list[Check]:
        """What is between the service and the WordPress that is connected now; empty for none."""
        ...
