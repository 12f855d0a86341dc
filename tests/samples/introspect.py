"""The sample of the list of operations."""

from tests.samples.sample import UNKNOWN, Example, Sample

CATEGORY = "site"
SAMPLES = {
    "introspect": Sample(
        [
            Example({"detail": "summary"}),
            Example({"detail": "full"}),
            Example({"detail": "some"}, "invalid_arguments"),
            UNKNOWN,
        ],
        who="everyone",
    )
}
