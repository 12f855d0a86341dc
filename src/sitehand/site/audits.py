"""Audits of the public pages: findings, each with evidence and, where there is one, the call that repairs it."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.values import NOT_GIVEN, UNSET, Id, IdOrNone, Paging

Severity = Literal["error", "warning", "info"]


class FixCall(TypedDict):
    """The call that repairs what was found: an operation, and its arguments."""

    operation: str
    arguments: Mapping[str, Any]


class Finding(TypedDict):
    """What a rule has found. `item` is 0 for what concerns the site as a whole; `address` is that of its page.

    `source` is the official page that the rule follows. `id` stays the same as long as the fault does.
    """

    id: str
    rule: str
    severity: Severity
    item: int
    address: str
    evidence: str
    source: str
    fix: FixCall | None


class FindingLine(Finding):
    """A finding in the list: the audits that first met it and, of one that is gone, that no longer did."""

    opened: int
    closed: int | None


class PageAudit(TypedDict):
    """A page, audited now.

    `score` is 100 less what each rule weighs that found something; `parts` say what, by severity.
    """

    item: int
    address: str
    score: int
    parts: dict[str, int]
    findings: list[Finding]


class Audit(TypedDict):
    """An audit of the site.

    `read` are the pages that were read anew, `opened` and `closed` the findings that are new and gone. `score` is the
    mean of all pages, less what holds for the site as a whole; None while the audit runs. `errors`, `warnings` and
    `infos` count the findings that were open at its end. Moments are UTC.
    """

    id: int
    started: str
    finished: str | None
    score: float | None
    pages: int
    read: int
    opened: int
    closed: int
    errors: int
    warnings: int
    infos: int


class RuleCount(TypedDict):
    """What a rule has found that is open: how many findings, on how many pages, and what it takes off the site's score.

    A rule that is broken on every page takes off what it weighs, one that the site as a whole breaks too.
    """

    rule: str
    severity: Severity
    source: str
    findings: int
    pages: int
    points: float


class AuditQuery(Paging):
    """A page of the audits, newest first."""


class FindingQuery(Paging):
    """Filters of a list of findings, the worst first."""

    rule: str = Field(default=NOT_GIVEN, max_length=40)
    severity: Severity = UNSET
    item: IdOrNone = Field(default=NOT_GIVEN, description="0: the site as a whole")
    state: Literal["open", "closed"] = Field("open", description="closed: no longer found")
    opened: Id = Field(default=NOT_GIVEN, description="id of the audit that first met it")
