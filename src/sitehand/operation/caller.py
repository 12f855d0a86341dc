"""Who calls, in which role, and what a caller must be allowed."""

from dataclasses import dataclass
from typing import Literal

from sitehand.operation.grants import NO_GRANTS, Grants

Role = Literal["admin", "editor", "designer", "author"]


TokenRole = Literal["reader", "writer"]
"""What an access token may do, by its scopes."""


Access = Literal["read", "write", "admin", "owner"]
"""What a caller must be allowed: "owner" is for the owner alone, in the admin screens and on the command line."""


OWNER_ID = "owner"
"""The id of the owner as a caller."""


Category = Literal["content", "elementor", "gutenberg", "media", "taxonomy", "seo", "site"]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: an API key, an access token of the broker, a plugin that vouches for the request, or the owner.

    `id` is stable and unique ("key:12"); it names the rate-limit counter and the journal's author.
    `requests_per_minute` is the limit that holds for this caller now; None means the site's default.
    """

    kind: Literal["key", "token", "plugin", "owner"]
    id: str
    label: str
    role: str
    requests_per_minute: int | None = None
    key_id: int | None = None
    grants: Grants = NO_GRANTS
