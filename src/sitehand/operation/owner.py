"""What operations of the owner alone use: the owner's account, what the owner chose for the gate, the broker."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from sitehand.operation.ability_policy import AbilityPolicy, AbilityRule
from sitehand.operation.block_policy import BlockPolicy, BlockRule
from sitehand.operation.policy import Rule
from sitehand.site.connection import Connections, Inquiry

Plan = Literal["free", "pro"]


@dataclass(frozen=True, slots=True)
class EnrollmentRequest:
    """What the owner gives: the issuer, and either the credentials that the broker issued for this site or, with an
    empty client id, a token with which the site registers itself (RFC 7591, 3). `resource` as in `Enrollment`.
    """

    issuer: str
    client_id: str
    secret: str = field(repr=False)
    resource: str | None = None


class OwnerAccount(Protocol):
    """The owner's password. Source: `store/owner.py`."""

    async def ensure_password(self) -> str | None: ...
    async def set_password(self, password: str) -> None: ...


class BlockRules(Protocol):
    """The rules on new blocks. Each reads and writes in one transaction. Source: `store/block_rules.py`."""

    def policy(self) -> BlockPolicy: ...
    async def set(self, rule: BlockRule) -> None: ...
    async def remove(self, name: str) -> None: ...


class AbilityRules(Protocol):
    """The rules on abilities, likewise. Source: `store/ability_rules.py`."""

    def policy(self) -> AbilityPolicy: ...
    async def set(self, rule: AbilityRule) -> None: ...
    async def remove(self, name: str) -> None: ...


class OwnerChoices(Protocol):
    """What the owner chooses for the gate. Each reads and writes in one transaction. Source: `store/choices.py`."""

    @property
    def blocks(self) -> BlockRules: ...
    @property
    def abilities(self) -> AbilityRules: ...
    async def add_rule(self, rule: Rule) -> None: ...
    async def remove_rule(self, rule: Rule) -> None: ...
    async def switch(self, *, on: Sequence[str], off: Sequence[str]) -> None: ...
    async def set_paused(self, paused: bool) -> None: ...
    async def clear(self, name: str) -> None: ...


class Plans(Protocol):
    """The site's plan, and the default limit that comes with it. Source: `guard/limits.py`."""

    async def plan(self) -> Plan: ...
    async def set_plan(self, plan: Plan) -> None: ...


class BrokerEnrolling(Protocol):
    """The enrollment with a broker: drafted with it, which takes time, then saved. Source: `broker/enrolling.py`."""

    async def draft(self, wanted: EnrollmentRequest) -> Any: ...
    async def save(self, draft: Any) -> None: ...
    async def test(self) -> str: ...
    async def disconnect(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class OwnerServices:
    """What is the owner's alone to change."""

    account: OwnerAccount
    choices: OwnerChoices
    plans: Plans
    broker: BrokerEnrolling
    connections: Connections
    inquiry: Inquiry
