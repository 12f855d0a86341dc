"""Samples of operations on users."""

from tests.samples.sample import WRONG_IDS, Example, Sample

CATEGORY = "content"
SAMPLES = {
    "list_users": Sample(
        [
            Example({"orderby": "id"}),
            Example({"search": "zzz"}),
            Example({"slug": ["nobody"], "exclude": [1]}),
            Example({"orderby": "colour"}, "invalid_arguments"),
            Example({"serch": "x"}, "invalid_arguments"),
        ]
    ),
    "get_user": Sample([Example({"id": 1}), *WRONG_IDS]),
}
