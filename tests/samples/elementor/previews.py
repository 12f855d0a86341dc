"""Samples of previews of Elementor documents."""

from tests.samples.elementor.items import PAGE
from tests.samples.sample import ABSENT, Example, Sample

CATEGORY = "elementor"
SAMPLES = {
    "preview_elementor": Sample(
        [
            Example({"id": "{id}"}, fresh=PAGE),
            Example({"id": "{id}", "format": "html"}, fresh=PAGE),
            Example({"id": "{id}", "format": "film"}, "invalid_arguments", fresh=PAGE),
            Example({"id": "{id}", "operations": [{"operation": "burn"}]}, "invalid_arguments", fresh=PAGE),
            Example({"id": "{id}"}, "conflict", fresh="page"),
            Example({"id": ABSENT}, "not_found"),
        ]
    ),
}
