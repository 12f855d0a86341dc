"""Samples of operations on links."""

from tests.samples.sample import UNKNOWN, WRONG_IDS, Example, Sample

CATEGORY = "content"
SAMPLES = {
    "list_links": Sample(
        [
            Example({"per_page": 2}),
            Example({"broken": True, "source": 1}),
            Example({"target": "{id}"}, fresh="page"),
            Example({"page": 500}),
            Example({"source": 0}, "invalid_arguments"),
            UNKNOWN,
        ]
    ),
    "list_orphans": Sample([Example(), Example({"page": 500}), Example({"per_page": 0}, "invalid_arguments"), UNKNOWN]),
    "suggest_links": Sample([Example({"id": "{id}"}, fresh="page"), *WRONG_IDS]),
}
