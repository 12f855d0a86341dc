"""Entries that are stored by id and known by label, in an order of their own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitehand.elementor.scalars import find_close
from sitehand.elementor.seed import make_hex
from sitehand.errors import Code, Detail, Problem

Items = Mapping[str, Any]
"""Entries by id; each is an object with a `label`."""
ID_PREFIXES = ("g-", "e-gv-")
"""Ids of classes and of variables begin so."""
CORRECT = "Correct it, and send all changes again: nothing was changed."


def list_entries(items: Items, ranking: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """The entries in their order; those that it does not name come last."""
    yield from ((each, items[each]) for each in dict.fromkeys((*ranking, *items)) if each in items)


class Entries:
    """A set of entries while it is changed. `noun` is what people call one."""

    def __init__(self, noun: str, prefix: str, items: Items, ranking: Sequence[str]) -> None:
        self.noun = noun
        self.items: dict[str, Any] = dict(list_entries(items, ranking))
        self._prefix = prefix
        self._ids = {entry["label"].casefold(): each for each, entry in self.items.items()}

    @property
    def stored(self) -> tuple[Items, Sequence[str]]:
        """The entries as they are stored, and their order."""
        return self.items, list(self.items)

    def find(self, label: str) -> str | None:
        """The id of an entry; labels differ in more than case."""
        return self._ids.get(label.casefold())

    def need(self, label: str, path: str) -> str:
        """The id of an entry. Raises Problem(invalid_arguments) where no entry has this label."""
        found = self.find(label)
        if found is None:
            labels = [entry["label"] for entry in self.items.values()]
            close = find_close(label, labels)
            hint = f"Perhaps {close}." if isinstance(close, str) else CORRECT
            raise self.refuse(f"There is no {self.noun} {label}.", path, f"the label of a {self.noun}", label, hint)
        return found

    def add(self, entry: Mapping[str, Any]) -> str:
        """Add an entry at the end, under an id of its own."""
        identifier = next(made for made in iter(lambda: self._prefix + make_hex(), "") if made not in self.items)
        self.put(identifier, {**entry, "id": identifier} if "id" in entry else entry)
        return identifier

    def put(self, identifier: str, entry: Mapping[str, Any]) -> None:
        """Put another entry in the place of one."""
        self._ids = {label: each for label, each in self._ids.items() if each != identifier}
        self._ids[entry["label"].casefold()] = identifier
        self.items[identifier] = dict(entry)

    def check_free(self, label: str, path: str, owner: str | None) -> None:
        """Raises Problem(invalid_arguments) where another entry has a label, or a new one could be an id."""
        if self.find(label) is None and label.casefold().startswith(ID_PREFIXES):
            raise self.refuse("A label cannot look like an id.", path, "no g- or e-gv- at the beginning", label)
        if self.find(label) not in (None, owner):
            raise self.refuse(f"There is a {self.noun} {label} already.", path, "a label that is free", label)

    def remove(self, labels: Sequence[str]) -> None:
        """Remove entries. Raises Problem(invalid_arguments)."""
        for number, label in enumerate(labels):
            identifier = self.need(label, f"remove[{number}]")
            del self.items[identifier], self._ids[label.casefold()]

    def reorder(self, labels: Sequence[str]) -> None:
        """Put these first, in this order; the others follow in theirs. Raises Problem(invalid_arguments)."""
        first = [self.need(label, f"order[{number}]") for number, label in enumerate(labels)]
        self.items = dict(list_entries(self.items, first))

    def refuse(self, why: str, path: str, expected: str, got: Any, hint: str = CORRECT) -> Problem:
        """The refusal of a change."""
        detail = Detail(path=path, expected=expected, got=repr(got)[:80])
        return Problem(Code.INVALID_ARGUMENTS, why, hint=hint, details=[detail])
