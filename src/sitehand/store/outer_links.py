"""Links to other sites: which are due for a look, and what was found; it is believed for some days."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from sqlalchemy import Connection, bindparam, delete, insert, text

from sitehand.site.jobs import Progress
from sitehand.site.values import iso
from sitehand.store.audit_tables import outer_addresses, outer_links
from sitehand.store.database import Database
from sitehand.store.sqlite import upsert

HOSTS_AT_ONCE = 4
OF_ONE_HOST = 5
"""Links of a host that are checked in one step."""
MAX_CHECKED = 1_000
"""The most links in one audit; the others are due in the next."""
KEPT = timedelta(days=7)
MAX_ADDRESS = 2_000
LINKED = "EXISTS (SELECT 1 FROM seo_outer_links AS link WHERE link.address = led.address)"
FORGOTTEN = 500
"""Addresses that are forgotten in one step."""
DUE = text(
    "SELECT host, address FROM (SELECT led.host, led.address,"  # noqa: S608
    " row_number() OVER (PARTITION BY led.host ORDER BY led.checked, led.address) AS nth,"
    " dense_rank() OVER (ORDER BY visit.last, led.host) AS place FROM seo_outer_addresses AS led"
    " JOIN (SELECT host, max(checked) AS last FROM seo_outer_addresses GROUP BY host) AS visit USING (host)"
    f" WHERE (led.checked IS NULL OR led.checked < :cutoff) AND {LINKED}) AS due"
    f" WHERE nth <= {OF_ONE_HOST} AND place <= {HOSTS_AT_ONCE} ORDER BY host, address"
)
"""Hosts take turns, and so do their links: those first that were never asked for, or longest ago."""
UNLINKED = text(f"SELECT address FROM seo_outer_addresses AS led WHERE NOT {LINKED} LIMIT {FORGOTTEN}")  # noqa: S608
FORGET = text(f"DELETE FROM seo_outer_addresses AS led WHERE address IN :gone AND NOT {LINKED}").bindparams(  # noqa: S608
    bindparam("gone", expanding=True)
)


class Checked(Protocol):
    """What was found at an address: the status, 0 for no such host, None when nobody can say; where it moved to."""

    @property
    def address(self) -> str: ...
    @property
    def status(self) -> int | None: ...
    @property
    def target(self) -> str: ...


class Checks(Protocol):
    """Checks links to other sites. Source: `files/link_check.py`."""

    async def check_host(self, addresses: Sequence[str]) -> Sequence[Checked]:
        """Check some links to one host, one after the other."""


class OuterAddress(NamedTuple):
    """An address of another site, and the host to be polite to."""

    host: str
    address: str


class OuterLinks:
    """Checks the links that are due."""

    def __init__(self, database: Database, checks: Checks, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._checks = checks
        self._clock = clock

    async def check_some(self) -> list[Mapping[str, Any]]:
        """What some hosts answered, as the ledger keeps it; nothing when no link is due."""
        cutoff = {"cutoff": iso(self._clock() - KEPT)}
        rows = await self._database.read(lambda connection: connection.execute(DUE, cutoff).all(), long=True)
        hosts = [[row.address for row in some] for _, some in groupby(rows, key=lambda row: row.host)]
        found = await asyncio.gather(*map(self._checks.check_host, hosts))
        now = iso(self._clock())
        return [
            {"known": each.address, "status": each.status, "target": each.target[:MAX_ADDRESS], "checked": now}
            for some in found
            for each in some
        ]

    async def list_unlinked(self) -> list[str]:
        """List some addresses that no page links to any more."""
        return list(
            await self._database.read(lambda connection: connection.execute(UNLINKED).scalars().all(), long=True)
        )


def list_outer(addresses: Iterable[str], home: str, most: int) -> list[OuterAddress]:
    """The addresses that are of other sites, each with its host; the site itself under another scheme is none."""
    own = urlsplit(home).hostname
    outside = sorted(each for each in addresses if each and not each.startswith(home) and len(each) <= MAX_ADDRESS)
    others = [(parts.netloc, each) for each in outside if (parts := urlsplit(each)).hostname != own]
    return [OuterAddress(*each) for each in others[:most]]


def keep_outer(connection: Connection, item: int, found: Sequence[OuterAddress]) -> None:
    """Write down where the links of a page lead outside of the site."""
    connection.execute(delete(outer_links).where(outer_links.c.item == item))
    if found:
        connection.execute(insert(outer_links), [{"item": item, "address": each.address} for each in found])
        rows = [{"host": each.host, "address": each.address, "target": ""} for each in found]
        connection.execute(upsert(outer_addresses).on_conflict_do_nothing(), rows)


def keep_checked(
    connection: Connection, values: Sequence[Mapping[str, Any]], gone: Sequence[str], after: Progress
) -> Progress:
    """Write down what was found, and forget addresses that no page links to."""
    if values:
        update = "UPDATE seo_outer_addresses SET status = :status, target = :target, checked = :checked"
        connection.execute(text(f"{update} WHERE address = :known"), values)
    if gone:
        connection.execute(FORGET, {"gone": gone})
    return after
