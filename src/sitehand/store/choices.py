"""What the owner chose for the gate: approval rules, rules on blocks and abilities, switches. Read once per state."""

from collections.abc import Callable, Mapping, Sequence

import orjson
from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.guard.approvals import read_policy, write_policy
from sitehand.guard.switches import OPERATIONS_OFF, PAUSED, Choice, read_choice
from sitehand.operation.policy import MAX_RULES, Rule
from sitehand.store import ability_rules, block_rules
from sitehand.store.committed import Committed
from sitehand.store.database import Database
from sitehand.store.settings import read_setting, remove_setting, unreadable, write_settings

POLICY = "approval_policy"
CHOSEN = f"SELECT name, value FROM settings WHERE name IN ('{POLICY}', '{OPERATIONS_OFF}', '{PAUSED}')"  # noqa: S608


class Choices:
    """Every worker sees what any has committed, at its next request."""

    def __init__(self, database: Database) -> None:
        self.blocks = block_rules.BlockRules(database)
        self.abilities = ability_rules.AbilityRules(database)
        self._database = database
        self._chosen = Committed(database, self._read)

    def rules(self) -> Sequence[Rule]:
        """The rules on which writes need approval."""
        return self._chosen.value()[0]

    def choice(self) -> Choice:
        """The operations that are switched off, and whether writes are paused."""
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

    async def find_unreadable(self) -> list[str]:
        """Names of the settings that cannot be read: what they decide on is refused."""

        def work(connection: Connection) -> list[str]:
            return [name for name in READERS if not _is_readable(name, read_setting(connection, name))]

        return await self._database.read(work)

    async def clear(self, name: str) -> None:
        """Remove one that cannot be read, so that nothing is refused by it. Raises Problem(conflict) for one that can.

        The journal keeps what it was.
        """

        def work(connection: Connection) -> None:
            if _is_readable(name, read_setting(connection, name)):
                hint = "Change it in the admin screens: Blocks, Abilities or Tools."
                raise Problem(Code.CONFLICT, f"The setting {name} can be read. Nothing was changed.", hint=hint)
            remove_setting(connection, name)

        await self._database.transact(work)

    def _read(self) -> tuple[Sequence[Rule], Choice]:
        stored = {row[0]: row[1] for row in self._database.look_up(CHOSEN, committed=True)}
        return read_policy(stored.get(POLICY)), _read_choice(stored.get(OPERATIONS_OFF), stored.get(PAUSED))


def _read_choice(operations: str | None, paused: str | None) -> Choice:
    """What is switched off. Raises Problem(storage_unavailable) for a list that cannot be read."""
    try:
        return read_choice(operations, paused)
    except ValueError:
        raise unreadable(OPERATIONS_OFF) from None


READERS: Mapping[str, Callable[[str | None], object]] = {
    block_rules.FORM.setting: block_rules.FORM.read,
    ability_rules.FORM.setting: ability_rules.FORM.read,
    OPERATIONS_OFF: lambda stored: _read_choice(stored, None),
}
"""Settings that refuse while they cannot be read. If the approval policy cannot be read, all writes need approval."""


def _is_readable(name: str, stored: str | None) -> bool:
    try:
        READERS[name](stored)
    except Problem:
        return False
    return True
