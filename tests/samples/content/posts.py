"""Samples of operations on posts."""

from hypothesis import strategies as st

from tests.samples.content.items import (
    make_fresh,
    sample_create,
    sample_delete,
    sample_get,
    sample_list,
    sample_update,
)
from tests.samples.sample import Example

CATEGORY = "content"
OWN_FIELDS = {"sticky": st.booleans()}
FRESH = {"post": make_fresh("post")}
SAMPLES = {
    "list_posts": sample_list(
        Example({"detail": "full", "sticky": False}),
        Example({"parent": [0]}, "invalid_arguments"),
    ),
    "get_post": sample_get("post"),
    "create_post": sample_create("post", OWN_FIELDS),
    "update_post": sample_update("post", OWN_FIELDS),
    "delete_post": sample_delete("post"),
}
