"""Samples of operations on the journal."""

from hypothesis import strategies as st

from tests.samples.sample import (
    ABSENT,
    UNKNOWN,
    WRONG_IDS,
    Example,
    Fresh,
    Sample,
    Step,
    Write,
    alter,
    draw_ids,
)

CATEGORY = "site"
ONCE = "A change that was taken back stands no more: conflict."
FRESH = {
    "change": Fresh(
        Step("PATCH", "/pages/{id}", {"title": "To undo"}),
        of="page",
        found=lambda body: {"id": body["change_id"]},
        listed=Step("GET", "/changes?per_page=100&_fields=id"),
    ),
    "key change": Fresh(
        Step("PUT", "/rate-limit", {"key_id": "{id}", "requests_per_minute": 76}),
        of="key",
        found=lambda body: {"id": body["change_id"]},
    ),
}
SAMPLES = {
    "list_changes": Sample(
        [
            Example({"per_page": 3}),
            Example({"per_page": 2, "page": 2}),
            Example({"object": "page", "door": "rest", "since": "2026-01-01T00:00:00Z", "operation": "create_page"}),
            Example({"object": "page:1", "caller": "key:1", "cursor": 100}),
            Example({"per_page": 101}, "invalid_arguments"),
            Example({"door": "window"}, "invalid_arguments"),
            UNKNOWN,
        ],
        who="everyone",
    ),
    "get_change": Sample([Example({"id": "{id}"}, fresh="change"), *WRONG_IDS], who="everyone"),
    "undo_change": Sample(
        [
            Example({"id": "{id}"}, fresh="change"),
            Example({"id": ABSENT}, "not_found"),
            Example({"request_id": "unknown"}, "not_found"),
            Example({}, "invalid_arguments"),
            Example({"request_id": "a", "changes_since": "2026-01-01T00:00:00Z"}, "invalid_arguments"),
            UNKNOWN,
        ],
        [
            Write(
                {"id": "{id}"},
                other={"request_id": "unknown"},
                idle=ONCE,
                newer=Step("PATCH", "/pages/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("UPDATE", "items", "menu_order = menu_order + 7")},
                fresh="change",
                made=lambda body: int(body["objects"][0]["id"]),
            ),
            Write(
                {"id": "{id}"},
                other={"request_id": "unknown"},
                idle=ONCE,
                newer=Step("PUT", "/rate-limit", {"key_id": "{id}", "requests_per_minute": 78}),
                sabotage={"ledger": alter("UPDATE", "api_keys", "label = 'stolen', requests_per_minute = 3")},
                fresh="key change",
                made=lambda body: int(body["objects"][0]["id"]),
                name="key",
            ),
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("change")}),
        who="everyone",
        exempt=frozenset({"revision"}),
    ),
}
