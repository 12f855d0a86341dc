"""The form of a rule: which writes wait for the owner."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError

from sitehand.guard.approvals import Rule
from sitehand.operation.catalog import CATEGORIES
from sitehand.operation.context import KeyRecord, Role
from sitehand.operation.declaration import Operation

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
MAX_RULES = 100
MAX_DIGITS = 18


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


def read_rule(
    form: Mapping[str, str], options: Mapping[str, Sequence[tuple[str, str]]]
) -> tuple[Rule | None, dict[str, str]]:
    """The rule that a form asks for, or what is wrong with it, by field."""
    given = {name: form.get(name, "") for name in options}
    faults = {name: FAULTS[name] for name, value in given.items() if value not in dict(options[name])}
    if faults:
        return None, faults
    values: dict[str, Any] = {name: value for name, value in given.items() if value}
    if "key_id" in values:
        values["key_id"] = int(values["key_id"])
    try:
        return Rule(**values), {}
    except ValidationError as error:
        return None, {name: FAULTS[name] for each in error.errors() if (name := str(each["loc"][0])) in FAULTS}


def tell_rule(rule: Rule, labels: Mapping[int, str]) -> str:
    """The rule in words, a key by its label."""
    words = f"calls of {rule.describe()}" if rule.operation else rule.describe()
    if rule.key_id is not None:
        words = words.replace(f"by key {rule.key_id}", f"by the key “{labels.get(rule.key_id, rule.key_id)}”", 1)
    return words[0].upper() + words[1:]
