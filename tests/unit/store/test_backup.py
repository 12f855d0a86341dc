"""Backups that are made while the site is in use, and what comes back when one is restored."""

import asyncio
import json
import sqlite3
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from sitehand.app import assemble
from sitehand.doctor import examine
from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.broker import Enrollment
from sitehand.hosts.choice import choose_schema
from sitehand.operation.policy import Rule
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.archive import open_archive, write_archive
from sitehand.store.backup import Backup, BackupOptions, make_backup
from sitehand.store.broker import EnrollmentTable, SecretSeal
from sitehand.store.endings import Position
from sitehand.store.restore import KEPT, Restored, RestoreOptions, restore_backup
from sitehand.store.tables import pending_changes
from tests.choices import set_rules
from tests.databases import migrate
from tests.passwords import hash_cheaply

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BY = Attribution("owner", "Owner", "admin", "restore", Origin("cli"), {"backup": "b"}, at="2026-11-21T12:00:00Z")
PHRASE = "a sentence nobody knows"


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A site in use: a page, a password, and an enrollment with a broker."""
    with hash_cheaply():
        parts = assemble(Settings(data=tmp_path / "site"))
    await migrate(parts.database)
    await parts.owner.ensure_password()
    await parts.owner.session_secret()
    await add_page(parts, "First")
    await enrollments(parts).save(
        Enrollment("https://b", "id", "hush", "https://b/ask", "client_secret_basic", None, None, (), "2026")
    )
    yield parts
    await parts.close()


def enrollments(parts: Parts) -> EnrollmentTable:
    """The table of the enrollment."""
    return EnrollmentTable(parts.database, SecretSeal(parts.settings.data, ""))


async def add_page(parts: Parts, title: str) -> None:
    """One more page."""
    await parts.host.pages.create(PageFields(title=title, content="text " * 500), "key:1")


async def add_key(parts: Parts, label: str) -> tuple[int, str]:
    """A key's id and value."""
    issued = await parts.keys.create(label=label, role="editor", expires=None, requests_per_minute=None, now=NOW)
    return issued["id"], issued["value"]


async def works(parts: Parts, value: str) -> bool:
    """Whether the key opens the site."""
    return await parts.keys.identify(value, NOW + timedelta(minutes=5)) is not None


async def back_up(parts: Parts, **wanted: Any) -> tuple[Path, Backup]:
    """A backup beside the site."""
    target = parts.settings.data.parent / "backup"
    folder = parts.settings.data.resolve()
    made = await asyncio.to_thread(
        make_backup, folder, target, now=NOW, report=lambda *_: None, options=BackupOptions(replace=True, **wanted)
    )
    return target, made


async def restore(folder: Path, file: Path, *, passphrase: str | None = None, keep_keys: bool = False) -> Restored:
    """Restore in a thread, as the command does in a process."""
    options = RestoreOptions(BY, "2026-11-21T12:00:00Z", passphrase, keep_keys)
    return await asyncio.to_thread(restore_backup, folder, file, options, lambda *_: None, choose_schema)


async def reopened(parts: Parts, folder: Path | None = None) -> Parts:
    """The site after a start."""
    again = assemble(Settings(data=folder or parts.settings.data))
    await migrate(again.database)
    return again


async def titles(parts: Parts) -> list[str]:
    """Of all pages."""
    return [row[0] for row in parts.database.look_up("SELECT title FROM items ORDER BY id", committed=True)]


async def test_a_backup_that_is_made_beside_writers_is_of_one_moment(parts: Parts) -> None:
    """It is whole and its journal one chain, while pages are written all the time."""
    done = asyncio.Event()

    async def write() -> None:
        while not done.is_set():
            await add_page(parts, "More")

    writing = asyncio.create_task(write())
    try:
        for _ in range(3):
            file, made = await back_up(parts)
            assert made.broken is None
    finally:
        done.set()
        await writing
    await parts.close()
    await restore(parts.settings.data, file)
    again = await reopened(parts)
    assert (await titles(again))[0] == "First"
    assert {each.subject for each in await examine(again.settings) if not each.good} <= {"API keys", "broker"}
    await again.close()


