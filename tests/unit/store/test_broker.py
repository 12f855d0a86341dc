"""The stored enrollment: encrypted, seen by every process, and none when nobody can read it."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from sitehand.guard.broker import Enrollment
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.broker import KEY_FILE, EnrollmentTable, SecretSeal
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.settings import SettingsTable

SECRET = "a secret that nobody may see"
ENROLLMENT = Enrollment(
    issuer="https://broker.example",
    client_id="site",
    secret=SECRET,
    introspection_endpoint="https://broker.example/introspect",
    authentication="private_key_jwt",
    resource="https://site.example/",
    jwks_uri="https://broker.example/keys",
    algorithms=("ES256",),
    enrolled="2026-11-21T09:00:00Z",
)


def open_table(database: Database, folder: Path, key: str = "") -> EnrollmentTable:
    """A table, as a process has one."""
    return EnrollmentTable(database, SecretSeal(folder, key))


async def test_it_comes_back_as_it_was(database: Database, tmp_path: Path) -> None:
    """With and without what may be missing; none before, none after the end."""
    table = open_table(database, tmp_path)
    assert table.current() is None
    for enrollment in (ENROLLMENT, replace(ENROLLMENT, resource=None, jwks_uri=None, algorithms=())):
        await table.save(enrollment)
        assert table.current() == enrollment
        assert open_table(database, tmp_path).current() == enrollment
    assert await table.remove()
    assert table.current() is None
    assert not await table.remove()


async def test_another_process_sees_each_change_at_its_next_look(database: Database, tmp_path: Path) -> None:
    """Enrollment, a new one, and the end."""
    other = Database(tmp_path, SITE)
    here, there = open_table(database, tmp_path), open_table(other, tmp_path)
    assert there.current() is None
    await here.save(ENROLLMENT)
    assert there.current() == ENROLLMENT
    await here.save(replace(ENROLLMENT, client_id="another"))
    assert there.current() == replace(ENROLLMENT, client_id="another")
    await here.remove()
    assert there.current() is None
    await other.close()


async def test_other_writes_do_not_disturb_it(database: Database, tmp_path: Path) -> None:
    """The very object is kept while its row is the same."""
    table = open_table(database, tmp_path)
    await table.save(ENROLLMENT)
    before = table.current()
    await SettingsTable(database).set({"name": "another"})
    assert table.current() is before


async def test_the_secret_is_in_no_file(database: Database, tmp_path: Path) -> None:
    """The database holds it encrypted, the key is apart, and nobody else may read either."""
    await open_table(database, tmp_path).save(ENROLLMENT)
    await database.close()
    check_files(tmp_path)
    assert SECRET not in repr(ENROLLMENT)


def check_files(folder: Path) -> None:
    """Look for the secret in every file, and at the one with the key."""
    key = folder / KEY_FILE
    assert not any(SECRET.encode() in file.read_bytes() for file in folder.iterdir())
    assert not any(key.read_bytes() in file.read_bytes() for file in folder.iterdir() if file != key)
    assert key.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in folder.glob(f"{KEY_FILE}*")] == [KEY_FILE]


async def test_a_key_of_the_environment_needs_no_file(database: Database, tmp_path: Path) -> None:
    """And one that is missing or has changed leaves the secret unread, but the enrollment known."""
    key = Fernet.generate_key().decode()
    await open_table(database, tmp_path, key).save(ENROLLMENT)
    assert not (tmp_path / KEY_FILE).exists()
    assert open_table(database, tmp_path, key).current() == ENROLLMENT
    for wrong in ("", Fernet.generate_key().decode()):
        assert open_table(database, tmp_path, wrong).current() == replace(ENROLLMENT, secret=None)


@pytest.mark.parametrize(
    "row",
    [
        *("", "nonsense", "[]", "{}", '{"issuer": "https://broker.example"}', "null"),
        json.dumps({"secret": "x", "algorithms": [], "unknown": 1}),
    ],
)
async def test_a_row_that_nobody_can_read_is_no_enrollment(
    database: Database, tmp_path: Path, row: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever damaged it; the log says so, and nobody is let in by it."""
    table = open_table(database, tmp_path)
    await table.save(ENROLLMENT)
    with sqlite3.connect(tmp_path / FILE_NAME) as raw:
        raw.execute("UPDATE settings SET value = ? WHERE name = 'broker'", (row,))
    raw.close()
    assert table.current() is None
    assert ("cannot be read" in caplog.text) == bool(row)


async def test_an_unknown_way_to_authenticate_is_no_enrollment(database: Database, tmp_path: Path) -> None:
    """A later version may know more; this one then lets nobody in."""
    table = open_table(database, tmp_path)
    await table.save(replace(ENROLLMENT, authentication="tls_client_auth"))  # type: ignore[arg-type]
    assert table.current() is None


def test_processes_that_start_together_make_one_key(tmp_path: Path) -> None:
    """What each has encrypted, all can read."""
    with ThreadPoolExecutor(8) as pool:
        sealed = list(pool.map(lambda number: SecretSeal(tmp_path, "").close(str(number)), range(32)))
    assert [SecretSeal(tmp_path, "").open(text) for text in sealed] == [str(number) for number in range(32)]


@pytest.mark.parametrize("damaged", [b"", b"short", b"\xff" * 44])
def test_a_damaged_key_opens_nothing(tmp_path: Path, damaged: bytes) -> None:
    """And is not replaced by another behind the owner's back."""
    sealed = SecretSeal(tmp_path, "").close(SECRET)
    (tmp_path / KEY_FILE).write_bytes(damaged)
    assert SecretSeal(tmp_path, "").open(sealed) is None
    assert (tmp_path / KEY_FILE).read_bytes() == damaged
