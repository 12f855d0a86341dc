"""Rows and files that no call makes."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from sitehand.store.staged_files import FOLDER


def insert_row(data: Path, table: str, values: Mapping[str, Any]) -> int:
    """Write a row past the service; its id."""
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    with closing(sqlite3.connect(data / "sitehand.db", timeout=30)) as connection, connection:
        done = connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values()))
        assert done.lastrowid
        return done.lastrowid


def stage_file(data: Path, name: str, content: bytes) -> None:
    """Put a file where those are that were sent."""
    folder = data / FOLDER
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)