async def test_a_backup_tells_how_far_it_is(parts: Parts) -> None:
    """In bytes of the copy, up to all of them."""
    for _ in range(300):
        await add_page(parts, "More")
    told: list[tuple[int, int, str]] = []
    folder = parts.settings.data.resolve()
    await asyncio.to_thread(make_backup, folder, folder.parent / "b", now=NOW, report=lambda *each: told.append(each))
    assert {what for _, _, what in told} == {"Copying", "Checking", "Packing"}
    assert all(done <= total for done, total, _ in told)
    assert len({done for done, _, what in told if what == "Copying"}) > 2
    done, total, _ = told[-1]
    assert done == total > 0


async def test_no_key_to_the_site_is_in_a_backup(parts: Parts) -> None:
    """Neither what signs sessions, nor the key of the broker's secret, nor what was deleted."""
    secret, key = await parts.owner.session_secret(), (parts.settings.data / "broker.key").read_bytes()
    await parts.database.transact(lambda c: c.exec_driver_sql("INSERT INTO settings VALUES ('x', 'long forgotten')"))
    await parts.database.transact(lambda c: c.exec_driver_sql("DELETE FROM changed_objects WHERE object = 'x'"))
    await parts.database.transact(lambda c: c.exec_driver_sql("DELETE FROM settings WHERE name = 'x'"))
    await parts.database.transact(lambda c: c.exec_driver_sql("DELETE FROM changed_objects WHERE object = 'x'"))
    for passphrase in (None, PHRASE):
        file, _ = await back_up(parts, passphrase=passphrase)
        assert file.stat().st_mode & 0o777 == 0o600
        with zipfile.ZipFile(file) as archive:
            content = b"".join(archive.read(name) for name in archive.namelist())
        assert b"First" in content
        for hidden in (secret.encode(), key, b"long forgotten"):
            assert hidden not in content


async def test_secrets_come_back_with_their_passphrase(parts: Parts, tmp_path: Path) -> None:
    """On another machine; another phrase opens nothing, and changes nothing."""
    file, _ = await back_up(parts, passphrase=PHRASE)
    elsewhere = tmp_path / "elsewhere"
    with pytest.raises(Problem, match="passphrase is wrong") as refused:
        await restore(elsewhere, file, passphrase="another sentence")
    assert refused.value.code is Code.INVALID_CREDENTIAL
    assert not list(elsewhere.iterdir())
    await restore(elsewhere, file, passphrase=PHRASE, keep_keys=True)
    there = await reopened(parts, elsewhere)
    found = enrollments(there).current()
    assert found
    assert found.secret == "hush"
    assert (elsewhere / "broker.key").stat().st_mode & 0o777 == 0o600
    await there.close()


async def test_a_short_passphrase_is_refused(parts: Parts) -> None:
    """And leaves no file."""
    with pytest.raises(Problem, match="9 characters"):
        await back_up(parts, passphrase="too short")
    assert [each.name for each in parts.settings.data.parent.iterdir()] == ["site"]


async def test_secrets_that_are_not_there_are_asked_for_in_vain(parts: Parts, tmp_path: Path) -> None:
    """The owner hears it before anything is replaced."""
    file, _ = await back_up(parts)
    with pytest.raises(Problem, match="no secrets"):
        await restore(tmp_path / "elsewhere", file, passphrase=PHRASE)


async def test_a_file_that_is_there_is_replaced_only_when_that_is_wanted(parts: Parts, tmp_path: Path) -> None:
    """Else the backup of yesterday would be gone."""
    (tmp_path / "kept").write_text("yesterday")
    with pytest.raises(Problem, match="exists"):
        make_backup(parts.settings.data, tmp_path / "kept", now=NOW, report=lambda *_: None)
    assert (tmp_path / "kept").read_text() == "yesterday"


async def test_a_damaged_database_makes_no_backup(parts: Parts, tmp_path: Path) -> None:
    """It would only be found out when it is needed."""
    for _ in range(20):
        await add_page(parts, "More")
    await parts.close()
    path = parts.settings.data / "sitehand.db"
    content = bytearray(path.read_bytes())
    for place in range(8 * 4096, len(content), 4096):
        content[place : place + 200] = b"\xff" * 200
    path.write_bytes(content)
    with pytest.raises((Problem, sqlite3.DatabaseError)):
        make_backup(parts.settings.data, tmp_path / "b", now=NOW, report=lambda *_: None)
    assert not (tmp_path / "b").exists()


