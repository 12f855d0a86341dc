"""What the screens need of the service."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sitehand.guard.broker import EnrollmentWish
from sitehand.guard.keys import KeyRegister
from sitehand.guard.limits import RateLimits
from sitehand.operation.context import ServiceAddress
from sitehand.site.settings import SettingsStore


class OwnerAccount(Protocol):
    """The owner's password and the secret that signs sessions. Source: `store/owner.py`."""

    async def check_password(self, password: str) -> bool: ...
    async def set_password(self, password: str) -> None: ...
    async def session_secret(self) -> str: ...


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
    broker: BrokerDesk
