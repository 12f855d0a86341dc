"""The owner's policy: which writes need a person's approval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import orjson
from pydantic import TypeAdapter, ValidationError

from sitehand.guard.attribution import Attribution
from sitehand.guard.transitions import makes
from sitehand.guard.verdict import Watch
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation
from sitehand.operation.policy import Rule
from sitehand.operation.write import dump_asked
from sitehand.site.approvals import PendingLine
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kinds
from sitehand.site.kinds import PENDING_CHANGE
from sitehand.site.values import Input

POLICY: TypeAdapter[list[Rule]] = TypeAdapter(list[Rule])
BROKEN = [Rule()]
"""The policy in place of one that cannot be read: everything needs approval."""


def read_policy(stored: str | None) -> list[Rule]:
    """The stored rules. If they cannot be read, every write needs approval: that is safer than none."""
    try:
        return POLICY.validate_json(stored) if stored else []
    except ValidationError:
        return BROKEN


def write_policy(rules: Sequence[Rule]) -> str:
    """The rules in the form in which they are stored."""
    return POLICY.dump_json(list(rules), exclude_defaults=True).decode()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pending write: whose it is, its arguments as JSON, what it would do with the digest of that, and why."""

    by: Attribution
    arguments: bytes
    plan: Any
    digest: str
    reason: str


class PendingStore(Protocol):
    """Where pending proposals are stored. Source: `store/approvals.py`."""

    async def add(self, proposal: Proposal) -> PendingLine: ...


class Approvals:
    """Stores pending writes, and answers them. Implements `guard.writes.Approvals`."""

    def __init__(self, policy: Callable[[], Sequence[Rule]], store: PendingStore, kinds: Kinds) -> None:
        self._policy = policy
        self._store = store
        self._kinds = kinds

    def watch(self, caller: Caller, operation: Operation) -> Watch:
        """A function that says, from what the write does, why it needs approval (the first rule that fits), or None."""
        rules = self._list_rules(caller)

        def find_reason(objects: Sequence[ObjectChange]) -> str | None:
            if all(map(_is_withdrawal, objects)):
                return None
            fitting = rules if self._does_anything(operation, objects) else [r for r in rules if _names(r, operation)]
            held = (rule for rule in fitting if makes(rule.transition, objects, self._kinds))
            return next((f"{rule.describe().capitalize()} need approval." for rule in held), None)

        return find_reason

    def describe(self, caller: Caller) -> list[str]:
        """The writes of a caller that need approval, in words."""
        return [rule.describe() for rule in self._list_rules(caller)]

    async def propose(
        self, by: Attribution, operation: Operation, arguments: Input, *, plan: Any, digest: str, reason: str
    ) -> PendingLine:
        """Store a pending write. The line returned is shown to the caller."""
        return await self._store.add(Proposal(by, keep_arguments(arguments), plan, digest, reason))

    def _list_rules(self, caller: Caller) -> list[Rule]:
        """The rules about a caller. None is about the owner, who can work also while they cannot be read."""
        if caller.kind == "owner":
            return []
        return [rule for rule in self._policy() if _fits_caller(rule, caller)]

    def _does_anything(self, operation: Operation, objects: Sequence[ObjectChange]) -> bool:
        """Whether a write may do what any operation does, as an undo or a run of an ability: every rule fits."""
        return operation.restores or any(self._kinds[each.kind].opaque for each in objects)


def keep_arguments(arguments: Input) -> bytes:
    """The arguments of a proposal as JSON, for running it later."""
    return orjson.dumps(dump_asked(arguments, "idempotency_key", "dry_run"))


def _fits_caller(rule: Rule, caller: Caller) -> bool:
    return (rule.role is None or rule.role == caller.role) and (rule.key_id is None or rule.key_id == caller.key_id)


def _names(rule: Rule, operation: Operation) -> bool:
    """Whether a rule is about an operation, by its name and category."""
    return rule.category in (None, operation.category) and rule.operation in (None, operation.name)


def _is_withdrawal(change: ObjectChange) -> bool:
    """Whether a proposer withdraws its own pending change, which never needs approval."""
    return change.kind == PENDING_CHANGE.name and (change.after or {}).get("state") == "withdrawn"
