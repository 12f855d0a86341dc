"""What a WordPress export (WXR) holds, as plain values; nothing here reads a file or a database."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Author:
    """A `wp:author`; items name it by its login."""

    login: str
    name: str


@dataclass(frozen=True, slots=True)
class Term:
    """A category, tag, menu or term of another taxonomy. `source_id` is 0 when the export gives none."""

    taxonomy: str
    slug: str
    name: str
    description: str = ""
    parent: str = ""
    source_id: int = 0


@dataclass(frozen=True, slots=True)
class Comment:
    """A `wp:comment`, with status and type in the export's words. Of one that cannot be read only the `damage`."""

    source_id: int = 0
    parent: int = 0
    status: str = ""
    type: str = ""
    author_name: str = ""
    author_url: str = ""
    date: str = ""
    content: str = ""
    damage: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One `item` of the export, whatever its type. Dates are UTC in ISO 8601, or empty when the export has none."""

    line: int
    source_id: int
    type: str
    status: str
    title: str
    content: str
    excerpt: str
    slug: str
    parent: int
    menu_order: int
    date: str
    modified: str
    local_date: bool
    link: str
    creator: str
    sticky: bool
    password: str
    attachment_url: str
    terms: Sequence[Term]
    meta: Mapping[str, str]
    comments: Sequence[Comment]

    @property
    def label(self) -> str:
        """How the report names it."""
        return f'{self.type} {self.source_id} "{self.title[:60]}"'


@dataclass(frozen=True, slots=True)
class Export:
    """A whole export. `source` names the site it came from, without `https://`; `unread` counts unknown elements.

    `damaged` says of each item that cannot be read where it stands and what is wrong.
    """

    source: str
    authors: Sequence[Author] = ()
    terms: Sequence[Term] = ()
    entries: Sequence[Entry] = ()
    damaged: Sequence[str] = ()
    unread: Counter[str] = field(default_factory=Counter)
