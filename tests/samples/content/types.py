"""Samples of operations on types of content."""

from tests.samples.sample import NO_ARGUMENTS, Example, Sample

CATEGORY = "content"
SAMPLES = {
    "list_types": Sample(NO_ARGUMENTS),
    "get_type": Sample(
        [
            Example({"type": "page"}),
            Example({"type": "posts"}),
            Example({"type": "planet"}, "not_found"),
            Example({"type": "page", "nonsense": 1}, "invalid_arguments"),
        ]
    ),
}
