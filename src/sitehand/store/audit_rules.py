"""Rules over all public pages: duplicates, pages that compete or that nothing links to, links that lead nowhere.

They are judged by what the ledger knows of each page. Of each rule a bounded number of findings is kept.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, text

from sitehand.operation.audit import GONE, tell_finding
from sitehand.seo.rule import GOOGLE, Fault, Fix, Found, Severity
from sitehand.site.audits import Finding

MAX_FINDINGS = 1_000
"""Findings of one rule that are kept: the first by item."""
MAX_SUGGESTED = 50
"""Broken addresses for which a page of the same name is looked for."""
LINKS = GOOGLE + "crawling-indexing/links-crawlable"
DUPLICATES = GOOGLE + "crawling-indexing/consolidate-duplicate-urls"
REDIRECTS = GOOGLE + "crawling-indexing/301-redirects"
HREFLANG = GOOGLE + "specialty/international/localized-versions"
Read = Callable[[Connection, int, str | None], Iterator[tuple[int, str, Fault]]]
"""From the audit and the path of the site, None where it has no redirects, to items, their addresses and what is wrong
there."""


@dataclass(frozen=True, slots=True)
class WideRule:
    """A rule over all pages."""

    code: str
    severity: Severity
    source: str
    read: Read

    def judge(self, connection: Connection, audit: int, root: str | None) -> list[Finding]:
        """All that it finds, within its bound."""
        found = self.read(connection, audit, root)
        return [tell_finding(self._name(fault), item, address) for item, address, fault in found]

    def _name(self, fault: Fault) -> Found:
        return Found(self.code, self.severity, self.source, fault)


PAGES = (
    "SELECT * FROM seo_pages AS own WHERE indexed = 1 AND (item <> 0 OR NOT EXISTS"
    " (SELECT 1 FROM seo_pages AS shown WHERE shown.address = own.address AND shown.item <> 0))"
)
"""What search engines may list; the home page once, where it is also that of an item."""


def _read_groups(field: str, told: str, having: str = "count(DISTINCT address) > 1") -> Read:
    """Pages that have a text in common with others. Which texts may be is read from their index alone."""
    query = text(
        f"WITH page AS NOT MATERIALIZED ({PAGES}),"  # noqa: S608
        f" twice AS (SELECT {field} AS value FROM seo_pages WHERE {field} <> '' GROUP BY 1 HAVING count(*) > 1)"
        f" SELECT page.item, page.address, page.{field} AS value, shared.number, shared.first, shared.last FROM"
        f"  (SELECT {field} AS value, count(DISTINCT address) AS number, min(address) AS first, max(address) AS last"
        f"       FROM page WHERE {field} IN (SELECT value FROM twice) GROUP BY {field} HAVING {having}) AS shared"
        f" JOIN page ON page.{field} = shared.value"
        f" ORDER BY page.item LIMIT {MAX_FINDINGS}"
    )

    def read(connection: Connection, audit: int, root: str | None) -> Iterator[tuple[int, str, Fault]]:
        for row in connection.execute(query):
            other = row.last if row.first == row.address else row.first
            shown = "" if field == "digest" else f": {row.value}"
            yield row.item, row.address, Fault(f"{row.number} pages have this {told}, such as {other}{shown}")

    return read


ORPHANS = text(
    "SELECT item, address FROM seo_pages AS page WHERE type = 'page' AND indexed = 1 AND NOT EXISTS"  # noqa: S608
    " (SELECT 1 FROM seo_links AS link WHERE link.address = page.address AND link.item <> page.item)"
    f" ORDER BY item LIMIT {MAX_FINDINGS}"
)
LED = (
    "SELECT page.item, page.address, led.address AS link, led.status, led.target FROM seo_addresses AS led"
    " JOIN seo_links AS link ON link.address = led.address JOIN seo_pages AS page ON page.item = link.item"
    " WHERE led.audit = :audit AND {0} ORDER BY page.item, led.address LIMIT {1}"
)
BROKEN = text(LED.format("led.status >= 400", MAX_FINDINGS))
LED_ON = text(LED.format("led.status BETWEEN 300 AND 399", MAX_FINDINGS))
OUTER = (
    "SELECT page.item, page.address, led.address AS link, led.status, led.target FROM seo_outer_addresses AS led"
    " JOIN seo_outer_links AS link ON link.address = led.address JOIN seo_pages AS page ON page.item = link.item"
    " WHERE {0} ORDER BY page.item, led.address LIMIT {1}"
)
ANSWERED = (
    "EXISTS (SELECT 1 FROM seo_outer_addresses AS other WHERE other.status > 0"
    " AND substr(other.checked, 1, 10) = substr(led.checked, 1, 10))"
)
"""Others could be reached that day: else a host that is not there may be the network of this machine."""
OUTER_BROKEN = text(OUTER.format(f"(led.status IN (404, 410) OR led.status = 0 AND {ANSWERED})", MAX_FINDINGS))
OUTER_LED_ON = text(OUTER.format("led.target <> '' AND led.status < 400", MAX_FINDINGS))
UNRETURNED = text(
    "SELECT page.item, page.address, other.address AS named FROM seo_alternates AS named"  # noqa: S608
    " JOIN seo_pages AS page ON page.item = named.item JOIN seo_pages AS other ON other.address = named.address"
    " WHERE NOT EXISTS (SELECT 1 FROM seo_alternates AS back WHERE back.item = other.item"
    f" AND back.address = page.address) ORDER BY page.item, other.address LIMIT {MAX_FINDINGS}"
)
NAMED = text("SELECT address FROM seo_pages WHERE address LIKE :ending ESCAPE '\\' ORDER BY item LIMIT 1")


def _read_orphans(connection: Connection, audit: int, root: str | None) -> Iterator[tuple[int, str, Fault]]:
    """Pages that no other page links to. Posts are in the lists of posts."""
    for row in connection.execute(ORPHANS):
        yield row.item, row.address, Fault("No other page links to this one.")


def _read_broken(connection: Connection, audit: int, root: str | None) -> Iterator[tuple[int, str, Fault]]:
    """Links to addresses that show nothing."""
    fixes: dict[str, Fix | None] = {}
    for row in connection.execute(BROKEN, {"audit": audit}).all():
        if row.link not in fixes:
            wanted = root is not None and len(fixes) < MAX_SUGGESTED and row.status in GONE
            fixes[row.link] = _redirect(connection, row.link, root or "") if wanted else None
        yield row.item, row.address, Fault(f"{row.link} answers {row.status}."[:400], row.link, fixes[row.link])


def _read_led_on(connection: Connection, audit: int, root: str | None) -> Iterator[tuple[int, str, Fault]]:
    """Links to addresses that lead on to others."""
    for row in connection.execute(LED_ON, {"audit": audit}):
        yield row.item, row.address, Fault(f"{row.link} leads on to {row.target}."[:400], row.link)


def _read_unreturned(connection: Connection, audit: int, root: str | None) -> Iterator[tuple[int, str, Fault]]:
    """Translations that do not name the page in turn: search engines believe neither."""
    for row in connection.execute(UNRETURNED):
        said = f"This page names {row.named} as its translation (hreflang), and that page does not name this one."
        yield row.item, row.address, Fault(said[:400], row.named)


def _read_outer_broken(connection: Connection, audit: int, root: str | None) -> Iterator[tuple[int, str, Fault]]:
    """Links to other sites that show nothing. What is refused to programs is none: visitors may see it."""
    for row in connection.execute(OUTER_BROKEN):
        said = f"{row.link} answers {row.status}." if row.status else f"The host of {row.link} does not exist."
        yield row.item, row.address, Fault(said[:400], row.link)


def _read_outer_led_on(connection: Connection, audit: int, root: str | None) -> Iterator[tuple[int, str, Fault]]:
    """Links to other sites that have moved for good."""
    for row in connection.execute(OUTER_LED_ON):
        yield row.item, row.address, Fault(f"{row.link} has moved to {row.target}."[:400], row.link)


def _redirect(connection: Connection, address: str, root: str) -> Fix | None:
    """The call that leads an address that is gone to a page of the same name elsewhere; `root` is the site's path."""
    source = urlsplit(address).path.removeprefix(root)
    name = source.rstrip("/").rpartition("/")[2]
    escaped = name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    found = connection.execute(NAMED, {"ending": f"%/{escaped}/"}).scalar() if name else None
    if not found or source.startswith("//"):  # no redirect has such a source
        return None
    return Fix("create_redirect", {"source": source, "target": urlsplit(found).path.removeprefix(root)})


