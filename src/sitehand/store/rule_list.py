"""Rules of the owner about names and namespaces, as one row of the settings. Read once for each state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.store.committed import Committed
from sitehand.store.database import Database
from sitehand.store.settings import read_setting, unreadable, write_settings

R = TypeVar("R")
CHOSEN = "SELECT value FROM settings WHERE name = :name"


@dataclass(frozen=True, slots=True)
class RuleForm(Generic[R]):
    """How rules are stored: under which name of a setting, what a rule is about, at most how many, and their noun."""

    setting: str
    rules: TypeAdapter[list[R]]
    subject: Callable[[R], str]
    most: int
    noun: str

    def read(self, stored: str | None) -> list[R]:
        """The rules of a setting. Raises Problem(storage_unavailable) for one that cannot be read."""
        try:
            return self.rules.validate_json(stored) if stored else []
        except ValidationError:
            raise unreadable(self.setting) from None


class RuleList(Generic[R]):
    """Rules in the order of what they are about. Every worker sees what any has committed, at its next request."""

    def __init__(self, database: Database, form: RuleForm[R]) -> None:
        self._database = database
        self._form = form
        self._rules = Committed(database, self._read)

    def all(self) -> Sequence[R]:
        """All rules that hold now."""
        return self._rules.value()

    async def set(self, rule: R) -> None:
        """Set the rule for a name or namespace, in place of one that is there. Raises Problem(conflict): too many."""
        subject = self._form.subject
        await self._change(lambda rules: [*(one for one in rules if subject(one) != subject(rule)), rule])

    async def remove(self, name: str) -> None:
        """Remove the rule for a name or namespace, if there is one."""
        await self._change(lambda rules: [one for one in rules if self._form.subject(one) != name])

    async def _change(self, edit: Callable[[Sequence[R]], list[R]]) -> None:
        form = self._form

        def work(connection: Connection) -> None:
            before = form.read(read_setting(connection, form.setting))
            after = sorted(edit(before), key=form.subject)
            if len(after) > form.most:
                raise Problem(Code.CONFLICT, f"There are already {form.most} {form.noun}.", hint="Remove one first.")
            if after != before:
                write_settings(connection, {form.setting: form.rules.dump_json(after).decode()})

        await self._database.transact(work)

    def _read(self) -> Sequence[R]:
        rows = self._database.look_up(CHOSEN, {"name": self._form.setting}, committed=True)
        return tuple(self._form.read(rows[0][0] if rows else None))