async def test_a_broken_journal_is_backed_up_and_told(parts: Parts) -> None:
    """No backup mends it, and without one everything else would be lost too."""
    with closing(sqlite3.connect(parts.database.path)) as connection, connection:
        connection.execute("UPDATE changes SET label = 'Somebody else' WHERE id = 2")
    _, made = await back_up(parts)
    assert made.broken == "Change 2 was altered."


@pytest.mark.parametrize("state", ["crashed", "damaged", "removed"])
async def test_a_restore_leaves_no_log_of_the_old_database(parts: Parts, state: str) -> None:
    """A site that crashed has one; played into the restored file it would make it malformed."""
    file, _ = await back_up(parts)
    for _ in range(50):
        await add_page(parts, "Later")
    crashed = parts.settings.data.with_name("crashed")
    crashed.mkdir()
    for each in parts.settings.data.iterdir():
        (crashed / each.name).write_bytes(each.read_bytes())
    assert (crashed / "sitehand.db-wal").stat().st_size > 0
    if state == "damaged":
        (crashed / "sitehand.db").write_bytes(b"no database" * 500)
    if state == "removed":
        (crashed / "sitehand.db").unlink()
    await restore(crashed, file)
    assert not (crashed / "sitehand.db-wal").exists()
    assert not (crashed / "sitehand.db-shm").exists()
    again = await reopened(parts, crashed)
    assert await titles(again) == ["First"]
    await add_page(again, "Second")
    found = [each for each in await examine(again.settings) if not each.good]
    assert {each.subject for each in found} == {"API keys", "broker"}
    await again.close()
    assert (crashed / KEPT).exists() is (state != "removed")
    if state == "crashed":
        with closing(sqlite3.connect(crashed / KEPT)) as connection:
            assert connection.execute("SELECT count(*) FROM items").fetchone() == (51,)


async def test_a_restore_is_in_the_journal_as_the_owners_doing(parts: Parts) -> None:
    """Also when nothing was ended by it; the chain goes on from the backup's."""
    file, _ = await back_up(parts)
    await parts.close()
    await restore(parts.settings.data, file)
    again = await reopened(parts)
    (row,) = again.database.look_up("SELECT * FROM changes WHERE operation = 'restore'")
    assert (row["caller"], json.loads(row["arguments"])) == ("owner", {"backup": "b"})
    (seen,) = [each for each in await examine(again.settings) if each.subject == "journal"]
    assert seen.good
    await again.close()


async def test_sessions_end_with_a_restore(parts: Parts) -> None:
    """Their secret is another one."""
    before = await parts.owner.session_secret()
    file, _ = await back_up(parts)
    await parts.close()
    await restore(parts.settings.data, file)
    again = await reopened(parts)
    assert await again.owner.session_secret() != before
    await again.close()


async def test_what_ended_since_the_backup_stays_ended(parts: Parts) -> None:
    """A revoked key, a former value, the broker, the old password; what came instead works."""
    ids = [await add_key(parts, label) for label in ("kept", "revoked", "rotated", "twice")]
    values = [value for _, value in ids]
    await parts.owner.set_password("the password of then")
    file, _ = await back_up(parts)
    await parts.keys.revoke(ids[1][0], now=NOW)
    once = (await parts.keys.rotate(ids[2][0], grace_seconds=3600, now=NOW))["value"]
    first = (await parts.keys.rotate(ids[3][0], now=NOW))["value"]
    second = (await parts.keys.rotate(ids[3][0], now=NOW))["value"]
    await enrollments(parts).remove()
    await parts.owner.set_password("the password of now")
    await parts.close()
    restored = await restore(parts.settings.data, file)
    assert restored.ended == 6
    again = await reopened(parts)
    assert [await works(again, value) for value in values] == [True, False, False, False]
    assert [await works(again, value) for value in (once, first, second)] == [True, False, True]
    assert enrollments(again).current() is None
    assert await again.owner.check_password("the password of now")
    assert not await again.owner.check_password("the password of then")
    await again.close()


