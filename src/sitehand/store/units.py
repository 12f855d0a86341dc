"""Units: calls of several steps that are kept or undone as one, each a turn of the writing thread.

What a call reads and writes joins its unit by itself, once that has begun (`begun_unit`).
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import Protocol, Self, TypeVar

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.store.turns import KeepingStep, LastStep, Step, TransactionLost, Turn
from sitehand.store.writing import Writer

T = TypeVar("T")


class StepHooks(Protocol):
    """What is done before and after each step of a call, in the same turn of the writing thread."""

    def run_here(self, connection: Connection, work: Callable[[Connection], T]) -> tuple[T, bool]:
        """Run a step; its result, and whether it is the last one, which commits all."""

    def note_commit(self) -> None:
        """The last step was committed."""


class Unit:
    """One turn over the steps of a call. It begins with the first step, and ends with `finish` or `close`.

    Until then nobody else has the connection; the transaction ends with those who wrote after it. All that an
    `async with` of it writes joins it, and is undone unless a step of the block commits it.
    """

    def __init__(self, writer: Writer, *, alone: bool = False) -> None:
        self._writer = writer
        self._alone = alone
        self._turn: Turn | None = None
        self._outside: Token[Unit | None] | None = None
        self.around: StepHooks | None = None

    async def __aenter__(self) -> Self:
        self._outside = _unit.set(self)
        return self

    async def __aexit__(self, _: type[BaseException] | None, fault: BaseException | None, __: object) -> None:
        if self._outside is not None:
            _unit.reset(self._outside)
        try:
            await self.close()
        except Problem:
            if not isinstance(fault, asyncio.CancelledError):  # nobody is told anything
                raise

    @property
    def connection(self) -> Connection | None:
        """The connection, from the first step to the last."""
        return self._turn.connection if self._turn else None

    @contextmanager
    def borrowed(self) -> Iterator[Connection]:
        """The connection between two steps, for a look from the event loop. Raises RuntimeError while a step runs."""
        if self._turn is None:
            raise RuntimeError("the unit has not begun")
        with self._turn.borrowed() as connection:
            yield connection

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a step of the call in the writing thread, with what is `around` each."""
        if (around := self.around) is None:
            return await self.run_alone(work)
        result, ended = await self._end(KeepingStep(lambda connection: around.run_here(connection, work)))
        if ended:
            self._turn = None
            around.note_commit()
        return result

    async def run_alone(self, work: Callable[[Connection], T]) -> T:
        """Run a step with nothing around it."""
        return await self._do(Step(work))

    async def finish(self, work: Callable[[Connection], tuple[T, bool]]) -> T:
        """Run the last step, which says whether to keep what was done; returns after the commit.

        Raises Problem(storage_full, storage_unavailable) when another write has ended the transaction.
        """
        try:
            return (await self._end(LastStep(work)))[0]
        finally:
            self._turn = None

    async def close(self) -> None:
        """Take back whatever has not been committed, and let others write; whatever happens around it.

        Raises as `finish` does: what was read has not happened either then.
        """
        if self._turn is not None and not self._turn.is_over:
            await self.finish(lambda _: (None, False))
        self._turn = None

    async def _end(self, step: KeepingStep[T]) -> tuple[T, bool]:
        try:
            return await self._do(step)
        # The caller has seen results of earlier steps, so the call cannot simply run again, as `Writer.transact` does.
        except TransactionLost as lost:
            raise lost.refusal() from lost.cause

    async def _do(self, step: Step[T]) -> T:
        turn = self._turn
        if turn is None:
            turn = self._turn = Turn(step, alone=self._alone)
            self._writer.queue(turn)
        else:
            turn.add(step)
        return await step.wait(turn)


_unit: ContextVar[Unit | None] = ContextVar("sitehand_unit", default=None)


def current_unit() -> Unit | None:
    """The unit that this call runs in, begun or not."""
    return _unit.get()


def begun_unit() -> Unit | None:
    """The unit of this call, when it has begun."""
    unit = _unit.get()
    return unit if unit is not None and unit.connection is not None else None


class Units:
    """What opens units over one writing thread, and finds the thread between them."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def open(self, *, alone: bool = False) -> Unit:
        """A unit for an `async with`. One that may change many rows goes `alone`, see `Turn`."""
        return Unit(self._writer, alone=alone)

    async def run_outside(self, step: Callable[[], T]) -> T:
        """Run what opens the file itself in the writing thread, while nobody's transaction is open there."""
        return await self._writer.submit(step)
