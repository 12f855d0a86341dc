"""The form of a rule: which writes wait for the owner."""

from collections.abc import Mapping, Sequence
from typing import get_args

from sitehand.operation.catalog import CATEGORIES
from sitehand.operation.context import KeyRecord, Role
from sitehand.operation.declaration import Operation
from sitehand.operation.policy import Rule

TRANSITIONS = (
    ("any", "whatever it does"),
    ("public", "makes content public, or changes what is"),
    ("unpublish", "takes content from the public"),
    ("delete", "removes content"),
)
FAULTS = {
    "role": "Choose one of the roles, or any.",
    "key_id": "Choose one of the keys, or any.",
    "category": "Choose one of the categories, or any.",
    "operation": "Choose one of the operations, or any.",
    "transition": "Choose one of these.",
}


def list_options(keys: Sequence[KeyRecord], operations: Sequence[Operation]) -> dict[str, list[tuple[str, str]]]:
    """What the form offers, field by field, as values and words."""
    writes = [each for each in operations if not each.reads and not each.composed]
    return {
        "role": [("", "any role"), *((role, role) for role in get_args(Role)), ("writer", "writer (access tokens)")],
        "key_id": [("", "any key"), *((str(key["id"]), key["label"]) for key in keys)],
        "category": [("", "any category"), *((name, name) for name in CATEGORIES)],
        "operation": [("", "any write"), *((each.name, each.title) for each in writes)],
        "transition": list(TRANSITIONS),
    }


def read_rule(form: Mapping[str, str]) -> dict[str, str]:
    """The rule that a form asks for, as arguments of the operation. A field that is left empty means any."""
    given = {name: form.get(name, "") for name in FAULTS}
    return {name: value for name, value in given.items() if value or name == "transition"}


def tell_rule(rule: Rule, labels: Mapping[int, str]) -> str:
    """The rule in words, a key by its label."""
    words = f"calls of {rule.describe()}" if rule.operation else rule.describe()
    if rule.key_id is not None:
        words = words.replace(f"by key {rule.key_id}", f"by the key “{labels.get(rule.key_id, rule.key_id)}”", 1)
    return words[0].upper() + words[1:]
