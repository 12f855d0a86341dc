"""Samples of operations on Elementor's templates."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.elementor.items import CONTENT, HEADING, PAGE, sample_write
from tests.samples.sample import (
    ABSENT,
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

CATEGORY = "elementor"
ONE = {"id": "{id}"}
PATH = "/elementor/templates/{id}"
TEMPLATE, USED, TEMPLATE_ALONE = "elementor_template", "page_beside_template", "template_beside_none"
REVISION = {"expected_revision": "{revision}"}
NEWER = Step("PATCH", PATH, {"title": "Newer"})


def make_file(title: str) -> dict[str, Any]:
    """A template file."""
    return {"version": "0.4", "title": title, "type": "page", "content": CONTENT, "page_settings": []}


def take_template(body: Any) -> dict[str, Any]:
    """The id of a template, beside the page for which it is."""
    return {"template": body["id"]}


FRESH = {
    TEMPLATE: Fresh(
        Step("POST", "/elementor/templates", {"file": make_file("Fresh")}),
        listed=Step("GET", "/elementor/templates?per_page=100&_fields=id"),
    ),
    USED: Fresh(Step("POST", "/elementor/templates", {"file": make_file("Fresh")}), of=PAGE, found=take_template),
    TEMPLATE_ALONE: Fresh(Step("POST", "/elementor/templates", {"file": make_file("Fresh")}), found=take_template),
}
RENAMED = {**ONE, "title": "Changed"}
SAMPLES = {
    "list_elementor_templates": Sample(
        [
            Example({"per_page": 2, "search": "Fresh", "type": "page", "uses": True}),
            Example({"page": 500}),
            Example({"type": "A B"}, "invalid_arguments"),
            UNKNOWN,
        ]
    ),
    "get_elementor_template": Sample(
        [
            Example(ONE, fresh=TEMPLATE),
            Example({**ONE, "detail": "file", "uses": True}, fresh=TEMPLATE),
            Example({**ONE, "detail": "file", "budget": 200}, "invalid_arguments", fresh=TEMPLATE),
            *WRONG_IDS,
        ]
    ),
    "create_elementor_template": Sample(
        [
            Example({"item": "{id}", "element": "aaaaaa1", "title": "Hero"}, fresh=PAGE),
            Example({"item": "{id}", "element": "aaaaaa2", "title": "Hero"}, "invalid_arguments", PAGE),
            Example({"item": "{id}", "element": "nothing", "title": "Hero"}, "not_found", PAGE),
            Example({"item": ABSENT}, "not_found"),
            Example({"title": "Nothing"}, "invalid_arguments"),
            Example({"file": "[{"}, "invalid_json"),
            Example({"file": {**make_file("Wrong"), "content": [{"elType": "container"}]}}, "invalid_arguments"),
            UNKNOWN,
        ],
        [
            Write(
                {"file": make_file("New")},
                other={"file": make_file("Other")},
                idle=ALWAYS,
                newer=NEWER,
                sabotage={"builtin": alter("INSERT", "elementor_templates", "title = title || 'x'")},
            )
        ],
        drawn=st.sampled_from(["One", "Two"]).map(lambda title: {"file": make_file(title)}),
    ),
    "update_elementor_template": Sample(
        [
            Example(
                {**ONE, "operations": [{"operation": "add_element", "element": HEADING, "at": "end"}]},
                "invalid_arguments",
                TEMPLATE,
            ),
            Example({**ONE, **REVISION, "content": CONTENT, "settings": {"hide_title": "yes"}}, fresh=TEMPLATE),
            Example({**ONE, **REVISION, "content": CONTENT, "operations": [{}]}, "invalid_arguments", TEMPLATE),
            *WRONG_IDS,
        ],
        [
            Write(
                RENAMED,
                other={**ONE, "title": "Otherwise"},
                idle={**ONE, "title": "Fresh"},
                newer=NEWER,
                sabotage={"builtin": alter("UPDATE", "elementor_templates", "title = title || 'x'")},
                fresh=TEMPLATE,
                disturb=Step("PATCH", PATH, {"type": "section"}),
                disturbed=("type",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids(TEMPLATE), "title": st.sampled_from(["One", "Two"])}),
    ),
    "delete_elementor_template": Sample(
        [Example(ONE, fresh=TEMPLATE), Example({"id": ABSENT}, "not_found"), *WRONG_IDS],
        [
            Write(
                ONE,
                other={"id": ABSENT},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON elementor_templates BEGIN SELECT RAISE(IGNORE); END"},
                fresh=TEMPLATE,
                disturb=Step("PATCH", PATH, {"type": "section"}),
                disturbed=("type",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids(TEMPLATE)}),
    ),
    "apply_elementor_template": sample_write(
        {"template": "{template}", "at": "end"},
        {"template": "{template}", "at": "start"},
        {"template": "{template}", "at": "middle"},
        idle=ALWAYS,
        drawn={"template": draw_ids(TEMPLATE), "at": st.sampled_from(["start", "end"])},
        fresh=USED,
        beside=TEMPLATE_ALONE,
    ),
}
