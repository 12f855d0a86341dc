"""Samples of operations on field groups. Each has a field that is named after a page made for it."""

from typing import Any

from hypothesis import strategies as st

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

CATEGORY = "site"
ONE = {"id": "{id}"}
ALTERED = alter("UPDATE", "field_groups", "title = title || 'x'")


def new(name: str, **field: Any) -> dict[str, Any]:
    """A group with one field."""
    return {"title": "Recipe", "types": ["post"], "fields": [{"name": name, **field}]}


SOME = Step("GET", "/field-groups?per_page=100&_fields=id")
FRESH = {"field_group": Fresh(Step("POST", "/field-groups", new("fresh_{id}")), of="page", listed=SOME)}
NEW = new("new_{id}", type="choice", choices=["rye", "wheat"], label="Grain")
REPEATER = new("rows_{id}", type="repeater", fields=[{"name": "step", "required": True}])
SAMPLES = {
    "list_field_groups": Sample(
        [
            Example({"per_page": 2, "type": "post"}),
            Example({"page": 500}),
            Example({"type": "media"}, "invalid_arguments"),
            UNKNOWN,
        ],
        who="everyone",
    ),
    "get_field_group": Sample([Example(ONE, fresh="field_group"), *WRONG_IDS], who="everyone"),
    "create_field_group": Sample(
        [
            Example(REPEATER, fresh="page"),
            Example(new("fresh_{id}"), fresh="page"),
            Example(new("Upper"), "invalid_arguments"),
            Example(new("one", type="colour"), "invalid_arguments"),
            Example(new("one", type="choice"), "invalid_arguments"),
            Example(new("one", choices=["a"]), "invalid_arguments"),
            Example(new("one", multiple=True), "invalid_arguments"),
            Example(new("one", type="repeater"), "invalid_arguments"),
            Example(new("one", type="repeater", fields=[{"name": "two", "typ": "text"}]), "invalid_arguments"),
            Example({**new("one"), "types": []}, "invalid_arguments"),
            Example({**new("one"), "fields": []}, "invalid_arguments"),
            Example({"title": "No fields"}, "invalid_arguments"),
            UNKNOWN,
        ],
        [
            Write(
                NEW,
                other={**NEW, "title": "Bread"},
                idle=ALWAYS,
                newer=Step("PATCH", "/field-groups/{id}", {"title": "Newer"}),
                sabotage={"builtin": alter("INSERT", "field_groups", "title = title || 'x'")},
                fresh="page",
            )
        ],
        drawn=st.sampled_from(["a", "b", "c"]).map(lambda name: new(name, type="integer")),
        predictable=False,
        momentary=frozenset({"fields"}),
    ),
    "update_field_group": Sample(
        [
            Example({**ONE, "title": "Changed", "types": ["page", "post"]}, fresh="field_group"),
            Example(ONE, fresh="field_group"),
            Example({**ONE, "fields": [{"name": "a"}, {"name": "a"}]}, "invalid_arguments", fresh="field_group"),
            *WRONG_IDS,
        ],
        [
            Write(
                {**ONE, "title": "Changed"},
                other={**ONE, "title": "Otherwise"},
                idle={**ONE, "types": ["post"]},
                newer=Step("PATCH", "/field-groups/{id}", {"title": "Newer"}),
                sabotage={"builtin": ALTERED},
                fresh="field_group",
                disturb=Step("PATCH", "/field-groups/{id}", {"types": ["page"]}),
                disturbed=("types",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("field_group"), "title": st.sampled_from(["One", "Two"])}),
        momentary=frozenset({"fields"}),
    ),
    "delete_field_group": Sample(
        [Example(ONE, fresh="field_group"), Example({"id": ABSENT}, "not_found"), *WRONG_IDS],
        [
            Write(
                ONE,
                other={"id": ABSENT},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON field_groups BEGIN SELECT RAISE(IGNORE); END"},
                fresh="field_group",
                disturb=Step("PATCH", "/field-groups/{id}", {"types": ["page"]}),
                disturbed=("types",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("field_group")}),
        momentary=frozenset({"fields"}),
    ),
}