async def test_only_what_ended_since_the_backup_is_ended_again(parts: Parts) -> None:
    """A site that was enrolled anew before the backup is so after it."""
    assert await enrollments(parts).remove()
    await enrollments(parts).save(
        Enrollment("https://c", "id", "hush", "https://c/ask", "client_secret_basic", None, None, (), "2026")
    )
    file, _ = await back_up(parts)
    await parts.close()
    assert (await restore(parts.settings.data, file)).ended == 0
    again = await reopened(parts)
    found = enrollments(again).current()
    assert found
    assert found.issuer == "https://c"
    await again.close()


@pytest.mark.parametrize("damage", ["gone", "another", "cut"])
@pytest.mark.parametrize("keep_keys", [False, True])
async def test_without_the_file_of_endings_every_key_ends(parts: Parts, damage: str, keep_keys: bool) -> None:
    """And the enrollment, unless the owner says to keep them: nobody knows which of them have ended since."""
    _, value = await add_key(parts, "me")
    await add_key(parts, "other")
    file, _ = await back_up(parts)
    await parts.close()
    endings = parts.settings.data / "endings.jsonl"
    if damage == "cut":
        endings.write_bytes(endings.read_bytes()[:-2])
    else:
        endings.unlink()
        if damage == "another":
            endings.write_text('{"file": "another"}\n' * 20)
    restored = await restore(parts.settings.data, file, keep_keys=keep_keys)
    assert restored.unknown
    assert restored.unknown.damaged is (damage == "cut")
    again = await reopened(parts)
    assert await works(again, value) is keep_keys
    assert (enrollments(again).current() is not None) is keep_keys
    await again.close()


def damage_line(content: bytes, length: int, damage: str) -> bytes:
    """The file with one damage after the backup's place, which is so many bytes from its beginning."""
    before, lines = content[:length], content[length:].splitlines(keepends=True)
    return (
        before
        + {
            "nul": b"".join([lines[0][:10] + b"\0" * 20 + lines[0][30:], *lines[1:]]),
            "cut in the middle": b"".join([lines[0][:30] + b"\n", *lines[1:]]),
            "line breaks": b"\n" * len(b"".join(lines)),
            "line missing": b"".join(lines[1:]),
            "order": b"".join([lines[1], lines[0]]),
            "cut at the end": b"".join(lines)[:-5],
            "no last line break": b"".join(lines)[:-1],
            "number": b"5\n" + b"".join(lines),
            "object": b'{"a": 1}\n' + b"".join(lines),
            "list": b"".join(lines) + b"[]\n",
        }[damage]
    )


DAMAGES = ["nul", "cut in the middle", "line breaks", "line missing", "order", "cut at the end"]
DAMAGES += ["no last line break", "number", "object", "list"]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("keep_keys", [False, True])
async def test_a_damaged_line_ends_every_key(parts: Parts, damage: str, keep_keys: bool) -> None:
    """It may have been any key's end; what the present database says has ended, stays so in any case."""
    (first, value), (second, other), (_, third) = [await add_key(parts, label) for label in ("one", "two", "three")]
    file, made = await back_up(parts)
    await parts.keys.revoke(first, now=NOW)
    await parts.keys.revoke(second, now=NOW)
    await parts.close()
    endings = parts.settings.data / "endings.jsonl"
    endings.write_bytes(damage_line(endings.read_bytes(), made.manifest.endings.length, damage))
    restored = await restore(parts.settings.data, file, keep_keys=keep_keys)
    assert restored.unknown
    assert restored.unknown.damaged
    assert "endings.jsonl" in str(restored.unknown)
    again = await reopened(parts)
    assert [await works(again, each) for each in (value, other, third)] == [False, False, keep_keys]
    await again.close()


@pytest.mark.parametrize("left", ["header", "nothing"])
async def test_the_present_database_knows_what_has_ended_too(parts: Parts, left: str) -> None:
    """A file that was cut back to where the backup was made tells of nothing, and none of that comes back."""
    (first, value), (second, old), (_, kept) = [await add_key(parts, label) for label in ("one", "two", "three")]
    await parts.owner.set_password("the password of then")
    file, made = await back_up(parts)
    endings = parts.settings.data / "endings.jsonl"
    await parts.keys.revoke(first, now=NOW)
    new = (await parts.keys.rotate(second, grace_seconds=3600, now=NOW))["value"]
    await enrollments(parts).remove()
    await parts.owner.set_password("the password of now")
    await parts.close()
    endings.write_bytes(endings.read_bytes()[: made.manifest.endings.length])
    if left == "nothing":
        endings.unlink()
    restored = await restore(parts.settings.data, file, keep_keys=left == "nothing")
    assert (restored.unknown is None) is (left == "header")
    assert restored.ended == 4
    again = await reopened(parts)
    assert [await works(again, each) for each in (value, old, new, kept)] == [False, False, True, True]
    assert enrollments(again).current() is None
    assert await again.owner.check_password("the password of now")
    await again.close()


