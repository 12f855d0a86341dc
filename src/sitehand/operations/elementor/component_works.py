"""What writes of components do: pure functions that can be compared, as those of pages."""

import json
from dataclasses import dataclass, replace
from typing import Any, cast

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.components.instances import INSTANCE
from sitehand.elementor.components.properties import (
    MAX_PROPERTIES,
    Property,
    read_properties,
    refuse_property,
    remove_properties,
    set_property,
    unwrap,
    wrap,
    write_properties,
)
from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.identifiers import renew_text
from sitehand.elementor.numbers import refuse_copy
from sitehand.elementor.parsing import read_document, write_document
from sitehand.elementor.placement import PARTS
from sitehand.elementor.seed import seeded
from sitehand.operations.elementor.works import ElementEdits, Worked, read_root
from sitehand.site.elementor import ElementorDocument
from sitehand.site.elementor_components import ComponentDocument


@dataclass(frozen=True, slots=True)
class ComponentEdits:
    """Another title, edits of the elements, and properties that are set, as JSON, and removed; empty ones are none."""

    title: str
    step: ElementEdits | None
    properties: str
    remove: tuple[str, ...]

    def __call__(self, document: ElementorDocument) -> Worked:
        before = cast(ComponentDocument, document)
        titled = replace(before, title=self.title or before.title)
        if self.step is None and not self.remove and self.properties == "[]":
            return Worked(titled, {})
        root = read_document(before.data)
        unwrap(root)
        told: dict[str, Any] = {}
        if self.step is not None:
            worked = self.step(replace(before, data=write(root)))
            root, told = read_document(worked.document.data), worked.told
        with seeded(self.properties + before.data):
            return Worked(self._store(titled, root), told)

    def _store(self, document: ComponentDocument, root: Element) -> ComponentDocument:
        kept = remove_properties(read_properties(document.properties), self.remove)
        return store_component(document, root, kept, json.loads(self.properties))


def make_component(document: ElementorDocument, element: str, title: str, properties: str) -> ComponentDocument:
    """A component of an element of a page; `properties` name elements by their ids there, as JSON."""
    found = Draft(read_root(document), load_catalogue()).find(element)
    refuse_copy([found])
    with seeded(element + properties + document.data):
        root = read_document(f"[{renew_text(write(found), set())}]")
        ids = dict(zip((each.id for each in (found, *walk(found))), (each.id for each in walk(root)), strict=True))
        given = json.loads(properties)
        here = [{**each, "element": ids.get(each.get("element", ""), each.get("element", ""))} for each in given]
        return store_component(ComponentDocument(title=title), root, [], here)


def store_component(
    document: ComponentDocument, root: Element, properties: list[Property], given: list[dict[str, str]]
) -> ComponentDocument:
    """The component of these elements, with `given` properties set. Raises Problem(invalid_arguments)."""
    _check_elements(root)
    _check_labels([each["label"] for each in given])
    for number, each in enumerate(given):
        properties = set_property(properties, root, each["label"], each, f"properties[{number}]")
    if len(properties) > MAX_PROPERTIES:
        raise refuse_edit(f"The component would have {len(properties)} properties.", f"{MAX_PROPERTIES} at most.")
    kept = wrap(root, properties)
    return replace(document, data=write_document(root), properties=write_properties(kept, root))


def _check_labels(labels: list[str]) -> None:
    twice = next((number for number, label in enumerate(labels) if label in labels[:number]), None)
    if twice is not None:
        path = f"properties[{twice}].label"
        raise refuse_property("A label stands for one property.", path, "a label of its own", labels[twice])


def _check_elements(root: Element) -> None:
    if len(root.children) != 1:
        raise refuse_edit("A component has one outermost element.", "Put others into it.")
    kind = root.children[0].kind
    if root.children[0].is_widget or kind in PARTS:
        what = "an instance of another component" if kind == INSTANCE else f"`{kind}`"
        raise refuse_edit(f"A component cannot be {what} alone.", "Put it into an e-flexbox or e-div-block first.")
    other = next((each for each in walk(root) if not each.is_atomic), None)
    if other is not None:
        raise refuse_edit(f"A component has atomic elements alone, and `{other.kind}` is none.", "Take it out first.")
