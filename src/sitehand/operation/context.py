"""What an operation sees of the call it serves: who calls, when, and the services it may use."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sitehand import __version__
from sitehand.operation.batch import BatchRequest
from sitehand.operation.beside import Audits, Jobs, Uploads
from sitehand.operation.caller import Caller
from sitehand.operation.keys import Keys
from sitehand.operation.late import LateWork, refuse_late
from sitehand.operation.limits import Limits
from sitehand.operation.owner import OwnerServices
from sitehand.operation.services import (
    ApiDocument,
    Changes,
    Decisions,
    ItemOwnership,
    Policy,
    ServiceAddress,
    Undo,
    Visibility,
)
from sitehand.site.host import Host
from sitehand.site.page_pictures import Camera

RunBatch = Callable[["Context", BatchRequest], Awaitable[Any]]
"""Runs a batch for the caller of the context. Source: `doors/batch.py`."""


Report = Callable[[int, int, str], Awaitable[None]]


async def no_report(done: int, total: int, message: str) -> None:
    """Progress of a call that nobody watches."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that lives as long as the application and that an operation may ask."""

    host: Host
    keys: Keys
    limits: Limits
    gate: Visibility
    run_batch: RunBatch
    changes: Changes
    undo: Undo
    decisions: Decisions
    jobs: Jobs
    audits: Audits
    uploads: Uploads
    camera: Camera
    policy: Policy
    ownership: ItemOwnership
    owner: OwnerServices
    openapi: ApiDocument
    address: ServiceAddress
    protocol_versions: tuple[str, ...]
    version: str = __version__

    @property
    def site_url(self) -> str:
        """Where visitors see the site, which may be elsewhere than the service."""
        return self.host.url or self.address.site


@dataclass(frozen=True, slots=True)
class Context:
    """One call. Operations read it and never change it.

    In a `dry_run` what the host stores is rolled back afterwards; an operation with other effects leaves them out. When
    `strict`, what the site would do otherwise than asked, though WordPress does, is refused: a model takes a success
    for what it asked. In a batch of one transaction `late` is what may still be worked out while others wait to write.
    `members` are those of the result that the caller wants, as `_fields` names them; all when it is empty.
    """

    caller: Caller
    now: datetime
    services: Services
    report: Report = field(default=no_report)
    late: LateWork | None = None
    dry_run: bool = False
    strict: bool = False
    members: Sequence[str] = ()

    @property
    def host(self) -> Host:
        """The site that this service is added to."""
        return self.services.host

    def spend(self, characters: int) -> None:
        """Count text that is about to be worked on, where others wait. Raises Problem(invalid_arguments)."""
        if self.late is not None:
            self.late.spend(characters)

    def refuse_late(self, name: str) -> None:
        """Raise Problem(invalid_arguments) where others would wait for what may take seconds."""
        if self.late is not None:
            raise refuse_late(name)
