"""Samples of the operations on snippets: what stands in `tests/samples/<category>/<noun>.py`."""

from hypothesis import strategies as st

from tests.samples.sample import ALWAYS, WRONG_IDS, Example, Fresh, Sample, Step, Tables, Write, alter

CATEGORY = "content"
FRESH = {"snippet": Fresh(Step("POST", "/snippets", {"name": "Fresh"}))}
ONE = {"id": "{id}"}
NEWER = Step("PATCH", "/snippets/{id}", {"text": "Newer"})
SABOTAGE: dict[Tables, str] = {"builtin": alter("INSERT", "snippets", "text = 'x'")}
DRAWN = "No history runs over a recipe."
SAMPLES = {
    "list_snippets": Sample([Example({"per_page": 3}), Example({"per_page": 0}, "invalid_arguments")]),
    "get_snippet": Sample([Example(ONE, fresh="snippet"), *WRONG_IDS]),
    "create_snippet": Sample(
        [Example({"name": "New"}), Example({"text": "x"}, "invalid_arguments")],
        [
            Write(
                {"name": "New"},
                {"name": "Other"},
                ALWAYS,
                NEWER,
                SABOTAGE,
            )
        ],
        drawn=st.just({"name": "New"}),
    ),
    "update_snippet": Sample(
        [Example({**ONE, "text": "Changed"}, fresh="snippet"), *WRONG_IDS],
        [Write({**ONE, "text": "Changed"}, {**ONE, "text": "Other"}, ONE, NEWER, fresh="snippet")],
        drawn=DRAWN,
    ),
    "delete_snippet": Sample(
        [Example(ONE, fresh="snippet"), *WRONG_IDS],
        [Write(ONE, ONE, "What is gone is not deleted again.", "What is gone is changed by nobody.", fresh="snippet")],
        drawn=DRAWN,
    ),
}
