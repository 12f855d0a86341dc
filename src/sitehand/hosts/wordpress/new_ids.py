"""Ids that objects have got which were deleted permanently and created again."""

from collections.abc import Mapping
from typing import Any

from sitehand.hosts.wordpress.resources import Fields
from sitehand.hosts.wordpress.staging import order_ids
from sitehand.hosts.wordpress.widget_names import rename_widget
from sitehand.site.kinds import KINDS


class NewIds:
    """By the counter that numbers objects of their kind, and their former ids."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], int] = {}

    def note(self, kind: str, former: int, new: int) -> None:
        """An object has another id now."""
        self._found[KINDS[kind].sequence, former] = new

    def find(self, kind: str, object_id: int) -> int:
        """The id that an object has now."""
        return self._found.get((KINDS[kind].sequence, object_id), object_id)

    def refer(self, references: Mapping[str, str], fields: Fields) -> Fields:
        """The fields of an object, with the ids that those have now to which it refers."""
        referring = {name: counter for name, counter in references.items() if name in fields}
        return {**fields, **{name: self._replace(counter, fields[name]) for name, counter in referring.items()}}

    def _replace(self, counter: str, value: Any) -> Any:
        if isinstance(value, list):
            return order_ids([self._replace(counter, each) for each in value])
        if isinstance(value, str):
            return rename_widget(value, {old: new for (of, old), new in self._found.items() if of == counter})
        return self._found.get((counter, value), value)
