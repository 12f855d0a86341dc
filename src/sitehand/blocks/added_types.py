"""Block types that are not core's, put together: those that can be read, and what is wrong with the others.

Blocks of core stand among them too, as far as attributes are added to them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.blocks.added_attributes import join_additions, read_additions, take_additions
from sitehand.blocks.attribute_forms import FaultyBlockType
from sitehand.blocks.block_json import read_block_json
from sitehand.blocks.catalogue import CORE, BlockType, Origin
from sitehand.blocks.dialects import Dialect
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
        """Join these types with others, which win where both have a name, or an attribute of one block of core."""
        faults = {name: told for name, told in self.faults.items() if name not in others.types}
        types = dict(self.types)
        for block in others.types.values():
            put_type(types, block)
        return AddedTypes(types, {**faults, **others.faults}, self.unread or others.unread)


NO_TYPES = AddedTypes()


def read_all(given: Iterable[Any], origin: Origin, release: Dialect) -> AddedTypes:
    """What a WordPress says of blocks, without core's own. What cannot be read is left out."""
    types: dict[str, BlockType] = {}
    faults: dict[str, Sequence[Detail]] = {}
    for each in given:
        try:
            read = take_additions if name_form(each).startswith(CORE) else read_block_json
            put_type(types, read(each, origin, release))
        except FaultyBlockType as fault:
            faults[name_form(each)] = fault.details
    return AddedTypes(types, faults)


def read_added(given: Any, origin: Origin, release: Dialect) -> BlockType | None:
    """A block type that the owner gives, or one of core with more attributes; None of one that the release lacks.

    Raises FaultyBlockType.
    """
    read = read_additions if name_form(given).startswith(CORE) else read_block_json
    return read(given, origin, release)


def put_type(types: dict[str, BlockType], block: BlockType | None) -> None:
    """Add a type to others, or its attributes to those that one of core has there."""
    if block is None:
        return
    known = types.get(block.name) if block.origin is Origin.CORE else None
    types[block.name] = join_additions(known, block) if known else block


def name_form(given: Any) -> str:
    """The name in a form; "" where there is none."""
    return str(given.get("name", "")) if isinstance(given, dict) else ""
