"""Samples of the search over all types."""

from tests.samples.sample import Example, Sample

CATEGORY = "content"
SAMPLES = {
    "search": Sample(
        [
            Example({"search": "brook"}),
            Example({"search": "brook", "subtype": ["post"], "status": ["draft", "publish"], "per_page": 2}),
            Example({"search": "!!!"}),
            Example({}, "invalid_arguments"),
            Example({"search": " "}, "invalid_arguments"),
            Example({"search": "brook", "subtype": ["planet"]}, "invalid_arguments"),
            Example({"search": "brook", "per_page": 51}, "invalid_arguments"),
            Example({"search": "brook", "serch": 1}, "invalid_arguments"),
        ]
    )
}
