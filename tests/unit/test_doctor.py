"""The doctor's findings, each by breaking one thing."""

import asyncio
import resource
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.broker import EnrollmentRequest
from sitehand.doctor import Finding, examine
from sitehand.parts import Parts
from sitehand.plugins import ENTRY_POINT_GROUP
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.claims import Claim, settle_claim, take_claim
from sitehand.store.holders import Holder
from sitehand.store.retention import clear_changes
from sitehand.store.settings import SettingsTable
from tests.databases import migrate
from tests.passwords import hash_cheaply
from tests.service import enroll
from tests.unit.broker.loopback import open_broker


@pytest.fixture
async def sound(tmp_path: Path) -> AsyncIterator[Parts]:
    """An installation with a password and a key."""
    with hash_cheaply():
        parts = assemble(Settings(data=tmp_path / "site"))
    await migrate(parts.database)
    await parts.owner.ensure_password()
    await parts.keys.create(label="me", role="admin", expires=None, requests_per_minute=None, now=datetime.now(UTC))
    yield parts
    await parts.close()


async def write_pages(parts: Parts, number: int) -> None:
    """Some changes."""
    for count in range(number):
        await parts.host.pages.create(PageFields(title=f"Page {count}"), "key:1")


async def bad(settings: Settings) -> dict[str, Finding]:
    """What is not good, by subject."""
    return {finding.subject: finding for finding in await examine(settings) if not finding.good}


async def test_nothing_is_wrong_with_a_sound_installation(sound: Parts) -> None:
    """Every finding is good and says what is so."""
    findings = await examine(sound.settings)
    assert all(finding.good and finding.text for finding in findings)
    assert len({finding.subject for finding in findings}) == len(findings) == 16


async def test_a_missing_folder_is_found_and_not_made(tmp_path: Path) -> None:
    """The examination ends there: nothing below it can be asked."""
    found = await bad(Settings(data=tmp_path / "none"))
    assert found.keys() == {"data folder"}
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("content", [b"no database" * 500, b"SQLite format 3\x00" + b"\xff" * 5000])
async def test_a_damaged_database_is_found(tmp_path: Path, content: bytes) -> None:
    """With the advice to restore a backup."""
    (tmp_path / "sitehand.db").write_bytes(content)
    found = await bad(Settings(data=tmp_path))
    assert found.keys() == {"database"}
    assert "backup" in found["database"].cure


