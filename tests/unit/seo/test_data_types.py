"""Tests of what Google asks of each type of structured data."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from sitehand.seo.data_types import ALL_TYPES, SUBTYPES, TYPES
from sitehand.seo.page import read_page
from sitehand.seo.rule import Item, Surroundings
from sitehand.seo.rules import judge
from tests.unit.seo.data_examples import COMPLETE
from tests.unit.seo.rule_cases import data, in_text

HOME = "https://example.org/"
AROUND = Surroundings(HOME, Item(0, "", "", ""), sitemap={HOME})
"""The home page, where types of the site are judged too."""


def find(kind: str, fields: Mapping[str, Any], rule: str) -> list[str]:
    """The evidence of what a rule over structured data finds about an object of a type."""
    page = read_page(in_text(data(json.dumps({"@context": "https://schema.org", "@type": kind, **fields}))), HOME)
    return [each.fault.evidence for each in judge(page, AROUND) if each.rule.startswith(rule)]


def leave_out(fields: Any, path: str) -> dict[str, Any]:
    """An object without the property that a path leads to."""
    name, _, rest = path.partition(".")
    kept = dict(fields)
    below = kept.pop(name, None)
    return {**kept, name: leave_out(below, rest)} if rest and below is not None else kept


def test_every_type_has_an_example() -> None:
    """And no example is of a type that is not judged."""
    assert set(COMPLETE) == set(TYPES)


@pytest.mark.parametrize("kind", ALL_TYPES)
def test_a_complete_object_has_no_fault(kind: str) -> None:
    """Nor has one of a kind of the type that Google names."""
    of = next((each for each, names in SUBTYPES.items() if kind in names.split()), kind)
    assert find(kind, COMPLETE[of], "data_") == []


@pytest.mark.parametrize(
    ("kind", "rule", "names"),
    [
        (kind, rule, names)
        for kind, asked in TYPES.items()
        for rule, properties in (("data_required", asked.required), ("data_recommended", asked.recommended))
        for names in properties
    ],
)
def test_what_is_left_out_is_named(kind: str, rule: str, names: str) -> None:
    """Each property by itself, with the others that would do in its place."""
    fields: Mapping[str, Any] = COMPLETE[kind]
    for name in names.split("|"):
        fields = leave_out(fields, name)
    (told,) = [each for each in find(kind, fields, rule) if each.startswith(f"{kind} ")]
    assert names.replace("|", " or ") in told
