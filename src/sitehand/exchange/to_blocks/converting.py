"""A document as blocks: each element by its maker, and what has none by what it shows."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.blocks.delimiters import find_delimiters
from sitehand.blocks.making import FREEFORM, NewBlock, make_block
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.conversion.containers import convert_to_containers
from sitehand.elementor.document import Element, walk
from sitehand.elementor.draft import Draft
from sitehand.elementor.interactions import describe_interactions
from sitehand.errors import Problem
from sitehand.exchange.report import Report
from sitehand.exchange.site import Site
from sitehand.exchange.to_blocks import atomic, boxes, media, panels, texts
from sitehand.exchange.to_blocks.drawing import draw_blocks
from sitehand.exchange.to_blocks.instances import replace_instances
from sitehand.exchange.to_blocks.registry import MAKERS
from sitehand.exchange.to_blocks.source import GLOBALS, HIDDEN, Source

MODULES = (atomic, boxes, media, panels, texts)
"""The modules that declare makers."""
MAX_DEPTH = 15
"""Containers in each other, of which each may be several blocks. What is deeper is drawn."""
SPECIAL = (GLOBALS, "__dynamic__")
DYNAMIC = re.compile(r'"\$\$type": "dynamic"')
EMPTY: tuple[Any, ...] = ("", None, [], {})
SWITCH = "switcher"
"""The type of a setting that is on or off."""
SHAPE = ("unit", "isLinked", "id", "library", "sizes")
"""Members that say nothing alone."""


def convert_to_blocks(root: Element, site: Site) -> tuple[str, Report]:
    """Block markup of a document, whose tree this changes, and what happened to each element.

    Raises Problem(conflict) for a release whose blocks are not known.
    """
    site.release.check_known()
    converter = _Converter(site)
    replace_instances(root, site, converter.report)
    converter.replace_sections(root)
    blocks = converter.convert(root.children, 0)
    return site.release.make(blocks), converter.report


@dataclass(slots=True)
class _Converter:
    site: Site
    report: Report = field(default_factory=Report)
    _given: dict[str, tuple[str, set[str]]] = field(default_factory=dict)
    """What sections and columns were before they became containers: their kind, and the names of their settings."""

    def replace_sections(self, root: Element) -> None:
        """Make containers of sections; what that leaves out is told."""
        old = (each for each in walk(root) if each.kind in ("section", "column"))
        self._given = {each.id: (each.kind, set(each.settings)) for each in old}
        self.report.left_out += convert_to_containers(Draft(root, load_catalogue())).left_out

    def convert(self, elements: Sequence[Element], depth: int) -> list[NewBlock]:
        """The blocks of elements in order."""
        return [block for element in elements for block in self._convert(element, depth)]

    def _convert(self, element: Element, depth: int) -> list[NewBlock]:
        source = Source(
            element, self.site, self.report, lambda inner: self.convert(inner, depth + 1), is_outermost=not depth
        )
        before = self.report.mark()
        made = self._make(source) if depth < MAX_DEPTH else None
        if made is None or not all(self._fits(element, block) for block in made):
            self.report.go_back(before)
            return self._draw(source)
        kind, _ = self._given.get(element.id, (element.kind, None))
        self.report.count(kind or "item", tuple(block.name for block in made))
        self._tell_lost(source)
        return made

    def _make(self, source: Source) -> list[NewBlock] | None:
        element = source.element
        if boxes.is_column(element) and element.kind == "container":
            return [boxes.make_column(source, source.convert(element.children))]
        maker = MAKERS.get(element.kind)
        return maker(source) if maker and element.fields is not None else None

    def _fits(self, element: Element, block: NewBlock) -> bool:
        """Whether the release takes a block; those in it were looked at, but for those of widgets."""
        if _breaks_out(block):
            return False
        inner = () if element.children else block.inner
        try:
            make_block(NewBlock(block.name, block.attributes, inner), self.site.release.dialect)
        except Problem:
            return False
        return True

    def _draw(self, source: Source) -> list[NewBlock]:
        """What an element shows that has no counterpart, in a group; hidden where the element is."""
        element = source.element
        inner = draw_blocks(element, self.site.alts, self.site.release.dialect)
        names = tuple(dict.fromkeys(block.name for block in inner)) or ("nothing",)
        self.report.add_unmatched(element.id, element.kind or "item", " + ".join(names))
        self.report.count(element.kind or "item", names)
        hidden = {name: False for name in HIDDEN if element.settings.get(f"hide_{name}")}
        metadata = {"metadata": {"blockVisibility": {"viewport": hidden}}} if hidden else {}
        return [NewBlock("core/group", {**metadata, "layout": {"type": "constrained"}}, inner)] if inner else []

    def _tell_lost(self, source: Source) -> None:
        """The settings that nobody read, unless they say what is so without them."""
        controls = self._list_controls(source.element)
        _, given = self._given.get(source.id, ("", None))
        for name, value in source.element.settings.items():
            if name in SPECIAL and isinstance(value, dict):
                self._tell_references(source, name, value)
            elif name in source.noted.names and not _is_dynamic(value):
                self.report.kept += 1
            elif (given is None or name in given) and not _is_idle(controls, source.element.settings, name):
                self.report.leave_out(source.id, name, value)
        for number, words in enumerate(describe_interactions(source.element)):
            self.report.leave_out(source.id, f"interactions.{number}", words)

    def _tell_references(self, source: Source, special: str, references: Mapping[str, Any]) -> None:
        for name, value in references.items():
            if f"{special}.{name}" in source.noted.names:
                self.report.kept += 1
            elif value not in EMPTY:
                self.report.leave_out(source.id, f"{special}.{name}", value)

    def _list_controls(self, element: Element) -> Mapping[str, Control]:
        found = load_catalogue().classic.types.get(element.kind)
        return found.controls if found else {}


def _breaks_out(block: NewBlock) -> bool:
    """Whether a text has a delimiter of blocks in it, which would end the block or begin one."""
    waiting: list[Any] = [block]
    while waiting:
        value = waiting.pop()
        if isinstance(value, NewBlock):
            waiting += value.inner if value.name == FREEFORM else (value.attributes, *value.inner)
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and "<!--" in value and next(find_delimiters(value), None) is not None:
            return True
    return False


def _is_dynamic(value: Any) -> bool:
    """Whether a typed value is, or holds, one that Elementor works out when it shows the page."""
    return isinstance(value, dict) and DYNAMIC.search(json.dumps(value)) is not None


def _is_idle(controls: Mapping[str, Control], settings: Mapping[str, Any], name: str) -> bool:
    """Whether a setting says nothing: it is as it is by default, empty, or a size without a number."""
    value, control = settings[name], controls.get(name)
    is_switched = control is not None and control.type == SWITCH and bool(control.default)
    if (value in EMPTY and not is_switched) or (control is not None and control.default == value):
        return True
    if control is not None and not all(_holds(controls, settings, *each) for each in control.conditions.items()):
        return True
    if is_switched:
        return False
    said = (value[key] for key in value if key not in SHAPE) if isinstance(value, dict) else (value,)
    return all(each in EMPTY for each in said)


def _holds(controls: Mapping[str, Control], settings: Mapping[str, Any], condition: str, wanted: Any) -> bool:
    """Whether another setting has one of these values; with `!` behind its name, none of them."""
    name = condition.removesuffix("!")
    if name not in controls or name in _read_references(settings):
        return True
    found = settings.get(name, controls[name].default)
    return (found in (wanted if isinstance(wanted, list) else [wanted])) != condition.endswith("!")


def _read_references(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    found = settings.get(GLOBALS)
    return found if isinstance(found, dict) else {}
