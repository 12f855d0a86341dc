"""Samples of giving items their terms and their featured image."""

from typing import Any, Literal

from hypothesis import strategies as st

from tests.samples.content.items import ALTERED
from tests.samples.media.media import NEW
from tests.samples.sample import ABSENT, WRONG_IDS, Example, Fresh, Placeholders, Sample, Step, Write, alter, draw_ids

CATEGORY = "content"


def take_term(body: Any) -> Placeholders:
    """The id of a term that was made for a post."""
    return {"term": body["id"]}


def take_media(body: Any) -> Placeholders:
    """The id of a file that was made for a page."""
    return {"media": body["id"]}


FRESH = {
    "term for a post": Fresh(Step("POST", "/categories", {"name": "For {id}"}), of="post", found=take_term),
    "image for a page": Fresh(Step("POST", "/media", NEW), of="page", found=take_media),
}
TERM = {"id": "{id}", "categories": ["{term}"]}
IMAGE = {"id": "{id}", "media": "{media}"}
SABOTAGE: dict[Literal["builtin", "ledger"], str] = {"builtin": alter("UPDATE", "items", ALTERED)}
SAMPLES = {
    "set_terms": Sample(
        [
            Example(TERM, fresh="term for a post"),
            Example({**TERM, "mode": "add", "tags": ["Bread"]}, fresh="term for a post"),
            Example({"id": "{id}", "tags": ["bread", "Never"], "mode": "remove"}, fresh="post"),
            Example({"id": "{id}", "categories": [ABSENT]}, "invalid_arguments", fresh="post"),
            Example({"id": "{id}", "terms": {"category": ["{term}"]}}, fresh="term for a post"),
            Example({**TERM, "terms": {"category": ["{term}"]}}, "invalid_arguments", fresh="term for a post"),
            Example({"id": "{id}", "terms": {"planet": ["Mars"]}}, "invalid_arguments", fresh="post"),
            Example({"id": "{id}", "tags": ["Bread"]}, "invalid_arguments", fresh="page"),
            Example({**TERM, "mode": "swap"}, "invalid_arguments", fresh="term for a post"),
            *WRONG_IDS,
        ],
        [
            Write(
                TERM,
                other={**TERM, "mode": "add"},
                idle={**TERM, "mode": "remove"},
                newer=Step("PATCH", "/posts/{id}", {"categories": []}),
                sabotage=SABOTAGE,
                fresh="term for a post",
                disturb=Step("PATCH", "/posts/{id}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("post"), "categories": st.lists(draw_ids("term"), max_size=2)}),
        momentary=frozenset({"categories", "tags"}),
    ),
    "set_featured_image": Sample(
        [
            Example(IMAGE, fresh="image for a page"),
            Example({"id": "{id}", "media": 0}, fresh="page"),
            Example({"id": "{id}", "media": ABSENT}, "invalid_arguments", fresh="page"),
            Example({"id": "{id}"}, "invalid_arguments", fresh="page"),
            Example({"id": ABSENT, "media": 0}, "not_found"),
        ],
        [
            Write(
                IMAGE,
                other={**IMAGE, "media": 0},
                idle={"id": "{id}", "media": 0},
                newer=Step("PATCH", "/pages/{id}", {"featured_media": 0}),
                sabotage=SABOTAGE,
                fresh="image for a page",
                disturb=Step("PATCH", "/pages/{id}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), "media": st.just(0)}),
        momentary=frozenset({"featured_media"}),
    ),
}
