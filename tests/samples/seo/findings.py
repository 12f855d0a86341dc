"""Samples of operations on findings of audits."""

import hashlib
from pathlib import Path

from tests.samples.rows import insert_row
from tests.samples.sample import UNKNOWN, Example, Fresh, Placeholders, Sample, Step, Write, alter

CATEGORY = "seo"
SLUG = hashlib.sha256(b"slug_unclear\0").hexdigest()[:12]
THIN = hashlib.sha256(b"text_thin\0").hexdigest()[:12]
FINDING = {
    **{"id": "0-0123456789ab", "rule": "ai_crawler_refused", "severity": "info", "item": 0, "wide": 1},
    **{"address": "https://e.org/", "evidence": "No.", "source": "https://e.org/", "opened": 1},
}


def make_finding(data: Path) -> Placeholders:
    """A finding of an audit, about the site as a whole."""
    insert_row(data, "seo_findings", FINDING)
    return {"id": FINDING["id"]}


FRESH = {"finding": Fresh(make_finding)}
SAMPLES = {
    "list_findings": Sample(
        [
            Example({"rule": "ai_crawler_refused", "severity": "info", "item": 0}),
            Example({"state": "closed", "per_page": 1, "opened": 1}),
            Example({"severity": "fatal"}, "invalid_arguments"),
            UNKNOWN,
        ]
    ),
    "fix_finding": Sample(
        [
            Example({"id": "{id}-" + SLUG}, fresh="public_page"),
            Example({"id": "{id}-" + THIN}, "conflict", fresh="public_page"),
            Example({"id": "{id}-000000000000"}, "not_found", fresh="public_page"),
            Example({"id": "0-000000000000"}, "not_found"),
            Example({"id": "999999-" + SLUG}, "not_found"),
            Example({"id": "slug"}, "invalid_arguments"),
            Example({"id": "0-000000000000", "nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                {"id": "{id}-" + SLUG},
                other={"id": "{id}-" + THIN},
                idle="What is repaired is no finding any more: not_found.",
                newer=Step("PATCH", "/pages/{id}", {"slug": "newer"}),
                sabotage={"builtin": alter("UPDATE", "items", "title = title || 'x'")},
                made=lambda body: int(body["responses"][0]["body"]["id"]),
                fresh="public_page",
            )
        ],
        exempt=frozenset({"replay"}),
        drawn="Findings are of audits, which histories make none of.",
        momentary=frozenset({"headers", "parent", "link"}),
    ),
}
