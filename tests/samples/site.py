"""Samples of operations on the site as a whole."""

from tests.samples.sample import NO_ARGUMENTS, UNKNOWN, Example, Sample

CATEGORY = "site"
SAMPLES = {
    "site_info": Sample(NO_ARGUMENTS, who="everyone"),
    "get_openapi": Sample(
        [
            Example({"detail": "full"}),
            Example({"detail": "index"}),
            Example({"operation": "create_page"}),
            Example({"operation": "none"}, "unknown_operation"),
            UNKNOWN,
        ],
        who="public",
    ),
}