def _list_rules() -> Iterator[WideRule]:
    yield WideRule("title_duplicate", "warning", GOOGLE + "appearance/title-link", _read_groups("title", "title"))
    source = GOOGLE + "appearance/snippet"
    yield WideRule("description_duplicate", "warning", source, _read_groups("description", "description"))
    yield WideRule("text_duplicate", "warning", DUPLICATES, _read_groups("digest", "text"))
    several = "count(DISTINCT title) > 1 AND count(DISTINCT digest) > 1"
    yield WideRule("pages_compete", "info", DUPLICATES, _read_groups("heading", "main heading", several))
    yield WideRule("page_orphaned", "warning", LINKS, _read_orphans)
    yield WideRule("link_broken", "error", LINKS, _read_broken)
    yield WideRule("link_redirected", "info", REDIRECTS, _read_led_on)
    yield WideRule("hreflang_unreturned", "warning", HREFLANG, _read_unreturned)
    yield WideRule("link_broken_external", "warning", LINKS, _read_outer_broken)
    yield WideRule("link_redirected_external", "info", REDIRECTS, _read_outer_led_on)


WIDE_RULES: Mapping[str, WideRule] = {rule.code: rule for rule in _list_rules()}


def judge_all(connection: Connection, code: str, audit: int, root: str | None) -> list[Finding]:
    """Find what one rule finds on all pages."""
    return WIDE_RULES[code].judge(connection, audit, root)


def tell_score(connection: Connection, weights: Mapping[Severity, int]) -> tuple[float, dict[str, Any]]:
    """The score of the site and what is open, by severity, from its open findings.

    It is the mean of its pages' scores, less what holds for the site as a whole.
    """
    weight = " ".join(f"WHEN '{name}' THEN {number}" for name, number in weights.items())
    rows = connection.execute(
        text(
            "SELECT is_page, sum(CASE WHEN lost < 100 THEN lost ELSE 100 END) AS lost FROM"  # noqa: S608
            " (SELECT CASE WHEN item = 0 THEN 0 ELSE 1 END AS is_page, sum(weight) AS lost FROM"
            f"  (SELECT DISTINCT item, rule, CASE severity {weight} ELSE 0 END AS weight FROM seo_findings"
            "    WHERE closed IS NULL) AS broken GROUP BY item) AS pages GROUP BY is_page"
        )
    )
    lost = {row.is_page: row.lost for row in rows}
    pages = connection.execute(text("SELECT count(*) FROM seo_pages WHERE item <> 0")).scalar_one()
    counted = text("SELECT severity || 's', count(*) FROM seo_findings WHERE closed IS NULL GROUP BY severity")
    counts: dict[str, Any] = dict(connection.execute(counted).all())
    mean = 100 - lost.get(1, 0) / pages if pages else 100
    return round(max(0.0, mean - lost.get(0, 0)), 1), counts
