"""A PostgreSQL server for a test, with a database of its own, that nobody else can reach."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.browser import require

DEBIAN = Path("/usr/lib/postgresql")
OPTIONS = "-c listen_addresses='' -c fsync=off -c unix_socket_directories='{folder}'"


def find_programs() -> Path | None:
    """The folder of the newest server's programs, which Debian keeps out of the usual path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


@contextmanager
def run_postgres() -> Iterator[Path]:
    """The folder with the server's socket, while it runs."""
    programs = find_programs()
    require(programs and shutil.which("psql"), "PostgreSQL")
    assert programs
    with tempfile.TemporaryDirectory(prefix="sitehand-postgres-") as name:
        folder, data = Path(name), f"{name}/data"
        if os.geteuid() == 0:  # as whom the server refuses to run
            shutil.chown(folder, "nobody")
        _run([programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"], folder)
        serve: list[str | Path] = [programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log"]
        _run([*serve, "-o", OPTIONS.format(folder=name), "start"], folder)
        try:
            yield folder
        finally:
            _run([*serve, "-m", "immediate", "stop"], folder)


def _run(command: Sequence[str | Path], folder: Path) -> None:
    user = "nobody" if os.geteuid() == 0 else None
    subprocess.run(
        command, cwd=folder, user=user, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"}
    )


def run_script(folder: Path, script: str) -> str:
    """What a server says to a script of SQL: notices and errors, of which none ends it."""
    command: list[str | Path] = [
        "psql",
        "--quiet",
        "--no-psqlrc",
        "--set=VERBOSITY=terse",
        "-h",
        folder,
        "-U",
        "postgres",
        "postgres",
    ]
    return subprocess.run(command, input=script, capture_output=True, text=True, check=True).stderr
