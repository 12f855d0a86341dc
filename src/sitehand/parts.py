"""What the service is made of, for the application and for the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pluggy import PluginManager

from sitehand.broker import BrokerParts
from sitehand.guard.keys import KeyRegister
from sitehand.guard.limits import Counters, RateLimits
from sitehand.guard.usage import Usage
from sitehand.operation.catalog import Catalog
from sitehand.operation.services import ServiceAddress
from sitehand.settings import Settings
from sitehand.site.host import Host
from sitehand.store.approvals import PendingTable
from sitehand.store.changes import ChangeTable
from sitehand.store.choices import Choices
from sitehand.store.connection import ConnectionTable
from sitehand.store.counters import FileCounters
from sitehand.store.database import Database
from sitehand.store.owner import Owner

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Parts:
    """Made by `app.assemble` over a data folder, and closed by whoever had it made."""

    settings: Settings
    clock: Clock
    database: Database
    keys: KeyRegister
    counters: tuple[Counters, ...]
    limits: RateLimits
    owner: Owner
    host: Host
    plugins: PluginManager
    catalog: Catalog
    choices: Choices
    changes: ChangeTable
    pending: PendingTable
    usage: Usage
    address: ServiceAddress
    broker: BrokerParts
    connections: ConnectionTable

    async def close(self) -> None:
        """Close every file."""
        for storage in self.counters:
            if isinstance(storage, FileCounters):
                storage.close()
        await self.broker.close()
        await self.host.close()
        await self.database.close()
