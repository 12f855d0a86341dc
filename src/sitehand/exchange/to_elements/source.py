"""A block that becomes elements: its attributes, of which it is noted what was carried over, and its look."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.blocks.delimiters import find_delimiters
from sitehand.blocks.outline import BLANK, Entry
from sitehand.blocks.reading import read_block, read_misfits
from sitehand.blocks.styles import pick
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.style.controls import convert_to_settings
from sitehand.elementor.style.sheet import convert_css
from sitehand.exchange.looks import PRESETS, Declaration, list_declarations
from sitehand.exchange.noted import Noted
from sitehand.exchange.report import Report
from sitehand.exchange.site import Site

HIDDEN = {"desktop": "hidden-desktop", "tablet": "hidden-tablet", "mobile": "hidden-mobile"}
"""Screens on which something may be hidden, and what Elementor stores then."""
VIEWPORT = "metadata.blockVisibility"


@dataclass(slots=True)
class Source:
    """A block. `convert` makes elements of those in it. `noted` are the names, or paths, of what was carried over."""

    entry: Entry
    site: Site
    report: Report
    convert: Callable[[Sequence[Entry]], list[dict[str, Any]]]
    attributes: Noted = field(init=False)
    misfits: Mapping[str, Any] = field(init=False)
    """What its delimiter says that is no value of the attribute."""

    def __post_init__(self) -> None:
        kind = self.site.release.blocks.get(self.entry.block.name)
        self.attributes = Noted(read_block(self.entry, kind))
        self.misfits = read_misfits(self.entry, kind)

    @property
    def path(self) -> str:
        """The place of the block in the page."""
        return self.entry.path

    @property
    def markup(self) -> str:
        """The markup of the block, delimiters included."""
        return self.entry.tree.source[slice(*self.entry.span)]

    @property
    def html(self) -> str:
        """The HTML of the block and of those in it, without delimiters."""
        markup, at, parts = self.markup, 0, []
        for found in find_delimiters(markup):
            parts.append(markup[at : found.start].strip(BLANK))
            at = found.end
        return "".join([*parts, markup[at:].strip(BLANK)])

    def open(self, entry: Entry) -> "Source":
        """A source for one of the inner blocks, whose attributes this block reads."""
        return Source(entry, self.site, self.report, self.convert)

    def text(self, name: str) -> str:
        """An attribute that is a text."""
        found = self.attributes.get(name)
        return found if isinstance(found, str) else ""

    def layout(self, name: str) -> Any:
        """A member of the layout: a word or a number; None for anything else."""
        found = pick(self.attributes.values_of, f"layout.{name}")
        if not isinstance(found, str | int | float):
            return None
        self.attributes.names.add(f"layout.{name}")
        return found

    def widget(self, kind: str, settings: Mapping[str, Any]) -> dict[str, Any]:
        """A widget that looks as the block does, as far as it can."""
        given = {**self._list_look(kind), **self._list_names(kind), **settings}
        return {"elType": "widget", "widgetType": kind, "settings": _without_nothing(given)}

    def box(self, inner: Sequence[dict[str, Any]], settings: Mapping[str, Any]) -> dict[str, Any]:
        """A container that looks as the block does."""
        given = {**self._list_look("container"), **self._list_names("container"), **settings}
        return {"elType": "container", "settings": _without_nothing(given), "elements": list(inner)}

    def _list_names(self, kind: str) -> dict[str, Any]:
        """What people call the block, and on which screens it is hidden."""
        classes = "css_classes" if kind == "container" else "_css_classes"
        given = {"_element_id": self.text("anchor"), classes: self.text("className")}
        metadata = self.attributes.values_of.get("metadata")
        if isinstance(metadata, dict) and isinstance(metadata.get("name"), str):
            self.attributes.names.add("metadata.name")
            given["_title"] = metadata["name"]
        return {**given, **self.list_hidden()}

    def list_hidden(self) -> dict[str, str]:
        """The settings that hide an element on the screens on which the block is hidden."""
        said = pick(self.attributes.values_of, VIEWPORT)
        screens = said.get("viewport") if isinstance(said, dict) else None
        shown = screens if isinstance(screens, dict) else {}
        hidden = [name for name in HIDDEN if said is False or shown.get(name) is False]
        if hidden:
            self.attributes.names.add(VIEWPORT)
        return {f"hide_{name}": HIDDEN[name] for name in hidden}

    def _list_look(self, kind: str) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        references: dict[str, str] = {}
        for each in list_declarations(self.attributes.values_of, self.site):
            found = _convert(each, kind)
            if found is None:
                continue
            self.attributes.names |= set(each.names)
            settings |= found
            references |= self._refer(each, found)
        for name in references:
            settings.pop(name, None)
        return {**settings, **({"__globals__": references} if references else {})}

    def _refer(self, each: Declaration, found: Mapping[str, Any]) -> dict[str, str]:
        """References to a colour of the kit that has the name of a preset, in place of its value."""
        slug = self.attributes.values_of.get(each.names[0]) if each.names else None
        if not each.names or PRESETS.get(each.names[0], ("", ""))[1] != "color" or slug not in self.site.colors:
            return {}
        return {name: f"globals/colors?id={slug}" for name, value in found.items() if isinstance(value, str)}


def _convert(each: Declaration, kind: str) -> dict[str, Any] | None:
    """The settings that a declaration is; None where an element of this kind has none for it."""
    catalogue = load_catalogue()
    variants, faults = convert_css(f"{each.property}: {each.value}", catalogue.atomic)
    settings: dict[str, Any] = {}
    for variant in variants:
        made, wrong = convert_to_settings(variant, catalogue.classic.types[kind])
        settings |= made
        faults += wrong
    return None if faults else settings


def _without_nothing(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if value not in ("", None, {})}
