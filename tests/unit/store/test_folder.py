"""Whether a data folder can be used, and what is said when it cannot."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy.exc import OperationalError

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.folder import check_folder, explain_fault, find_fault
from sitehand.store.migration import upgrade

NOBODY = 65534


def refuse(folder: Path) -> Problem:
    """The Problem that the check raises."""
    with pytest.raises(Problem) as caught:
        check_folder(folder)
    assert caught.value.code is Code.STORAGE_UNAVAILABLE
    return caught.value


def test_a_sound_folder_passes_and_is_left_as_it_was(tmp_path: Path) -> None:
    """The check leaves no file behind."""
    upgrade(tmp_path / "sitehand.db", SITE)
    before = sorted(tmp_path.iterdir())
    check_folder(tmp_path)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("made", [False, True])
def test_a_folder_without_a_site_leads_to_init(tmp_path: Path, made: bool) -> None:
    """Missing or empty, it is named, and not made."""
    folder = tmp_path / "site"
    if made:
        folder.mkdir()
    problem = refuse(folder)
    assert str(folder) in problem.message
    assert problem.hint == f"Create one: sitehand init --data {folder}"
    assert not (folder / "sitehand.db").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """The hint says how to name another, and never to make a site in it."""
    file = tmp_path / "site"
    file.write_text("notes")
    problem = refuse(file)
    assert problem.message == f"The data folder {file} is a file."
    assert "--data FOLDER" in problem.hint
    assert file.read_text() == "notes"


@pytest.mark.parametrize("data", [b"this is no database" * 1000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_database_leads_to_a_backup(tmp_path: Path, data: bytes) -> None:
    """The message names the file."""
    (tmp_path / "sitehand.db").write_bytes(data)
    problem = refuse(tmp_path)
    assert str(tmp_path / "sitehand.db") in problem.message
    assert "restore the last good backup" in problem.hint


@contextmanager
def as_plain_user() -> Iterator[None]:
    """Do without the rights of root, who may write everywhere."""
    if os.getuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def test_a_folder_that_cannot_be_written_is_named() -> None:
    """The cure is the right to write."""
    with TemporaryDirectory() as name:  # that of pytest is below a folder that its user alone may enter
        folder = Path(name)
        upgrade(folder / "sitehand.db", SITE)
        folder.chmod(0o555)
        with as_plain_user():
            hint = refuse(folder).hint
        folder.chmod(0o700)
    assert hint == f"Give the user that runs Sitehand write access to {folder.resolve()}."


@pytest.mark.parametrize("mode", [0o444, 0o000])
def test_a_database_that_cannot_be_written_is_named(mode: int) -> None:
    """In a folder that can be written: every write would fail later."""
    with TemporaryDirectory() as name:
        database = Path(name) / "sitehand.db"
        upgrade(database, SITE)
        for path in (Path(name), database):
            if os.getuid() == 0:
                os.chown(path, NOBODY, -1)
        database.chmod(mode)
        with as_plain_user():
            problem = refuse(Path(name))
    assert problem.message == f"This user cannot read and write {database.resolve()}."
    assert problem.hint == f"Give the user that runs Sitehand write access to {database.resolve()}."


def test_each_fault_has_its_cure(tmp_path: Path) -> None:
    """SQLite's own faults, bare or wrapped, of a database that may not be written, is held, or lacks a table."""
    path = tmp_path / "sitehand.db"
    upgrade(path, SITE)
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as reader:
        with pytest.raises(sqlite3.OperationalError) as written:
            reader.execute("DELETE FROM items")
        with pytest.raises(sqlite3.OperationalError) as missing:
            reader.execute("SELECT * FROM nothing")
    with closing(sqlite3.connect(path)) as holder, closing(sqlite3.connect(path, timeout=0)) as other:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError) as held:
            other.execute("BEGIN IMMEDIATE")
    cures = [explain_fault(tmp_path, fault.value).hint for fault in (written, missing, held)]
    assert [cure.split()[0] for cure in cures] == ["Give", "Run:", "Another"]
    assert find_fault(OperationalError("DELETE", {}, written.value)) is written.value
    assert find_fault(ValueError("other")) is None
