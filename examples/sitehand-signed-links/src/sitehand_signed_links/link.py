"""A link and its signed form."""

import hashlib
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, get_args

from itsdangerous import BadData, URLSafeSerializer

LinkRole = Literal["editor", "designer", "author"]
"""Never admin: who holds a link must not be able to make another."""
MIN_SECRET_CHARACTERS = 32
SALT = "sitehand-signed-links"


@dataclass(frozen=True, slots=True)
class Link:
    """What a link allows: to read one path (below the REST root) in one role until a moment (epoch seconds).

    The path has its query with it, or none: another query, such as `context=edit`, would show more than was meant.
    """

    name: str
    role: LinkRole
    path: str
    expires: int


class LinkSigner:
    """Signs links and reads them back, with HMAC-SHA-256 over one secret."""

    def __init__(self, secret: str) -> None:
        if len(secret) < MIN_SECRET_CHARACTERS:
            raise ValueError(f"SITEHAND_SIGNED_LINKS_SECRET needs at least {MIN_SECRET_CHARACTERS} characters.")
        self._serializer = URLSafeSerializer(secret, salt=SALT, signer_kwargs={"digest_method": hashlib.sha256})

    def sign(self, link: Link) -> str:
        """The link as text that fits into a header."""
        text = self._serializer.dumps(asdict(link))
        return text if isinstance(text, str) else text.decode("ascii")

    def read(self, text: str, now: datetime) -> Link | None:
        """The link that the text is, or None when it is forged, malformed or over."""
        try:
            link = Link(**self._serializer.loads(text))
        except (BadData, TypeError):
            return None
        return link if link.role in get_args(LinkRole) and now.timestamp() < link.expires else None
