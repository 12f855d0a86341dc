"""Calls of operations on notes. Each note is on a page that is made for it."""

from collections.abc import Mapping
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
    Tables,
    Write,
    alter,
    draw_ids,
)

SOME = Step("GET", "/notes?order=asc&per_page=100&parent=0&_fields=id")
NOTE_FRESH = {
    "note": Fresh(Step("POST", "/items/{id}/notes", {"content": "Is <b>this</b> true?"}), of="blocks", listed=SOME)
}
ONE = {"id": "{id}"}
TEXTS = st.sampled_from(["One", "Zwölf Ötter 🦦", "<b>Two</b> " * 60])
RESOLVE = Step("POST", "/notes/{id}/resolve")
ALSO = ("content",)
"""Authors may not use blocks, and answer notes on their items all the same."""
PLACED = frozenset({"post", "parent"})
ON_ITEM: dict[str, Any] = {"disturb": Step("PATCH", "/pages/{id}", {"excerpt": "Disturbed"}), "disturbed": ("excerpt",)}
ON_NOTE: dict[str, Any] = {"fresh": "note", "disturb": RESOLVE, "disturbed": ("status",)}
ADDED: Mapping[Tables, str] = {"builtin": alter("INSERT", "notes", "content = content || 'x'")}
REPLY = {**ONE, "content": "Yes."}
NOTE_SAMPLES = {
    "list_notes": Sample(
        [
            Example({"status": "open", "order": "asc", "per_page": 2}),
            Example({"post": ["{id}"], "parent": [0], "context": "edit"}, fresh="blocks"),
            Example({"parent": [ABSENT], "status": "resolved"}),
            Example({"page": 500}),
            Example({"per_page": 101}, "invalid_arguments"),
            Example({"status": "lost"}, "invalid_arguments"),
            UNKNOWN,
        ],
        also=ALSO,
    ),
    "get_note": Sample(
        [Example(ONE, fresh="note"), Example({**ONE, "context": "edit"}, fresh="note"), *WRONG_IDS],
        also=ALSO,
        momentary=PLACED,
    ),
    "add_note": Sample(
        [
            Example({**ONE, "content": "Fresh <b>words</b>"}, fresh="post"),
            Example({**ONE, "content": "On a block", "block": "3.0"}, fresh="blocks"),
            Example({**ONE, "content": "On no block", "block": "9"}, "conflict", fresh="blocks"),
            Example({"id": ABSENT, "content": "Lost"}, "not_found"),
            Example({**ONE, "content": "  "}, "invalid_arguments", fresh="post"),
            Example({**ONE, "content": "x" * 65_526}, "invalid_arguments", fresh="post"),
        ],
        [
            Write(
                {**ONE, "content": "Fresh <b>words</b>"},
                other={**ONE, "content": "Other words"},
                idle=ALWAYS,
                newer=RESOLVE,
                sabotage=ADDED,
                fresh="blocks",
                **ON_ITEM,
            ),
            Write(
                {**ONE, "content": "On a block", "block": "1"},
                other={**ONE, "content": "On a block", "block": "2"},
                idle=ALWAYS,
                newer=RESOLVE,
                sabotage=ADDED,
                fresh="blocks",
                name="on a block",
                **ON_ITEM,
            ),
        ],
        drawn=st.fixed_dictionaries(
            {"id": draw_ids("page"), "content": TEXTS}, optional={"block": st.sampled_from(["0", "1", "3.0", "9"])}
        ),
        predictable=False,
        also=ALSO,
        momentary=PLACED | {"fingerprint"},
    ),
    "reply_to_note": Sample(
        [
            Example(REPLY, fresh="note"),
            Example({**ONE, "content": ""}, "invalid_arguments", fresh="note"),
            Example({"id": ABSENT, "content": "Lost"}, "not_found"),
        ],
        [
            Write(
                REPLY,
                other={**ONE, "content": "No."},
                idle=ALWAYS,
                newer=Step("DELETE", "/notes/{id}"),
                sabotage=ADDED,
                **ON_NOTE,
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("note"), "content": TEXTS}),
        predictable=False,
        also=ALSO,
        momentary=PLACED,
    ),
    "resolve_note": Sample(
        [Example(ONE, fresh="note"), Example({**ONE, "reopen": True}, fresh="note"), *WRONG_IDS],
        [
            Write(
                ONE,
                other={**ONE, "reopen": True},
                idle={**ONE, "reopen": True},
                newer=Step("POST", "/notes/{id}/resolve", {"reopen": True}),
                sabotage={"builtin": alter("UPDATE", "notes", "status = 'x'")},
                **{**ON_NOTE, "disturb": Step("POST", "/notes/{id}/resolve")},
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("note")}, optional={"reopen": st.booleans()}),
        predictable=False,
        also=ALSO,
        momentary=PLACED,
    ),
    "delete_note": Sample(
        [Example(ONE, fresh="note"), *WRONG_IDS],
        [
            Write(
                ONE,
                other={"id": ABSENT},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON notes BEGIN SELECT RAISE(IGNORE); END"},
                **ON_NOTE,
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("note")}),
        also=ALSO,
        momentary=PLACED,
    ),
}
