"""Samples of the operation on dynamic tags."""

from tests.samples.sample import Example, Sample

CATEGORY = "elementor"
SAMPLES = {
    "list_dynamic_tags": Sample(
        [Example({}), Example({"gives": "image", "per_page": 1}), Example({"gives": "sound"}, "invalid_arguments")]
    ),
}
