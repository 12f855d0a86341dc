"""The owner's block policy, as it is stored. Read once for each state."""

from collections.abc import Callable, Sequence

from pydantic import TypeAdapter
from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.operation.block_policy import MAX_RULES, BlockPolicy, BlockRule
from sitehand.store.committed import Committed
from sitehand.store.database import Database
from sitehand.store.settings import read_setting, write_settings

NAME = "block_policy"
CHOSEN = "SELECT value FROM settings WHERE name = :name"
RULES: TypeAdapter[list[BlockRule]] = TypeAdapter(list[BlockRule])


class BlockRules:
    """Every worker sees what any has committed, at its next request."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._policy = Committed(database, self._read)

    def policy(self) -> BlockPolicy:
        """What holds now."""
        return self._policy.value()

    async def set(self, rule: BlockRule) -> None:
        """Set the rule for a block or namespace, in place of one that is there. Raises Problem(conflict): too many."""
        await self._change(lambda rules: [*(one for one in rules if one.block != rule.block), rule])

    async def remove(self, block: str) -> None:
        """Remove the rule for a block or namespace, if there is one."""
        await self._change(lambda rules: [one for one in rules if one.block != block])

    async def _change(self, edit: Callable[[Sequence[BlockRule]], list[BlockRule]]) -> None:
        def work(connection: Connection) -> None:
            before = _read_rules(read_setting(connection, NAME))
            after = sorted(edit(before), key=lambda rule: rule.block)
            if len(after) > MAX_RULES:
                raise Problem(Code.CONFLICT, f"There are already {MAX_RULES} block rules.", hint="Remove one first.")
            if after != before:
                write_settings(connection, {NAME: RULES.dump_json(after).decode()})

        await self._database.transact(work)

    def _read(self) -> BlockPolicy:
        rows = self._database.look_up_committed(CHOSEN, {"name": NAME})
        return BlockPolicy(tuple(_read_rules(rows[0][0] if rows else None)))


def _read_rules(stored: str | None) -> list[BlockRule]:
    return RULES.validate_json(stored) if stored else []
