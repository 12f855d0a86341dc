"""The third-party broker over HTTP: its metadata, questions about tokens, registration, enrollment."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sitehand.broker.client import BrokerClient
from sitehand.broker.enrolling import Enrolling
from sitehand.broker.introspection import Introspection
from sitehand.guard.broker import EnrollmentRequest, ScopeNames, SitePlace, TokenCheck
from sitehand.operation.services import ServiceAddress
from sitehand.settings import Settings
from sitehand.store.broker import EnrollmentTable, SecretSeal
from sitehand.store.database import Database

__all__ = ["BrokerParts", "Enrolling", "EnrollmentRequest", "build_broker"]
METADATA = "/.well-known/oauth-protected-resource"


@dataclass(frozen=True, slots=True)
class BrokerParts:
    """What the gate, the doors and the owner need of the broker."""

    check: TokenCheck
    enrolling: Enrolling
    client: BrokerClient

    async def close(self) -> None:
        """End the connections."""
        await self.client.close()


def build_broker(
    settings: Settings, database: Database, address: ServiceAddress, clock: Callable[[], datetime]
) -> BrokerParts:
    """The parts over a database. Nothing is read, and nobody is asked, before a request needs it."""
    enrollments = EnrollmentTable(database, SecretSeal(settings.data.resolve(), settings.broker_key))
    client = BrokerClient(settings.broker_seconds, settings.broker_connections)
    scopes = ScopeNames(settings.read_scope, settings.write_scope)
    # RFC 9728, 3.1, puts the name before the whole path; below a path of another site only the rest is ours.
    place = SitePlace(address.mcp, f"{address.site}{METADATA}{settings.path}/mcp")
    return BrokerParts(
        check=TokenCheck(enrollments, Introspection(client), place, scopes),
        enrolling=Enrolling(enrollments, address.mcp, clock, seconds=settings.broker_seconds),
        client=client,
    )
