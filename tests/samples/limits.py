"""Samples of operations on rate limits."""

from hypothesis import strategies as st

from tests.samples.keys import LIMIT_OF_KEY
from tests.samples.sample import (
    ABSENT,
    NO_ARGUMENTS,
    UNKNOWN,
    Example,
    Fresh,
    Sample,
    Step,
    Write,
    alter,
    draw_ids,
)

CATEGORY = "site"
FRESH = {"limit": Fresh(Step("PUT", "/rate-limit", {"requests_per_minute": 400}), found=lambda body: {})}
SAMPLES = {
    "get_rate_limit": Sample(NO_ARGUMENTS, who="everyone"),
    "set_rate_limit": Sample(
        [
            Example({"requests_per_minute": 90_000}, fresh="limit"),
            Example({"requests_per_minute": 70, "key_id": "{id}"}, fresh="key"),
            Example({"requests_per_minute": 70, "key_id": ABSENT}, "not_found"),
            Example({"requests_per_minute": 0}, "invalid_arguments"),
            Example({"requests_per_minute": "70"}, fresh="limit"),
            Example({"requests_per_minute": "70.0"}, "invalid_arguments"),
            Example({}, "invalid_arguments"),
            Example({"requests_per_minute": 70, "nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                {"requests_per_minute": 500},
                other={"requests_per_minute": 501},
                idle={"requests_per_minute": 400},
                newer=Step("PUT", "/rate-limit", {"requests_per_minute": 502}),
                sabotage={"ledger": alter("UPDATE", "settings", "value = '1'", "name")},
                fresh="limit",
                disturb=Step("PUT", "/rate-limit", {"requests_per_minute": 503}),
                disturbed=("value",),
            ),
            Write(
                {"requests_per_minute": 500, "key_id": "{id}"},
                other={"requests_per_minute": 501, "key_id": "{id}"},
                idle={"requests_per_minute": 60, "key_id": "{id}"},
                newer=LIMIT_OF_KEY,
                sabotage={"ledger": alter("UPDATE", "api_keys", "requests_per_minute = 1")},
                fresh="key",
                disturb=LIMIT_OF_KEY,
                disturbed=("requests_per_minute",),
                made=lambda body: body.get("key_id"),
                name="key",
            ),
        ],
        drawn=st.fixed_dictionaries(
            {"requests_per_minute": st.integers(500, 503)}, optional={"key_id": draw_ids("key")}
        ),
        who="admin",
    ),
    "reset_rate_limit": Sample(
        [
            Example(),
            Example({"key_id": "{id}"}, fresh="key"),
            Example({"key_id": "one"}, "invalid_arguments"),
            UNKNOWN,
        ],
        [Write({}, other={"key_id": 1}, idle={"key_id": "{id}"}, newer="No undo.", fresh="key")],
        drawn="It changes no state of the site.",
        who="admin",
        exempt=frozenset({"revision", "undo", "verified"}),
        journaled=False,
    ),
}
