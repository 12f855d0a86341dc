"""A disk of six megabytes that is really full, under two workers: reads go on, writes are refused, nothing breaks."""

import base64
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Served, dump_database, make_key, make_site, run_process, run_sitehand, serve_process
from tests.unit.hosts.builtin.importing.exports import item, write_export

RESERVE = 1024 * 1024
"""Bytes in a file of the test's own, which it removes to make room."""


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small disk in memory, which only root can mount.

    It is in no folder of pytest's: a run that is ended from outside leaves it, and the next would fail to remove it.
    It is detached lazily: a helper process of Python's `multiprocessing` inherits the service's standard error, a file
    on this disk, and ends a moment after the service.
    """
    folder = Path(tempfile.mkdtemp(prefix="sitehand-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, check=False, capture_output=True, text=True)
    if mounted.returncode:
        folder.rmdir()
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)
    folder.rmdir()


def write_until(disk: Path, free: int) -> None:
    """Fill the disk but for some bytes."""
    handle = os.open(disk / "filler", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    with suppress(OSError):
        while shutil.disk_usage(disk).free > free:
            os.write(handle, bytes(4096))
    os.close(handle)


def fill(served: Served, key: str, disk: Path) -> Any:
    """Write until the disk has no byte left and a write is refused; the refusal."""
    write_until(disk, 0)
    for _ in range(100):
        text = base64.b64encode(os.urandom(60_000)).decode()
        status, answer = served.call("POST", "/pages", key, {"title": "Long", "content": text})
        if status != 201:
            return status, answer
    raise AssertionError("the disk has no end")


def list_files(data: Path) -> set[str]:
    """Everything in the folder, but for what SQLite makes beside its databases."""
    found = (path.relative_to(data).as_posix() for path in data.rglob("*"))
    return {path for path in found if not path.endswith(("-wal", "-shm"))}


def test_a_full_disk_is_survived(disk: Path) -> None:
    """And said: 507 through REST and MCP, by `doctor`, and not a file more than before. With room all goes on."""
    data = disk / "site"
    key = make_key(data)
    (disk / "reserve").write_bytes(bytes(RESERVE))
    with serve_process(data, "--workers", "2", "--log", "off") as served:
        assert served.call("PUT", "/rate-limit", key, {"requests_per_minute": 100_000})[0] == 200
        page = served.call("POST", "/pages", key, {"title": "First", "status": "publish"})[1]["id"]
        media = served.call("POST", "/media", key, {"data": "data:,first"})[1]
        before = list_files(data)
        status, refusal = fill(served, key, disk)
        assert (status, refusal["code"]) == (507, "storage_full")
        assert "disk space" in refusal["data"]["hint"]

        for path in ("/pages", f"/pages/{page}", "/media", f"/items/{page}/blocks", "/changes", "/onboard"):
            assert [served.call("GET", path, key)[0] for _ in range(4)] == [200] * 4, path
        large = "data:;base64," + base64.b64encode(b"rye " * 14_000).decode()
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        call["params"] = {"name": "create_media", "arguments": {"data": large}}
        write_until(disk, 24_000)
        assert "storage_full" in str(served.call("POST", "/mcp", key, call)[1])
        for _ in range(2):
            assert served.call("POST", "/media", key, {"data": large})[0] == 507
        told = run_process("doctor", "--data", data).stderr
        assert "bad  disk" in told
        assert "Nothing is damaged" in told
        assert list_files(data) - before <= {"defences.db"}

        (disk / "filler").unlink()
        (disk / "reserve").unlink()
        assert served.call("POST", "/media", key, {"data": large})[0] == 201
        assert served.call("PATCH", f"/pages/{page}", key, {"title": "Last"})[0] == 200
        assert served.call("GET", f"/media/{media['id']}", key)[0] == 200
        told = run_process("doctor", "--data", data).stderr
        assert "ok   database" in told
        assert "one chain" in told


def test_an_import_goes_on_when_the_disk_has_room_again(disk: Path, tmp_path: Path) -> None:
    """It ends with the reason and the step that it came to; what is in is whole, and the next import does the rest."""
    data = disk / "site"
    make_site(data)
    texts = [f"<p>{base64.b64encode(os.urandom(1_500)).decode()}</p>" for _ in range(200)]
    export = write_export(tmp_path, *(item(number, content=each) for number, each in enumerate(texts, 1)))
    write_until(disk, 1_700_000)
    refused = run_sitehand("import", export, "--data", data)
    assert refused.returncode == 1
    assert "The import stopped after" in refused.stderr
    assert "Run the same import again" in refused.stderr
    found = dump_database(data)
    assert 0 < len(found["items"]) < len(texts)
    assert len(found["items"]) == len(found["revisions"])
    (disk / "filler").unlink()
    done = run_sitehand("import", export, "--data", data)
    assert done.returncode == 0, done.stderr
    assert "cut off" in done.stdout
    assert [each["content"] for each in dump_database(data)["items"]] == texts
