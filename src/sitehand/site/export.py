"""What a site gives away to be moved into another, as plain values: the content of a WordPress export (WXR), or of a
WordPress that is read over REST.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Author:
    """A `wp:author`; items name it by its login."""

    login: str
    name: str


@dataclass(frozen=True, slots=True)
class ExportedTerm:
    """A category, tag, menu or term of another taxonomy. `source_id` is 0 when the export gives none."""

    taxonomy: str
    slug: str
    name: str
    description: str = ""
    parent: str = ""
    source_id: int = 0


@dataclass(frozen=True, slots=True)
class Comment:
    """A `wp:comment`, with status and type in the export's words. Of one that cannot be read only the `damage`.

    `did` is what a reply to a note did to it: `resolved` or `reopen`; `fields` are the names of its custom fields.
    """

    source_id: int = 0
    parent: int = 0
    status: str = ""
    type: str = ""
    author_name: str = ""
    author_url: str = ""
    date: str = ""
    content: str = ""
    did: str = ""
    fields: Sequence[str] = ()
    damage: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One `item` of the export, whatever its type. Dates are UTC in ISO 8601, or empty when the export has none.

    `seo` are its SEO fields; None where the export says nothing of any. `fields` are its registered custom fields, each
    None where it has no value; what is in `meta` is registered nowhere. `repeated` are the keys of values that `meta`
    leaves out, because a later one has the same key.
    """

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
    terms: Sequence[ExportedTerm]
    meta: Mapping[str, str]
    comments: Sequence[Comment]
    seo: Mapping[str, Any] | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    repeated: Sequence[str] = ()

    @property
    def label(self) -> str:
        """How the report names it."""
        return f'{self.type} {self.source_id} "{self.title[:60]}"'


@dataclass(frozen=True, slots=True)
class Absent:
    """Something of the site that its export does not have: how many of what, why, and what it is called."""

    what: str
    reason: str
    name: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Export:
    """A whole export. `source` names the site it came from, without `https://`; `unread` counts unknown elements.

    `damaged` says of each item that cannot be read where it stands and what is wrong. `types` are the types of content
    that it has of its own, by name, `settings` its settings, `logo` the id of the file that is its logo or 0, `front`
    its `page_on_front` and `page_for_posts`, each only if it has it, and `field_groups` what it registers of custom
    fields, each with title, types and fields; a file tells none of these.
    """

    source: str
    authors: Sequence[Author] = ()
    terms: Sequence[ExportedTerm] = ()
    entries: Sequence[Entry] = ()
    damaged: Sequence[str] = ()
    unread: Counter[str] = field(default_factory=Counter)
    types: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    logo: int = 0
    front: Mapping[str, int] = field(default_factory=dict)
    field_groups: Sequence[Mapping[str, Any]] = ()
    absent: Sequence[Absent] = ()
