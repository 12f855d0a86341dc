"""What the owner has chosen, put in place as a whole by tests."""

from collections.abc import Sequence

import orjson

from sitehand.guard.approvals import write_policy
from sitehand.guard.switches import OPERATIONS_OFF
from sitehand.operation.policy import Rule
from sitehand.store.choices import POLICY
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable


async def set_rules(database: Database, rules: Sequence[Rule]) -> None:
    """Replace the approval rules."""
    await SettingsTable(database).set({POLICY: write_policy(rules)})


async def set_off(database: Database, names: Sequence[str]) -> None:
    """Switch exactly these operations off."""
    await SettingsTable(database).set({OPERATIONS_OFF: orjson.dumps(sorted(names)).decode()})
