"""Worker processes and the one that starts them: neither goes on without the other."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from sitehand.cli.terminal import show_error, tell
from sitehand.errors import Problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp
    from uvicorn import Config

# Every other import is in the function that needs it: the process that only supervises stays small.
# ruff: noqa: PLC0415
FAILED_TO_START = 3
"""Exit code by which a worker tells its supervisor that another would fail in the same way. Source: uvicorn.config."""


def make_application() -> "ASGIApp":
    """What each process that serves calls: the application, or one clear message and the end of all processes."""
    follow_parent()
    # What is imported stays: the collector would look through all of it again and again, and find nothing.
    gc.disable()
    try:
        from sitehand.app import from_environment

        return from_environment()
    except Problem as problem:
        show_error(problem.message)
        tell(problem.hint)
    except Exception as fault:  # a plugin may fail in any way
        show_error(f"The service cannot start: {type(fault).__name__}: {fault}")
        tell("Run: sitehand doctor")
    finally:
        gc.enable()
    sys.exit(FAILED_TO_START)


def follow_parent() -> None:
    """End this process when the one that started it has ended, however that was; its requests are finished first.

    The operating system closes the pipe between the two, also after SIGKILL.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="sitehand-parent", daemon=True).start()


def serve_application(config: "Config", announce: Callable[[], None]) -> None:
    """Serve with as many processes as the configuration says, until a signal; `announce` is called when it answers.

    Exits with 3 when none can start.
    """
    if config.workers > 1:
        _supervise(config, announce)
        return
    from sitehand.cli.readiness import OneServer

    config.load_app()
    server = OneServer(config, announce)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(FAILED_TO_START)


def _supervise(config: "Config", announce: Callable[[], None]) -> None:
    from sitehand.cli.readiness import ManyServers

    if sys.platform == "linux":  # system libraries of macOS do not endure a fork
        from sitehand.cli.forks import fork_workers

        fork_workers()
    supervisor = ManyServers(config, announce)
    try:
        supervisor.run()
    finally:  # whatever ended it; at the exit of the process nobody would end them
        supervisor.terminate_all()
        supervisor.join_all()
    if any(worker.exitcode == FAILED_TO_START for worker in supervisor.processes):
        sys.exit(FAILED_TO_START)
