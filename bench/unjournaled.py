"""The service without its journal, for measuring what that costs: no change is noted down, so no entry is written.

Only the benchmark can do this; the product has no such setting.
"""

from unittest import mock

from starlette.types import ASGIApp

from sitehand.app import from_environment
from sitehand.store.sqlite import triggers


def build() -> ASGIApp:
    """The service as the environment describes it, but that its connections watch no table."""
    mock.patch.object(triggers, "_write_trigger", lambda tracked, event: "SELECT 1").start()
    return from_environment()
