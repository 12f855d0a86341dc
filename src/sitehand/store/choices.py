"""What the owner has chosen for the gate: the policy of approvals, and the switches. Read once for each state."""

from collections.abc import Sequence

import orjson

from sitehand.guard.approvals import Rule, read_policy, write_policy
from sitehand.guard.switches import OPERATIONS_OFF, PAUSED, Choice, read_choice
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable

POLICY = "approval_policy"
CHOSEN = f"SELECT name, value FROM settings WHERE name IN ('{POLICY}', '{OPERATIONS_OFF}', '{PAUSED}')"  # noqa: S608


class Choices:
    """Every worker sees what any has committed, at its next request."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._settings = SettingsTable(database)
        self._read_in: int | None = None
        self._rules: list[Rule] = []
        self._choice = Choice()

    def rules(self) -> Sequence[Rule]:
        """Which writes wait for a person."""
        self._refresh()
        return self._rules

    def choice(self) -> Choice:
        """What is switched off."""
        self._refresh()
        return self._choice

    async def set_rules(self, rules: Sequence[Rule]) -> None:
        """Replace the policy."""
        await self._settings.set({POLICY: write_policy(rules)})

    async def set_off(self, names: Sequence[str]) -> None:
        """Switch exactly these operations off."""
        await self._settings.set({OPERATIONS_OFF: orjson.dumps(sorted(names)).decode()})

    async def set_paused(self, paused: bool) -> None:
        """Pause all writes, or let them go on."""
        await self._settings.set({PAUSED: "yes" if paused else "no"})

    def _refresh(self) -> None:
        state = self._database.state()
        if state == self._read_in:
            return
        stored = {row[0]: row[1] for row in self._database.glance_committed(CHOSEN)}
        self._rules = read_policy(stored.get(POLICY))
        self._choice = read_choice(stored.get(OPERATIONS_OFF), stored.get(PAUSED))
        self._read_in = state
