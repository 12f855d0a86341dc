"""Samples of operations on types of content. Each is named after a page that is made for it."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import NO_ARGUMENTS, Example, Fresh, Placeholders, Sample, Step, Write, alter

CATEGORY = "content"


def take_slug(body: Any) -> Placeholders:
    """The name and the revision of a type."""
    return {"id": body["slug"], "revision": body["revision"]}


ONE = {"type": "{id}"}
PATH = "/types/{id}"
NEW: dict[str, Any] = {"name": "Recipes", "has_archive": True, "taxonomies": ["genre"]}
FRESH = {"type": Fresh(Step("PUT", "/types/kind-{id}", NEW), of="page", found=take_slug)}
DISTURB = Step("PUT", PATH, {"name": "Recipes", "description": "Disturbed"})
NEWER = Step("PUT", PATH, {"name": "Newer"})
SAMPLES = {
    "list_types": Sample(NO_ARGUMENTS),
    "get_type": Sample(
        [
            Example({"type": "page"}),
            Example({"type": "posts"}),
            Example({"type": "planet"}, "not_found"),
            Example({"type": "page", "nonsense": 1}, "invalid_arguments"),
        ]
    ),
    "register_type": Sample(
        [
            Example({"type": "made-{id}", "name": "Made", "hierarchical": True, "supports": ["editor"]}, fresh="page"),
            Example({**ONE, "name": "Dishes", "public": False}, fresh="type"),
            Example({"type": "attachment", "name": "Files"}, "conflict"),
            Example({"type": "feed", "name": "Feeds"}, "conflict"),
            Example({"type": "a" * 21, "name": "Long"}, "invalid_arguments"),
            Example({"type": "book", "name": " "}, "invalid_arguments"),
            Example({"type": "book", "name": "Books", "supports": ["magic"]}, "invalid_arguments"),
            Example({"type": "book", "name": "Books", "taxonomies": ["tags"]}, "invalid_arguments"),
            Example({"type": "book", "name": "Books", "nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                {**ONE, "name": "Changed"},
                other={**ONE, "name": "Otherwise"},
                idle={**ONE, "name": "Recipes"},
                newer=NEWER,
                sabotage={"builtin": alter("UPDATE", "content_types", "name = name || 'x'", "slug")},
                fresh="type",
                made=lambda body: body.get("slug"),
                disturb=DISTURB,
                disturbed=("description",),
            ),
        ],
        drawn=st.fixed_dictionaries(
            {"type": st.sampled_from(["alpha", "beta"]), "name": st.sampled_from(["One", "Two"])},
            optional={"has_archive": st.booleans(), "description": st.sampled_from(["", "Words"])},
        ),
        who="admin",
        momentary=frozenset({"rest_base"}),
    ),
    "delete_type": Sample(
        [
            Example(ONE, fresh="type"),
            Example({"type": "planet"}, "not_found"),
            Example({"type": "page"}, "not_found"),
            Example({"type": "Page"}, "invalid_arguments"),
        ],
        [
            Write(
                ONE,
                other={"type": "planet"},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON content_types BEGIN SELECT RAISE(IGNORE); END"},
                fresh="type",
                disturb=DISTURB,
                disturbed=("description",),
            )
        ],
        drawn=st.fixed_dictionaries({"type": st.sampled_from(["alpha", "beta"])}),
        who="admin",
        momentary=frozenset({"rest_base"}),
    ),
}
