"""Block types that are not core's, put together: those that can be read, and what is wrong with the others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.blocks.block_json import CORE, FaultyBlockType, read_block_json
from sitehand.blocks.catalogue import BlockType, Origin
from sitehand.blocks.delimiters import Dialect
from sitehand.errors import Detail


@dataclass(frozen=True, slots=True)
class AddedTypes:
    """Block types by name. `faults` says what is wrong with those that are left out, and so are unknown blocks.

    `unread` says why the site's own are not known; "" when they are.
    """

    types: Mapping[str, BlockType] = field(default_factory=dict)
    faults: Mapping[str, Sequence[Detail]] = field(default_factory=dict)
    unread: str = ""

    def under(self, others: "AddedTypes") -> "AddedTypes":
        """These and others, which win where both have a name."""
        faults = {name: told for name, told in self.faults.items() if name not in others.types}
        return AddedTypes({**self.types, **others.types}, {**faults, **others.faults}, self.unread or others.unread)


NO_TYPES = AddedTypes()


def read_all(given: Iterable[Any], origin: Origin, release: Dialect) -> AddedTypes:
    """What a WordPress says of its blocks, without its own ones. Those that cannot be read are left out."""
    types, faults = {}, {}
    for each in given:
        name = str(each.get("name", "")) if isinstance(each, dict) else ""
        if name.startswith(CORE):
            continue
        try:
            types[name] = read_block_json(each, origin, release)
        except FaultyBlockType as fault:
            faults[name] = fault.details
    return AddedTypes(types, faults)
