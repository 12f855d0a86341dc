"""Samples of outlines."""

from tests.samples.sample import WRONG_IDS, Example, Sample

CATEGORY = "content"
SAMPLES = {
    "get_outline": Sample(
        [
            Example({"id": "{id}"}, fresh="blocks"),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="page"),
            *WRONG_IDS,
        ]
    )
}
