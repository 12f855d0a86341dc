"""Block types that the owner adds to those of the host: by a plugin of the service, or by a file."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sitehand.blocks.added_attributes import list_added
from sitehand.blocks.added_types import NO_TYPES, AddedTypes, name_form, put_type, read_added
from sitehand.blocks.attribute_forms import FaultyBlockType
from sitehand.blocks.catalogue import BlockType, Origin
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.release import find_dialect
from sitehand.errors import Code, Detail, Problem
from sitehand.site.block_types import BlockTypes
from sitehand.site.host import Host

HostT = TypeVar("HostT", bound=Host)
FILE = "block.json"
MAX_FILES, MAX_BYTES = 1_000, 4 * 1024 * 1024
SETTING = "SITEHAND_BLOCK_TYPES"


class _Given(NamedTuple):
    """A block type as it was given, where it comes from, and that in words."""

    form: Any
    origin: Origin
    place: str


class OwnBlockTypes:
    """Implements `site.block_types.BlockTypes`: those of the owner count before those that the host tells."""

    def __init__(self, own: AddedTypes, others: BlockTypes | None) -> None:
        self._own = self._all = own
        self._others = others
        self._told = NO_TYPES

    async def read(self) -> AddedTypes:
        """All added block types, merged anew when the host tells others than before."""
        if self._others and (told := await self._others.read()) is not self._told:
            self._told, self._all = told, told.under(self._own)
        return self._all


def add_block_types(host: HostT, path: str, plugins: Iterable[tuple[str, Any]]) -> HostT:
    """The host with the block types of plugins, each given with where it comes from, and with those of files.

    Raises Problem(invalid_arguments) as `read_types` does.
    """
    types = read_types(path, plugins, find_dialect(host.release))
    return replace(host, block_types=OwnBlockTypes(AddedTypes(types), host.block_types)) if types else host


def read_types(path: str, plugins: Iterable[tuple[str, Any]], release: Dialect) -> dict[str, BlockType]:
    """The block types of plugins and files by name, and blocks of core to which they add attributes.

    Raises Problem(invalid_arguments) for one that cannot be read or is there twice, and for a path without any.
    """
    given = [_Given(form, Origin.PLUGIN, place) for place, form in plugins]
    given += _read_files(Path(path)) if path else ()
    found: dict[str, BlockType] = {}
    for each in given:
        block = _read(each, release)
        if block and (twice := _find_twice(found.get(block.name), block)):
            raise _refuse(f"{each.place}: {twice} is there twice.", "Leave one of the two out.")
        put_type(found, block)
    return found


def _find_twice(known: BlockType | None, block: BlockType) -> str:
    """The block, or the attribute of a block of core, that was given before; "" for none."""
    if known is None:
        return ""
    if block.origin is not Origin.CORE:
        return block.name
    shared = list_added(known).keys() & list_added(block).keys()
    return f"the attribute {min(shared)} of {block.name}" if shared else ""


def _read(given: _Given, release: Dialect) -> BlockType | None:
    try:
        return read_added(given.form, given.origin, release)
    except FaultyBlockType as fault:
        message = f"{given.place}: the block type {name_form(given.form)[:80]}".rstrip()
        hint = "Correct it as WordPress's block.json has it, or leave it out."
        raise _refuse(f"{message} cannot be read. {fault}.", hint, fault.details) from None


def _read_files(path: Path) -> Iterator[_Given]:
    """The block types of a file, or of all files `block.json` in and below a folder."""
    files = sorted(path.rglob(FILE)) if path.is_dir() else [path]
    if not 0 < len(files) <= MAX_FILES:
        found = f"more than {MAX_FILES:,} files" if files else "no file"
        raise _refuse(f"{path} has {found} {FILE}.", f"Name another file or folder in {SETTING}.")
    for file in files:
        value = _read_file(file)
        for form in value if isinstance(value, list) else [value]:
            yield _Given(form, Origin.FILE, str(file))


def _read_file(file: Path) -> Any:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise _refuse(f"{file} has more than {MAX_BYTES:,} bytes.", f"Leave it out of {SETTING}.")
        return json.loads(file.read_bytes())
    except OSError as fault:
        raise _refuse(f"{file} cannot be read: {fault.strerror}.", f"Correct {SETTING}.") from None
    except (ValueError, RecursionError) as fault:
        raise _refuse(f"{file} is no JSON: {str(fault)[:200]}.", "Correct the file.") from None


def _refuse(message: str, hint: str, details: Iterable[Detail] = ()) -> Problem:
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=list(details), extra={"subject": "block types"})
