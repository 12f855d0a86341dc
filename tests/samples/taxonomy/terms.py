"""Samples of operations on terms. Names are taken: each new term is named after a page that is made for it."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import ABSENT, ALWAYS, Example, Fresh, Placeholders, Sample, Step, Write, alter, draw_ids

CATEGORY = "taxonomy"
OF = {"taxonomy": "category"}
ONE = {**OF, "id": "{id}"}
SOME = Step("GET", "/categories?orderby=id&per_page=100&_fields=id")


def take_term(body: Any) -> Placeholders:
    """The id, the revision and the name of the term that was made."""
    return {name: body[name] for name in ("id", "revision", "name")}


def take_into(body: Any) -> Placeholders:
    """The id of a second term."""
    return {"into": body["id"]}


FRESH = {
    "term": Fresh(Step("POST", "/categories", {"name": "Fresh {id}"}), of="page", found=take_term, listed=SOME),
    "pair": Fresh(Step("POST", "/categories", {"name": "Beside {name}"}), of="term", found=take_into),
}
WRONG = (
    Example({**OF, "id": ABSENT}, "not_found"),
    Example({**OF, "id": "one"}, "invalid_arguments"),
    Example({"taxonomy": "post_tag", "id": "{id}"}, "not_found", fresh="term"),
    Example({"taxonomy": "planets", "id": 1}, "not_found"),
    Example({**ONE, "nonsense": 1}, "invalid_arguments", fresh="term"),
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "slug": st.sampled_from(["same", "other", "same-2"]),
    "description": st.sampled_from(["", "Words", "Wörter 🦦"]),
    "parent": draw_ids("term", absent=0),
}
NAMES = st.sampled_from(["One", "Two", "Drei"])
NAMED = frozenset({"name", "count"})
DISTURB = Step("PATCH", "/categories/{id}", {"description": "Disturbed"})
PAIR = {**ONE, "into": "{into}"}
SAMPLES = {
    "list_terms": Sample(
        [
            Example({**OF, "orderby": "id", "order": "desc", "per_page": 3}),
            Example({"taxonomy": "tags", "search": "x", "hide_empty": True}),
            Example({**OF, "slug": ["fresh"], "parent": 0, "exclude": [1]}),
            Example({**OF, "page": 500}),
            Example({**OF, "per_page": 101}, "invalid_arguments"),
            Example({**OF, "orderby": "colour"}, "invalid_arguments"),
            Example({"taxonomy": "planets"}, "not_found"),
            Example({**OF, "serch": "x"}, "invalid_arguments"),
        ]
    ),
    "get_term_tree": Sample(
        [
            Example(OF),
            Example({**OF, "top": "{id}"}, fresh="term"),
            Example({**OF, "top": ABSENT}, "not_found"),
            Example({**OF, "top": -1}, "invalid_arguments"),
        ]
    ),
    "get_term": Sample([Example(ONE, fresh="term"), *WRONG], momentary=NAMED),
    "create_term": Sample(
        [
            Example({**OF, "name": "Brook & hill {id}", "description": "Water"}, fresh="page"),
            Example({"taxonomy": "tags", "name": "Plain {id}", "slug": "Same"}, fresh="page"),
            Example({**OF, "name": "{name}"}, "conflict", fresh="term"),
            Example({**OF, "name": "x", "parent": ABSENT}, "invalid_arguments"),
            Example({"taxonomy": "tags", "name": "x", "parent": "{id}"}, "invalid_arguments", fresh="term"),
            Example({**OF, "name": "  "}, "invalid_arguments"),
            Example({**OF, "name": "x" * 201}, "invalid_arguments"),
            Example(OF, "invalid_arguments"),
            Example({"taxonomy": "planets", "name": "x"}, "not_found"),
        ],
        [
            Write(
                {**OF, "name": "New {id}", "description": "Words"},
                other={**OF, "name": "Other {id}"},
                idle=ALWAYS,
                newer=Step("PATCH", "/categories/{id}", {"name": "Newer {id}"}),
                sabotage={"builtin": alter("INSERT", "terms", "name = name || 'x'")},
                fresh="page",
            )
        ],
        drawn=st.fixed_dictionaries({"taxonomy": st.just("category"), "name": NAMES}, optional=FIELDS),
        predictable=False,
        momentary=NAMED,
    ),
    "update_term": Sample(
        [
            Example({**ONE, "name": "Other", "description": "Words", "parent": 0}, fresh="term"),
            Example(ONE, fresh="term"),
            Example({**ONE, "parent": "{id}"}, "invalid_arguments", fresh="term"),
            Example({**ONE, "name": 3}, "invalid_arguments", fresh="term"),
            *WRONG,
        ],
        [
            Write(
                {**ONE, "name": "Changed", "slug": "changed-{id}"},
                other={**ONE, "name": "Changed otherwise"},
                idle={**ONE, "description": ""},
                newer=Step("PATCH", "/categories/{id}", {"name": "Newer"}),
                sabotage={"builtin": alter("UPDATE", "terms", "name = name || 'x'")},
                fresh="term",
                disturb=DISTURB,
                disturbed=("description",),
            )
        ],
        drawn=st.fixed_dictionaries({**{"taxonomy": st.just("category")}, "id": draw_ids("term")}, optional=FIELDS),
        momentary=NAMED,
    ),
    "list_alike_terms": Sample(
        [
            Example({"taxonomy": "tags"}),
            Example({"taxonomy": "tags", "per_page": 1}),
            Example({"taxonomy": "planets"}, "not_found"),
            Example({"taxonomy": "tags", "nonsense": 1}, "invalid_arguments"),
        ]
    ),
    "order_terms": Sample(
        [
            Example({**OF, "ids": ["{id}"]}, fresh="term"),
            Example({**OF, "parent": "{id}", "ids": []}, fresh="term"),
            Example({**OF, "ids": [ABSENT]}, "invalid_arguments"),
            Example({**OF, "ids": ["{id}", "{id}"]}, "invalid_arguments", fresh="term"),
            Example({**OF, "parent": ABSENT, "ids": []}, "not_found"),
            Example({"taxonomy": "planets", "ids": []}, "not_found"),
            Example({**OF, "ids": [], "nonsense": 1}, "invalid_arguments"),
        ],
        [
            Write(
                {**OF, "ids": ["{into}", "{id}"]},
                other={**OF, "ids": ["{id}", "{into}"]},
                idle={**OF, "parent": "{id}", "ids": []},
                newer=Step("PUT", "/taxonomies/category/order", {"ids": ["{id}"]}),
                made=lambda body: body["ids"][0] if body.get("ids") else None,
                sabotage={"builtin": alter("UPDATE", "terms", "menu_order = menu_order + 1")},
                fresh="pair",
            )
        ],
        drawn=st.fixed_dictionaries({"taxonomy": st.just("category"), "ids": st.lists(draw_ids("term"), max_size=2)}),
        momentary=frozenset({"ids", "parent"}),
    ),
    "merge_terms": Sample(
        [
            Example(PAIR, fresh="pair"),
            Example({**ONE, "into": "{id}"}, "invalid_arguments", fresh="term"),
            Example({**ONE, "into": ABSENT}, "invalid_arguments", fresh="term"),
            Example(ONE, "invalid_arguments", fresh="term"),
            Example({**OF, "id": ABSENT, "into": 1}, "not_found"),
            Example({**PAIR, "nonsense": 1}, "invalid_arguments", fresh="pair"),
        ],
        [
            Write(
                PAIR,
                other={**ONE, "into": ABSENT},
                idle="What is gone is not merged again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON terms BEGIN SELECT RAISE(IGNORE); END"},
                fresh="pair",
                disturb=DISTURB,
                disturbed=("description",),
            )
        ],
        drawn=st.fixed_dictionaries(
            {"taxonomy": st.just("category"), "id": draw_ids("term"), "into": draw_ids("term")}
        ),
        momentary=NAMED | {"link", "slug"},
    ),
    "delete_term": Sample(
        [
            Example(ONE, fresh="term"),
            Example({**ONE, "reassign": ABSENT}, "invalid_arguments", fresh="term"),
            Example({**ONE, "reassign": "{id}"}, "invalid_arguments", fresh="term"),
            *WRONG,
        ],
        [
            Write(
                ONE,
                other={**ONE, "reassign": 1},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON terms BEGIN SELECT RAISE(IGNORE); END"},
                fresh="term",
                disturb=DISTURB,
                disturbed=("description",),
            )
        ],
        drawn=st.fixed_dictionaries({"taxonomy": st.just("category"), "id": draw_ids("term")}),
        momentary=NAMED,
    ),
}
