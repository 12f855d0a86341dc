"""Samples of operations on whole documents."""

from hypothesis import strategies as st

from tests.samples.elementor import items
from tests.samples.elementor.items import BASE, CHANGES, CONTENT, PAGE, sample_write
from tests.samples.sample import ABSENT, Example, Sample, Step

CATEGORY = "elementor"
FRESH = items.FRESH
REVISION = {"expected_revision": "{revision}"}
CONTENTS = CHANGES.map(lambda title: [{**CONTENT[0], "settings": {"_title": title}}])
SAMPLES = {
    "list_elementor_pages": Sample(
        [
            Example(),
            Example({"search": "Fresh", "status": ["any"], "per_page": 1}),
            Example({"page": 0}, "invalid_arguments"),
        ]
    ),
    "get_elementor": Sample(
        [
            Example({"id": "{id}"}, fresh=PAGE),
            Example({"id": "{id}", "detail": "full"}, fresh=PAGE),
            Example({"id": "{id}", "element": "aaaaaa1", "depth": 1, "budget": 500}, fresh=PAGE),
            Example({"id": "{id}", "element": "nothing"}, "not_found", fresh=PAGE),
            Example({"id": "{id}", "budget": 1}, "invalid_arguments", fresh=PAGE),
            Example({"id": "{id}"}, "conflict", fresh="page"),
            Example({"id": ABSENT}, "not_found"),
        ]
    ),
    "find_elements": Sample(
        [
            Example({"id": "{id}", "text": "new"}, fresh=PAGE),
            Example({"id": "{id}", "type": "container", "setting": "background_color"}, fresh=PAGE),
            Example({"id": "{id}", "colour": "red"}, "invalid_arguments", fresh=PAGE),
        ]
    ),
    "validate_elementor": Sample(
        [
            Example({"id": "{id}"}, fresh=PAGE),
            Example({"id": "{id}", "severity": "error"}, fresh=PAGE),
            Example({"id": "{id}", "severity": "none"}, "invalid_arguments", fresh=PAGE),
        ]
    ),
    "set_elementor": sample_write(
        {"content": [CONTENT[0]], **REVISION},
        {"content": [CONTENT[1]], **REVISION},
        {"content": [{"elType": "container"}], **REVISION},
        idle={"content": CONTENT, **REVISION},
        drawn={"content": CONTENTS | CONTENTS.map(lambda content: [*content, {**CONTENT[1], "elements": []}])},
    ),
    "page_settings": sample_write(
        {"settings": {"hide_title": "yes"}},
        {"settings": {"hide_title": ""}},
        {"settings": {"hide_title": ["x"]}},
        idle={},
        newer=Step("PATCH", f"{BASE}/page-settings", {"settings": {"hide_title": ""}}),
        drawn={"settings": st.sampled_from([{"hide_title": "yes"}, {"hide_title": ""}, {}])},
    ),
}
