"""What the screens need of the service: what they read. What they change, the gate's operations do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sitehand.guard.gate import Gate
from sitehand.guard.limits import Use
from sitehand.guard.switches import Choice
from sitehand.operation.ability_policy import AbilityPolicy
from sitehand.operation.block_policy import BlockPolicy
from sitehand.operation.context import Services
from sitehand.operation.keys import KeyRecord
from sitehand.operation.owner import Plan
from sitehand.operation.policy import Rule
from sitehand.operation.services import ServiceAddress
from sitehand.site.connection import Connection, Inquiry
from sitehand.site.settings import SiteSettings
from sitehand.store.receiving import FileReceiver


class OwnerAccount(Protocol):
    """The owner's password and the secret that signs sessions. Source: `store/owner.py`."""

    async def check_password(self, password: str) -> bool: ...
    async def session_secret(self) -> str: ...


class KeyList(Protocol):
    """API keys to look at. Source: `guard/keys.py`."""

    async def list(
        self, *, include_revoked: bool, now: datetime, search: str = "", limit: int | None = None, offset: int = 0
    ) -> Sequence[KeyRecord]: ...
    async def count(self, *, include_revoked: bool, now: datetime, search: str = "") -> int: ...
    async def get(self, key_id: int, now: datetime) -> KeyRecord | None: ...


class LimitsInUse(Protocol):
    """The limits that hold, what is used of them, and the counters that guard the login and the forms.

    Source: `guard/limits.py`.
    """

    async def plan(self) -> Plan: ...
    async def default(self) -> int: ...
    async def use(self, caller_id: str) -> Use: ...
    async def begin_attempt(self, address: str, device: str | None) -> str: ...
    async def cancel_attempt(self, attempt: str) -> None: ...
    async def is_first(self, token: str) -> bool: ...
    async def forget(self, token: str) -> None: ...
    async def was_seen(self, token: str) -> bool: ...


class SettingsInUse(Protocol):
    """The site's settings. Source: `site/settings.py`."""

    async def get(self) -> SiteSettings: ...


class BlockPolicyInUse(Protocol):
    """The rules on new blocks. Source: `store/block_rules.py`."""

    def policy(self) -> BlockPolicy: ...


class AbilityPolicyInUse(Protocol):
    """The rules on abilities. Source: `store/ability_rules.py`."""

    def policy(self) -> AbilityPolicy: ...


class OwnerChoices(Protocol):
    """What the owner chose for the gate. Source: `store/choices.py`."""

    @property
    def blocks(self) -> BlockPolicyInUse: ...
    @property
    def abilities(self) -> AbilityPolicyInUse: ...
    def rules(self) -> Sequence[Rule]: ...
    def choice(self) -> Choice: ...


class DayUse(Protocol):
    """What one caller did on one day (UTC, "2026-07-28")."""

    @property
    def day(self) -> str: ...
    @property
    def caller(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def calls(self) -> int: ...
    @property
    def changes(self) -> int: ...
    @property
    def no_ops(self) -> int: ...


class UsageHistory(Protocol):
    """Counts of use. Source: `store/usage.py`."""

    async def list(self, since: str, most: int, caller: str | None) -> Sequence[DayUse]: ...


class BrokerInUse(Protocol):
    """The enrollment with a broker. Source: `broker/enrolling.py`."""

    def describe(self) -> list[tuple[str, str]]: ...


class ConnectionInUse(Protocol):
    """The WordPress that is served. Source: `store/connection.py`."""

    def current(self) -> Connection | None: ...


@dataclass(frozen=True, slots=True)
class AdminServices:
    """Everything that a screen may ask."""

    owner: OwnerAccount
    keys: KeyList
    limits: LimitsInUse
    settings: SettingsInUse
    address: ServiceAddress
    clock: Callable[[], datetime]
    gate: Gate
    operations: Services
    choices: OwnerChoices
    usage: UsageHistory
    broker: BrokerInUse
    connections: ConnectionInUse
    inquiry: Inquiry
    receiver: FileReceiver
