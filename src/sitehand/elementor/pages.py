"""The settings of a page made with Elementor: an object in a text of its own, of which edits keep the rest."""

from collections.abc import Collection, Mapping
from typing import Any

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.places import merge_members, read_value, skip_space
from sitehand.elementor.writing import drop_references, prepare_page_settings
from sitehand.errors import Code, Problem

EMPTY = "{}"


def read_page_settings(text: str) -> dict[str, Any]:
    """The settings in a text; an empty text or PHP array has none. Raises Problem(conflict) for anything else."""
    value, end = read_value(text, skip_space(text, 0)) if text.strip() else ({}, len(text))
    if (isinstance(value, dict) or value == []) and not text[end:].strip():
        return value or {}
    raise Problem(Code.CONFLICT, "The settings of this page are no object.", hint="Save the page in Elementor once.")


def merge_page_settings(text: str, given: Mapping[str, Any], remove: Collection[str], catalogue: Catalogue) -> str:
    """The text with settings set and removed. Raises Problem(invalid_arguments) for values that are wrong."""
    present = read_page_settings(text)
    prepared = prepare_page_settings(present, given, catalogue) if given else {}
    values = {**drop_references(present, set(remove)), **prepared}
    return merge_members(text.strip() or EMPTY, 0, values, set(remove))
