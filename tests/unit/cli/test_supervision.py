"""Tests of how a process that serves makes its application."""

import gc

import pytest

from sitehand import app
from sitehand.cli.supervision import make_application


@pytest.mark.parametrize("fails", [False, True])
def test_nothing_is_collected_while_the_application_is_made(monkeypatch: pytest.MonkeyPatch, fails: bool) -> None:
    """The collector rests, since what is imported stays, and works again afterwards, also after a failure."""
    collecting = []

    def from_environment() -> None:
        collecting.append(gc.isenabled())
        if fails:
            raise RuntimeError("a plugin fails")

    monkeypatch.setattr(app, "from_environment", from_environment)
    if fails:
        with pytest.raises(SystemExit):
            make_application()
    else:
        make_application()
    assert (collecting, gc.isenabled()) == ([False], True)
