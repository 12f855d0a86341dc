"""Custom fields of a WordPress: which of its meta keys are fields here, and which of their values say something."""

from typing import Any

from sitehand.hosts.wordpress.exporting.custom_fields import read_values, take_fields

SERVINGS = {"type": "integer", "default": 0}
NOTES = {"type": "string", "default": ""}
RYE: dict[str, Any] = {"type": "string", "enum": ["", "light", "dark"], "default": "light", "title": "Rye"}


def test_keys_become_fields_of_the_types_that_share_them() -> None:
    """Text, numbers, switches and choices; not what is of plugins, of SEO, a list, or registered otherwise before."""
    recipe: dict[str, dict[str, Any]] = {
        **{"servings": SERVINGS, "rye": RYE, "_elementor_data": {"type": "string"}, "rank_math_title": NOTES},
        **{"steps": {"type": "array", "items": {"type": "string"}}, "Not-a-name": NOTES, "footnotes": NOTES},
    }
    found = take_fields({"page": {"servings": SERVINGS}, "post": {"servings": NOTES}, "recipe": recipe})
    assert {slug: sorted(fields) for slug, fields in found.by_type.items()} == {
        "page": ["servings"],
        "post": [],
        "recipe": ["footnotes", "rye", "servings"],
    }
    assert found.groups == [
        {
            "title": "Custom fields of page, recipe",
            "types": ["page", "recipe"],
            "fields": [{"name": "servings", "type": "integer"}],
        },
        {
            "title": "Custom fields of recipe",
            "types": ["recipe"],
            "fields": [{"name": "rye", "type": "choice", "label": "Rye", "choices": ["light", "dark"]}],
        },
    ]


def test_a_group_takes_as_many_fields_as_it_may_have() -> None:
    """The rest are in another one."""
    found = take_fields({"page": {f"field_{number}": NOTES for number in range(60)}})
    assert [len(group["fields"]) for group in found.groups] == [50, 10]


def test_an_empty_value_says_something_where_it_is_not_the_default() -> None:
    """WordPress shows the default for a field without a value; a key that it does not show is none of the item's."""
    on = {"type": "boolean", "default": True}
    fields = take_fields({"page": {"servings": SERVINGS, "notes": NOTES, "on": on, "hidden": NOTES}}).by_type["page"]
    meta = {"servings": 0, "notes": "", "on": False, "other": 1}
    assert read_values(meta, fields) == {"servings": None, "notes": None, "on": False}
    assert read_values({"servings": 4}, fields) == {"servings": 4}
