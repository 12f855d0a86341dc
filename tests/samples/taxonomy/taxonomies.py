"""Samples of operations on taxonomies."""

from tests.samples.sample import NO_ARGUMENTS, Example, Sample

CATEGORY = "taxonomy"
SAMPLES = {
    "list_taxonomies": Sample(NO_ARGUMENTS),
    "get_taxonomy": Sample(
        [
            Example({"taxonomy": "category"}),
            Example({"taxonomy": "tags"}),
            Example({"taxonomy": "planets"}, "not_found"),
            Example({"taxonomy": "category", "nonsense": 1}, "invalid_arguments"),
        ]
    ),
}
