"""A page with a document, and what the writes of one have in common."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import ABSENT, Example, Fresh, Sample, Step, Write, alter, draw_ids

PAGE = "elementor_page"
BASE = "/items/{id}/elementor"
HEADING = {"elType": "widget", "widgetType": "heading", "settings": {"title": "New"}}
CONTENT: list[dict[str, Any]] = [
    {
        "id": "aaaaaa1",
        "elType": "container",
        "settings": {"background_background": "classic", "background_color": "#14507a"},
        "elements": [{"id": "aaaaaa2", **HEADING, "elements": []}],
    },
    {"id": "bbbbbb1", "elType": "container", "settings": {}, "elements": []},
]
FRESH = {PAGE: Fresh(Step("PUT", BASE, {"content": CONTENT}), of="page")}
EMPTIED = Step("PUT", BASE, {"content": []})
CHANGES = st.sampled_from(["One", "Two", "Zwölf Ötter 🦦"])


def sample_write(
    right: Mapping[str, Any],
    other: Mapping[str, Any],
    wrong: Mapping[str, Any],
    *,
    code: str = "invalid_arguments",
    idle: Mapping[str, Any] | str,
    drawn: Mapping[str, st.SearchStrategy[Any]],
    newer: Step = EMPTIED,
    fresh: str = PAGE,
    beside: str = "",
) -> Sample:
    """A write of a document: arguments that are right, those of another call, and those that are refused.

    `fresh` is the page, and `beside` what calls about no page need all the same.
    """
    call = {"id": "{id}", **right}
    return Sample(
        [
            Example(call, fresh=fresh),
            Example({"id": "{id}", **wrong}, code, fresh=fresh),
            Example({**right, "id": ABSENT}, "not_found", beside),
            Example({**right, "id": 0}, "invalid_arguments", beside),
            Example({**call, "nonsense": 1}, "invalid_arguments", fresh=fresh),
        ],
        [
            Write(
                call,
                other={"id": "{id}", **other},
                idle={"id": "{id}", **idle} if isinstance(idle, Mapping) else idle,
                newer=newer,
                sabotage={"builtin": alter("UPDATE", "item_elementor", "digest = 'x'", "item_id")},
                fresh=fresh,
                disturb=Step("PATCH", f"{BASE}/elements/bbbbbb1", {"settings": {"content_width": "full"}}),
                disturbed=("elementor_data",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), **drawn}),
    )
