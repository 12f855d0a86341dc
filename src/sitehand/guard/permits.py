"""Whether whoever asked for a job may still do what it does."""

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution
from sitehand.guard.gate import Gate
from sitehand.guard.lineage import kind_of
from sitehand.guard.switches import Switches
from sitehand.operation.context import Caller

FREE = ("owner", "site")
"""Callers whom no role or switch holds up."""


class Permits:
    """Asks the gate, before each step of a job, what it asked before the call."""

    def __init__(self, gate: Gate, switches: Switches) -> None:
        self._gate = gate
        self._switches = switches

    def check(self, by: Attribution) -> None:
        """Raises Problem as the gate would for the operation that the job was asked for with."""
        if by.caller in FREE:
            return
        operation = self._gate.catalog.get(by.operation)
        if operation is None:
            raise Problem(Code.UNKNOWN_OPERATION, f"The operation {by.operation} no longer exists.")
        if refused := self._gate.refusal(Caller(kind_of(by.caller), by.caller, by.label, by.role), operation):
            raise refused
        self._gate.requirements.check(operation)
        self._switches.check(operation)
