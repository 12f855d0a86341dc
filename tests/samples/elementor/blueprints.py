"""Samples of operations on sections of pages."""

from sitehand.elementor.blueprints.examples import EXAMPLES
from tests.samples.elementor.items import CHANGES, sample_write
from tests.samples.sample import ALWAYS, NO_ARGUMENTS, Example, Sample

CATEGORY = "elementor"
SECTION = {"blueprint": "call_to_action", "content": EXAMPLES["call_to_action"]}
REVISION = {"expected_revision": "{revision}"}
FEATURES = CHANGES.map(lambda title: [{"blueprint": "features", "content": {"items": [{"title": title}]}}])
SAMPLES = {
    "list_blueprints": Sample([*NO_ARGUMENTS, Example({"per_page": 5, "page": 3})]),
    "get_blueprint": Sample([Example({"name": "hero"}), Example({"name": "unheard-of"}, "not_found")]),
    "build_page": sample_write(
        {"sections": [SECTION], **REVISION},
        {"sections": [SECTION, SECTION], **REVISION},
        {"sections": [{**SECTION, "content": {"title": ""}}], **REVISION},
        idle=ALWAYS,
        drawn={"sections": FEATURES},
    ),
}
