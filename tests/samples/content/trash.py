"""Samples of operations on the trash."""

from hypothesis import strategies as st

from tests.samples.sample import WRONG_IDS, Example, Fresh, Sample, Step, Write, alter, draw_ids

CATEGORY = "content"
FRESH = {"trashed page": Fresh(Step("DELETE", "/pages/{id}"), of="page")}
ALTERED = "menu_order = menu_order + 7"
DISTURB = [
    {"method": "PATCH", "path": "/pages/{id}", "body": {"status": "publish", "title": "Disturbed"}},
    {"method": "DELETE", "path": "/pages/{id}"},
]
SAMPLES = {
    "restore_item": Sample(
        [
            Example({"id": "{id}"}, fresh="trashed page"),
            Example({"id": "{id}", "status": "publish"}, fresh="trashed page"),
            Example({"id": "{id}"}, "conflict", fresh="page"),
            Example({"id": "{id}", "status": "trash"}, "invalid_arguments", fresh="trashed page"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}"},
                other={"id": "{id}", "status": "private"},
                idle="What is not in the trash is not restored: conflict.",
                newer=Step("PATCH", "/pages/{id}", {"status": "private"}),
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="trashed page",
                disturb=Step("POST", "/batch", {"requests": DISTURB, "mode": "atomic"}),
                disturbed=("title",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page")}),
    ),
    "empty_trash": Sample(
        [
            Example({}, fresh="trashed page"),
            Example({"type": ["post"]}),
            Example({"type": ["planet"]}, "invalid_arguments"),
            Example({"nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                {},
                other={"type": ["post"]},
                idle={"type": ["post"]},
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON items BEGIN SELECT RAISE(IGNORE); END"},
                fresh="trashed page",
            )
        ],
        drawn=st.fixed_dictionaries({"type": st.sampled_from([[], ["page"], ["post"]])}),
        momentary=frozenset({"deleted", "left"}),
    ),
}
