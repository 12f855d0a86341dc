"""What the owner chose for the gate: approval rules, rules on blocks and abilities, switches. Read once per state."""

from collections.abc import Sequence

import orjson
from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.guard.approvals import read_policy, write_policy
from sitehand.guard.switches import OPERATIONS_OFF, PAUSED, Choice, read_choice
from sitehand.operation.policy import MAX_RULES, Rule
from sitehand.store.ability_rules import AbilityRules
from sitehand.store.block_rules import BlockRules
from sitehand.store.committed import Committed
from sitehand.store.database import Database
from sitehand.store.settings import read_setting, unreadable, write_settings

POLICY = "approval_policy"
CHOSEN = f"SELECT name, value FROM settings WHERE name IN ('{POLICY}', '{OPERATIONS_OFF}', '{PAUSED}')"  # noqa: S608


class Choices:
    """Every worker sees what any has committed, at its next request."""

    def __init__(self, database: Database) -> None:
        self.blocks = BlockRules(database)
        self.abilities = AbilityRules(database)
        self._database = database
        self._chosen = Committed(database, self._read)

    def rules(self) -> Sequence[Rule]:
        """Which writes wait for a person."""
        return self._chosen.value()[0]

    def choice(self) -> Choice:
        """What is switched off."""
        return self._chosen.value()[1]

    async def add_rule(self, rule: Rule) -> None:
        """Add a rule to the policy, unless it is in it. Raises Problem(conflict) when there are too many."""

        def work(connection: Connection) -> None:
            rules = read_policy(read_setting(connection, POLICY))
            if rule in rules:
                return
            if len(rules) >= MAX_RULES:
                raise Problem(Code.CONFLICT, f"There are already {MAX_RULES} approval rules.", hint="Remove one first.")
            write_settings(connection, {POLICY: write_policy([*rules, rule])})

        await self._database.transact(work)

    async def remove_rule(self, rule: Rule) -> None:
        """Take a rule out of the policy, if it is in it."""

        def work(connection: Connection) -> None:
            rules = read_policy(read_setting(connection, POLICY))
            if rule in rules:
                write_settings(connection, {POLICY: write_policy([each for each in rules if each != rule])})

        await self._database.transact(work)

    async def switch(self, *, on: Sequence[str], off: Sequence[str]) -> None:
        """Switch these operations on and off; the others stay as they are."""

        def work(connection: Connection) -> None:
            before = _read_choice(read_setting(connection, OPERATIONS_OFF), None).operations
            wanted = (before - set(on)) | set(off)
            if wanted != before:
                write_settings(connection, {OPERATIONS_OFF: orjson.dumps(sorted(wanted)).decode()})

        await self._database.transact(work)

    async def set_paused(self, paused: bool) -> None:
        """Pause all writes, or let them go on."""

        def work(connection: Connection) -> None:
            if paused != read_choice(None, read_setting(connection, PAUSED)).paused:
                write_settings(connection, {PAUSED: "yes" if paused else "no"})

        await self._database.transact(work)

    def _read(self) -> tuple[Sequence[Rule], Choice]:
        stored = {row[0]: row[1] for row in self._database.look_up_committed(CHOSEN)}
        return read_policy(stored.get(POLICY)), _read_choice(stored.get(OPERATIONS_OFF), stored.get(PAUSED))


def _read_choice(operations: str | None, paused: str | None) -> Choice:
    """What is switched off. Raises Problem(storage_unavailable) for a list that cannot be read."""
    try:
        return read_choice(operations, paused)
    except ValueError:
        raise unreadable(OPERATIONS_OFF) from None
