"""Turns on the writing connection: what one caller does there between its first step and its last.

A turn waits for its beginning, has the connection for itself until its last step, and is answered when the transaction
that it shares with other turns has ended. Callers are in the event loop, the steps run in the writing thread.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Generic, Literal, Self, TypeVar

from anyio import CancelScope
from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.store.faults import explain, storage_unavailable

T = TypeVar("T")
MOST_SECONDS_IDLE = 60.0
"""The most seconds from the end of one step of a turn to the beginning of its next."""


class TransactionLost(Exception):
    """A transaction was ended by a fault that is not the caller's: nothing of what it did there has happened."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause

    def refusal(self) -> Problem:
        """What to say to a caller who cannot simply do it again."""
        if isinstance(self.cause, Problem) and self.cause.code in (Code.STORAGE_FULL, Code.STORAGE_UNAVAILABLE):
            return self.cause
        return explain(self.cause) or storage_unavailable("Another write has ended the transaction of this one.")


class Step(Generic[T]):
    """One function on the writing connection. It sees the context variables of its caller."""

    def __init__(self, work: Callable[[Connection], T], loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._work = work
        self._context = copy_context()
        self.loop = loop or asyncio.get_running_loop()
        self._answer: asyncio.Future[T] = self.loop.create_future()
        self._result: Any = None
        self.fault: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Run it, in the writing thread; its result or fault is kept until `tell`."""
        try:
            self._result = self._context.run(self._work, connection)
        except StopIteration as stopped:  # which no future takes
            self.fault = RuntimeError("A step raised StopIteration.")
            self.fault.__cause__ = stopped
        except BaseException as fault:
            self.fault = fault

    def unawaited(self) -> Self:
        """The step, for whose result nobody waits: asyncio reports each exception that nobody looks at."""
        self._answer.add_done_callback(lambda answer: answer.exception())
        return self

    @property
    def ends(self) -> bool:
        """Whether the turn ends with it, now that it has run."""
        return False

    def deliver(self) -> None:
        """Let the caller have the result or the fault, in its event loop."""
        if self._answer.cancelled():  # with its task, which wakes up later in this round of the loop
            self._answer = self.loop.create_future()
        if self.fault is None:
            self._answer.set_result(self._result)
        else:
            self._answer.set_exception(self.fault)
            self.fault = None

    async def wait(self, turn: "Turn") -> T:
        """The result. Who is cancelled withdraws, and waits until the writing thread is done with the step."""
        try:
            return await self._answer
        except asyncio.CancelledError:
            if self._answer.cancelled():  # the writing thread still has something to tell
                self._answer = self.loop.create_future()
            turn.withdraw(self)
            # A cancelled scope of anyio would cancel this task in each round of the loop.
            with CancelScope(shield=True):
                while not self._answer.done():
                    with suppress(asyncio.CancelledError):
                        await asyncio.wait([self._answer])
            self._answer.exception()  # nobody else will look at it
            raise


def tell(*steps: Step[Any]) -> None:
    """Let the callers have what their steps came to, from the writing thread: each event loop is woken once."""
    waiting: dict[asyncio.AbstractEventLoop, list[Step[Any]]] = {}
    for step in steps:
        waiting.setdefault(step.loop, []).append(step)
    for loop, theirs in waiting.items():
        try:
            loop.call_soon_threadsafe(_deliver, theirs)
        except RuntimeError:  # it has been closed
            continue


def _deliver(steps: Iterable[Step[Any]]) -> None:
    for step in steps:
        step.deliver()


class KeepingStep(Step[tuple[T, bool]]):
    """A step that returns its result, and whether to keep what the turn did. If so, the turn ends with it."""

    @property
    def is_kept(self) -> bool:
        """Whether to keep what the turn did."""
        return self.fault is None and self._result is not None and self._result[1]

    @property
    def ends(self) -> bool:
        """When there is something to keep; else another step follows."""
        return self.is_kept


class LastStep(KeepingStep[T]):
    """A step with which the turn ends, whether anything is kept or not."""

    @property
    def ends(self) -> bool:
        """True: such a step always ends its turn."""
        return True


class Turn:
    """What one caller does between its first step and its last.

    `alone`: in a transaction of its own, which no other turn can end. Whoever may change many rows goes alone, since
    what takes a savepoint back is kept in memory.
    """

    def __init__(self, first: Step[Any], *, alone: bool = False) -> None:
        self.alone = alone
        self.asked = time.monotonic()
        """When it was asked for. What waits for another process together is refused together."""
        self.connection: Connection | None = None
        """While it runs. Used by one thread at a time: by a step in the writing thread, else through `borrowed`."""
        self.kept = False
        self._steps: SimpleQueue[Step[Any]] = SimpleQueue()
        self._steps.put(first)
        self.last = first
        """The step that ran last, or will run first."""
        self._lock, self._in_use = Lock(), Lock()
        self._state: Literal["waiting", "running", "over"] = "waiting"
        self._withdrawn: Step[Any] | None = None
        """The step whose caller was cancelled: if the turn ends with it, nothing is kept."""
        self._over = "A fault of the storage has ended this transaction."
        """Why it takes no more steps, once it does not."""

    def add(self, step: Step[Any]) -> None:
        """Add a step. Raises Problem(storage_unavailable) when a fault has ended the transaction."""
        with self._lock:
            if self._state == "over":
                raise storage_unavailable(self._over)
            self._steps.put(step)

    def withdraw(self, step: Step[Any]) -> None:
        """Who waited for the step was cancelled: before the beginning nothing is done, at the end nothing is kept."""
        with self._lock:
            if self._state == "waiting":
                self._state = "over"
                _deliver(self._refuse_rest())
            else:
                self._withdrawn = step

    def claim(self) -> bool:
        """Begin, unless everybody has gone."""
        with self._lock:
            if self._state == "over":
                return False
            self._state = "running"
            return True

    def run(self, connection: Connection) -> None:
        """Run its steps as they come, in the writing thread, until the last one or the end of the transaction."""
        self.connection = connection
        driver: Any = connection.connection.dbapi_connection
        while True:
            step = self.last = self._await_step()
            with self._in_use:
                step.run(connection)
            # SQLite may end the transaction by itself, as on a full disk; only the driver knows.
            if step.ends or not driver.in_transaction:
                break
            tell(step)
        self._end(step)

    def _await_step(self) -> Step[Any]:
        """The next step; one that takes everything back when none comes, for everybody who writes waits with it."""
        try:
            return self._steps.get(timeout=MOST_SECONDS_IDLE)
        except Empty:
            self._over = f"A write must not pause for more than {MOST_SECONDS_IDLE:g} seconds. Nothing was changed."
            return LastStep(lambda _: (None, False), self.last.loop)

    @contextmanager
    def borrowed(self) -> Iterator[Connection]:
        """Its connection between two steps, for a look from the event loop.

        Raises RuntimeError while a step runs: two threads must not use one connection.
        """
        if not self._in_use.acquire(blocking=False):
            raise RuntimeError("a step runs on this connection, in the writing thread")
        try:
            if self.connection is None:
                raise RuntimeError("the connection was given back")
            yield self.connection
        finally:
            self._in_use.release()

    def abandon(self) -> None:
        """End it although its caller has not."""
        with suppress(Problem):
            self.add(LastStep[None](lambda _: (None, False)).unawaited())

    def lose(self, fault: BaseException) -> None:
        """Give the whole transaction up, for this reason: none of it has happened."""
        self.kept = False
        with self._lock:
            self._state = "over"
            # Whoever waits for the last step is told by the writing thread, which is still busy with it.
            tell(*(step for step in self._refuse_rest() if step is not self.last))
            self.last.fault = fault

    @property
    def is_over(self) -> bool:
        """Whether it takes no more steps."""
        return self._state == "over"

    @property
    def fault(self) -> BaseException | None:
        """What its last step raised."""
        return self.last.fault

    def _end(self, step: Step[Any]) -> None:
        self.connection = None
        with self._lock:
            self._state = "over"
            self.kept = isinstance(step, KeepingStep) and step.is_kept and step is not self._withdrawn
            if self.kept:
                self._over = "This call was committed with an earlier step."
            tell(*self._refuse_rest())

    def _refuse_rest(self) -> list[Step[Any]]:
        """Steps that will not run, with their refusal."""
        refused = []
        while not self._steps.empty():  # nobody adds any now, and nobody else takes any
            step = self._steps.get_nowait()
            step.fault = storage_unavailable(self._over)
            refused.append(step)
        return refused
