"""Fixtures for every test."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from sitehand.app import SWITCH_SECONDS

sys.setswitchinterval(SWITCH_SECONDS)  # as in the service's own process
gc.disable()  # while modules and tests are made, which all stay

pytest_plugins = ["tests.selection", "tests.browser", "tests.node_tools", "tests.wordpress.site"]

# How long an example takes says how busy the machine is, and fails no test.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

MEMORY = Path("/dev/shm")
MEMORY_BYTES = 4 * 1024**3
"""What must be free there: a run takes less than one GiB."""


def use_memory() -> None:
    """Let temporary folders, of the processes that tests start too, be in memory: no test waits for a disk there.

    TMPDIR of the environment goes before.
    """
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= MEMORY_BYTES:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


use_memory()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Take modules and tests, which stay to the end, out of what is searched for garbage: 5 % of a run's time."""
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        # Nothing frozen counts: after a few thousand objects more all that is not would be searched, again and again.
        gc.set_threshold(10_000, 20, 20)
        gc.enable()


def pytest_unconfigure() -> None:
    """Let the process end without a look through all of it, which takes half a second or more."""
    gc.freeze()
