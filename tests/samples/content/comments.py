"""Samples of operations on comments. Each is on a post that is made for it."""

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

CATEGORY = "content"
NEW = {"post": "{id}", "content": "Fresh <b>words</b>"}
SOME = Step("GET", "/comments?orderby=id&order=asc&per_page=100&_fields=id")
FRESH = {"comment": Fresh(Step("POST", "/comments", NEW), of="post", listed=SOME)}
ONE = {"id": "{id}"}
TEXTS = st.sampled_from(["One", "Zwölf Ötter 🦦", "<b>Two</b> " * 60])
STATUSES = st.sampled_from(["approved", "hold", "spam", "trash"])
DISTURB = Step("PATCH", "/comments/{id}", {"content": "Disturbed"})
PLACED = frozenset({"post"})
SAMPLES = {
    "list_comments": Sample(
        [
            Example({"status": "approve", "order": "asc", "per_page": 2}),
            Example({"search": "fresh words", "orderby": "id", "context": "edit"}),
            Example({"post": [1, 2], "parent": [0], "exclude": [ABSENT], "after": "2026-01-01T00:00:00Z"}),
            Example({"type": "pingback", "status": "spam"}),
            Example({"page": 500}),
            Example({"per_page": 101}, "invalid_arguments"),
            Example({"status": "lost"}, "invalid_arguments"),
            Example({"type": "note"}, "invalid_arguments"),
            UNKNOWN,
        ]
    ),
    "get_comment": Sample(
        [Example(ONE, fresh="comment"), Example({**ONE, "context": "edit"}, fresh="comment"), *WRONG_IDS],
        momentary=PLACED,
    ),
    "create_comment": Sample(
        [
            Example({**NEW, "status": "approve"}, fresh="post"),
            Example({**NEW, "parent": ABSENT}, "invalid_arguments", fresh="post"),
            Example({**NEW, "post": ABSENT}, "invalid_arguments"),
            Example({**NEW, "content": "  "}, "invalid_arguments", fresh="post"),
            Example({**NEW, "content": "x" * 65_526}, "invalid_arguments", fresh="post"),
            Example({**NEW, "author_name": "Otto"}, "invalid_arguments", fresh="post"),
            Example({"post": 1}, "invalid_arguments"),
        ],
        [
            Write(
                NEW,
                other={**NEW, "content": "Other words"},
                idle=ALWAYS,
                newer=Step("PATCH", "/comments/{id}", {"content": "Newer"}),
                sabotage={"builtin": alter("INSERT", "comments", "content = content || 'x'")},
                fresh="post",
            )
        ],
        drawn=st.fixed_dictionaries({"post": draw_ids("post"), "content": TEXTS}, optional={"status": STATUSES}),
        predictable=False,
        momentary=PLACED,
    ),
    "update_comment": Sample(
        [
            Example({**ONE, "status": "spam"}, fresh="comment"),
            Example({**ONE, "status": "approve", "content": "Other words"}, fresh="comment"),
            Example({**ONE, "content": ""}, "invalid_arguments", fresh="comment"),
            Example({**ONE, "status": "publish"}, "invalid_arguments", fresh="comment"),
            *WRONG_IDS,
        ],
        [
            Write(
                {**ONE, "status": "hold", "content": "Changed"},
                other={**ONE, "status": "spam"},
                idle={**ONE, "status": "approved"},
                newer=Step("PATCH", "/comments/{id}", {"content": "Newer"}),
                sabotage={"builtin": alter("UPDATE", "comments", "content = content || 'x'")},
                fresh="comment",
                disturb=DISTURB,
                disturbed=("content",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("comment")}, optional={"content": TEXTS, "status": STATUSES}),
        momentary=PLACED,
    ),
    "delete_comment": Sample(
        [
            Example(ONE, fresh="comment"),
            Example({**ONE, "force": True}, fresh="comment"),
            *WRONG_IDS,
        ],
        [
            Write(
                ONE,
                other={**ONE, "force": True},
                idle="It is in the trash, or gone.",
                newer=Step("PATCH", "/comments/{id}", {"status": "hold"}),
                sabotage={"builtin": alter("UPDATE", "comments", "status = 'spam'")},
                fresh="comment",
                disturb=DISTURB,
                disturbed=("content",),
            ),
            Write(
                {**ONE, "force": True},
                other=ONE,
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON comments BEGIN SELECT RAISE(IGNORE); END"},
                fresh="comment",
                disturb=DISTURB,
                disturbed=("content",),
                name="for good",
            ),
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("comment")}, optional={"force": st.booleans()}),
        momentary=PLACED,
    ),
}
