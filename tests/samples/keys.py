"""Samples of operations on API keys."""

from hypothesis import strategies as st

from tests.samples.sample import (
    ALWAYS,
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
NEW_KEY = {"label": "Fresh", "role": "author"}
LIMIT_OF_KEY = Step("PUT", "/rate-limit", {"key_id": "{id}", "requests_per_minute": 77})
FRESH = {
    "key": Fresh(
        Step("POST", "/api-keys", {**NEW_KEY, "requests_per_minute": 60}),
        listed=Step("GET", "/api-keys?include=revoked&per_page=100"),
        known_by=NEW_KEY,
    )
}
SAMPLES = {
    "list_api_keys": Sample(
        [
            Example(),
            Example({"include": ["revoked"]}),
            Example({"include": ["secret"]}, "invalid_arguments"),
            UNKNOWN,
        ],
        who="admin",
    ),
    "create_api_key": Sample(
        [
            Example({"label": "one", "role": "author"}),
            Example({"label": "two", "role": "editor", "expires": "2090-01-01T00:00:00Z", "requests_per_minute": 5}),
            Example({"label": "past", "role": "editor", "expires": "2020-01-01T00:00:00Z"}, "invalid_arguments"),
            Example({"label": "x", "role": "owner"}, "invalid_arguments"),
            Example({"role": "author"}, "invalid_arguments"),
            Example({"label": "", "role": "author"}, "invalid_arguments"),
            Example({"label": "x", "role": "author", "value": "sitehand_1"}, "invalid_arguments"),
        ],
        [
            Write(
                {"label": "Walked", "role": "author"},
                other={"label": "Walked otherwise", "role": "author"},
                idle=ALWAYS,
                newer=LIMIT_OF_KEY,
                sabotage={"ledger": alter("INSERT", "api_keys", "label = 'stolen'")},
            )
        ],
        drawn=st.just(NEW_KEY),
        who="admin",
        exempt=frozenset({"undo"}),
        predictable=False,
    ),
    "rotate_api_key": Sample(
        [
            Example({"id": "{id}"}, fresh="key"),
            Example({"id": "{id}", "grace_seconds": 60}, fresh="key"),
            Example({"id": "{id}", "grace_seconds": -1}, "invalid_arguments", fresh="key"),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="key"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "grace_seconds": 600},
                other={"id": "{id}"},
                idle=ALWAYS,
                newer=Step("POST", "/api-keys/{id}/rotate"),
                sabotage={"ledger": alter("UPDATE", "api_keys", "first_characters = 'x'")},
                fresh="key",
                disturb=LIMIT_OF_KEY,
                disturbed=("requests_per_minute",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("key"), "grace_seconds": st.sampled_from([0, 600])}),
        who="admin",
        exempt=frozenset({"undo"}),
        predictable=False,
    ),
    "revoke_api_key": Sample(
        [
            Example({"id": "{id}"}, fresh="key"),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="key"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}"},
                other={"id": 1_000_000},
                idle="A revoked key is not revoked again: not_found.",
                newer="What was ended once is not changed again.",
                sabotage={"ledger": alter("UPDATE", "api_keys", "revoked = NULL")},
                fresh="key",
                disturb=LIMIT_OF_KEY,
                disturbed=("requests_per_minute",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("key")}),
        who="admin",
        exempt=frozenset({"undo"}),
        predictable=False,
    ),
}
