"""The three changes that every edit is made of, and how each is undone.

They name elements by their place in the tree, and carry text: put back in reverse order, they restore every byte.
"""

from dataclasses import dataclass
from typing import TypeAlias

from sitehand.elementor.document import Element, write
from sitehand.elementor.parsing import read_items, rewrite

Place: TypeAlias = tuple[int, ...]
"""The indexes that lead from the root to an element."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """An element's own text becomes `shell`; its children stay."""

    at: Place
    shell: str


@dataclass(frozen=True, slots=True)
class Insert:
    """Elements, as text with commas between, come into an element, from `index` on."""

    at: Place
    index: int
    text: str


@dataclass(frozen=True, slots=True)
class Delete:
    """Elements are removed: `count` of them, from `index` on."""

    at: Place
    index: int
    count: int


TreeChange: TypeAlias = Rewrite | Insert | Delete


def apply_change(root: Element, change: TreeChange) -> TreeChange:
    """Change the tree, and answer the change that takes it back."""
    element = follow(root, change.at)
    if isinstance(change, Rewrite):
        return _rewrite(element, change)
    if isinstance(change, Insert):
        items = read_items(change.text)
        for item in items:
            item.parent = element
        element.children[change.index : change.index] = items
        return Delete(change.at, change.index, len(items))
    return _delete(element, change)


def follow(root: Element, place: Place) -> Element:
    """The element at a place."""
    for index in place:
        root = root.children[index]
    return root


def _rewrite(element: Element, change: Rewrite) -> Rewrite:
    inverse = Rewrite(change.at, element.shell)
    rewrite(element, change.shell)
    return inverse


def _delete(element: Element, change: Delete) -> Insert:
    end = change.index + change.count
    text = ",".join(map(write, element.children[change.index : end]))
    del element.children[change.index : end]
    return Insert(change.at, change.index, text)
