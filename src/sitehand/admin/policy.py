"""The form of an approval rule."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

from sitehand.operation.caller import Role
from sitehand.operation.catalog import CATEGORIES
from sitehand.operation.declaration import Operation
from sitehand.operation.keys import KeyRecord
from sitehand.operation.policy import Rule

TRANSITIONS = (
    ("any", "any action"),
    ("public", "publish content"),
    ("unpublish", "unpublish content"),
    ("delete", "delete content"),
)
FAULTS = {
    "role": "Choose a role, or any.",
    "key_id": "Choose a key, or any.",
    "category": "Choose a category, or any.",
    "operation": "Choose an operation, or any.",
    "transition": "Choose an action, or any.",
}


def list_options(keys: Sequence[KeyRecord], operations: Sequence[Operation]) -> dict[str, list[tuple[str, str]]]:
    """What the form offers, field by field, as values and words."""
    writes = [each for each in operations if not each.reads and not each.composed]
    return {
        "role": [("", "any role"), *((role, role) for role in get_args(Role)), ("writer", "writer (access tokens)")],
        "key_id": [("", "any key"), *_name_keys(keys)],
        "category": [("", "any category"), *((name, name) for name in CATEGORIES)],
        "operation": [("", "any write"), *((each.name, each.title) for each in writes)],
        "transition": list(TRANSITIONS),
    }


def _name_keys(keys: Sequence[KeyRecord]) -> list[tuple[str, str]]:
    """The keys by their labels; those that share one with their ids."""
    alike = Counter(key["label"] for key in keys)
    return [(str(key["id"]), key["label"] + f", key:{key['id']}" * (alike[key["label"]] > 1)) for key in keys]


def read_rule(form: Mapping[str, str]) -> dict[str, str]:
    """The rule that a form asks for, as arguments of the operation. A field that is left empty means any."""
    given = {name: form.get(name, "") for name in FAULTS}
    return {name: value for name, value in given.items() if value or name == "transition"}


def tell_rule(rule: Rule, labels: Mapping[int, str]) -> str:
    """The rule in words, a key by its label."""
    words = rule.describe()
    if rule.key_id is not None:
        words = words.replace(f"by key {rule.key_id}", f"by the key “{labels.get(rule.key_id, rule.key_id)}”", 1)
    return words[0].upper() + words[1:]
