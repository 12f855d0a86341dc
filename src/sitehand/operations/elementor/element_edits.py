"""Writes that do one edit of a document, or several in order."""

import json
from typing import Any

from sitehand.operation.write import DetailOptions, RevisionOptions, dump_asked
from sitehand.operations.elementor.editing import Editing
from sitehand.operations.elementor.works import ElementEdits

NO_PART_OF_IT = ("id", *RevisionOptions.model_fields, *DetailOptions.model_fields)
"""Arguments that say nothing of what is done to the document."""


def edit_elements(name: str) -> Editing:
    """The write that does one operation on the document."""

    def read_work(arguments: Any) -> ElementEdits:
        return write_edits([{"operation": name, **dump_asked(arguments, *NO_PART_OF_IT)}])

    return Editing(read_work)


def write_edits(operations: list[dict[str, Any]]) -> ElementEdits:
    """The work of several operations."""
    return ElementEdits(json.dumps(operations, ensure_ascii=False))
