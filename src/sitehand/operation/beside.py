"""What operations use of what works beside the calls: jobs, and files on their way in."""

from collections.abc import Mapping
from typing import Any, Protocol

from sitehand.operation.context import Caller
from sitehand.site.content import Listing
from sitehand.site.jobs import Job, JobQuery, JobRecord
from sitehand.site.uploads import NewUpload, UploadAddress


class Jobs(Protocol):
    """Work that outlives the call that asked for it. `caller` is whose jobs, None: all.

    Source: `store/jobs.py`.
    """

    async def enqueue(self, kind: str, arguments: Mapping[str, Any], *, slot: str | None = None) -> int | None: ...
    async def list(self, query: JobQuery, caller: str | None) -> Listing[Job]: ...
    async def get(self, job_id: int, caller: str | None) -> JobRecord: ...
    async def cancel(self, job_id: int, caller: str | None) -> JobRecord: ...


class Uploads(Protocol):
    """Addresses to which a file may be sent once, and the files that were sent. Source: `store/uploads.py`."""

    async def create(self, new: NewUpload, caller: Caller) -> UploadAddress: ...
    def check_sender(self, uri: str, caller: Caller) -> None: ...
    def name_file(self, uri: str) -> str: ...
