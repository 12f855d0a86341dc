"""The demo's site, key and password."""

import asyncio
import json
import zipfile
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.demo import claim_folder, prepare_demo
from sitehand.errors import Problem
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.approvals import PendingQuery
from sitehand.site.content import PageQuery
from sitehand.store.backup import make_backup
from sitehand.store.folder import DEMO_FILE
from sitehand.store.usage import UsageTable
from tests.databases import migrate


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """An empty site in a demo's folder."""
    made = assemble(Settings(data=tmp_path / "site"))
    claim_folder(made.settings.data)
    await migrate(made.database)
    yield made
    await made.close()


async def test_the_demo_has_content_and_access_that_works(parts: Parts) -> None:
    """Pages to look at, a password that logs in, an editor's key that is recognised."""
    access = await prepare_demo(parts)
    key = await parts.keys.identify(access.key, parts.clock())
    assert await parts.owner.check_password(access.password)
    assert key is not None
    assert key.role == "editor"
    assert (await parts.host.pages.find(PageQuery())).total > 3


async def test_the_demo_has_something_on_every_screen(parts: Parts) -> None:
    """A draft, a change that waits for the owner, and two weeks of use by callers that say they are made up."""
    await prepare_demo(parts)
    assert (await parts.host.pages.find(PageQuery(status=["draft"]))).total == 1
    (waiting,) = (await parts.pending.list(PendingQuery(state="waiting"), None)).items
    assert (waiting["operation"], waiting["label"], waiting["role"]) == ("create_post", "Newsletter", "author")
    record = await parts.pending.get(waiting["id"], None)
    assert record["preview"]["changes"][0]["action"] == "create"
    since = (parts.clock() - timedelta(days=15)).date().isoformat()
    lines = await UsageTable(parts.database).list(since, 10)
    assert len({line.day for line in lines}) == 14
    assert {line.label for line in lines} == {"Assistant (sample data)", "Newsletter (sample data)"}
    assert all(line.calls > line.changes for line in lines)


async def test_the_next_start_goes_on_with_the_same_access(parts: Parts) -> None:
    """Key, password, content and what waits stay; the file that holds them is its owner's alone."""
    first = await prepare_demo(parts)
    assert await parts.keys.identify(first.key, parts.clock())  # which notes that the key was used
    await asyncio.sleep(0)  # the state is read once for all that is ready to run
    state = parts.database.state()
    assert await prepare_demo(parts) == first
    assert parts.database.state() == state
    file = parts.settings.data / DEMO_FILE
    assert json.loads(file.read_text()) == {"key": first.key, "password": first.password}
    assert file.stat().st_mode & 0o777 == 0o600


async def test_a_backup_leaves_the_demos_access_out(parts: Parts) -> None:
    """Restored elsewhere, its content is no demo; its key and password stay behind."""
    access = await prepare_demo(parts)
    target = parts.settings.data.parent / "backup"
    await asyncio.to_thread(make_backup, parts.settings.data, target, now=parts.clock(), report=lambda *_: None)
    with zipfile.ZipFile(target) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    assert not [name for name in packed if DEMO_FILE in name]
    for secret in (access.key, access.password):
        assert secret.encode() not in b"".join(packed.values())


async def test_what_the_owner_ended_is_not_brought_back(parts: Parts) -> None:
    """A revoked key gives way to a new one; a password that the owner has set stays, and is not shown."""
    first = await prepare_demo(parts)
    await parts.keys.revoke(1, now=parts.clock())
    await parts.owner.set_password("a long sentence of words")
    second = await prepare_demo(parts)
    assert second.password == ""
    assert second.key != first.key
    assert await parts.keys.identify(first.key, parts.clock()) is None
    assert await parts.keys.identify(second.key, parts.clock()) is not None
    assert await parts.owner.check_password("a long sentence of words")


@pytest.mark.parametrize("spoiled", ["", "[]", "{}", '{"key": 1}'])
async def test_a_spoiled_file_gives_a_new_key_and_no_password(parts: Parts, spoiled: str) -> None:
    """The site is still a demo; the password is the owner's, who can set another."""
    first = await prepare_demo(parts)
    (parts.settings.data / DEMO_FILE).write_text(spoiled)
    second = await prepare_demo(parts)
    assert await parts.keys.identify(second.key, parts.clock()) is not None
    assert second.password == ""
    assert await parts.owner.check_password(first.password)


def test_a_folder_that_holds_anything_else_is_not_claimed(tmp_path: Path) -> None:
    """It stays as it was; a new or empty folder, and a demo's own, are taken."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "sitehand.db").write_bytes(b"a site")
    with pytest.raises(Problem, match="not a demo"):
        claim_folder(tmp_path / "full")
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["sitehand.db"]
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "new", tmp_path / "new"):
        claim_folder(folder)
        assert (folder / DEMO_FILE).stat().st_mode & 0o777 == 0o600