async def test_a_later_backup_brings_no_earlier_value_back(parts: Parts) -> None:
    """The present database may be the older of the two: a value that was replaced there is not the newer one."""
    key_id, old = await add_key(parts, "me")
    monday = (await back_up(parts))[0].rename(parts.settings.data.parent / "monday")
    new = (await parts.keys.rotate(key_id, now=NOW))["value"]
    tuesday, _ = await back_up(parts)
    await parts.close()
    (parts.settings.data / "endings.jsonl").unlink()
    (parts.settings.data / "sitehand.db").unlink()
    await restore(parts.settings.data, monday, keep_keys=True)
    await restore(parts.settings.data, tuesday, keep_keys=True)
    again = await reopened(parts)
    assert [await works(again, each) for each in (old, new)] == [False, True]
    await again.close()


async def test_after_a_damaged_end_a_new_backup_knows_again(parts: Parts) -> None:
    """What a crash has cut off concerns the backups of before alone."""
    (first, value), (_, kept) = await add_key(parts, "me"), await add_key(parts, "other")
    before = (await back_up(parts))[0].rename(parts.settings.data.parent / "before")
    with (parts.settings.data / "endings.jsonl").open("ab") as endings:
        endings.write(b'{"ended": "bro')
    after, _ = await back_up(parts)
    await parts.keys.revoke(first, now=NOW)
    await parts.close()
    restored = await restore(parts.settings.data, after)
    assert (restored.unknown, restored.ended) == (None, 1)
    again = await reopened(parts)
    assert [await works(again, each) for each in (value, kept)] == [False, True]
    await again.close()
    assert (await restore(parts.settings.data, before)).unknown


async def test_no_proposal_waits_after_a_restore(parts: Parts) -> None:
    """It may have been rejected since; and writes that were paused stay paused."""
    row = {"at": "2026-11-21T10:00:00Z", "expires": "2099-01-01T00:00:00Z", "caller": "key:1", "label": "k"}
    row |= {"role": "editor", "door": "rest", "client": "", "operation": "create_page", "arguments": "{}"}
    row |= {"preview": "{}", "reason": "a rule", "state": "waiting"}
    await parts.database.transact(lambda connection: connection.execute(insert(pending_changes).values(row)))
    file, _ = await back_up(parts)
    await parts.choices.set_paused(True)
    await set_rules(parts.database, [Rule()])
    await parts.close()
    restored = await restore(parts.settings.data, file)
    told = " ".join(restored.notices)
    assert all(words in told for words in ("have expired: 1.", "Writes are still paused", "approval rules"))
    assert "switched-off" not in told
    again = await reopened(parts)
    assert again.choices.choice().paused
    (found,) = again.database.look_up("SELECT state, expires FROM pending_changes")
    assert tuple(found) == ("waiting", "2026-11-21T12:00:00Z")
    await again.close()


async def test_nothing_is_noted_of_what_was_taken_back(parts: Parts) -> None:
    """A revocation whose transaction failed has not happened."""
    key_id, _ = await add_key(parts, "me")
    endings = parts.settings.data / "endings.jsonl"
    with suppress(ZeroDivisionError):
        async with parts.database.units.open():
            await parts.keys.revoke(key_id, now=NOW)
            1 / 0  # noqa: B018
    assert not endings.exists()
    await parts.keys.revoke(key_id, now=NOW)
    assert endings.read_bytes().count(b'"ended"') == 1


async def test_a_site_that_runs_is_not_restored(parts: Parts) -> None:
    """Nor is one that another program has open, and nothing runs on one that is being restored."""
    file, _ = await back_up(parts)
    with pytest.raises(Problem, match="Something runs") as refused:
        await restore(parts.settings.data, file)
    assert refused.value.code is Code.CONFLICT
    await parts.close()
    with closing(sqlite3.connect(parts.database.path)) as other:
        other.execute("SELECT count(*) FROM items").fetchone()
        with pytest.raises(Problem, match="Another program"):
            await restore(parts.settings.data, file)
    await restore(parts.settings.data, file)


