"""Processes that tests kill. They are forked from one that has imported what they need: a new one would import for
longer than most of them work.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import IO, Any

from tests.processes import clean_environment

PRELOADED = ["tests.job_worker", "tests.promises.writer", "tests.wordpress.writer"]


@dataclass(frozen=True, slots=True)
class Fork:
    """A process, its standard input and its standard output."""

    process: ForkServerProcess
    stdin: IO[str]
    stdout: IO[str]

    def end(self) -> int | None:
        """Kill it, unless it has ended; its exit code."""
        self.process.kill()
        self.process.join()
        self.stdin.close()
        self.stdout.close()
        return self.process.exitcode


def fork(target: Callable[..., None], *arguments: object) -> Fork:
    """A process that calls a function of a module in `PRELOADED`."""
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload(PRELOADED)
    (read, stdin), (stdout, write) = forks.Pipe(duplex=False), forks.Pipe(duplex=False)
    process = forks.Process(target=_run, args=(read, write, target, arguments), daemon=True)
    process.start()
    read.close()
    write.close()
    return Fork(process, _open(stdin, "w"), _open(stdout, "r"))


def _run(
    stdin: "Connection[Any, Any]",
    stdout: "Connection[Any, Any]",
    target: Callable[..., None],
    arguments: tuple[object, ...],
) -> None:
    for name in os.environ.keys() - clean_environment().keys():
        del os.environ[name]
    sys.stdin = _open(stdin, "r")
    os.dup2(stdout.fileno(), 1)
    stdout.close()
    target(*arguments)


def _open(pipe: "Connection[Any, Any]", mode: str) -> IO[str]:
    with pipe:
        return os.fdopen(os.dup(pipe.fileno()), mode, 1)
