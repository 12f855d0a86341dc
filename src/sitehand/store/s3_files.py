"""Files of media in a bucket of an S3-compatible store: `ab12.../full` below the prefix, and beside it its versions.

The bucket has no lock and no time of placing. So `.placed` beside each file is written anew whenever somebody places
it, under the lock of the data folder, which all processes of a site share. Only the data folder that `.sitehand-owner`
names removes files: another one, such as a trial of a backup with the same settings, does not know what is needed.
"""

import asyncio
import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import S3Store

from sitehand.store.faults import explained, storage_unavailable
from sitehand.store.file_lock import file_lock
from sitehand.store.file_store import FOLDER, FULL, NAME, StoredVersion, Versions, hash_file, is_name
from sitehand.store.files import create_file

if TYPE_CHECKING:
    from obstore import ObjectMeta, ReadableFile

PLACED, OWNER, PROBE = ".placed", ".sitehand-owner", ".sitehand-doctor"
CLIENT = {"timeout": "30s", "connect_timeout": "5s", "user_agent": "sitehand"}
"""Each request moves a few megabytes at most: uploads go in parts, downloads in pieces."""
RETRIES = {"max_retries": 2, "retry_timeout": timedelta(seconds=10)}


class S3Files:
    """Implements `store.file_store.FileStore`. Credentials and region are those of the environment, as `AWS_*`."""

    def __init__(self, data: Path, url: str, endpoint: str = "") -> None:
        self.folder = data / FOLDER
        self.place_name = url
        self._endpoint = endpoint
        self._claimed = False
        self._marking = asyncio.Lock()

    @cached_property
    def _store(self) -> S3Store:
        """Made when it is first used: its library starts threads, which no process inherits."""
        named = urlsplit(self.place_name)
        wanted: dict[str, Any] = {"endpoint": self._endpoint} if self._endpoint else {}
        client = {**CLIENT, "allow_http": self._endpoint.startswith("http://")}
        options: dict[str, Any] = {"client_options": client, "retry_config": RETRIES}
        return S3Store(named.netloc, prefix=named.path.strip("/") or None, **wanted, **options)

    async def place(self, versions: Versions) -> str:
        """Keep a file with the versions of it that are not there yet; the hash of `full`, which comes last.

        Raises Problem(storage_unavailable); then there is no file without all of it.
        """
        name = await asyncio.to_thread(hash_file, versions[FULL])
        with told():
            async with self._marking:  # of the threads for all work one may wait for a bucket that does not answer
                await asyncio.to_thread(self._mark, name)
                there = {found["path"] for found in await asyncio.to_thread(self._list, name)}
            # `full` comes last: without it, what was cut off is no file.
            for version in sorted(versions, key=lambda each: each == FULL):
                if f"{name}/{version}" not in there:
                    await obstore.put_async(self._store, f"{name}/{version}", versions[version])
        return name

    async def mark(self, file: str) -> None:
        """Say that a file is needed from now on, though no row says so yet."""
        with told():
            async with self._marking:
                await asyncio.to_thread(self._mark, file)

    async def measure(self, file: str, version: str) -> int | None:
        """The bytes of a version; None when it is not there."""
        if not is_name(file, version):
            return None
        with told():
            try:
                return (await obstore.head_async(self._store, f"{file}/{version}"))["size"]
            except FileNotFoundError:
                return None

    async def read(self, file: str, version: str, start: int, end: int) -> bytes:
        """The bytes of a version from `start` to before `end`."""
        with told():
            return bytes(await obstore.get_range_async(self._store, f"{file}/{version}", start=start, end=end))

    @contextmanager
    def open(self, file: str, version: str) -> Iterator[IO[bytes]]:
        """A version, to read it from its beginning. Raises FileNotFoundError for one that is not there."""
        with told():
            if opened := self._open(f"{file}/{version}"):
                yield cast(IO[bytes], opened)
                return
        raise FileNotFoundError(version)

    def list_all(self, before: float) -> Iterator[str]:
        """The names of files that nobody has placed since that moment, in epoch seconds."""
        newest: dict[str, float] = {}
        for found in self._list():
            name = found["path"].partition("/")[0]
            newest[name] = max(newest.get(name, 0), found["last_modified"].timestamp())
        yield from sorted(name for name, moment in newest.items() if NAME.fullmatch(name) and moment < before)

    def list_versions(self) -> Iterator[StoredVersion]:
        """Every version of every file."""
        for found in self._list():
            file, _, version = found["path"].partition("/")
            if is_name(file, version):
                yield StoredVersion(file, version, found["size"])

    def remove(self, file: str, before: float, only: Collection[str] = ()) -> bool:
        """Remove a file with its versions, or `only` these, unless it was placed since, or may be another's."""
        with told(), file_lock(self.folder):
            found = self._list(file)
            if any(each["last_modified"].timestamp() >= before for each in found) or not self._owns():
                return False
            # `full` goes first: what is left when this is cut off is no file, and is removed another time.
            paths = sorted((each["path"] for each in found), key=lambda path: not path.endswith(f"/{FULL}"))
            for path in paths:
                if not only or path.rpartition("/")[2] in only:
                    obstore.delete(self._store, path)
            return bool(paths)

    def remove_drafts(self, before: float) -> None:
        """Do nothing: an upload that was cut off is no object. A rule of the bucket ends it (docs/deploy.md)."""

    def find_fault(self) -> str:
        """What is wrong with the store, in a sentence; "" when it takes, gives and removes files."""
        try:
            obstore.put(self._store, PROBE, b"works")
            obstore.get_range(self._store, PROBE, start=0, end=5)
            obstore.delete(self._store, PROBE)
            return "" if self._owns() else f"{self.place_name} belongs to another data folder."
        except (BaseError, OSError) as fault:
            return str(fault).partition("\n")[0]

    def _mark(self, name: str) -> None:
        with file_lock(self.folder):
            if not self._claimed:
                self._owns()
                self._claimed = True
            obstore.put(self._store, f"{name}/{PLACED}", b"placed")

    def _open(self, path: str) -> "ReadableFile | None":
        with suppress(FileNotFoundError):
            return obstore.open_reader(self._store, path)
        return None

    def _list(self, file: str | None = None) -> Sequence["ObjectMeta"]:
        with told():
            return [found for portion in obstore.list(self._store, prefix=file) for found in portion]

    def _owns(self) -> bool:
        """Whether the files are this data folder's: the first one that asks has them."""
        own = self._identity()
        try:
            return bytes(obstore.get(self._store, OWNER).bytes()) == own
        except FileNotFoundError:
            with suppress(AlreadyExistsError):
                obstore.put(self._store, OWNER, own, mode="create")
                return True
        return False

    def _identity(self) -> bytes:
        """What names the data folder; no backup has it."""
        file = self.folder / OWNER
        if not file.exists():
            create_file(file, secrets.token_hex(16).encode())
        return file.read_bytes()


@contextmanager
def told() -> Iterator[None]:
    """What the bucket or the disk refuses is raised as a Problem."""
    try:
        with explained():
            yield
    except (BaseError, OSError) as fault:
        raise storage_unavailable("The store of files does not answer as it should.") from fault
