"""The benchmark's own service: what it patches is there."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_service_without_its_journal_journals_nothing(tmp_path: Path) -> None:
    """In a process of its own, which the patch does not outlive, and by the very commands of the service."""
    site = tmp_path / "site"
    for command in (["init"], ["key", "create", "--role", "editor", "--label", "Script"]):
        arguments = [sys.executable, "-m", "bench.unjournaled", *command, "--data", str(site)]
        subprocess.run(arguments, check=True, cwd=ROOT, capture_output=True)
    with closing(sqlite3.connect(site / "sitehand.db")) as connection:
        assert connection.execute("SELECT count(*) FROM api_keys").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM changes").fetchone() == (0,)
