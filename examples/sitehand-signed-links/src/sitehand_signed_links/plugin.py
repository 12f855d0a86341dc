"""The hooks: vouch for requests that carry a signed link, and add the operation that makes one."""

import logging
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Self

from starlette.requests import Request

from sitehand.hookspecs import hookimpl
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation
from sitehand_signed_links.link import Link, LinkSigner
from sitehand_signed_links.operations import HEADER, declare_operation

SECRET_VARIABLE = "SITEHAND_SIGNED_LINKS_SECRET"  # noqa: S105 - the name of the variable
log = logging.getLogger("sitehand.signed_links")


def utc_now() -> datetime:
    """The plugin's clock."""
    return datetime.now(UTC)


class SignedLinks:
    """The plugin. Without a secret it adds nothing and vouches for nobody."""

    def __init__(self, secret: str | None, clock: Callable[[], datetime] = utc_now) -> None:
        self._signer = LinkSigner(secret) if secret else None
        self._clock = clock

    @classmethod
    def from_environment(cls) -> Self:
        """The plugin with the secret of the environment. Raises ValueError when that is too short."""
        secret = os.environ.get(SECRET_VARIABLE)
        if not secret:
            log.warning("%s is not set: signed links are off", SECRET_VARIABLE)
        return cls(secret)

    @hookimpl
    def skip_key_validation(self, request: Request) -> Caller | None:
        """Vouch for a GET of the very path and query of a signed link; leave everything else to key validation."""
        if self._signer is None or request.method not in ("GET", "HEAD") or _carries_key(request):
            return None
        links = request.headers.getlist(HEADER)
        link = self._signer.read(links[0], self._clock()) if len(links) == 1 else None
        if link is None or not _is_meant(link, request):
            return None
        return Caller("plugin", f"plugin:signed-links:{link.name}", f"Signed link {link.name}", link.role)

    @hookimpl
    def register_operations(self) -> Sequence[Operation]:
        """The operation `make_signed_link`."""
        return [declare_operation(self._signer)] if self._signer else []


def _is_meant(link: Link, request: Request) -> bool:
    """Whether the request is for the link's path below the REST root, and has its query byte for byte."""
    path, _, query = link.path.partition("?")
    asked = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    return bool(path == asked and query.encode() == request.scope["query_string"])


def _carries_key(request: Request) -> bool:
    """Whether the request shows a key: a wrong key must not pass because a link came along."""
    return any(name in request.headers for name in ("x-api-key", "authorization")) or "api_key" in request.query_params