async def test_a_newer_database_leads_to_an_update(sound: Parts) -> None:
    """And not to a backup: nothing is damaged."""
    with closing(sqlite3.connect(sound.database.path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    found = await bad(sound.settings)
    assert found.keys() == {"database"}
    assert found["database"].cure.startswith("Update Sitehand")


async def test_no_key_and_no_password_are_found(tmp_path: Path) -> None:
    """Each with the command that mends it."""
    tmp_path.joinpath("site").mkdir()
    found = await bad(Settings(data=tmp_path / "site"))
    assert found.keys() == {"owner's password", "API keys"}
    assert found["owner's password"].cure == f"Run: sitehand admin set-password --data {tmp_path / 'site'}"
    assert found["API keys"].cure == f"Run: sitehand key create --role admin --label me --data {tmp_path / 'site'}"


async def test_rules_that_cannot_be_read_are_found(sound: Parts) -> None:
    """With the command that removes them; those that are sound are not named."""
    await SettingsTable(sound.database).set({"block_policy": "{}", "ability_policy": "[]", "operations_off": "[[5]]"})
    found = await bad(sound.settings)
    assert found.keys() == {"rules"}
    assert found["rules"].text.startswith("block_policy, operations_off cannot be read")
    for name in ("block_policy", "operations_off"):
        assert f"sitehand admin clear-rules {name} --data {sound.settings.data}" in found["rules"].cure


async def test_a_browser_that_is_not_there_is_found(sound: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a setting names it; a site without any works, and the finding says what it does not do."""
    found = await bad(sound.settings.model_copy(update={"chromium": "/nowhere/chromium"}))
    assert found.keys() == {"Chromium"}
    assert "SITEHAND_CHROMIUM" in found["Chromium"].cure
    monkeypatch.setenv("PATH", "")
    texts = {finding.subject: finding.text for finding in await examine(sound.settings)}
    assert texts["Chromium"].startswith("none: ")


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("http://example.org", False),
        ("http://192.168.1.5:8000", False),
        ("https://example.org", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
    ],
)
async def test_keys_must_not_travel_unencrypted(sound: Parts, url: str, good: bool) -> None:
    """Plain HTTP is good enough only inside this machine."""
    found = await bad(sound.settings.model_copy(update={"url": url}))
    assert ("address" not in found) is good


@pytest.mark.parametrize(
    ("url", "proxies", "good"),
    [
        ("https://example.org", [], False),
        ("https://example.org", ["127.0.0.1"], True),
        ("http://localhost:8000", [], True),
    ],
)
async def test_an_https_address_needs_a_trusted_proxy(sound: Parts, url: str, proxies: list[str], good: bool) -> None:
    """Else all clients are one, with one limit on wrong keys and logins."""
    found = await bad(sound.settings.model_copy(update={"url": url, "trusted_proxies": proxies}))
    assert ("proxies" not in found) is good
    assert good or "SITEHAND_TRUSTED_PROXIES" in found["proxies"].cure


@pytest.mark.parametrize("name", ["counters", "defences"])
async def test_counters_that_cannot_be_written_are_found(sound: Parts, name: str) -> None:
    """In either file: each worker counts in its memory then, and its owner should know."""
    (sound.settings.data / f"{name}.db").mkdir()
    found = await bad(sound.settings)
    assert found.keys() == {"counters"}
    assert f"{name}.db cannot be used" in found["counters"].text


async def test_damaged_counters_are_made_anew(sound: Parts) -> None:
    """They hold only counters."""
    (sound.settings.data / "counters.db").write_bytes(b"no database" * 500)
    assert not await bad(sound.settings)
    assert (sound.settings.data / "counters.db").read_bytes().startswith(b"SQLite format 3")


async def test_a_full_disk_is_no_reason_to_restore(sound: Parts) -> None:
    """It is looked at first; nothing that follows from it is told as damage."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        found = await bad(sound.settings)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert found.keys() == {"writing"}
    assert "restore" not in found["writing"].cure
    low = shutil.disk_usage(sound.settings.data).free + 1
    findings = {each.subject: each for each in await examine(sound.settings, min_free=low)}
    assert not findings["disk"].good
    assert "need not restore anything" in findings["disk"].cure
    assert findings["database"].good


@pytest.mark.parametrize(
    "url", ["nonsense://:a-secret@host/0", "redis://:a-secret@host/0", "async+memcached://", "no address"]
)
async def test_counters_that_cannot_be_opened_are_found(sound: Parts, url: str) -> None:
    """The setting is named, and the address's password is not shown."""
    found = await bad(sound.settings.model_copy(update={"counters_url": url}))
    assert found.keys() == {"counters"}
    assert "SITEHAND_COUNTERS_URL" in found["counters"].text + found["counters"].cure
    assert "a-secret" not in str(found)


async def test_counters_elsewhere_are_named_without_their_password(sound: Parts) -> None:
    """So that the owner sees that the setting holds."""
    findings = await examine(
        sound.settings.model_copy(update={"counters_url": "async+memory://:a-secret@host.example/0"})
    )
    (counters,) = [finding for finding in findings if finding.subject == "counters"]
    assert (counters.good, counters.text) == (True, "at host.example")


async def test_a_folder_that_cannot_be_written_is_found(sound: Parts) -> None:
    """Something stands where the doctor tries to write."""
    (sound.settings.data / ".doctor").mkdir()
    found = await bad(sound.settings)
    assert found.keys() == {"writing"}
    assert "write access" in found["writing"].cure


async def test_a_faulty_plugin_is_found(sound: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed one whose dependency is missing: told as a finding, for with it nothing else can start."""
    (tmp_path / "faulty_plugin.py").write_text("import its_missing_dependency\n")
    described = tmp_path / "faulty_plugin-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty-plugin\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\nfaulty = faulty_plugin\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = await bad(sound.settings)
    assert found.keys() == {"plugins"}
    assert "its_missing_dependency" in found["plugins"].text
    assert found["plugins"].cure


async def test_a_broker_is_looked_at_when_there_is_one(sound: Parts) -> None:
    """It is asked; one that fails is found, with what it answered."""
    async with open_broker() as broker:
        metadata = {"issuer": broker.url, "introspection_endpoint": f"{broker.url}/ask"}
        broker.answer("/.well-known/oauth-authorization-server", metadata)
        broker.answer("/ask", {"active": False})
        await enroll(sound, EnrollmentRequest(broker.url, "site", "secret"))
        findings = {finding.subject: finding for finding in await examine(sound.settings)}
        assert findings["broker"].good
        broker.answer("/ask", {"error": "invalid_client"}, 401)
        found = await bad(sound.settings)
    assert found.keys() == {"broker"}
    assert "invalid_client" in found["broker"].text
    assert "sitehand broker enroll" in found["broker"].cure


async def test_the_chain_of_changes_is_counted(sound: Parts) -> None:
    """A password and a key are two changes; the chain is sound while it is written on, and after old ones went."""
    await write_pages(sound, 3)
    (found,) = [finding for finding in await examine(sound.settings) if finding.subject == "journal"]
    assert (found.good, found.text) == (True, "5 changes, one chain")
    await sound.database.transact(lambda connection: clear_changes(connection, "9999", 4))
    writing = asyncio.create_task(write_pages(sound, 20))
    for _ in range(3):
        assert not await bad(sound.settings)
    await writing
    (found,) = [finding for finding in await examine(sound.settings) if finding.subject == "journal"]
    assert (found.good, found.text) == (True, "21 changes, one chain")


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        ("UPDATE changes SET label = 'Somebody else' WHERE id = 3", "Change 3 was altered."),
        ("UPDATE changed_objects SET after = '{}' WHERE change_id = 4", "Change 4 was altered."),
        ("DELETE FROM changes WHERE id = 1", "Change 1 is missing; change 2 follows."),
        ("DELETE FROM changes WHERE id = 5", "Change 5 and what followed it are missing."),
        ("UPDATE changes SET previous = hash WHERE id = 2", "Change 2 does not follow the one before it."),
    ],
)
async def test_a_broken_chain_is_found(sound: Parts, damage: str, text: str) -> None:
    """The first break is named, with what it means and what to do; the other findings follow."""
    await write_pages(sound, 3)
    with closing(sqlite3.connect(sound.database.path)) as connection, connection:
        connection.execute(damage)
    findings = await examine(sound.settings)
    (found,) = [finding for finding in findings if not finding.good]
    assert (found.subject, found.text) == ("journal", text)
    assert "backup" in found.cure
    assert findings[-1].subject == "plugins"


async def test_writes_that_were_cut_off_are_told(sound: Parts) -> None:
    """What came of them, or that it is not known yet; what a living process is at is no finding."""
    holder = Holder(sound.database.path.parent)
    for name, objects in ((holder.name, ("page:1",)), ("gone", ("page:2",)), ("gone", ("page:3",))):
        wanted = Claim(name, objects=objects, by={})
        taken = await sound.database.transact(partial(take_claim, wanted=wanted))
    await sound.database.transact(lambda connection: settle_claim(connection, taken.claim.id, "It was done.", 5))
    texts = [finding.text for finding in await examine(sound.settings) if not finding.good]
    assert [text.partition(",")[0] for text in texts] == ["A call was cut off", "It was done."]
    holder.leave()
