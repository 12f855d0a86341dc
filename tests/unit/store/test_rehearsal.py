"""The copy on which a long write is tried: where it is, and what is left of it."""

import os
import tempfile
from pathlib import Path

import pytest

from sitehand.errors import Code, Problem
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.rehearsal import PREFIX, rehearse


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files, of this test alone."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def list_names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(path.name for path in folder.iterdir())


async def test_a_copy_that_was_left_is_removed_by_the_next(database: Database, temporary: Path) -> None:
    """Not one that is in use, and nothing of another name; nobody else can look into any."""
    left, strange = temporary / f"{PREFIX}dead", temporary / "other"
    for folder in (left, strange):
        folder.mkdir()
        (folder / FILE_NAME).write_text("secret")
        os.utime(folder, (0, 0))
    (temporary / f"{PREFIX}link").symlink_to(strange)
    async with rehearse(database) as first:
        used = first.database.path.parent
        assert used.stat().st_mode & 0o077 == 0
        os.utime(used, (0, 0))
        async with rehearse(database):
            assert not left.exists()
            assert used.exists()
    assert (strange / FILE_NAME).exists()
    assert list_names(temporary) == ["other", f"{PREFIX}link"]


async def test_a_copy_that_does_not_fit_is_refused_in_plain_words(database: Database, temporary: Path) -> None:
    """Whatever the import says of a full disk: nothing of the site was changed, and the room is wanted elsewhere."""
    with pytest.raises(Problem, match=r"needs room for a copy .*temporary\. Nothing was changed") as full:
        async with rehearse(database):
            raise Problem(Code.STORAGE_FULL, "The import stopped after 3 of 4 steps.")
    assert full.value.code is Code.STORAGE_FULL
    assert list_names(temporary) == []
