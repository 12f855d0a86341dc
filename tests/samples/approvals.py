"""Samples of operations on pending changes."""

from hypothesis import strategies as st

from tests.samples.content.items import ITEM, TITLES
from tests.samples.sample import UNKNOWN, WRONG_IDS, Example, Fresh, Sample, Step, Write, alter, draw_ids

CATEGORY = "site"
FINAL = "What was decided once is not changed again."
FRESH = {
    "pending": Fresh(
        Step("POST", "/posts", {"title": "Pending", **ITEM}),
        role="author",
        found=lambda body: {"id": body["pending"]["id"]},
        listed=Step("GET", "/pending?per_page=100"),
    )
}
DECISION = st.fixed_dictionaries({"id": draw_ids("pending"), "note": TITLES})
SAMPLES = {
    "list_pending": Sample(
        [Example(), Example({"state": "waiting"}), Example({"state": "lost"}, "invalid_arguments"), UNKNOWN],
        who="everyone",
    ),
    "get_pending": Sample([Example({"id": "{id}"}, fresh="pending"), *WRONG_IDS], who="everyone"),
    "approve_change": Sample(
        [
            Example({"id": "{id}", "note": "fine"}, fresh="pending"),
            Example({"id": "{id}", "note": 7}, "invalid_arguments", fresh="pending"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "note": "Fine."},
                other={"id": "{id}", "note": "Well."},
                idle=FINAL,
                newer=Step("PATCH", "/posts/{id}", {"title": "Newer"}),
                sabotage={"ledger": alter("UPDATE", "pending_changes", "note = 'x'")},
                fresh="pending",
                made=lambda body: int(body["result"]["id"]),
            )
        ],
        drawn=DECISION,
        who="admin",
        exempt=frozenset({"replay"}),
        predictable=False,
    ),
    "reject_change": Sample(
        [
            Example({"id": "{id}"}, fresh="pending"),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="pending"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "note": "No."},
                other={"id": "{id}", "note": "Never."},
                idle=FINAL,
                newer=FINAL,
                sabotage={"ledger": alter("UPDATE", "pending_changes", "note = 'x'")},
                fresh="pending",
            )
        ],
        drawn=DECISION,
        who="everyone",
        exempt=frozenset({"revision", "undo"}),
    ),
}