async def test_nothing_starts_on_a_site_that_is_being_restored(parts: Parts) -> None:
    """It would write into the file that is about to go."""
    from sitehand.store.occupancy import occupied_alone

    await parts.close()
    with occupied_alone(parts.settings.data):
        other = assemble(parts.settings)
        with pytest.raises(Problem, match="being restored"):
            await migrate(other.database)
        (found,) = [each for each in await examine(parts.settings) if each.subject == "database"]
        assert not found.good
        assert "backup" not in found.cure
        await other.close()


def rewrite(file: Path, change: Callable[[dict[str, Any]], None], names: Callable[[str], str] = str) -> None:
    """Make another archive of one."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(parts["manifest.json"])
    change(manifest)
    parts["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(names(name), content)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda told: told.update(form="other"), "not a backup"),
        (lambda told: told.update(version=2), "later version"),
        (lambda told: told["parts"].update({"media/a.png": {"bytes": 1, "sha256": ""}}), "later version"),
        (lambda told: told["parts"]["sitehand.db"].update(sha256="0" * 64), "not as it was written"),
        (lambda told: told["parts"]["sitehand.db"].update(bytes=5000), "not as it was written"),
        (lambda told: told.pop("endings"), "not a backup"),
        (lambda told: told["endings"].update(length=-1), "not a backup"),
        (lambda told: told["endings"].update(length=10**30), "not a backup"),
        (lambda told: told["endings"].update(length="5"), "not a backup"),
        (lambda told: told["endings"].update(hash=None), "not a backup"),
        (lambda told: told["parts"]["sitehand.db"].update(bytes=-1), "not a backup"),
        (lambda told: told["parts"]["sitehand.db"].update(bytes="5"), "not a backup"),
    ],
)
async def test_a_backup_that_is_not_as_it_was_made_changes_nothing(
    parts: Parts, change: Callable[[dict[str, Any]], None], why: str
) -> None:
    """Whatever of it is otherwise."""
    file, _ = await back_up(parts)
    await add_page(parts, "Second")
    await parts.close()
    rewrite(file, change)
    with pytest.raises(Problem, match=why):
        await restore(parts.settings.data, file)
    again = await reopened(parts)
    assert await titles(again) == ["First", "Second"]
    await again.close()


@pytest.mark.parametrize("content", [b"", b"no archive at all", b"PK\x03\x04" + b"\xff" * 500])
async def test_what_is_no_backup_is_not_restored(parts: Parts, tmp_path: Path, content: bytes) -> None:
    """It is told as what it is."""
    (tmp_path / "file").write_bytes(content)
    await parts.close()
    with pytest.raises(Problem, match="not a backup"):
        await restore(parts.settings.data, tmp_path / "file")


async def test_a_backup_of_a_later_version_is_refused(parts: Parts) -> None:
    """Its database is of a shape that this program does not know."""
    await parts.database.transact(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    file, _ = await back_up(parts)
    await parts.close()
    with pytest.raises(Problem, match="later version"):
        await restore(parts.settings.data, file)


def test_a_backup_of_many_files_is_read(tmp_path: Path) -> None:
    """What it says of itself grows with its files, and has room for those of a large site."""
    names = ["sitehand.db", *(f"files/{number:064x}/full" for number in range(5_500))]
    with write_archive(tmp_path / "site.zip") as writer:
        for name in names:
            writer.add(name, BytesIO(), 0, lambda *_: None)
        writer.finish("2026-01-01T00:00:00Z", "0023", Position("x", 1, "0" * 64))
    with open_archive(tmp_path / "site.zip") as archive:
        assert list(archive.manifest.parts) == names


async def test_a_cut_off_backup_is_refused(parts: Parts) -> None:
    """As a copy over a slow line leaves it."""
    file, _ = await back_up(parts)
    file.write_bytes(file.read_bytes()[:-100])
    await parts.close()
    with pytest.raises(Problem, match="not a backup"):
        await restore(parts.settings.data, file)
