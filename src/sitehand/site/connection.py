"""A connection with a WordPress: which site, as whom, with which rights, since when."""

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
class Facts:
    """What WordPress said of itself and of the user when it was last asked.

    `root` is the root of the REST API, `home` the site's public address. `version` is empty when nothing tells it.
    `rights` are those of `RIGHTS` that the user has; `namespaces` those of plugins' REST routes that the service uses;
    `seo` the SEO plugins whose fields it shows over REST; `types` its types of content beside pages and posts.
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
    async def save(self, connection: Connection) -> None: ...
    async def remove(self) -> bool: ...
