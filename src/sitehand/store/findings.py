"""Findings and audits in the ledger: listed for callers, and written when a page or a rule was judged anew."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import ColumnElement, Connection, Row, case, delete, distinct, func, select, update

from sitehand.seo.score import WEIGHTS
from sitehand.site.audits import Audit, AuditQuery, Finding, FindingLine, FindingQuery, RuleCount
from sitehand.site.content import Listing
from sitehand.store.audit_tables import audited_pages, audits, findings
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from sitehand.store.sqlite import upsert
from sitehand.store.sqlite.json import select_values

ORDER = case({"error": 0, "warning": 1}, value=findings.c.severity, else_=2)
UPSERT = upsert(findings)
TOLD = ("severity", "address", "evidence", "source", "fix")
AGAIN = {
    **{name: UPSERT.excluded[name] for name in TOLD},
    "opened": case((findings.c.closed.is_(None), findings.c.opened), else_=UPSERT.excluded.opened),
    "closed": None,
}
ITEMS = func.count(distinct(func.nullif(findings.c.item, 0)))
COUNTED = (
    select(
        *(findings.c[name] for name in ("rule", "severity")),
        func.max(findings.c.source).label("source"),
        func.count().label("findings"),
        ITEMS.label("items"),
        func.max(case((findings.c.item == 0, 1), else_=0)).label("site"),
    )
    .where(findings.c.closed.is_(None))
    .group_by(findings.c.rule, findings.c.severity)
    .order_by(ORDER, ITEMS.desc(), findings.c.rule)
)
OPEN = select(findings.c.id, *(findings.c[name] for name in TOLD)).where(findings.c.closed.is_(None))
KEEP = UPSERT.on_conflict_do_update(index_elements=["id"], set_=AGAIN)


class FindingTable:
    """What callers see of audits. Implements `operation.beside.Audits`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(self, query: AuditQuery) -> Listing[Audit]:
        """List audits, newest first."""
        some = select(audits).order_by(audits.c.id.desc()).limit(query.per_page).offset(query.offset)
        rows = await self._database.read(list_rows(some))
        (counted,) = await self._database.read(list_rows(select(func.count()).select_from(audits)))
        return Listing([_show_audit(row) for row in rows], counted[0], query.page, query.per_page)

    async def find(self, query: FindingQuery) -> Listing[FindingLine]:
        """Findings, the worst first."""
        where = list(_list_conditions(query))
        some = select(findings).where(*where).order_by(ORDER, findings.c.rule, findings.c.item, findings.c.id)
        rows = await self._database.read(list_rows(some.limit(query.per_page).offset(query.offset)))
        (counted,) = await self._database.read(list_rows(select(func.count()).select_from(findings).where(*where)))
        return Listing([_show_line(row) for row in rows], counted[0], query.page, query.per_page)

    async def get(self, finding_id: str) -> Finding | None:
        """One that is open; None when there is none."""
        rows = await self._database.read(
            list_rows(select(findings).where(findings.c.id == finding_id, findings.c.closed.is_(None)))
        )
        return _show(rows[0]) if rows else None

    async def list_wide(self, item: int) -> Sequence[Finding]:
        """Open findings of rules over all pages about one item."""
        open_ = (findings.c.item == item, findings.c.wide == 1, findings.c.closed.is_(None))
        return [
            _show(row) for row in await self._database.read(list_rows(select(findings).where(*open_).order_by(ORDER)))
        ]

    async def count_rules(self) -> Sequence[RuleCount]:
        """What each rule has found that is open, the worst first."""
        (pages,) = await self._database.read(
            list_rows(select(func.count()).select_from(audited_pages).where(audited_pages.c.item != 0))
        )
        return [_show_count(row, max(1, pages[0])) for row in await self._database.read(list_rows(COUNTED))]


class Difference(NamedTuple):
    """What an audit writes of a scope: the ids of findings that are gone, and those that are new or tell another."""

    gone: Sequence[str]
    new: Sequence[Finding]

    def cut(self, most: int) -> Iterator["Difference"]:
        """Cut the difference into portions: nobody else can write while one is written."""
        for start in range(0, max(len(self.gone), len(self.new)), most):
            yield Difference(self.gone[start : start + most], self.new[start : start + most])


