"""What validation finds, each with the operation that repairs it, where one does."""

from collections.abc import Iterable, Iterator
from typing import Any

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.contrast import find_low_contrast
from sitehand.elementor.document import Element, walk
from sitehand.elementor.findings import NOTHING, Finding
from sitehand.elementor.operations import edit, revert
from sitehand.elementor.validation import validate
from sitehand.errors import Problem

Advice = dict[str, Any]
"""`path`, `severity`, `code`, `expected`, `got`, and `repair`, an operation of apply_elementor_operations."""
WHOLE = {"operation": "repair_document"}
SETTING_PARTS = 3
"""Parts of a path to a setting, such as `1a2b3c4.settings.title`."""


def advise(root: Element, catalogue: Catalogue) -> Iterator[Advice]:
    """The findings in the order of the document, then texts that are hard to read.

    Each repair was tried, and then undone.
    """
    ids = {element.id for element in walk(root)}
    for finding in [*validate(root, catalogue), *find_low_contrast(root)]:
        told = {name: getattr(finding, name) for name in ("path", "severity", "code", "expected", "got")}
        repair = next((each for each in _list_repairs(finding, ids) if _repairs(root, each, catalogue)), None)
        yield {**told, "repair": repair} if repair else told


def _list_repairs(finding: Finding, ids: set[str]) -> Iterable[dict[str, Any]]:
    """What may repair it: the whole document's repair for what damages a page, else the value that was suggested."""
    parts = finding.path.split(".")
    if finding.severity == "error" or finding.code == "duplicate_id":
        yield WHOLE
    elif len(parts) == SETTING_PARTS and parts[0] in ids and finding.suggestion is not NOTHING:
        yield {"operation": "update_element", "element": parts[0], "settings": {parts[2]: finding.suggestion}}


def _repairs(root: Element, operation: dict[str, Any], catalogue: Catalogue) -> bool:
    try:
        done = edit(root, [operation], catalogue)
    except Problem:
        return False
    revert(root, done.inverse)
    return bool(done.inverse)
