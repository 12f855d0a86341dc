"""What operations use of what works beside the calls: jobs, audits, and files on their way in."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sitehand.operation.caller import Caller
from sitehand.site.audits import Audit, AuditQuery, Finding, FindingLine, FindingQuery, RuleCount
from sitehand.site.content import Listing
from sitehand.site.jobs import Job, JobQuery, JobRecord
from sitehand.site.uploads import NewUpload, UploadAddress


class Jobs(Protocol):
    """Work that outlives the call that asked for it. `caller` is whose jobs, None: all.

    Source: `store/jobs.py`.
    """

    async def start(self, kind: str, arguments: Mapping[str, Any], slot: str) -> tuple[int, bool]: ...
    async def list(self, query: JobQuery, caller: str | None) -> Listing[Job]: ...
    async def get(self, job_id: int, caller: str | None) -> JobRecord: ...
    async def cancel(self, job_id: int, caller: str | None) -> JobRecord: ...


class Audits(Protocol):
    """Audits of the site and what they have found. Source: `store/findings.py`."""

    async def list(self, query: AuditQuery) -> Listing[Audit]: ...
    async def find(self, query: FindingQuery) -> Listing[FindingLine]: ...
    async def get(self, finding_id: str) -> Finding | None: ...
    async def list_wide(self, item: int) -> Sequence[Finding]: ...
    async def count_rules(self) -> Sequence[RuleCount]: ...


class Uploads(Protocol):
    """Addresses to which a file may be sent once, and the files that were sent. Source: `store/uploads.py`."""

    async def create(self, new: NewUpload, caller: Caller) -> UploadAddress: ...
    def check_sender(self, uri: str, caller: Caller) -> None: ...
    def name_file(self, uri: str) -> str: ...
