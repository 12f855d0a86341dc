"""Samples of operations on the catalogue of elements."""

from tests.samples.sample import NO_ARGUMENTS, Example, Sample

CATEGORY = "elementor"
SAMPLES = {
    "list_widgets": Sample(NO_ARGUMENTS),
    "get_widget": Sample(
        [
            Example({"name": "heading"}),
            Example({"name": "e-heading", "settings": ["tag"]}),
            Example({"name": "heading", "settings": ["colour"]}, "not_found"),
            Example({"name": "unheard-of"}, "not_found"),
        ]
    ),
}
