"""The release whose blocks a text is made of: how its delimiters are read, and which blocks are known."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitehand.blocks.added_types import NO_TYPES, AddedTypes
from sitehand.blocks.catalogue import BlockType, Origin, find_release, read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock, make_blocks
from sitehand.blocks.updates import find_text
from sitehand.errors import Code, Detail, Problem

FULL = re.compile(r"(?:[a-z][a-z0-9_-]*/)?[a-z][a-z0-9_-]*")
"""Names of blocks; those without a namespace are core's."""
TEXT = "core/post-content"
"""What a block is in that is in no other: WordPress's name for the text as a whole."""


@dataclass(frozen=True, slots=True)
class Release:
    """A version of WordPress. Of one without a table no block of core is known; its text is read and edited all the
    same.

    `blocks` are those of core and those that were `added`; `around` is the block that shows the text.
    """

    version: str
    dialect: Dialect
    blocks: Mapping[str, BlockType]
    around: str = TEXT
    added: AddedTypes = NO_TYPES

    def make(self, blocks: Sequence[NewBlock]) -> str:
        """The markup of new blocks. Raises Problem: conflict on a release without a table; and as `make_blocks`."""
        if not all(map(self._knows, blocks)):
            self.check_known()
        return make_blocks(blocks, self.dialect, self.blocks)

    def check_known(self) -> None:
        """Raises Problem(conflict) on a release without a table."""
        if not find_release(self.version):
            raise Problem(
                Code.CONFLICT,
                f"Sitehand does not know the blocks of WordPress {self.version or '(unknown version)'}.",
                hint="Give the blocks as markup that the site's own editor has written.",
            )

    def read_new(self, block: Mapping[str, Any]) -> NewBlock:
        """A new block from its name, attributes, text and inner blocks. Raises Problem."""
        name, text = full_name(block["name"]), block.get("text")
        attributes = {**block.get("attributes", {}), **(self._set_text(name, text) if text is not None else {})}
        return NewBlock(name, attributes, [self.read_new(inner) for inner in block.get("inner", ())])

    def describe(self, name: str) -> BlockType:
        """A block by its name, with or without `core/`. Raises Problem(not_found)."""
        full = full_name(name)
        found = self.blocks.get(full)
        if found is None:
            faults = self.added.faults.get(full, ())
            why = "cannot read what the site says of it" if faults else "does not know it"
            hint = f"list_block_types names the known ones. {self.added.unread}".rstrip()
            message = f"WordPress {self.version} has no block {name}, or Sitehand {why}."
            raise Problem(Code.NOT_FOUND, message, hint=hint, details=faults)
        return found

    def _knows(self, block: NewBlock) -> bool:
        return full_name(block.name) in self.blocks and all(map(self._knows, block.inner))

    def _set_text(self, name: str, text: str) -> dict[str, str]:
        """The attribute that is the text of a block. Raises Problem."""
        return {find_text(self.describe(name)): text}


def read_release(version: str, around: str = TEXT, added: AddedTypes = NO_TYPES) -> Release:
    """The release of a version such as `7.1.4`, for a text that the block `around` shows."""
    known = find_release(version)
    core = read_catalogue(known) if known else {}
    blocks = {**core, **(added.types if known else _without_core(added.types))} if added.types else core
    return Release(version, find_dialect(version), blocks, around, added)


def _without_core(types: Mapping[str, BlockType]) -> dict[str, BlockType]:
    return {name: block for name, block in types.items() if block.origin is not Origin.CORE}


def find_dialect(version: str) -> Dialect:
    """How the delimiters of a version are read: as its own release does, or the nearest with a table."""
    return find_release(version) or (Dialect.V7_1 if _is_newer(version) else Dialect.V6_8)


def full_name(name: str) -> str:
    """The name of a block with its namespace. Raises Problem(invalid_arguments) for what is no name."""
    if not FULL.fullmatch(name):
        detail = Detail(path="name", expected="the name of a block, such as core/heading", got=name[:80])
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "This is no name of a block.",
            hint="list_block_types lists the names, such as core/heading.",
            details=[detail],
        )
    return name if "/" in name else f"core/{name}"


def _is_newer(version: str) -> bool:
    """Whether a version without a table reads delimiters as the newest release does."""
    numbers = tuple(int(part) for part in re.findall(r"\d{1,4}", version)[:2])
    return numbers >= tuple(int(part) for part in Dialect.V7_1.split("."))