def compare(connection: Connection, found: Sequence[Finding], *scope: ColumnElement[bool], wide: bool) -> Difference:
    """What has changed of the open findings of a scope. What is open and still the same is not written again."""
    now = {each["id"]: each for each in found}
    known = {row[0]: row[1:] for row in connection.execute(OPEN.where(findings.c.wide == wide, *scope))}
    new = [each for id_, each in now.items() if known.get(id_) != _tell(each)]
    return Difference([id_ for id_ in known if id_ not in now], new)


def keep(connection: Connection, audit: int, difference: Difference, *, wide: bool) -> None:
    """Write down a difference."""
    if difference.gone:
        close(connection, audit, findings.c.id.in_(select_values(difference.gone)))
    if difference.new:
        connection.execute(KEEP, [_row(each, audit, wide) for each in difference.new])


def record_findings(
    connection: Connection, audit: int, found: Sequence[Finding], *scope: ColumnElement[bool], wide: bool
) -> None:
    """Write down what an audit has found within a scope; what it no longer found there is closed."""
    keep(connection, audit, compare(connection, found, *scope, wide=wide), wide=wide)


def close(connection: Connection, audit: int, *scope: ColumnElement[bool]) -> None:
    """Close what is open within a scope."""
    connection.execute(update(findings).where(findings.c.closed.is_(None), *scope).values(closed=audit))


def clear_audits(connection: Connection, cutoff: str, limit: int) -> int:
    """Clear audits that began before the moment, but for the newest, and what they closed. What is open stays.

    Returns how many findings that were, no more than the limit; audits go when no finding of them is left.
    """
    kept = select(audits.c.id).where(audits.c.started >= cutoff).order_by(audits.c.id).limit(1).scalar_subquery()
    oldest = func.coalesce(kept, select(func.max(audits.c.id)).scalar_subquery())
    old = select(findings.c.id).where(findings.c.closed < oldest).limit(limit)
    cleared = connection.execute(delete(findings).where(findings.c.id.in_(old))).rowcount
    if not cleared:
        connection.execute(delete(audits).where(audits.c.id < oldest))
    return cleared


def _row(finding: Finding, audit: int, wide: bool) -> dict[str, Any]:
    return {**finding, "fix": _write_fix(finding), "wide": int(wide), "opened": audit, "closed": None}


def _tell(finding: Finding) -> tuple[str | None, ...]:
    """What `TOLD` names, as it is stored."""
    return finding["severity"], finding["address"], finding["evidence"], finding["source"], _write_fix(finding)


def _write_fix(finding: Finding) -> str | None:
    return json.dumps(finding["fix"]) if finding["fix"] else None


def _list_conditions(query: FindingQuery) -> Iterator[ColumnElement[bool]]:
    yield findings.c.closed.is_(None) if query.state == "open" else findings.c.closed.is_not(None)
    for name in ("rule", "severity", "item", "opened"):
        if (value := getattr(query, name)) is not None:
            yield findings.c[name] == value


def _show(row: Row[Any]) -> Finding:
    told = {name: row._mapping[name] for name in Finding.__annotations__}
    return Finding(**{**told, "fix": json.loads(row.fix) if row.fix else None})  # type: ignore[typeddict-item]


def _show_audit(row: Row[Any]) -> Audit:
    return cast(Audit, {name: row._mapping[name] for name in Audit.__annotations__})


def _show_line(row: Row[Any]) -> FindingLine:
    return FindingLine(**_show(row), opened=row.opened, closed=row.closed)


def _show_count(row: Row[Any], pages: int) -> RuleCount:
    points = WEIGHTS[row.severity] * (row.items / pages + row.site)
    told = {name: row._mapping[name] for name in ("rule", "severity", "source", "findings")}
    return cast(RuleCount, {**told, "pages": row.items + row.site, "points": round(points, 1)})
