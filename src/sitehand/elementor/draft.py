"""A document while it is edited: elements are found by id, and every change is noted with what takes it back."""

from collections.abc import Collection, Mapping
from typing import Any

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.changes import Delete, Insert, Rewrite, TreeChange, apply_change
from sitehand.elementor.document import Element, locate, walk, write
from sitehand.elementor.parsing import read_items
from sitehand.elementor.placement import HAVE_INNER, check_placement, is_inner
from sitehand.elementor.places import Path, merge_members, read_members, replace_values
from sitehand.errors import Code, Problem, not_found


class Draft:
    """The tree that is edited, and the changes that take everything back, in the order to apply them."""

    def __init__(self, root: Element, catalogue: Catalogue) -> None:
        self.root = root
        self.catalogue = catalogue
        self.undo: list[TreeChange] = []
        self._by_id: dict[str, Element] | None = None

    @property
    def ids(self) -> set[str]:
        """The ids in use."""
        return set(self._index())

    def find(self, identifier: str) -> Element:
        """The element with an id. Raises Problem(not_found), or Problem(conflict) where two have it."""
        found = self._index().get(identifier)
        if found is None:
            raise not_found("element", identifier, "get_elementor lists the elements of the page.")
        if found is self.root:
            raise Problem(Code.CONFLICT, f"Several elements have the id {identifier}.", hint="Repair the ids first.")
        return found

    def change(self, change: TreeChange) -> None:
        """Change the tree."""
        self.undo.insert(0, apply_change(self.root, change))
        self._by_id = None

    def insert(self, parent: Element, index: int, text: str, *, fresh: bool = False) -> list[Element]:
        """Put elements into another where they may stand, with `isInner` right; in `fresh` ones throughout."""
        self._open(parent)
        items = read_items(text)
        for item in items:
            check_placement(parent, item)
        self.change(Insert(locate(parent), index, text))
        new = parent.children[index : index + len(items)]
        for item in new:
            for each in (item, *(walk(item) if fresh else item.children)):
                self.correct_inner(each)
        return new

    def delete(self, element: Element, count: int = 1) -> str:
        """Take elements out from this one on, and answer their text."""
        parent, index = element.position
        text = ",".join(map(write, parent.children[index : index + count]))
        self.change(Delete(locate(parent), index, count))
        return text

    def rewrite(self, element: Element, shell: str) -> None:
        """Change an element's own text."""
        if shell != element.shell:
            self.change(Rewrite(locate(element), shell))

    def replace(self, element: Element, values: Mapping[Path, Any]) -> None:
        """Put other values at paths in an element's own text."""
        self.rewrite(element, replace_values(element.shell, values))

    def merge(self, element: Element, member: str, values: Mapping[str, Any], remove: Collection[str] = ()) -> None:
        """Set and remove members of one of an element's objects, such as `settings`."""
        last = {found.key: found for found in read_members(element.shell)}.get(member)
        if last is None or not isinstance(last.value, dict | list):
            if values:
                self.rewrite(element, merge_members(element.shell, 0, {member: dict(values)}))
            return
        merged = merge_members(element.shell, last.at, values, remove)
        self.rewrite(element, element.shell[: last.at] + merged + element.shell[last.end :])

    def take_back(self, length: int) -> None:
        """Take changes back until so many are left."""
        while len(self.undo) > length:
            apply_change(self.root, self.undo.pop(0))
        self._by_id = None

    def correct_inner(self, element: Element) -> None:
        """Set `isInner` of an element that has it and is elsewhere than it says."""
        stored, right = (element.fields or {}).get("isInner"), is_inner(element)
        if element.kind in HAVE_INNER and stored is not None and bool(stored) != right:
            spelt: Any = right if not isinstance(stored, str) else "1" if right else ""
            self.rewrite(element, merge_members(element.shell, 0, {"isInner": spelt}))

    def _open(self, parent: Element) -> None:
        """Give an element a list of children if it has none."""
        if parent.split < 0 and (parent.fields or {}).get("elements"):
            raise Problem(
                Code.CONFLICT, "The contents of this element are not a list.", hint="Repair the document first."
            )
        if parent.split < 0:
            self.rewrite(parent, merge_members(parent.shell, 0, {"elements": []}))

    def _index(self) -> dict[str, Element]:
        """The elements by id; an id that several have leads to the root."""
        if self._by_id is None:
            self._by_id = {}
            for element in walk(self.root):
                if element.id:
                    self._by_id[element.id] = self.root if element.id in self._by_id else element
        return self._by_id


def refuse_edit(why: str, hint: str) -> Problem:
    """The refusal for an edit that cannot be."""
    return Problem(Code.INVALID_ARGUMENTS, why, hint=hint)
