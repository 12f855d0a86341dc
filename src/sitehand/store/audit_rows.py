"""What an audit writes to the ledger of the pages and addresses that it has met."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, text, update

from sitehand.site.jobs import Progress
from sitehand.store.audit_facts import Facts
from sitehand.store.audit_tables import (
    audited_addresses,
    audited_alternates,
    audited_links,
    audited_pages,
    findings,
    met_pages,
    outer_links,
)
from sitehand.store.findings import close, record_findings
from sitehand.store.outer_links import keep_outer
from sitehand.store.sqlite import upsert
from sitehand.store.sqlite.json import rows_of, values_of

VERSIONS = text(f"SELECT item, version FROM seo_pages WHERE item IN {values_of('ids', int)}")  # noqa: S608
UNMET = text(
    "SELECT item FROM seo_pages WHERE item <> 0 AND item NOT IN (SELECT met.value"  # noqa: S608
    f" FROM seo_met_pages, {rows_of('items', int, alias='met')} WHERE audit = :audit) LIMIT :most"
)
"""Pages that an audit has not met; the home page is always there."""


def keep_facts(connection: Connection, audit: int, facts: Sequence[Facts]) -> None:
    """Write down what pages came to."""
    for row, links, alternates, outer, found in facts:
        new = upsert(audited_pages).values(row)
        connection.execute(new.on_conflict_do_update(index_elements=["item"], set_=dict(row)))
        _replace(connection, audited_links, row["item"], links)
        _replace(connection, audited_alternates, row["item"], alternates)
        keep_outer(connection, row["item"], outer)
        record_findings(connection, audit, found, findings.c.item == row["item"], wide=False)


def _replace(connection: Connection, table: Table, item: int, addresses: Sequence[str]) -> None:
    """Put these addresses in place of those that a page named before."""
    connection.execute(delete(table).where(table.c.item == item))
    if addresses:
        connection.execute(insert(table), [{"item": item, "address": each} for each in addresses])


def keep_again(
    connection: Connection, audit: int, facts: Sequence[Facts], ids: Sequence[int], after: Progress
) -> Progress:
    """Write down what pages came to that were read once more: no audit reads a page a third time."""
    connection.execute(update(audited_pages).where(audited_pages.c.item.in_(ids)).values(read=audit))
    keep_facts(connection, audit, facts)
    return after


def mark_met(connection: Connection, audit: int, ids: Sequence[int], after: Progress) -> Progress:
    """Note that an audit has met these pages."""
    connection.execute(insert(met_pages), {"audit": audit, "items": json.dumps(ids)})
    return after


def close_unmet(
    connection: Connection, audit: int, seen: Sequence[int], gone: Sequence[int], after: Progress
) -> Progress:
    """Keep what is still there, and remove what is gone."""
    mark_met(connection, audit, seen, after)
    for table in (audited_pages, audited_links, audited_alternates, outer_links):
        connection.execute(delete(table).where(table.c.item.in_(gone)))
    close(connection, audit, findings.c.item.in_(gone))
    return after


def end_meeting(connection: Connection, after: Progress) -> Progress:
    """Forget which pages were met, once those that were not are closed."""
    connection.execute(delete(met_pages))
    return after


def keep_addresses(connection: Connection, values: Sequence[Mapping[str, Any]], after: Progress) -> Progress:
    """Write down what addresses answered; after the last, forget those that this audit did not ask for."""
    if values:
        new = upsert(audited_addresses)
        told = {name: new.excluded[name] for name in ("status", "target", "audit")}
        connection.execute(new.on_conflict_do_update(index_elements=["address"], set_=told), values)
    else:
        connection.execute(delete(audited_addresses).where(audited_addresses.c.audit != after.cursor["audit"]))
    return after
