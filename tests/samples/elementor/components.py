"""Samples of operations on Elementor's components."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.elementor.items import BASE
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

CATEGORY = "elementor"
ONE = {"id": "{id}"}
PATH = "/elementor/components/{id}"
COMPONENT, ATOMIC = "elementor_component", "atomic_page"
BESIDE, PLACED = "page_beside_component", "page_with_instance"
TITLED = {"content": {"$$type": "string", "value": "Card"}, "children": []}
TITLE = {
    "id": "aaaaaa2",
    "elType": "widget",
    "widgetType": "e-heading",
    "settings": {"title": {"$$type": "html-v3", "value": TITLED}},
    "elements": [],
}
CONTENT: list[dict[str, Any]] = [
    {"id": "aaaaaa1", "elType": "e-flexbox", "settings": {}, "elements": [TITLE]},
    {"id": "bbbbbb1", "elType": "container", "settings": {}, "elements": []},
]
PROPERTY = {"label": "Title", "element": "aaaaaa2", "setting": "title"}

TITLES = frozenset({"title"})
"""No two components have one title, so that each call makes one of its own."""


def make(title: str) -> dict[str, Any]:
    """A component of the card of a page."""
    return {"title": title, "item": "{page}", "element": "aaaaaa1", "properties": [PROPERTY]}


def take_page(body: Any) -> dict[str, Any]:
    """The id of a page, beside what is made of it."""
    return {"page": body["id"], "id": body["id"], "revision": body["revision"]}


def take_title(body: Any) -> dict[str, Any]:
    """The title of a component, beside the page for which it is."""
    return {"component": body["title"]}


def take_instance(body: Any) -> dict[str, Any]:
    """The instance on a page, and the revision of that."""
    return {"revision": body["revision"], "instance": body["elements"][0]}


FRESH = {
    ATOMIC: Fresh(Step("PUT", BASE, {"content": CONTENT}), of="page", found=take_page),
    COMPONENT: Fresh(
        Step("POST", "/elementor/components", make("Fresh {page}")),
        of=ATOMIC,
        listed=Step("GET", "/elementor/components"),
    ),
    BESIDE: Fresh(Step("POST", "/elementor/components", make("Beside {page}")), of=ATOMIC, found=take_title),
    PLACED: Fresh(
        Step("POST", f"{BASE}/component", {"component": "{component}", "at": {"last_in": "bbbbbb1"}}),
        of=BESIDE,
        found=take_instance,
    ),
}
SAMPLES = {
    "list_elementor_components": Sample(
        [
            Example({"search": "Fresh", "uses": True}, fresh=COMPONENT),
            UNKNOWN,
        ]
    ),
    "get_elementor_component": Sample(
        [
            Example(ONE, fresh=COMPONENT),
            Example({**ONE, "detail": "full", "uses": True}, fresh=COMPONENT),
            Example({**ONE, "detail": "full", "budget": 200}, "invalid_arguments", fresh=COMPONENT),
            *WRONG_IDS,
        ]
    ),
    "create_elementor_component": Sample(
        [
            Example(make("Made {page}"), fresh=ATOMIC),
            Example({**make("Made"), "element": "bbbbbb1"}, "invalid_arguments", ATOMIC),
            Example({**make("Made"), "element": "nothing"}, "not_found", ATOMIC),
            Example({**make("Fresh {page}"), "properties": []}, "conflict", COMPONENT),
            Example({**make("Made"), "item": ABSENT}, "not_found"),
            UNKNOWN,
        ],
        [
            Write(
                make("New {page}"),
                other=make("Other {page}"),
                idle=ALWAYS,
                newer=Step("PATCH", PATH, {"title": "Newer {id}"}),
                sabotage={"builtin": alter("INSERT", "elementor_components", "title = title || 'x'")},
                fresh=ATOMIC,
            )
        ],
        drawn="A history draws no page whose document has atomic elements.",
        momentary=TITLES,
    ),
    "update_elementor_component": Sample(
        [
            Example({**ONE, "properties": [{"label": "Title", "rename": "Words"}]}, fresh=COMPONENT),
            Example({**ONE, "remove": ["Nothing"]}, "invalid_arguments", COMPONENT),
            Example({**ONE, "operations": [{"operation": "burn"}]}, "invalid_arguments", COMPONENT),
            *WRONG_IDS,
        ],
        [
            Write(
                {**ONE, "title": "Changed {page}"},
                other={**ONE, "title": "Otherwise {page}"},
                idle={**ONE, "title": "Fresh {page}"},
                newer=Step("PATCH", PATH, {"title": "Newer {id}"}),
                sabotage={"builtin": alter("UPDATE", "elementor_components", "title = title || 'x'")},
                fresh=COMPONENT,
                disturb=Step("PATCH", PATH, {"remove": ["Title"]}),
                disturbed=("content", "properties"),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids(COMPONENT), "title": st.sampled_from(["One", "Two"])}),
        momentary=TITLES,
    ),
    "delete_elementor_component": Sample(
        [Example(ONE, fresh=COMPONENT), Example({"id": ABSENT}, "not_found"), *WRONG_IDS],
        [
            Write(
                ONE,
                other={"id": ABSENT},
                idle="What is gone is not deleted again: not_found.",
                newer="What is gone is changed by nobody.",
                sabotage={"builtin": "BEFORE DELETE ON elementor_components BEGIN SELECT RAISE(IGNORE); END"},
                fresh=COMPONENT,
                disturb=Step("PATCH", PATH, {"remove": ["Title"]}),
                disturbed=("content", "properties"),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids(COMPONENT)}),
        momentary=TITLES,
    ),
}
