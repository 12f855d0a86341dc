"""Samples of operations on items of custom types. All are recipes, a type that is registered before."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.content.items import ALTERED, FIELDS, ITEM, TITLES
from tests.samples.content.types import take_slug
from tests.samples.sample import ABSENT, ALWAYS, Example, Fresh, Sample, Step, Write, alter, draw_ids

CATEGORY = "content"
LIST = "/types/recipe/items"
SOME = Step("GET", f"{LIST}?status=any,trash&orderby=id&order=asc&per_page=100&_fields=id")
REGISTERED: dict[str, Any] = {"name": "Recipes", "taxonomies": ["genre"], "hierarchical": True, "has_archive": True}
NEW: dict[str, Any] = {"title": "Fresh recipe", "slug": "fresh-recipe", **ITEM, "terms": {"genre": ["Fresh"]}}
FRESH = {
    "recipe": Fresh(Step("PUT", "/types/recipe", REGISTERED), found=take_slug),
    "custom_item": Fresh(Step("POST", LIST, NEW), of="recipe", listed=SOME),
}
OF: dict[str, Any] = {"type": "recipe"}
ONE = {**OF, "id": "{id}"}
DISTURB = Step("PATCH", f"{LIST}/{{id}}", {"excerpt": "Disturbed"})
NEWER = Step("PATCH", f"{LIST}/{{id}}", {"title": "Newer"})
WRONG = (
    Example({**OF, "id": ABSENT}, "not_found", fresh="recipe"),
    Example({"type": "planet", "id": "{id}"}, "not_found", fresh="custom_item"),
    Example({**OF, "id": "{id}"}, "not_found", fresh="page"),
    Example({**OF, "id": "one"}, "invalid_arguments"),
    Example({**OF, "id": ABSENT, "nonsense": 1}, "invalid_arguments"),
)
OWN = {"terms": st.sampled_from([{}, {"genre": []}, {"genre": ["One", "two"]}])}
SAMPLES = {
    "list_items": Sample(
        [
            Example({**OF, "detail": "full", "parent": [0]}, fresh="custom_item"),
            Example(
                {**OF, "detail": "full", "search": "fresh", "where": [{"field": "menu_order", "op": "eq", "value": 0}]},
                fresh="custom_item",
            ),
            Example({**OF, "detail": "full", "taxonomy": "genre", "terms": [1, ABSENT]}, fresh="custom_item"),
            Example({**OF, "terms": [1]}, "invalid_arguments", fresh="recipe"),
            Example({"type": "planet"}, "not_found"),
            Example({"type": "No type"}, "invalid_arguments"),
            Example({"type": "page"}, "not_found"),
            Example({**OF, "nonsense": 1}, "invalid_arguments"),
        ]
    ),
    "get_item": Sample(
        [Example(ONE, fresh="custom_item"), Example({**ONE, "context": "edit"}, fresh="custom_item"), *WRONG],
        momentary=frozenset({"terms"}),
    ),
    "create_item": Sample(
        [
            Example({**OF, "title": "Soup", "terms": {"genre": ["Winter", "winter"]}}, fresh="recipe"),
            Example({**OF, "title": "Below", "parent": "{id}"}, fresh="custom_item"),
            Example({**OF, "title": "Below", "parent": "{id}"}, "invalid_arguments", fresh="page"),
            Example({**OF, "title": "Soup", "terms": {"category": [1]}}, "invalid_arguments", fresh="recipe"),
            Example({**OF, "title": "Soup", "terms": {"genre": [ABSENT]}}, "invalid_arguments", fresh="recipe"),
            Example({"type": "page", "title": "Soup"}, "not_found"),
            Example(OF, "invalid_arguments"),
        ],
        [
            Write(
                {**OF, "title": "New recipe", "status": "publish", "password": "hidden words"},
                other={**OF, "title": "Other"},
                idle=ALWAYS,
                newer=NEWER,
                sabotage={"builtin": alter("INSERT", "items", ALTERED)},
                fresh="recipe",
            )
        ],
        drawn=st.fixed_dictionaries({"type": st.just("recipe"), "title": TITLES}, optional={**FIELDS, **OWN}),
        predictable=False,
        momentary=frozenset({"terms", "parent"}),
    ),
    "update_item": Sample(
        [
            Example({**ONE, "title": "Other", "terms": {"genre": []}}, fresh="custom_item"),
            Example(ONE, fresh="custom_item"),
            Example({**ONE, "status": 3}, "invalid_arguments", fresh="custom_item"),
            *WRONG,
        ],
        [
            Write(
                {**ONE, "title": "Changed", "slug": "changed"},
                other={**ONE, "title": "Changed otherwise"},
                idle={**ONE, "status": "publish"},
                newer=NEWER,
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="custom_item",
                disturb=DISTURB,
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries(
            {**{"type": st.just("recipe")}, "id": draw_ids("custom_item"), "title": TITLES}, optional={**FIELDS, **OWN}
        ),
        momentary=frozenset({"terms"}),
    ),
    "delete_item": Sample(
        [Example(ONE, fresh="custom_item"), Example({**ONE, "force": True}, fresh="custom_item"), *WRONG],
        [
            Write(
                ONE,
                other={**ONE, "force": True},
                idle="An item that is in the trash is not trashed again: conflict.",
                newer=Step("PATCH", f"{LIST}/{{id}}", {"status": "draft"}),
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="custom_item",
                disturb=DISTURB,
                disturbed=("excerpt",),
            ),
            Write(
                {**ONE, "force": True},
                other={**ONE, "force": False},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON items BEGIN SELECT RAISE(IGNORE); END"},
                fresh="custom_item",
                disturb=DISTURB,
                disturbed=("excerpt",),
                name="force",
            ),
        ],
        drawn=st.fixed_dictionaries({"type": st.just("recipe"), "id": draw_ids("custom_item"), "force": st.booleans()}),
        momentary=frozenset({"terms"}),
    ),
}
