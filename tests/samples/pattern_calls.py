"""Calls of the operations on patterns. Each is about a pattern with a paragraph, or about a page that gets it."""

from hypothesis import strategies as st

from tests.samples.sample import (
    ABSENT,
    ALWAYS,
    WRONG_IDS,
    Example,
    Fresh,
    Sample,
    Step,
    Write,
    alter,
    draw_ids,
)

PARAGRAPH = "<!-- wp:paragraph -->\n<p>Come and see.</p>\n<!-- /wp:paragraph -->"
GROUP = f'<!-- wp:group -->\n<div class="wp-block-group">{PARAGRAPH}</div>\n<!-- /wp:group -->'
NEW = {"name": "core/list", "inner": [{"name": "core/list-item", "text": "Item"}]}
PATTERN_FRESH = {
    "pattern": Fresh(Step("POST", "/patterns", {"title": "Fresh pattern", "markup": PARAGRAPH})),
    "patterned": Fresh(
        # The order keeps the id of the pattern for the calls.
        Step("POST", "/pages", {"title": "Patterned", "content": GROUP, "menu_order": "{id}"}),
        of="pattern",
        found=lambda body: {"id": body["id"], "revision": body["revision"], "pattern": body["menu_order"]},
    ),
}
ALTERED = "title = title || 'x'"
NEWER = Step("PATCH", "/patterns/{id}", {"title": "Newer"})
DISTURB = Step("PATCH", "/patterns/{id}", {"title": "Disturbed"})
PATTERN_SAMPLES = {
    "list_patterns": Sample(
        [
            Example({"search": "fresh", "detail": "full"}),
            Example({"status": ["draft", "trash"], "per_page": 2}),
            Example({"source": "registered", "search": "no such pattern"}),
            Example({"source": "elsewhere"}, "invalid_arguments"),
            Example({"status": ["lost"]}, "invalid_arguments"),
        ]
    ),
    "get_pattern": Sample(
        [
            Example({"id": "{id}"}, fresh="pattern"),
            Example({"id": "{id}", "context": "edit"}, fresh="pattern"),
            Example({"id": "{id}"}, "not_found", fresh="page"),
            *WRONG_IDS,
        ]
    ),
    "create_pattern": Sample(
        [
            Example({"title": "Plain", "blocks": [NEW]}),
            Example({"title": "Draft", "markup": GROUP, "status": "draft"}),
            Example({"title": "Cut", "selection": {"id": "{id}", "blocks": ["1", "2"]}}, fresh="blocks"),
            Example(
                {"title": "x", "selection": {"id": "{id}", "blocks": ["2", "1"]}},
                "invalid_arguments",
                fresh="blocks",
            ),
            Example({"title": "x", "selection": {"id": "{id}", "blocks": ["9"]}}, "conflict", fresh="blocks"),
            Example({"title": "x", "selection": {"id": ABSENT, "blocks": ["0"]}}, "not_found"),
            Example({"title": "x"}, "invalid_arguments"),
            Example({"markup": GROUP}, "invalid_arguments"),
        ],
        [
            Write(
                {"title": "New pattern", "markup": GROUP},
                other={"title": "Other", "blocks": [NEW]},
                idle=ALWAYS,
                newer=NEWER,
                sabotage={"builtin": alter("INSERT", "items", ALTERED)},
            )
        ],
        drawn=st.fixed_dictionaries({"title": st.sampled_from(["One", "Two"]), "markup": st.just(GROUP)}),
        predictable=False,
    ),
    "update_pattern": Sample(
        [
            Example({"id": "{id}", "title": "Other", "status": "draft"}, fresh="pattern"),
            Example({"id": "{id}"}, fresh="pattern"),
            Example({"id": "{id}", "status": "private"}, "invalid_arguments", fresh="pattern"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}", "title": "Changed"},
                other={"id": "{id}", "title": "Changed otherwise"},
                idle={"id": "{id}", "status": "publish"},
                newer=NEWER,
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="pattern",
                disturb=DISTURB,
                disturbed=("title",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), "title": st.sampled_from(["One", "Two"])}),
    ),
    "delete_pattern": Sample(
        [
            Example({"id": "{id}"}, fresh="pattern"),
            Example({"id": "{id}", "force": True}, fresh="pattern"),
            *WRONG_IDS,
        ],
        [
            Write(
                {"id": "{id}"},
                other={"id": "{id}", "force": True},
                idle="A pattern that is in the trash is not trashed again: conflict.",
                newer=Step("POST", "/trash/{id}/restore", {"status": "draft"}),
                sabotage={"builtin": alter("UPDATE", "items", ALTERED)},
                fresh="pattern",
                disturb=DISTURB,
                disturbed=("title",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), "force": st.booleans()}),
    ),
    "insert_pattern": Sample(
        [
            Example({"id": "{id}", "pattern": "{pattern}", "at": "start"}, fresh="patterned"),
            Example({"id": "{id}", "pattern": "{pattern}", "copy_blocks": True}, fresh="patterned"),
            Example({"id": "{id}", "pattern": "no-such/pattern"}, "not_found", fresh="patterned"),
            Example({"id": "{id}", "pattern": "unknown"}, "not_found", fresh="patterned"),
            Example({"id": "{id}", "pattern": "{id}"}, "not_found", fresh="patterned"),
            Example({"id": "{id}", "pattern": "{id}"}, "conflict", fresh="pattern"),
            Example({"id": ABSENT, "pattern": ABSENT}, "not_found"),
            Example({"id": 1, "pattern": ""}, "invalid_arguments"),
        ],
        [
            Write(
                {"id": "{id}", "pattern": "{pattern}"},
                other={"id": "{id}", "pattern": "{pattern}", "copy_blocks": True},
                idle="It changes something each time.",
                newer=Step("PATCH", "/pages/{id}", {"content": "<p>Newer</p>"}),
                sabotage={"builtin": alter("UPDATE", "items", "content = content || 'x'")},
                fresh="patterned",
                disturb=Step("PATCH", "/pages/{id}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), "pattern": draw_ids("page")}),
        momentary=frozenset({"menu_order", "blocks", "content"}),
    ),
}
