"""Samples of operations on pages."""

from tests.samples.content.items import (
    make_fresh,
    sample_create,
    sample_delete,
    sample_get,
    sample_list,
    sample_update,
)
from tests.samples.sample import Example, draw_ids

CATEGORY = "content"
OWN_FIELDS = {"parent": draw_ids("page", absent=0)}
FRESH = {"page": make_fresh("page")}
SAMPLES = {
    "list_pages": sample_list(
        Example({"detail": "full", "parent": [0]}),
        Example({"sticky": True}, "invalid_arguments"),
    ),
    "get_page": sample_get("page"),
    "create_page": sample_create("page", OWN_FIELDS),
    "update_page": sample_update("page", OWN_FIELDS),
    "delete_page": sample_delete("page"),
}
