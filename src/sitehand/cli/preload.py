"""What all workers of a service have in common. The process that they are forked from imports this module."""

import gc
import os
import signal
from contextlib import suppress
from importlib import import_module

from sitehand.cli.forks import OURS, SAFE_PATH
from sitehand.settings import Settings
from sitehand.store.database import FILE_NAME
from sitehand.store.folder import read_connected

MODULES = (
    "sitehand.app",
    "sitehand.cli.joined_writes",
    "sitehand.doors.mcp.door",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.supervisors",
)
ENDING = {signal.SIGHUP, signal.SIGINT, signal.SIGTERM}


def name_host() -> str:
    """The module of the host that serves."""
    connected = read_connected(Settings().data.resolve() / FILE_NAME)
    return "sitehand.hosts.wordpress.life" if connected else "sitehand.hosts.builtin.life"


def import_all() -> None:
    """Import what each worker would. The collector never looks at it: a worker would get a copy of all it looks at."""
    gc.disable()
    with suppress(Exception):  # the worker that meets it again says so
        for name in (*MODULES, name_host()):
            import_module(name)
    gc.freeze()
    gc.enable()


def outlive_signals() -> None:
    """Let signals that are sent to all processes at once end the workers alone.

    The service waits for its workers, and hears of their end from this process, which ends when the service has.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    os.register_at_fork(after_in_child=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING))


outlive_signals()
if os.environ.get(SAFE_PATH) == OURS:
    del os.environ[SAFE_PATH]
import_all()
