"""Samples of operations on blocks. The blocks are those of a page: a heading, two paragraphs, and a group with one."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.samples.design_calls import DESIGN_FRESH, DESIGN_SAMPLES
from tests.samples.note_calls import NOTE_FRESH, NOTE_SAMPLES
from tests.samples.pattern_calls import PATTERN_FRESH, PATTERN_SAMPLES
from tests.samples.sample import ABSENT, WRONG_IDS, Example, Fresh, Sample, Step, Write, alter, draw_ids
from tests.samples.template_calls import TEMPLATE_FRESH, TEMPLATE_SAMPLES

CATEGORY = "gutenberg"


def paragraph(text: str) -> str:
    """A paragraph as the editor stores it."""
    return f"<!-- wp:paragraph -->\n<p>{text}</p>\n<!-- /wp:paragraph -->"


GROUP = f'<!-- wp:group -->\n<div class="wp-block-group">{paragraph("Three")}</div>\n<!-- /wp:group -->'
HEADING = '<!-- wp:heading -->\n<h2 class="wp-block-heading">Brook</h2>\n<!-- /wp:heading -->'
TABLE = (
    "<!-- wp:table -->\n"
    '<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td>Monday</td><td>9</td></tr></tbody>'
    "</table></figure>\n<!-- /wp:table -->"
)
CONTENT = "\n\n".join([HEADING, paragraph("One"), paragraph("Two <b>2</b> &amp; ש"), GROUP, TABLE])
FRESH = {
    "blocks": Fresh(Step("POST", "/pages", {"title": "Blocks", "status": "publish", "content": CONTENT})),
    **NOTE_FRESH,
    **PATTERN_FRESH,
    **DESIGN_FRESH,
    **TEMPLATE_FRESH,
}
READ = {"expected_revision": "{revision}"}
NEW = {"name": "core/list", "inner": [{"name": "core/list-item", "text": "Item"}]}
BLOCKS = st.sampled_from(["0", "1", "2", "3.0", "9"])


def about(**arguments: Any) -> dict[str, Any]:
    """Arguments about the page."""
    return {"id": "{id}", **arguments}


def wrong_blocks(**more: Any) -> tuple[Example, ...]:
    """Addresses that lead nowhere, with what the call takes more."""
    return (
        Example(about(block="9", **more), "conflict", fresh="blocks"),
        Example(about(block="abcdefghijkl", **more), "conflict", fresh="blocks"),
        Example(about(block="first", **more), "invalid_arguments", fresh="blocks"),
        Example({"id": ABSENT, "block": "0", **more}, "not_found"),
    )


def read(*examples: Example, wrong: tuple[Example, ...] = WRONG_IDS) -> Sample:
    """A read about the page."""
    return Sample([*examples, *wrong])


def write(
    arguments: Mapping[str, Any],
    other: Mapping[str, Any],
    *examples: Example,
    idle: Mapping[str, Any] | str = "It changes something each time.",
    drawn: Mapping[str, st.SearchStrategy[Any]],
) -> Sample:
    """A write about the page; `arguments` and `other` are two calls of it."""
    return Sample(
        [Example(about(**arguments), fresh="blocks"), *examples],
        [
            Write(
                about(**arguments),
                other=about(**other),
                idle=idle,
                newer=Step("PATCH", "/pages/{id}", {"content": "<p>Newer</p>"}),
                sabotage={"builtin": alter("UPDATE", "items", "content = content || 'x'")},
                fresh="blocks",
                disturb=Step("PATCH", "/pages/{id}", {"excerpt": "Disturbed"}),
                disturbed=("excerpt",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), **drawn}),
    )


def write_one(
    more: Mapping[str, Any], *examples: Example, block: str = "0", drawn: Mapping[str, Any] | None = None
) -> Sample:
    """A write about one block."""
    return write(
        {"block": block, **more},
        {"block": "3.0" if block == "0" else "0", **more},
        *examples,
        *wrong_blocks(**more),
        drawn={"block": BLOCKS, **(drawn or {})},
    )


SAMPLES = {
    **NOTE_SAMPLES,
    **PATTERN_SAMPLES,
    **DESIGN_SAMPLES,
    **TEMPLATE_SAMPLES,
    "get_blocks": read(
        Example(about(view="tree", max_bytes=200_000), fresh="blocks"),
        Example(about(view="outline", depth=1, start="2", max_bytes=500), fresh="blocks"),
        Example(about(view="markup", block="3"), fresh="blocks"),
        Example(about(view="all"), "invalid_arguments", fresh="blocks"),
        Example(about(start="7"), "conflict", fresh="blocks"),
    ),
    "get_block": read(
        Example(about(block="3"), fresh="blocks"),
        Example(about(block="3.0", view="markup"), fresh="blocks"),
        wrong=wrong_blocks(),
    ),
    "list_block_pages": Sample([
        Example({"per_page": 2, "search": "Blocks"}),
        Example({"type": "post"}),
        Example({"search": "nothing of that name"}),
        Example({"type": "menu"}, "invalid_arguments"),
    ]),
    "validate_blocks": read(
        Example(about(), fresh="blocks"),
        Example(about(max_bytes=1), "invalid_arguments", fresh="blocks"),
    ),
    "find_blocks": read(
        Example(about(text="two 2 & ש"), fresh="blocks"),
        Example(about(name=["paragraph", "core/heading"], attributes={"level": 2}, view="tree"), fresh="blocks"),
        Example(about(name=["not a name"]), "invalid_arguments", fresh="blocks"),
    ),
    "block_usage": Sample([
        Example({"name": "heading", "attributes": {"level": 2}}),
        Example({"name": "none/such"}),
        Example({"name": "not a name"}, "invalid_arguments"),
    ]),
    "parse_blocks": Sample([
        Example({"markup": CONTENT}),
        Example({"markup": "text <!-- wp:x -->"}),
        Example({}, "invalid_arguments"),
    ]),
    "serialize_blocks": Sample([
        Example({"blocks": [NEW, {"name": "separator"}]}),
        Example({"blocks": [{"name": "core/heading", "attributes": {"level": 9}}]}, "invalid_arguments"),
        Example({"blocks": [{"name": "none/such"}]}, "invalid_arguments"),
    ]),
    "convert_to_blocks": Sample([
        Example({"html": "One\n\n<h2>Two</h2>\n<dl><dt>Three</dt></dl>"}),
        Example({"markdown": "# One\n\n* Two\n"}),
        Example({"html": "One", "markdown": "One"}, "invalid_arguments"),
        Example({"html": "<!-- wp:group -->"}, "invalid_arguments"),
        Example({}, "invalid_arguments"),
    ]),
    "list_block_types": Sample([
        Example({"search": "heading"}),
        Example({"category": "text", "per_page": 3, "page": 2}),
        Example({"per_page": 0}, "invalid_arguments"),
    ]),
    "get_block_type": Sample([
        Example({"name": "heading"}),
        Example({"name": "core/table"}),
        Example({"name": "none/such"}, "not_found"),
        Example({"name": "A B"}, "invalid_arguments"),
    ]),
    "insert_blocks": write(
        {"blocks": [NEW], "at": {"after": "0"}},
        {"markup": paragraph("New"), "at": "start"},
        Example(about(blocks=[NEW], at={"before": "0", "after": "1"}), "invalid_arguments", fresh="blocks"),
        Example(about(at="end"), "invalid_arguments", fresh="blocks"),
        Example(about(markup="<!-- wp:group -->"), "invalid_arguments", fresh="blocks"),
        Example(about(markup=GROUP, at={"first_in": "8"}), "conflict", fresh="blocks"),
        *WRONG_IDS,
        drawn={"markup": st.sampled_from([GROUP, paragraph("Drawn")]), "at": st.sampled_from(["start", "end"])},
    ),
    "set_blocks": write(
        {"blocks": [NEW], **READ},
        {"markup": CONTENT + paragraph("Other"), **READ},
        Example(about(markup="", **READ), fresh="blocks"),
        Example(about(blocks=[NEW], markup=CONTENT, **READ), "invalid_arguments", fresh="blocks"),
        Example(about(markup="", expected_revision="0123456789ab"), "revision_conflict", fresh="blocks"),
        idle=about(markup=CONTENT, **READ),
        drawn={"markup": st.sampled_from(["", CONTENT, GROUP])},
    ),
    "update_block": write(
        {"block": "0", "attributes": {"level": 3}},
        {"block": "1", "text": "Changed <em>text</em>"},
        Example(about(block="1", html="<p>Changed</p>"), fresh="blocks"),
        Example(about(block="1", html="<div>Changed</div>"), "conflict", fresh="blocks"),
        Example(about(block="0"), "invalid_arguments", fresh="blocks"),
        Example(about(block="0", attributes={"levle": 3}), "invalid_arguments", fresh="blocks"),
        *wrong_blocks(text="x"),
        idle=about(block="0", attributes={"level": 2}),
        drawn={"block": BLOCKS, "text": st.sampled_from(["One", "<b>Two</b>"])},
    ),
    "move_block": write_one(
        {"at": "end", "count": 1},
        Example(about(block="0", at={"after": "0"}), fresh="blocks"),
        Example(about(block="3", at={"last_in": "3"}), "invalid_arguments", fresh="blocks"),
        Example(about(block="2", at="start", count=40), "invalid_arguments", fresh="blocks"),
        drawn={"at": st.sampled_from(["start", "end", {"last_in": "3"}])},
    ),
    "duplicate_block": write_one({}),
    "remove_block": write_one({}),
    "wrap_blocks": write(
        {"blocks": ["1", "2"]},
        {"blocks": ["0"], "name": "quote"},
        Example(about(blocks=["2", "1"]), "invalid_arguments", fresh="blocks"),
        Example(about(blocks=["0"], name="core/paragraph", attributes={"x": 1}), "invalid_arguments", fresh="blocks"),
        drawn={"blocks": st.sampled_from([["0"], ["0", "1"], ["2", "0"]])},
    ),
    "edit_table": write(
        {"block": "4", "action": "insert_row", "cells": ["Tuesday"]},
        {"block": "4", "action": "remove_column", "column": 0},
        Example(about(block="0", action="remove_row"), "invalid_arguments", fresh="blocks"),
        Example(about(block="4", action="remove_row", row=1), "invalid_arguments", fresh="blocks"),
        Example(about(block="4", action="set_cells", row=0, cells=["a"] * 3), "invalid_arguments", fresh="blocks"),
        *wrong_blocks(action="remove_row"),
        idle=about(block="4", action="set_cells", row=0, column=1, cells=["9"]),
        drawn={"block": BLOCKS, "action": st.sampled_from(["insert_row", "remove_row"])},
    ),
    "transform_block": write(
        {"block": "1", "name": "heading", "attributes": {"level": 3}},
        {"block": "0", "name": "core/list"},
        Example(about(block="4", name="core/heading"), "conflict", fresh="blocks"),
        Example(about(block="1", name="core/heading", attributes={"level": 9}), "invalid_arguments", fresh="blocks"),
        *wrong_blocks(name="core/quote"),
        drawn={"block": BLOCKS, "name": st.sampled_from(["core/group", "core/heading", "core/quote"])},
    ),
    "unwrap_block": write(
        {"block": "3"},
        {"block": "3", "dry_run": False},
        Example(about(block="1"), "conflict", fresh="blocks"),
        *wrong_blocks(),
        drawn={"block": BLOCKS},
    ),
    "apply_block_operations": write(
        {
            "operations": [
                {"op": "update", "block": "0", "attributes": {"level": 4}},
                {"op": "move", "block": "1", "at": "end"},
                {"op": "remove", "block": "1"},
            ]
        },
        {"operations": [{"op": "duplicate", "block": "0"}, {"op": "unwrap", "block": "4"}]},
        Example(
            about(operations=[{"op": "remove", "block": "0"}, {"op": "remove", "block": "9"}]),
            "conflict",
            fresh="blocks",
        ),
        Example(about(operations=[]), "invalid_arguments", fresh="blocks"),
        Example(about(operations=[{"op": "paint", "block": "0"}]), "invalid_arguments", fresh="blocks"),
        Example(about(operations=[{"op": "remove", "block": "0"}] * 51), "invalid_arguments", fresh="blocks"),
        drawn={"operations": BLOCKS.map(lambda block: [{"op": "duplicate", "block": block}])},
    ),
    "replace_in_blocks": write(
        {"find": "One", "replacement": "1 < 2"},
        {"find": "two", "replacement": "2", "match_case": False, "name": ["paragraph"]},
        Example(about(find="", replacement="x"), "invalid_arguments", fresh="blocks"),
        idle=about(find="nowhere", replacement="x"),
        drawn={"find": st.sampled_from(["One", "Item"]), "replacement": st.sampled_from(["One", "1"])},
    ),
}  # fmt: skip
