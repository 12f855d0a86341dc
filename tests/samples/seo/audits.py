"""Samples of operations that audit public pages."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.samples.rows import insert_row
from tests.samples.sample import UNKNOWN, WRONG_IDS, Example, Fresh, Placeholders, Sample, Step, Write, alter

CATEGORY = "seo"
PUBLIC = {
    "title": "Our hours",
    "slug": "our_hours",
    "status": "publish",
    "parent": "{id}",
    "content": "<p>We are open.</p>",
}
AUDIT = {"started": "2026-11-22T10:00:00Z", "finished": "2026-11-22T10:00:09Z", "score": 97.5, "pages": 2}


def end_audits(data: Path) -> Placeholders:
    """No audit is under way."""
    with closing(sqlite3.connect(data / "sitehand.db", timeout=30)) as connection, connection:
        connection.execute("DELETE FROM jobs WHERE slot = 'audit_site'")
    return {}


FRESH = {
    "no_audit": Fresh(end_audits),
    "public_page": Fresh(Step("POST", "/pages", PUBLIC), of="page"),
    "audited_draft": Fresh(Step("POST", "/pages", {"title": "Not yet", "status": "draft"})),
    "audit": Fresh(lambda data: {"id": insert_row(data, "seo_audits", AUDIT)}),
}
SAMPLES = {
    "audit_page": Sample(
        [
            Example({"id": "{id}"}, fresh="public_page"),
            Example({"id": "{id}"}, "conflict", fresh="audited_draft"),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="public_page"),
            *WRONG_IDS,
        ]
    ),
    "audit_site": Sample(
        [Example(), Example({"whole": True}), Example({"whole": 1}, "invalid_arguments"), UNKNOWN],
        [
            Write(
                {},
                other={"whole": True},
                idle="One that is under way is answered: changed: false.",
                newer="No undo.",
                sabotage={"ledger": alter("INSERT", "jobs", "kind = 'x'")},
                made=lambda body: body["job"],
                fresh="no_audit",
            )
        ],
        drawn="A job of a history would end at its own time.",
        exempt=frozenset({"undo"}),
        journaled=False,
        momentary=frozenset({"job", "changed"}),
    ),
    "list_audits": Sample(
        [Example(), Example({"per_page": 1}, fresh="audit"), Example({"page": 0}, "invalid_arguments"), UNKNOWN]
    ),
}
