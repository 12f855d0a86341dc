"""Crashes in the middle of a transaction: the n-th step of the writing thread raises instead of running."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

STEPS = ("before_cursor_execute", "commit")


class Crash(Exception):
    """As if the service had failed at this very step."""


class Countdown:
    """Counts the statements and commits of writing threads; `struck` tells whether it has raised."""

    def __init__(self, steps: int) -> None:
        self._left = steps
        self.struck = False

    def pass_step(self, *_: Any) -> None:
        """One more is about to run."""
        if threading.current_thread().name.startswith("sitehand-writer"):
            self._left -= 1
            if self._left == 0:
                self.struck = True
                raise Crash


@contextmanager
def crashing_at(step: int) -> Iterator[Countdown]:
    """Let that step fail: 1 is the first, which begins the transaction; 0 is none."""
    countdown = Countdown(step)
    for name in STEPS:
        event.listen(Engine, name, countdown.pass_step)
    try:
        yield countdown
    finally:
        for name in STEPS:
            event.remove(Engine, name, countdown.pass_step)
