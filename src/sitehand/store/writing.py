"""The writing thread: the one connection of this process that writes, and who has it when.

What a commit costs is mostly the disk's time. So whoever waits when a turn ends goes on in the same transaction, and is
answered with the others after its one commit (`shared.py`). Who writes alone begins, writes and commits in one hop.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

from sqlalchemy import Connection, Engine

from sitehand.store.shared import SharedTransaction, lose
from sitehand.store.sqlite.connections import begin_writing
from sitehand.store.turns import LastStep, TransactionLost, Turn, tell
from sitehand.store.write_lock import WriteLock

T = TypeVar("T")


class StandaloneTurn(Turn):
    """A turn outside of any transaction, for what opens the file itself."""


class Writer:
    """Runs turns, in the order in which they were asked for."""

    def __init__(self, engine: Engine, path: Path, lock: WriteLock) -> None:
        self._engine = engine
        self._path = path
        self._lock = lock
        self._waiting: SimpleQueue[Turn | None] = SimpleQueue()
        self._following: list[Turn | None] = []
        """Who was taken from those who wait, and cannot go on in the open transaction."""
        self._running: Turn | None = None
        self._thread: Thread | None = None
        self._connection: Connection | None = None
        """The thread's own, from its first turn on."""

    def queue(self, turn: Turn) -> None:
        """Let a turn wait for its beginning."""
        self._start()
        self._pass_on(turn)

    async def transact(self, work: Callable[[Connection], T], *, alone: bool = False) -> T:
        """Run a turn of one step; again, alone, when another one has ended its transaction."""
        try:
            return await self._run(LastStep(lambda connection: (work(connection), True)), alone=alone)
        # Nothing of it has happened, so it can run again; alone, no other turn can end it.
        except TransactionLost:
            return await self._run(LastStep(lambda connection: (work(connection), True)), alone=True)

    async def submit(self, step: Callable[[], T]) -> T:
        """Run something in the writing thread while no transaction of this process is open."""
        last = LastStep(lambda _: (step(), True))
        turn = StandaloneTurn(last, alone=True)
        self.queue(turn)
        return (await last.wait(turn))[0]

    async def close(self) -> None:
        """End the thread after those who wait, and what a caller has left open; the next turn starts another."""
        while (thread := self._thread) is not None:
            self._pass_on(None)
            # A turn that its caller has left open would keep the thread waiting for its next step.
            if (turn := self._running) is not None:
                turn.abandon()
            await asyncio.to_thread(thread.join)
            if self._thread is thread:  # else somebody else closes too, and was first
                self._thread = None
                self._serve_latecomers()
        self._lock.close()

    def _serve_latecomers(self) -> None:
        """Start the thread again for turns that were handed over after its end."""
        with suppress(Empty):
            while (turn := self._waiting.get_nowait()) is None:
                continue
            self._following.append(turn)
            self._start()

    async def _run(self, last: LastStep[T], *, alone: bool = False) -> T:
        turn = Turn(last, alone=alone)
        self.queue(turn)
        return (await last.wait(turn))[0]

    def _pass_on(self, turn: Turn | None) -> None:
        """Hand it over when the event loop has run what is ready, and what has come in meanwhile.

        Only one of the two threads can run Python. Were the first of many turns handed over at once, the threads would
        take the interpreter's lock from each other at each statement, while the loop still reads the other calls.
        """
        loop = asyncio.get_running_loop()
        loop.call_soon(lambda: loop.call_soon(self._hand_over, turn))

    def _hand_over(self, turn: Turn | None) -> None:
        if turn is not None:
            self._start()  # the thread may have ended meanwhile
        self._waiting.put(turn)

    def _start(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="sitehand-writer", daemon=True)
            self._thread.start()

    def _serve(self) -> None:
        while (turn := self._take()) is not None:
            if turn.claim():
                self._serve_turn(turn)
        self._disconnect()

    def _serve_turn(self, turn: Turn) -> None:
        turns: list[Turn] = []
        try:
            with self._lock.held(turn.asked):
                self._run_connected(turn, turns)
        except BaseException as fault:
            lose(turns or [turn], fault)
        # After the commit, when the lock is free: callers see the result when everybody can.
        tell(*(each.last for each in turns or [turn]))

    def _run_connected(self, turn: Turn, turns: list[Turn]) -> None:
        """Run it on the thread's connection. A fault gives that back to the pool, which rolls back what is open."""
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            self._run_together(self._connection, turn, turns)
        except BaseException:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _run_together(self, connection: Connection, turn: Turn, turns: list[Turn]) -> None:
        """Run a turn, and those that wait when it ends; `turns` is filled with them."""
        if isinstance(turn, StandaloneTurn):
            turn.run(connection)
            return
        connection.begin()
        begin_writing(connection)
        shared = SharedTransaction(connection, self._path, turns)
        self._running = turn
        shared.run(turn)
        while not turn.alone and (following := self._take_joining(shared)) is not None:
            self._running = following
            shared.run(following)
        shared.end()

    def _take(self) -> Turn | None:
        return self._following.pop() if self._following else self._waiting.get()

    def _take_joining(self, shared: SharedTransaction) -> Turn | None:
        """Who goes on in the open transaction."""
        if not shared.has_room(self._lock.is_wanted):
            return None
        with suppress(Empty):
            while (turn := self._waiting.get_nowait()) is not None and not turn.alone:
                if turn.claim():
                    return turn
            # It was taken from the queue, so it keeps its place before all that wait there.
            self._following.append(turn)
        return None
