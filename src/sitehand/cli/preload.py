"""What all workers of a service have in common. The process that they are forked from imports this module."""

import gc
from importlib import import_module

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


def name_host() -> str:
    """The module of the host that serves."""
    connected = read_connected(Settings().data.resolve() / FILE_NAME)
    return "sitehand.hosts.wordpress.life" if connected else "sitehand.hosts.builtin.life"


def import_all() -> None:
    """Import what each worker would. The collector never looks at it: a worker would get a copy of all it looks at."""
    gc.disable()
    for name in (*MODULES, name_host()):
        import_module(name)
    gc.freeze()
    gc.enable()


import_all()
