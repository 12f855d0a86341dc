"""Samples of cloning."""

from hypothesis import strategies as st

from tests.samples.content.items import ALTERED
from tests.samples.sample import ALWAYS, WRONG_IDS, Example, Sample, Step, Write, alter, draw_ids

CATEGORY = "content"
SAMPLES = {
    "clone_item": Sample(
        [
            Example({"id": "{id}"}, fresh="page"),
            Example({"id": "{id}", "title": "Copy & more"}, fresh="post"),
            Example({"id": "{id}"}, fresh="pattern"),
            Example({"id": "{id}", "title": 7}, "invalid_arguments", fresh="page"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}"},
                other={"id": "{id}", "title": "Other"},
                idle=ALWAYS,
                newer=Step("PATCH", "/pages/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("INSERT", "items", ALTERED)},
                fresh="page",
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page")}),
        predictable=False,
    )
}
