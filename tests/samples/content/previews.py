"""Samples of preview links."""

from tests.samples.sample import WRONG_IDS, Example, Sample

CATEGORY = "content"
SAMPLES = {
    "create_preview_link": Sample(
        [
            Example({"id": "{id}"}, fresh="page"),
            Example({"id": "{id}", "expires_in": 900}, fresh="page"),
            Example({"id": "{id}", "expires_in": 899}, "invalid_arguments", fresh="page"),
            Example({"id": "{id}", "expires_in": 604_801}, "invalid_arguments", fresh="page"),
            Example({"id": "{id}", "nonsense": 1}, "invalid_arguments", fresh="page"),
            *WRONG_IDS,
        ],
        momentary=frozenset({"preview_link", "expires_at", "id"}),
    )
}
