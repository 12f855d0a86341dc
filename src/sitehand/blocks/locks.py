"""What the author of a page has locked: `lock` of a block, and `templateLock` of the blocks that it is in.

Source: `getTemplateLock`, `canMoveBlock` and `canRemoveBlock` of
https://github.com/WordPress/gutenberg/tree/trunk/packages/block-editor, store/selectors.js.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.outline import Entry, Outline
from sitehand.errors import Code, Problem

CONTENT_ONLY = "contentOnly"
FIXED = ("all", CONTENT_ONLY)
"""Values of `templateLock` under which no block comes, goes or moves. Under `insert`, they may move."""


def check_move(outline: Outline, entry: Entry) -> None:
    """Raises Problem(conflict) for a block that may not move."""
    if _lock(outline, entry).get("move") is True:
        _refuse("move", entry, entry, "lock")
    _check_container(outline, entry.parent, "move", entry, FIXED)


def check_remove(outline: Outline, entry: Entry) -> None:
    """Raises Problem(conflict) for a block that may not be removed."""
    if _lock(outline, entry).get("remove") is True:
        _refuse("be removed", entry, entry, "lock")
    _check_container(outline, entry.parent, "be removed", entry, (*FIXED, "insert"))


def check_insert(outline: Outline, container: Entry | None) -> None:
    """Raises Problem(conflict) for a container that takes no more blocks. None is the text as a whole."""
    if container:
        _check_container(outline, container, "take in blocks", container, (*FIXED, "insert"))


def check_update(outline: Outline, entry: Entry, block: BlockType | None, names: Iterable[str]) -> None:
    """Raises Problem(conflict) where only the content may change, and something else would."""
    found = find_template_lock(outline, entry.parent)
    if not found or found[0] != CONTENT_ONLY:
        return
    content = {name for name, one in block.attributes.items() if one.content} if block else set()
    if other := sorted(set(names) - content):
        _refuse(f"change its {', '.join(other)}", entry, found[1], f"templateLock {CONTENT_ONLY!r}")


def find_template_lock(outline: Outline, container: Entry | None) -> tuple[str, Entry] | None:
    """The lock that holds directly within a block, and the block that has it.

    The nearest that says something counts; `contentOnly` goes for all that is within.
    """
    nearest: tuple[str, Entry] | None = None
    said = False
    for entry in [container, *container.ancestors] if container else []:
        value = _read(outline, entry).get("templateLock")
        if value == CONTENT_ONLY:
            return value, entry
        if not said and value is not None:
            said = True
            nearest = (value, entry) if isinstance(value, str) else None
    return nearest


def _check_container(
    outline: Outline, container: Entry | None, what: str, entry: Entry, locks: tuple[str, ...]
) -> None:
    found = find_template_lock(outline, container)
    if found and found[0] in locks:
        _refuse(what, entry, found[1], f"templateLock {found[0]!r}")


def _refuse(what: str, entry: Entry, owner: Entry, lock: str) -> NoReturn:
    raise Problem(
        Code.CONFLICT,
        f"The block {entry.path} ({entry.block.name}) may not {what}: {lock} of the block {owner.path} forbids it.",
        hint=f"If the owner wants it changed, first update that attribute of the block {owner.path}.",
        extra={"locked_by": owner.path},
    )


def _lock(outline: Outline, entry: Entry) -> Mapping[str, Any]:
    value = _read(outline, entry).get("lock")
    return value if isinstance(value, dict) else {}


def _read(outline: Outline, entry: Entry) -> Mapping[str, Any]:
    return read_attributes(outline.tree.attributes_text(entry.block)) or {}
