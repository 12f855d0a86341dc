"""A block that becomes elements: its attributes, of which it is noted what was carried over, and its look."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from turbohtml import parse_fragment

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.delimiters import find_delimiters
from sitehand.blocks.making import write_html
from sitehand.blocks.outline import BLANK, Entry
from sitehand.blocks.reading import read_block, read_misfits
from sitehand.blocks.saves import SAVES
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
UNWRITTEN = ("lock", "metadata", "style.elements", "style.css", "style.background")
"""Attributes that the HTML of a block does not have: the site reads them where it shows the block."""


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
    kind: BlockType | None = field(init=False)
    _opened: dict[Entry, "Source"] = field(default_factory=dict)
    _is_read: bool = False
    """Whether its HTML is carried over as it is."""

    def __post_init__(self) -> None:
        self.kind = self.site.release.blocks.get(self.entry.block.name)
        self.attributes = Noted(read_block(self.entry, self.kind))
        self.misfits = read_misfits(self.entry, self.kind)

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

    def read_html(self) -> str:
        """The HTML of the block and of those in it, which says all but what the site reads in their delimiters."""
        waiting = [self]
        while waiting:
            each = waiting.pop()
            each._is_read = True
            paths = (path for path, _ in list_leaves(each.attributes.values_of))
            each.attributes.names |= {path for path in paths if not f"{path}.".startswith(_UNWRITTEN)}
            waiting += map(each.open, each.entry.inner)
        return self.html

    def open(self, entry: Entry) -> "Source":
        """A source for one of the inner blocks, whose attributes this block reads."""
        if entry not in self._opened:
            self._opened[entry] = Source(entry, self.site, self.report, self.convert)
        return self._opened[entry]

    def list_opened(self) -> Iterator["Source"]:
        """This block and those that were opened, each before those in it."""
        waiting = [self]
        while waiting:
            each = waiting.pop()
            yield each
            waiting += reversed(each._opened.values())

    def says_more(self) -> bool:
        """Whether the HTML of the block itself has words or files that its attributes lack, as of an older release."""
        if self._is_read or not self.entry.block.opener:
            return False
        html, kind = self.entry.tree.inner_html(self.entry.block).strip(BLANK), self.kind
        written = "" if kind is None or kind.name not in SAVES else self._write(kind)
        return html != written and bool(_count_content(html) - _count_content(written))

    def _write(self, kind: BlockType) -> str:
        return write_html(kind, self.attributes.values_of, "", self.site.release.dialect)

    def is_on(self, path: str) -> bool:
        """Whether an attribute is true where a block does not say otherwise."""
        attribute = self.kind.attributes.get(path) if self.kind else None
        return attribute is not None and attribute.default is True

    def text(self, name: str) -> str:
        """An attribute that is a text."""
        found = self.attributes.get(name)
        return found if isinstance(found, str) else ""

    def choice(self, name: str, options: Container[str]) -> str:
        """An attribute that is one of these texts; empty, and not carried over, where it is another."""
        found = self.attributes.values_of.get(name)
        return self.text(name) if isinstance(found, str) and found in options else ""

    def layout(self, name: str, options: Container[str] | None = None) -> Any:
        """A member of the layout: a word, one of these if they are given, or a number; None for anything else."""
        found = pick(self.attributes.values_of, f"layout.{name}")
        if not isinstance(found, str | int | float) or (options is not None and found not in options):
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


def list_leaves(attributes: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The values in objects within objects, by their paths."""
    waiting = list(attributes.items())[::-1]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{path}.{name}", each) for name, each in reversed(value.items())]
        else:
            yield path, value


_UNWRITTEN = tuple(f"{name}." for name in UNWRITTEN)


def _count_content(html: str) -> Counter[str]:
    """The words in HTML, and the addresses of files and links."""
    root = parse_fragment(html)
    addresses = (str(each.attr(name) or "") for name in ("src", "href") for each in root.select(f"[{name}]"))
    return Counter([*root.text.split(), *addresses])


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
