"""What the screens need of the service."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sitehand.guard.approvals import Rule
from sitehand.guard.broker import EnrollmentWish
from sitehand.guard.gate import Gate
from sitehand.guard.keys import KeyRegister
from sitehand.guard.limits import RateLimits
from sitehand.guard.switches import Choice
from sitehand.operation.context import ServiceAddress, Services
from sitehand.site.settings import SettingsStore


class OwnerAccount(Protocol):
    """The owner's password and the secret that signs sessions. Source: `store/owner.py`."""

    async def check_password(self, password: str) -> bool: ...
    async def set_password(self, password: str) -> None: ...
    async def session_secret(self) -> str: ...


class OwnerChoices(Protocol):
    """What the owner chose for the gate. Source: `store/choices.py`."""

    def rules(self) -> Sequence[Rule]: ...
    def choice(self) -> Choice: ...
    async def set_rules(self, rules: Sequence[Rule]) -> None: ...
    async def set_off(self, names: Sequence[str]) -> None: ...
    async def set_paused(self, paused: bool) -> None: ...


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


class BrokerDesk(Protocol):
    """The enrollment with a broker. Source: `broker/desk.py`."""

    async def enroll(self, wish: EnrollmentWish) -> None: ...
    async def test(self) -> str: ...
    async def disconnect(self) -> bool: ...
    def describe(self) -> list[tuple[str, str]]: ...


@dataclass(frozen=True, slots=True)
class AdminServices:
    """Everything that a screen may ask."""

    owner: OwnerAccount
    keys: KeyRegister
    limits: RateLimits
    settings: SettingsStore
    address: ServiceAddress
    clock: Callable[[], datetime]
    gate: Gate
    operations: Services
    choices: OwnerChoices
    usage: UsageHistory
    broker: BrokerDesk
