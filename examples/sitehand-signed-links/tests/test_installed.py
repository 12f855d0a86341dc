"""The plugin as pip installs it: found by its entry point alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the plugin was installed into, so that the tests of the service itself do not see it."""
    folder = tmp_path_factory.mktemp("installed")
    options = ["-qq", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, folder, PROJECT], check=True, timeout=120)
    return folder


def run_sitehand(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, with these variables added to the environment."""
    return subprocess.run(
        [sys.executable, "-m", "sitehand", *arguments, "--data", str(data)],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_entry_point_adds_the_operation(installed: Path, tmp_path: Path) -> None:
    """Installed, and with its secret set, the plugin is part of the service's API."""
    variables = {"PYTHONPATH": search_path(installed), "SITEHAND_SIGNED_LINKS_SECRET": "s" * 32}
    shown = run_sitehand(tmp_path, "openapi", **variables)
    assert shown.returncode == 0, shown.stderr
    assert '"/signed-links"' in shown.stdout
    assert "signed_links" in run_sitehand(tmp_path, "doctor", **variables).stderr


def test_without_its_secret_the_plugin_says_that_it_is_off(installed: Path, tmp_path: Path) -> None:
    """The service starts all the same, without the operation and with a warning."""
    variables = {"PYTHONPATH": search_path(installed), "SITEHAND_SIGNED_LINKS_SECRET": ""}
    shown = run_sitehand(tmp_path, "openapi", **variables)
    assert (shown.returncode, "/signed-links" in shown.stdout) == (0, False)
    assert "SITEHAND_SIGNED_LINKS_SECRET is not set" in shown.stderr


def search_path(folder: Path) -> str:
    """The folder before whatever the tests themselves run with."""
    return os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
