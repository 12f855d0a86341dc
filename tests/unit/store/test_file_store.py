"""The two stores of files: what the port promises, on the disk and over an S3-compatible server."""

import asyncio
import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import obstore
import pytest

from sitehand.errors import Code, Problem
from sitehand.settings import Settings
from sitehand.store.file_store import FileStore, StoredVersion, open_files
from tests.object_store import CREDENTIALS, ObjectStore, objects, server

__all__ = ["objects", "server"]
FULL = b"rye" * 1000
NAME = hashlib.sha256(FULL).hexdigest()
LATER = 60.0


def open_bucket(data: Path, objects: ObjectStore) -> FileStore:
    """The store of a data folder whose files lie in the newest bucket."""
    return open_files(Settings(data=data, **objects.settings))


@pytest.fixture(params=["disk", "s3"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    """An empty store."""
    if request.param == "disk":
        return open_files(Settings(data=tmp_path))
    return open_bucket(tmp_path, request.getfixturevalue("objects"))


async def test_a_file_is_kept_with_its_versions_and_read_in_parts(files: FileStore, tmp_path: Path) -> None:
    """From memory or from the disk, under its hash; what is not there is None."""
    (tmp_path / "source").write_bytes(FULL)
    assert await files.place({"full": tmp_path / "source", "medium": b"small"}) == NAME
    assert await files.measure(NAME, "full") == len(FULL)
    assert await files.measure(NAME, "medium") == 5
    assert await files.read(NAME, "full", 3, 8) == FULL[3:8]
    for file, version in (
        (NAME, "large"),
        (NAME[::-1], "full"),
        ("../x", "full"),
        (NAME, "../full"),
        (NAME, ".placed"),
    ):
        assert await files.measure(file, version) is None
    with files.open(NAME, "medium") as opened:
        assert bytes(opened.read(3)) + bytes(opened.read()) == b"small"
    assert sorted(files.list_versions()) == [
        StoredVersion(NAME, "full", len(FULL)),
        StoredVersion(NAME, "medium", 5),
    ]
    assert files.find_fault() == ""


async def test_a_file_that_is_there_gets_the_versions_that_it_lacks(files: FileStore) -> None:
    """And keeps those that it has."""
    await files.place({"full": FULL, "medium": b"first"})
    await files.place({"full": FULL, "medium": b"second", "large": b"new"})
    assert await files.read(NAME, "medium", 0, 9) == b"first"
    assert await files.read(NAME, "large", 0, 9) == b"new"


async def test_a_file_is_removed_unless_it_was_placed_since(files: FileStore) -> None:
    """With all its versions, and no other."""
    other = await files.place({"full": b"oats"})
    before = time.time() + LATER
    await files.place({"full": FULL, "medium": b"small"})
    assert list(files.list_all(before - 2 * LATER)) == []
    assert sorted(files.list_all(before)) == sorted([NAME, other])
    assert not files.remove(NAME, before - 2 * LATER)
    assert files.remove(NAME, before)
    assert [version.file for version in files.list_versions()] == [other]
    assert await files.place({"full": FULL}) == NAME
    assert await files.read(NAME, "full", 0, 3) == b"rye"


async def test_versions_are_removed_alone_unless_the_file_is_marked(files: FileStore) -> None:
    """The file and its other versions stay, and are as old as before; of a file that is not there nothing is made."""
    await files.place({"full": FULL, "medium": b"small", "large": b"new"})
    before = time.time() + LATER
    assert not files.remove(NAME, before - 2 * LATER, ["medium"])
    assert files.remove(NAME, before, ["medium", "gone"])
    assert {version.name for version in files.list_versions()} == {"full", "large"}
    since = time.time()
    assert list(files.list_all(since)) == [NAME]
    await files.mark(NAME)
    assert not files.remove(NAME, since - 1, ["large"])
    await files.mark(NAME[::-1])
    assert {version.file for version in files.list_versions()} == {NAME}


async def test_placing_again_is_noted_in_the_bucket(objects: ObjectStore, tmp_path: Path) -> None:
    """Whoever clears at that moment sees it, though the bytes are not sent twice."""
    files = open_bucket(tmp_path, objects)
    await files.place({"full": FULL})
    bucket = objects.open()
    obstore.delete(bucket, f"{NAME}/.placed")
    sent = obstore.head(bucket, f"{NAME}/full")["last_modified"]
    await files.place({"full": FULL})
    assert obstore.head(bucket, f"{NAME}/.placed")["last_modified"] >= sent
    assert obstore.head(bucket, f"{NAME}/full")["last_modified"] == sent


async def test_only_the_data_folder_that_was_first_removes(objects: ObjectStore, tmp_path: Path) -> None:
    """A trial of a backup with the same bucket reads and adds, and says why it keeps what it does not need."""
    first, trial = open_bucket(tmp_path / "site", objects), open_bucket(tmp_path / "trial", objects)
    await first.place({"full": FULL})
    await trial.place({"full": b"oats"})
    before = time.time() + LATER
    assert not trial.remove(NAME, before)
    assert await trial.read(NAME, "full", 0, 3) == b"rye"
    assert "another data folder" in trial.find_fault()
    assert first.find_fault() == ""
    assert first.remove(NAME, before)


async def test_a_long_file_goes_in_parts(objects: ObjectStore, tmp_path: Path) -> None:
    """Longer than what one request may carry, from the disk, and the same when it is read again."""
    (tmp_path / "film").write_bytes(bytes(range(256)) * 50_000)
    files = open_bucket(tmp_path, objects)
    name = await files.place({"full": tmp_path / "film"})
    with files.open(name, "full") as opened:
        assert hashlib.sha256(opened.read()).hexdigest() == name


async def test_a_store_that_is_away_is_a_fault_that_passes(objects: ObjectStore, tmp_path: Path) -> None:
    """Each use is refused with 503 and Retry-After; afterwards all is there, and nothing half."""
    files = open_bucket(tmp_path, objects)
    await files.place({"full": FULL})
    with objects.stopped():
        for use in (files.place({"full": b"oats"}), files.measure(NAME, "full"), files.read(NAME, "full", 0, 3)):
            with pytest.raises(Problem) as refusal:
                await use
            assert refusal.value.code is Code.STORAGE_UNAVAILABLE
            assert refusal.value.extra["retry_after"] > 0
        for work in (lambda: list(files.list_versions()), lambda: files.remove(NAME, 2e10)):
            with pytest.raises(Problem):
                work()
        assert "error sending request" in files.find_fault()
    assert [version.file for version in files.list_versions()] == [NAME]


async def test_a_store_that_does_not_answer_leaves_threads_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uploads wait for one another; what else the service does in its threads goes on."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    asked = asyncio.Event()
    open_connections: list[asyncio.StreamWriter] = []

    async def hold(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_connections.append(writer)
        asked.set()

    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
    async with await asyncio.start_server(hold, "127.0.0.1") as silent:
        address = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
        files = open_files(Settings(data=tmp_path, files_url="s3://silent", files_endpoint=address))
        uploads = [asyncio.ensure_future(files.place({"full": f"rye {number}".encode()})) for number in range(4)]
        async with asyncio.timeout(10):
            await asked.wait()
            for _ in range(20):
                await asyncio.to_thread(int)
        silent.close()
        for writer in open_connections:
            writer.close()
        done = await asyncio.gather(*uploads, return_exceptions=True)
    assert [each.code for each in done if isinstance(each, Problem)] == [Code.STORAGE_UNAVAILABLE] * 4


async def test_a_bucket_that_is_not_there_is_told(objects: ObjectStore, tmp_path: Path) -> None:
    """By the doctor's question, and by every write."""
    files = open_files(Settings(data=tmp_path, files_url="s3://not-there", files_endpoint=objects.endpoint))
    with pytest.raises(Problem) as refusal:
        await files.place({"full": FULL})
    assert refusal.value.code is Code.STORAGE_UNAVAILABLE
    assert "404" in files.find_fault()
