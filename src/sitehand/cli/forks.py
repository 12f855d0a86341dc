"""Worker processes that are forked from one that has imported what they need: the fork server of `multiprocessing`.

Source: https://docs.python.org/3/library/multiprocessing.html#contexts-and-start-methods
"""

import os
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import Any

from uvicorn import _subprocess

PRELOADED = "sitehand.cli.preload"
SAFE_PATH, OURS = "PYTHONSAFEPATH", "sitehand"
"""The variable that keeps the working directory, which others may write to, out of the imports; and its value here."""


class Worker(ForkServerProcess):
    """A process that is forked; one that starts from nothing where there is no fork server to be had."""

    @staticmethod
    def _Popen(process_obj: BaseProcess) -> Any:
        try:
            start_server()
            return ForkServerProcess._Popen(process_obj)
        except (OSError, EOFError):
            return SpawnProcess._Popen(process_obj)


class Forks(ForkServerContext):
    """What uvicorn makes its workers with."""

    Process = Worker


def fork_workers() -> None:
    """Let uvicorn, which has no setting for it, make its workers this way."""
    forks = Forks()
    forks.set_forkserver_preload([PRELOADED])
    _subprocess.spawn = forks  # type: ignore[assignment]


def start_server() -> None:
    """Start the fork server, unless it runs. `preload.py` takes the variable away, lest programs of plugins get it."""
    given = os.environ.get(SAFE_PATH)
    os.environ.setdefault(SAFE_PATH, OURS)
    try:
        forkserver.ensure_running()
    finally:
        if given is None:
            del os.environ[SAFE_PATH]
