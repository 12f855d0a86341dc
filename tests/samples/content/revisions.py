"""Samples of operations on revisions, of a page that was changed twice: `{old}` is what the first change left."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import ABSENT, WRONG_IDS, Example, Fresh, Placeholders, Sample, Step, Write, alter, draw_ids

CATEGORY = "content"
ONE = {"id": "{id}", "revision": "{old}"}


def take_old(body: Any) -> Placeholders:
    """The id of the revision that is before the newest."""
    return {"old": body[1]["id"]}


FRESH = {
    "changed page": Fresh(Step("PATCH", "/pages/{id}", {"content": "<p>One change.</p>"}), of="page"),
    "revised page": Fresh(Step("PATCH", "/pages/{id}", {"content": "<p>Two changes.</p>"}), of="changed page"),
    "revision": Fresh(Step("GET", "/pages/{id}/revisions?per_page=2"), of="revised page", found=take_old),
}
WRONG = (
    Example({"id": "{id}", "revision": ABSENT}, "not_found", fresh="revision"),
    Example({"id": ABSENT, "revision": 1}, "not_found"),
    Example({**ONE, "type": "post"}, "not_found", fresh="revision"),
    Example({**ONE, "nonsense": 1}, "invalid_arguments", fresh="revision"),
    Example({"id": "{id}", "revision": "old"}, "invalid_arguments", fresh="page"),
)
OF_THE_ITEM = frozenset({"parent", "with_revision", "label"})
SAMPLES = {
    "list_revisions": Sample(
        [
            Example({"id": "{id}", "per_page": 1}, fresh="revised page"),
            Example({"id": "{id}", "page": 50}, fresh="revised page"),
            Example({"id": "{id}", "type": "post"}, "not_found", fresh="page"),
            *WRONG_IDS,
        ],
        momentary=OF_THE_ITEM,
    ),
    "get_revision": Sample([Example(ONE, fresh="revision"), *WRONG], momentary=OF_THE_ITEM),
    "diff_revisions": Sample(
        [
            Example(ONE, fresh="revision"),
            Example({**ONE, "with_revision": "{old}"}, fresh="revision"),
            Example({**ONE, "with_revision": ABSENT}, "not_found", fresh="revision"),
            *WRONG,
        ],
        momentary=OF_THE_ITEM,
    ),
    "restore_revision": Sample(
        [Example(ONE, fresh="revision"), *WRONG],
        [
            Write(
                ONE,
                other={**ONE, "type": "page"},
                idle="A revision that is restored already changes nothing; its id is that of another page.",
                newer=Step("PATCH", "/pages/{id}", {"content": "<p>Newer</p>"}),
                sabotage={"builtin": alter("UPDATE", "items", "content = content || 'x'")},
                fresh="revision",
                disturb=Step("PATCH", "/pages/{id}", {"slug": "disturbed"}),
                disturbed=("slug",),
            )
        ],
        drawn=st.fixed_dictionaries({"id": draw_ids("page"), "revision": st.integers(1, 40)}),
    ),
}
