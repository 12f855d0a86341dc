"""Whether whoever asked for something may still do it, when it is done later: by a job, or at an upload address."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution
from sitehand.guard.gate import Gate
from sitehand.guard.keys import KeyRegister
from sitehand.guard.lineage import kind_of
from sitehand.guard.restrictions import Restrictions
from sitehand.guard.switches import Switches
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation
from sitehand.operation.keys import read_grants
from sitehand.site.changes import ObjectChange

FREE = ("owner", "site")
"""Callers that no role or switch stops."""


class Permits:
    """Asks the gate what it asked before the call."""

    def __init__(
        self,
        gate: Gate,
        switches: Switches,
        keys: KeyRegister,
        restrictions: Restrictions,
        clock: Callable[[], datetime],
    ) -> None:
        self._gate = gate
        self._switches = switches
        self._keys = keys
        self._restrictions = restrictions
        self._clock = clock

    def is_free(self, by: Attribution) -> bool:
        """Whether no role, switch or restriction holds."""
        return by.caller in FREE

    async def check(self, by: Attribution) -> None:
        """Raises Problem as the gate would for the operation that a job was asked for with."""
        if not self.is_free(by):
            self.check_named(await self.find_caller(by.caller, by.label, by.role), by.operation)

    async def check_step(self, by: Attribution, objects: Sequence[ObjectChange]) -> None:
        """Raises Problem for what the caller may not do to these objects: not its own, or more than a key may."""
        caller = await self.find_caller(by.caller, by.label, by.role)
        await self._restrictions.check_step(caller, by, objects)

    def check_named(self, caller: Caller, name: str) -> None:
        """Raises Problem where the caller may not use the operation of that name, or there is none."""
        operation = self._gate.catalog.get(name)
        if operation is None:
            raise Problem(
                Code.UNKNOWN_OPERATION,
                f"The operation {name} no longer exists.",
                hint="introspect lists the operations.",
            )
        self.check_operation(caller, operation)

    def check_operation(self, caller: Caller, operation: Operation) -> None:
        """Raises Problem unless this caller may use this operation, and it is on."""
        if refused := self._gate.refusal(caller, operation):
            raise refused
        self._gate.requirements.check(operation)
        self._switches.check(operation)

    async def find_caller(self, caller_id: str, label: str, role: str) -> Caller:
        """The caller of that id, as it is now. Raises Problem(invalid_credential) for a key that has ended.

        An access token is not asked about: what it was let do before is no more than to send a file, which only who is
        let in then can use.
        """
        kind, _, number = caller_id.partition(":")
        if kind != "key":
            return Caller(kind_of(caller_id), caller_id, label, role)
        record = await self._keys.get(int(number), self._clock())
        if record is None:
            raise Problem(
                Code.INVALID_CREDENTIAL,
                "The key that asked for this address no longer works.",
                hint="Ask the owner for a key (admin screens, Keys).",
            )
        limit, grants = record["requests_per_minute"], read_grants(record)
        return Caller("key", caller_id, label, record["role"], limit, int(number), grants)
