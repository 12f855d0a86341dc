"""The benchmark's own service: what it patches is there."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_service_without_a_journal_can_be_built(tmp_path: Path) -> None:
    """In a process of its own, which the patch does not outlive."""
    code = "from bench.unjournaled import build; build()"
    environment = {**os.environ, "SITEHAND_DATA": str(tmp_path / "site")}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=environment)
