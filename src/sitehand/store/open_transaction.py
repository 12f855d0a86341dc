"""An open transaction of the database, as the steps of a call meet it.

The terms are checked at the start of its first step, and what has changed is reported at the end of each: neither needs
a turn of its own in the writing thread. Each note is read once; when many objects have changed they are reported when
somebody asks, and not after each of many steps.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.transactions import Repeated, Tell, Terms
from sitehand.store.capture import Notes
from sitehand.store.objects import read_revision
from sitehand.store.restoring import Restorers, restore_changes
from sitehand.store.terms import Revisions, check_terms
from sitehand.store.units import Unit

T = TypeVar("T")
FEW = 200
"""Objects that are told after each step."""


class OpenTransaction:
    """What a transaction and a part of one have in common. What ends with `_here` runs in the writing thread."""

    def __init__(self, unit: Unit, terms: Terms, restorers: Restorers) -> None:
        self._unit = unit
        self._terms = terms
        self._restorers = restorers
        self.notes = Notes()
        self._objects: Sequence[ObjectChange] | None = ()
        self._begun = False
        self._refusal: Exception | None = None
        """What every later step raises again."""
        self._found: Revisions = {}
        unit.around = self

    async def check(self) -> None:
        """Check the terms, unless a step has done so."""
        if self._terms and not self._begun:
            await self._unit.run_alone(self.begin_here)
        if self._refusal:
            raise self._refusal

    async def revision(self, kind: str, object_id: str) -> str | None:
        """The revision that the terms found, or of another object the present one."""
        await self.check()
        if (kind, object_id) in self._found:
            return self._found[kind, object_id]
        return await self._unit.run(lambda connection: read_revision(connection, kind, object_id))

    async def objects(self) -> Sequence[ObjectChange]:
        """What the steps so far have changed."""
        await self.check()
        if self._objects is None:
            self._objects = await self._unit.run_alone(self.tell_here)
        return self._objects

    async def restore(self, changes: Sequence[PastChange], tell: Tell) -> None:
        """Put the objects of changes back in one step. What has become of them then is final."""
        await self._unit.run(partial(restore_changes, changes=changes, restorers=self._restorers))
        await tell(await self.objects(), [])

    def foretold(self) -> Sequence[frozenset[str]]:
        """Nothing: what a step has done is there, and shown as it is."""
        return ()

    def correct(self, answer: Any) -> Any:
        """The same answer."""
        return answer

    def run_here(self, connection: Connection, work: Callable[[Connection], T]) -> tuple[T, bool]:
        """A step of the call. Others may follow."""
        return self.step_here(connection, work), False

    def note_commit(self) -> None:
        """Do nothing: no step of a part commits."""

    def step_here(self, connection: Connection, work: Callable[[Connection], T]) -> T:
        """A step, after the terms are checked, and before what it has changed is read."""
        self.begin_here(connection)
        try:
            result = work(connection)
        except BaseException:
            self._objects = None  # it may have changed something, and who catches this may go on
            raise
        if self.take_here(connection):
            self._objects = None  # what has changed cannot be told when the next line raises, nor later
            if len(self.notes.rows) <= FEW:
                self._objects = self.notes.changes(connection)
        return result

    def tell_here(self, connection: Connection) -> Sequence[ObjectChange]:
        """What has changed in each object so far."""
        self.take_here(connection)
        return self.notes.changes(connection)

    def take_here(self, connection: Connection) -> bool:
        """Take what was noted; whether there was anything. After a fault no step follows: the notes may be gone."""
        try:
            return self.notes.take(connection)
        except Exception as fault:
            self._refusal = fault
            raise

    def absorb_here(self, part: Notes) -> None:
        """Take over what a part of this transaction has changed."""
        self.notes.absorb(part)
        self._objects = None

    def begin_here(self, connection: Connection) -> None:
        """Check the terms, unless a step has done so. Raises what they refuse, every time."""
        if not self._begun:
            self._set_out_here(connection)
            self._begun = True
            try:
                self._found = check_terms(connection, self._terms)
            except (Problem, Repeated) as refusal:
                self._refusal = refusal
        if self._refusal:
            raise self._refusal

    def _set_out_here(self, connection: Connection) -> None:
        """Be ready to be rolled back."""
