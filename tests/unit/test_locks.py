"""The locks say what `make install` and `make install-tests` install, to the byte, on every platform."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parents[2]
LOCKS = {"install.txt": ("build",), "develop.txt": ("build", "test", "check")}
"""Each lock, and the groups of pyproject.toml that it holds beside what Sitehand itself needs."""
PIN = re.compile(r"^(?P<pin>\S+==[^\\#]+?) \\\n(?P<hashes>(?: {4}--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def read_pins(lock: str) -> list[Requirement]:
    """What a lock pins, each of which has a hash."""
    return [Requirement(found["pin"]) for found in PIN.finditer(read(lock))]


def read(lock: str) -> str:
    """The text of a lock."""
    return (PROJECT / "locks" / lock).read_text("utf-8")


def read_requirements(lock: str) -> list[Requirement]:
    """What pyproject.toml asks for that belongs in a lock."""
    declared: Any = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    groups = [each for group in LOCKS[lock] for each in declared["dependency-groups"][group]]
    return [Requirement(each) for each in declared["project"]["dependencies"] + groups]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_of_a_lock_is_a_pin_with_hashes(lock: str) -> None:
    """And none names a place that packages come from: that is the reader's choice."""
    rest = [line for line in PIN.sub("", read(lock)).splitlines() if not line.startswith("#")]
    assert rest == []
    assert "://" not in read(lock)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_is_as_new_as_what_is_declared(lock: str) -> None:
    """Whatever pyproject.toml asks for is pinned within its range; `make lock` mends it."""
    pins = read_pins(lock)
    for requirement in read_requirements(lock):
        found = [pin for pin in pins if canonicalize_name(pin.name) == canonicalize_name(requirement.name)]
        assert found, f"{lock} lacks {requirement}: run `make lock`"
        for pin in found:
            (version,) = (each.version for each in pin.specifier)
            assert requirement.specifier.contains(version), f"{lock} has {pin}, not {requirement}: run `make lock`"


def test_both_locks_pin_the_same_versions() -> None:
    """The tests run with what `make install` has installed."""
    installed, developed = ({str(pin) for pin in read_pins(lock)} for lock in LOCKS)
    assert installed <= developed
    assert len(installed) > len(read_requirements("install.txt"))


def test_models_may_be_built_in_threads() -> None:
    """Every pydantic that is allowed locks the building of a model, which `defer_build` leaves to its first use."""
    (pydantic,) = (each for each in read_requirements("install.txt") if each.name == "pydantic")
    assert not pydantic.specifier.contains("2.13.5")
    assert pydantic.specifier.contains("2.14.0")
