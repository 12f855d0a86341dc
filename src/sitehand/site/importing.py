"""Bringing the content of another site in: from a file that somebody else has opened, or from the site itself."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Protocol, runtime_checkable

from typing_extensions import TypedDict

from sitehand.site.changes import Undone
from sitehand.site.export import Export
from sitehand.site.transactions import Rehearsed

Progress = Callable[[int, int, str], Awaitable[None]]
"""Told as the import goes on: steps done, steps in all, what is being done."""


@dataclass(frozen=True, slots=True)
class ExportFile:
    """An opened file that can be read more than once; `name` is for messages alone, and nothing is opened by it."""

    name: str
    stream: BinaryIO

    def rewind(self) -> BinaryIO:
        """The stream, at its beginning."""
        self.stream.seek(0)
        return self.stream


@runtime_checkable
class Exporter(Protocol):
    """A site that gives its content away."""

    @property
    def name(self) -> str:
        """Its address, for messages."""
        ...

    async def read(self, progress: Progress) -> Export:
        """The whole site as it is stored, read in portions. Raises Problem: host_unavailable, host_refused."""
        ...


Source = ExportFile | Exporter
"""What an import reads: a file or a site."""


class Imported(TypedDict):
    """What came of an import: items in the file, items that are here now, whether anything is otherwise than before,
    the job that fetches the files of attachments, and what to tell the owner, line by line."""

    in_file: int
    came_in: int
    changed: bool
    job: int | None
    report: list[str]


class Importer(Protocol):
    """Imports a file in portions, between which others write."""

    async def run(self, source: Source, now: datetime, progress: Progress, *, fetches: bool) -> Imported:
        """`fetches` begins a job that fetches the files of attachments. Cut off, it goes on when it is run again.

        Raises Problem(invalid_arguments) for a damaged file; then nothing is written. Any other says how much is.
        """
        ...

    async def rehearse(self, source: Source, now: datetime, progress: Progress, *, fetches: bool) -> Rehearsed:
        """Import into a copy of the site, which is thrown away, to tell what `run` would do."""
        ...


class ImportUndo(Protocol):
    """Takes an import back as it came in: in portions, between which others write. An undo of an import likewise."""

    async def run(self, change_ids: Sequence[int], now: datetime) -> Undone:
        """Undo changes, the newest first, each in a transaction with its own entry.

        Raises Problem for what cannot be undone, and says how many were undone before it: these stay undone.
        """
        ...

    async def rehearse(self, change_ids: Sequence[int], now: datetime) -> Rehearsed:
        """Undo the changes on a copy of the site, which is thrown away, to tell what `run` would do."""
        ...
