"""Samples of editing text where it stands."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import ABSENT, Example, Fresh, Sample, Step, Write, alter, draw_ids

CATEGORY = "content"
CONTENT = "<p>Open on Monday &amp; <b>Tues</b>day.</p>\r\n<p>Monday: soup.</p>"
FRESH = {"text": Fresh(Step("POST", "/pages", {"title": "Text", "status": "publish", "content": CONTENT}))}


def about(**arguments: Any) -> dict[str, Any]:
    """Arguments about the page."""
    return {"id": "{id}", **arguments}


SAMPLES = {
    "edit_text": Sample(
        [
            Example(about(find="Monday", replace="Friday <3"), fresh="text"),
            Example(about(find="Monday &", insert_after=" more"), fresh="text"),
            Example(about(find=r"(Mon)day", replace=r"\1", regex=True, expected_count=2), fresh="text"),
            Example(about(append="<p>Closed.</p>"), fresh="text"),
            Example(about(find="Monday", replace="Friday", expected_count=1), "conflict", fresh="text"),
            Example(about(find="Tuesday", replace="Friday"), "conflict", fresh="text"),
            Example(about(find="Sunday", replace="Friday"), "conflict", fresh="text"),
            Example(about(find="(", replace="x", regex=True), "invalid_arguments", fresh="text"),
            Example(about(find="(o)", replace=r"\2", regex=True), "invalid_arguments", fresh="text"),
            Example(about(append="<p>Open"), "invalid_arguments", fresh="text"),
            Example(about(find="Monday"), "invalid_arguments", fresh="text"),
            Example(about(replace="Monday"), "invalid_arguments", fresh="text"),
            Example({"id": ABSENT, "find": "a", "replace": "b"}, "not_found"),
        ],
        [
            Write(
                about(find="Monday", replace="Friday"),
                other=about(find="soup", replace="bread"),
                idle=about(find="Monday", replace="Monday"),
                newer=Step("PATCH", "/pages/{id}", {"content": "<p>Newer</p>"}),
                sabotage={"builtin": alter("UPDATE", "items", "content = content || 'x'")},
                fresh="text",
                disturb=Step("PATCH", "/pages/{id}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries(
            {"id": draw_ids("page"), "find": st.sampled_from(["o", "water", "It"]), "replace": st.just("we")}
        ),
    )
}
