"""Samples of operations on jobs."""

from tests.samples.rows import insert_row
from tests.samples.sample import UNKNOWN, WRONG_IDS, Example, Fresh, Sample, Write, alter

CATEGORY = "site"
AT = "2026-11-22T10:00:00Z"
JOB = {
    **{"kind": "unknown", "arguments": "{}", "caller": "key:1", "label": "admin", "role": "admin"},
    **{"operation": "create_page", "door": "rest", "client": "", "state": "pending"},
    **{"due": AT, "created": AT, "updated": AT},
}
"""Of a kind that nobody runs."""
FRESH = {"job": Fresh(lambda data: {"id": insert_row(data, "jobs", JOB)})}
SAMPLES = {
    "list_jobs": Sample(
        [
            Example({"state": "pending"}, fresh="job"),
            Example({"state": "done", "per_page": 1}),
            Example({"state": "lost"}, "invalid_arguments"),
            UNKNOWN,
        ],
        who="everyone",
    ),
    "get_job": Sample([Example({"id": "{id}"}, fresh="job"), *WRONG_IDS], who="everyone"),
    "cancel_job": Sample(
        [Example({"id": "{id}"}, fresh="job"), *WRONG_IDS],
        [
            Write(
                {"id": "{id}"},
                other={"id": 1},
                idle="A job that is over is not cancelled again: conflict.",
                newer="No undo.",
                sabotage={"ledger": alter("UPDATE", "jobs", "state = 'x'")},
                fresh="job",
            )
        ],
        drawn="Nothing that is called makes one.",
        who="everyone",
        exempt=frozenset({"revision", "undo"}),
        journaled=False,
        momentary=frozenset({"updated"}),
    ),
}
