"""The terms of one item: what a write gives it, and which taxonomies its type has."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic import Field

from sitehand.errors import Code, Detail, Problem
from sitehand.site.content import ItemFields
from sitehand.site.terms import FIELDS
from sitehand.site.values import Input


class ItemTerms(ItemFields):
    """The terms of an item by taxonomy, by id or name; those of a taxonomy that is left out stay.

    `terms` take the place of those that it has. `add` and `remove` change those that it has when it is written, so that
    of two writes at once neither takes back what the other did.
    """

    terms: dict[str, list[int | str]] = Field(default_factory=dict)
    add: dict[str, list[int | str]] = Field(default_factory=dict)
    remove: dict[str, list[int]] = Field(default_factory=dict)

    def list_taxonomies(self) -> list[str]:
        """The taxonomies whose terms change."""
        return list(dict.fromkeys([*self.terms, *self.add, *self.remove]))

    def combine(self, now: Mapping[str, Sequence[int]]) -> dict[str, list[int | str]]:
        """The terms that the item gets, by taxonomy; `now` are those that it has. What is added is not removed."""
        return {name: self._combine(name, now.get(name, ())) for name in self.list_taxonomies()}

    def _combine(self, taxonomy: str, now: Sequence[int]) -> list[int | str]:
        gone = set(self.remove.get(taxonomy, ()))
        kept = [each for each in self.terms.get(taxonomy, now) if each not in gone]
        return list(dict.fromkeys([*kept, *self.add.get(taxonomy, ())]))


def check_taxonomies(item_type: str, taxonomies: Sequence[str], given: Iterable[str]) -> None:
    """Raise Problem(invalid_arguments) for terms of a taxonomy that items of this type do not have."""
    for name in given:
        if name not in taxonomies:
            expected = f"one of {', '.join(taxonomies)}" if taxonomies else "nothing: the type has no taxonomies"
            message = f"Items of the type {item_type} do not have the taxonomy {name}."
            hint = f"Expected {expected}. list_types shows the taxonomies of each type."
            detail = Detail(path=f"terms.{name}", expected=expected, got=name)
            raise Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=[detail])


def list_taxonomies_of(fields: ItemFields) -> list[str]:
    """The taxonomies whose terms the fields give under `terms`, or change."""
    # A model looks for an attribute that it lacks in many places.
    return fields.list_taxonomies() if isinstance(fields, ItemTerms) else list(vars(fields).get("terms") or {})


def read_terms(item: Mapping[str, Any]) -> dict[str, list[int]]:
    """The ids of the terms that an item has, by taxonomy, whichever fields it has them in."""
    own = {taxonomy: list(item[field]) for taxonomy, field in FIELDS.items() if field in item}
    return {**own, **item.get("terms", {})}


def gather_terms(given: Input, prefix: str = "") -> dict[str, list[Any]]:
    """Terms that are given as `categories`, `tags` and `terms`, by taxonomy; `prefix` is before these names.

    Raises Problem(invalid_arguments) for categories or tags that are given twice.
    """
    found = dict(getattr(given, f"{prefix}terms") or {})
    for taxonomy, field in FIELDS.items():
        if f"{prefix}{field}" in given.model_fields_set:
            if taxonomy in found:
                raise _refuse_twice(f"{prefix}terms.{taxonomy}", f"{prefix}{field}")
            found[taxonomy] = getattr(given, f"{prefix}{field}")
    return found


@contextmanager
def name_given(given: Input, *prefixes: str) -> Iterator[None]:
    """Have a refusal name the arguments that the caller gave: who checks terms knows them by taxonomy alone."""
    try:
        yield
    except Problem as refusal:
        names = _name_paths(given, prefixes or ("",))
        refusal.details = [{**each, "path": names.get(each["path"], each["path"])} for each in refusal.details]
        raise


def _name_paths(given: Input, prefixes: Iterable[str]) -> dict[str, str]:
    """The argument that gave a taxonomy, by both names that checks have for it; the first where several did."""
    found: dict[str, str] = {}
    for prefix in prefixes:
        paths = {name: f"{prefix}terms.{name}" for name in getattr(given, f"{prefix}terms") or ()}
        paths |= {name: f"{prefix}{field}" for name, field in FIELDS.items() if getattr(given, f"{prefix}{field}")}
        for name, path in paths.items():
            found.setdefault(f"terms.{name}", path)
            found.setdefault(FIELDS.get(name, path), path)
    return found


def _refuse_twice(path: str, other: str) -> Problem:
    detail = Detail(path=path, expected=f"left out beside {other}", got="a list")
    message = f"{path} and {other} are the same terms."
    return Problem(Code.INVALID_ARGUMENTS, message, hint="Give one of the two.", details=[detail])
