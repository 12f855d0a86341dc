"""Samples of assigning terms to many posts. Each is about a post that is made for it, and the first category."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.content.items import ALTERED
from tests.samples.sample import ABSENT, UNKNOWN, Example, Fresh, Placeholders, Sample, Step, Write, alter, draw_ids

CATEGORY = "taxonomy"
ONE = {"include": ["{id}"]}


def take_term(body: Any) -> Placeholders:
    """The id of a category beside the post."""
    return {"term": body["id"]}


FRESH = {"filed": Fresh(Step("POST", "/categories", {"name": "For {id}"}), of="post", found=take_term)}
SAMPLES = {
    "assign_terms": Sample(
        [
            Example({**ONE, "add_tags": [ABSENT]}, "invalid_arguments", fresh="post"),
            Example({**ONE, "remove_tags": [ABSENT]}, fresh="post"),
            Example(ONE, "invalid_arguments", fresh="post"),
            Example({"add_categories": [1]}, "invalid_arguments"),
            Example({**ONE, "add_terms": {"category": ["{term}"]}}, fresh="filed"),
            Example({**ONE, "add_terms": {"planet": [1]}}, "invalid_arguments", fresh="post"),
            Example({**ONE, "terms": {"planet": [1]}, "add_tags": [1]}, "invalid_arguments", fresh="post"),
            Example({"type": "page", "terms": {"category": [1]}, "add_tags": [1]}, "invalid_arguments"),
            Example({"type": "media", "status": ["publish"], "add_tags": [1]}, "invalid_arguments"),
            Example({"include": [ABSENT], "add_categories": [ABSENT]}),
            Example({**ONE, "add_tags": ["Bread"]}, "invalid_arguments", fresh="post"),
            UNKNOWN,
        ],
        [
            Write(
                {**ONE, "add_categories": ["{term}"]},
                other={**ONE, "add_categories": ["{term}"], "search": "fresh"},
                idle={**ONE, "remove_categories": ["{term}"]},
                newer=Step("PATCH", "/posts/{id}", {"categories": []}),
                made=lambda body: body["items"][0]["id"] if body.get("items") else None,
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="filed",
            )
        ],
        drawn=st.fixed_dictionaries(
            {"include": st.lists(draw_ids("post"), min_size=1, max_size=3)},
            optional={"add_categories": st.lists(draw_ids("term"), max_size=2)},
        ),
        momentary=frozenset({"items"}),
    ),
}
