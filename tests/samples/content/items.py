"""What pages and posts share: all but a few fields."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import ABSENT, ALWAYS, WRONG_IDS, Example, Fresh, Sample, Step, Write, alter, draw_ids

ITEM = {"content": "<p>Fresh water.</p>", "status": "publish"}
LISTS = (
    Example({"detail": "full"}),
    Example({"detail": "summary", "per_page": 2, "page": 2, "order": "asc", "orderby": "title"}),
    Example({"detail": "full", "search": "brook"}),
    Example({"detail": "full", "status": ["draft", "publish"], "include": [1, 2, 3], "context": "edit"}),
    Example({"detail": "full", "per_page": 1, "page": 500}),
    Example({"detail": "full", "after": "2026-01-01T00:00:00Z"}),
    Example({"detail": "full", "where": [{"field": "slug", "op": "in", "value": ["no-such-slug", "hill"]}]}),
    Example({"where": [{"field": "colour", "op": "eq", "value": "red"}]}, "invalid_arguments"),
    Example({"where": [{"field": "title", "op": "like", "value": "x"}]}, "invalid_arguments"),
    Example({"per_page": 101}, "invalid_arguments"),
    Example({"per_page": "many"}, "invalid_arguments"),
    Example({"orderby": "colour"}, "invalid_arguments"),
    Example({"status": ["draft", "lost"]}, "invalid_arguments"),
    Example({"after": "yesterday"}, "invalid_arguments"),
    Example({"detail": "everything"}, "invalid_arguments"),
    Example({"serch": "brook"}, "invalid_arguments"),
)
TEXTS = st.sampled_from(["", "One", "Zwölf Ötter 🦦", "<p>Long. " + "It goes on. " * 30 + "</p>"])
TITLES = st.sampled_from(["One", "Two", "Zwölf Ötter 🦦"])
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "content": TEXTS,
    "excerpt": TEXTS,
    "slug": st.sampled_from(["same", "other", "one-2"]),
    "status": st.sampled_from(["publish", "draft", "pending", "private"]),
    "password": st.sampled_from(["", "quiet"]),
}
CATEGORY = "content"
SAMPLES = {
    "get_content": Sample(
        [
            Example({"id": "{id}"}, fresh="page"),
            Example({"id": "{id}", "context": "edit"}, fresh="post"),
            Example({"slug": "no-such-slug"}, "not_found"),
            Example({"url": "/no/such/page/"}, "not_found"),
            Example({"url": "https://elsewhere.example/about/"}, "not_found"),
            Example({}, "invalid_arguments"),
            Example({"id": "{id}", "slug": "both"}, "invalid_arguments", fresh="page"),
            *WRONG_IDS,
        ]
    )
}
ALTERED = "menu_order = menu_order + 7"


def make_fresh(noun: str) -> Fresh:
    """A published page or post."""
    body = {"title": f"Fresh {noun}", "slug": f"fresh-{noun}", **ITEM}
    some = f"/{noun}s?status=any,trash&orderby=id&order=asc&per_page=100&_fields=id"
    return Fresh(Step("POST", f"/{noun}s", body), listed=Step("GET", some))


def sample_list(*more: Example) -> Sample:
    """A list of items; `more` are calls about what only these items have."""
    return Sample([*LISTS, *more])


def sample_get(noun: str) -> Sample:
    """One item."""
    return Sample([
        Example({"id": "{id}"}, fresh=noun),
        Example({"id": "{id}", "context": "edit"}, fresh=noun),
        Example({"id": "{id}", "context": "all"}, "invalid_arguments", fresh=noun),
        Example({"id": "{id}", "nonsense": "1"}, "invalid_arguments", fresh=noun),
        *WRONG_IDS,
    ])  # fmt: skip


def sample_create(noun: str, more: Mapping[str, st.SearchStrategy[Any]]) -> Sample:
    """A new item; `more` are fields that only these have."""
    return Sample(
        [
            Example({"title": "Brook & <b>hill</b>", "status": "draft", "content": "<p>water</p>", "excerpt": "w"}),
            Example({"title": "Plain"}),
            Example({"title": "Due", "status": "future", "date": "2090-01-01T00:00:00Z"}),
            Example({}, "invalid_arguments"),
            Example({"title": 7}, "invalid_arguments"),
            Example({"title": None}, "invalid_arguments"),
            Example({"title": "x" * 1001}, "invalid_arguments"),
            Example({"title": "a\x00b"}, "invalid_arguments"),
            Example({"title": "x", "status": "lost"}, "invalid_arguments"),
            Example({"title": "x", "featured_media": ABSENT}, "invalid_arguments"),
            Example({"title": "x", "tilte": "y"}, "invalid_arguments"),
        ],
        [
            Write(
                {"title": f"New {noun}", "status": "publish", "content": "<p>One.</p>", "password": "hidden words"},
                other={"title": "Other", "status": "draft"},
                idle=ALWAYS,
                newer=Step("PATCH", f"/{noun}s/{{id}}", {"title": "Newer"}),
                sabotage={"builtin": alter("INSERT", "items", ALTERED)},
            )
        ],
        drawn=st.fixed_dictionaries({"title": TITLES}, optional={**FIELDS, **more}),
        predictable=False,
    )


def sample_update(noun: str, more: Mapping[str, st.SearchStrategy[Any]]) -> Sample:
    """Some fields of an item."""
    return Sample(
        [
            Example({"id": "{id}", "title": "Other", "status": "publish"}, fresh=noun),
            Example({"id": "{id}"}, fresh=noun),
            Example({"id": "{id}", "status": 3}, "invalid_arguments", fresh=noun),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh=noun),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "title": "Changed", "slug": "changed"},
                other={"id": "{id}", "title": "Changed otherwise"},
                idle={"id": "{id}", "status": "publish"},
                newer=Step("PATCH", f"/{noun}s/{{id}}", {"title": "Newer"}),
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh=noun,
                disturb=Step("PATCH", f"/{noun}s/{{id}}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids(noun), "title": TITLES}, optional={**FIELDS, **more}),
    )


def sample_delete(noun: str) -> Sample:
    """An item that goes to the trash, or for good."""
    disturb = Step("PATCH", f"/{noun}s/{{id}}", {"excerpt": "Disturbed"})
    return Sample(
        [
            Example({"id": "{id}"}, fresh=noun),
            Example({"id": "{id}", "force": True}, fresh=noun),
            Example({"id": "{id}", "force": "perhaps"}, "invalid_arguments", fresh=noun),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh=noun),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}"},
                other={"id": "{id}", "force": True},
                idle="An item that is in the trash is not trashed again: conflict.",
                newer=Step("PATCH", f"/{noun}s/{{id}}", {"status": "draft"}),
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh=noun,
                disturb=disturb,
                disturbed=("excerpt",),
            ),
            Write(
                {"id": "{id}", "force": True},
                other={"id": "{id}", "force": False},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON items BEGIN SELECT RAISE(IGNORE); END"},
                fresh=noun,
                disturb=disturb,
                disturbed=("excerpt",),
                name="force",
            ),
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids(noun), "force": st.booleans()}),
    )
