"""The stored connection with a WordPress: encrypted, seen before anything is opened, useless without its key."""

from dataclasses import replace
from pathlib import Path

from cryptography.fernet import Fernet

from sitehand.site.connection import Connection, Facts
from sitehand.store.broker import KEY_FILE, SecretSeal
from sitehand.store.connection import ConnectionTable
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.folder import read_connected, was_connected

PASSWORD, MARK = "abcd efgh ijkl mnop", "0123456789abcdef"
FACTS = Facts(
    root="https://bakery.example/wp-json/",
    home="https://bakery.example",
    name="Bakery",
    user="sitehand",
    roles=["editor"],
    version="7.1.4",
    rights=["edit_pages"],
)
CONNECTION = Connection(FACTS, "2026-11-21T09:00:00Z", PASSWORD, MARK)


async def test_it_comes_back_as_it_was(database: Database, tmp_path: Path) -> None:
    """In every process, until it is removed; and the folder tells whose it is."""
    table = ConnectionTable(database, SecretSeal(tmp_path, ""))
    assert (table.current(), read_connected(database.path)) == (None, "")
    await table.save(CONNECTION)
    assert ConnectionTable(database, SecretSeal(tmp_path, "")).current() == CONNECTION
    assert read_connected(database.path) == FACTS.home
    assert await table.remove()
    assert (table.current(), read_connected(database.path)) == (None, "")
    assert not await table.remove()


def read_files(folder: Path) -> bytes:
    """All that is in a folder."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


async def test_the_secrets_are_encrypted(database: Database, tmp_path: Path) -> None:
    """Neither is in any file, nor in what a log would show."""
    await ConnectionTable(database, SecretSeal(tmp_path, "")).save(CONNECTION)
    await database.close()
    stored = read_files(tmp_path)
    assert FACTS.home.encode() in stored
    for secret in (PASSWORD, MARK):
        assert secret.encode() not in stored
        assert secret not in repr(CONNECTION)


async def test_without_its_key_the_password_is_empty(database: Database, tmp_path: Path) -> None:
    """The rest is there, to say which site it is; nothing that WordPress tells is stored over it."""
    await ConnectionTable(database, SecretSeal(tmp_path, "")).save(CONNECTION)
    (tmp_path / KEY_FILE).write_bytes(Fernet.generate_key())
    table = ConnectionTable(database, SecretSeal(tmp_path, ""))
    locked = replace(CONNECTION, password="", mark="")
    assert table.current() == locked
    await table.note_facts(replace(FACTS, version="7.2"))
    assert table.current() == locked


async def test_what_wordpress_says_now_is_kept(database: Database, tmp_path: Path) -> None:
    """With the same secrets; what is the same is not written again, and nothing is connected by it."""
    table = ConnectionTable(database, SecretSeal(tmp_path, ""))
    await table.note_facts(FACTS)
    assert table.current() is None
    await table.save(CONNECTION)
    state = database.state()
    await table.note_facts(FACTS)
    assert database.state() == state
    await table.note_facts(replace(FACTS, version="7.2", rights=[]))
    assert table.current() == replace(CONNECTION, facts=replace(FACTS, version="7.2", rights=[]))


async def test_the_address_is_that_of_the_site_whose_history_is_here(database: Database, tmp_path: Path) -> None:
    """Whatever WordPress calls itself by now; it stays known after the end of the connection."""
    table = ConnectionTable(database, SecretSeal(tmp_path, ""))
    assert (await table.last_site(), was_connected(database.path)) == ("", False)
    await table.save(CONNECTION)
    await table.note_facts(replace(FACTS, home="https://moved.example", version="7.2"))
    assert table.current() == replace(CONNECTION, facts=replace(FACTS, version="7.2"))
    await table.remove()
    assert (await table.last_site(), was_connected(database.path)) == (FACTS.home, True)


def test_a_folder_that_cannot_be_read_is_not_connected(tmp_path: Path) -> None:
    """Whatever is wrong with it is told by whoever opens it next."""
    assert read_connected(tmp_path / FILE_NAME) == ""
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 500)
    assert read_connected(tmp_path / FILE_NAME) == ""
