"""What elements are drawn with: the sheet, what the document refers to, and how much may still be drawn."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sitehand.elementor.document import Element
from sitehand.elementor.dynamic.facts import Medium, PageFacts, show_tag
from sitehand.elementor.dynamic.tags import Tag
from sitehand.elementor.rendering.addresses import write_source
from sitehand.elementor.rendering.settings import Settings
from sitehand.elementor.rendering.sheet import Sheet
from sitehand.elementor.rendering.style import Style

MAX_CHARACTERS = 2_000_000
"""Characters of the HTML of one document."""
WRAPPING = 10_000
"""What an element with others in it may take where no room is left, so that they are not lost with it."""
MAX_DEPTH = 40
"""Elements within elements that are drawn."""
MAX_PLACED = 4_000_000
"""Characters of components that are read for the instances of one document."""


class Picture(NamedTuple):
    """A file of the site: its address, the text that stands for it, and its size in pixels; 0 where it is not known."""

    url: str
    alt: str
    width: int = 0
    height: int = 0

    def tell_size(self, source: str) -> dict[str, str]:
        """Attributes that keep its place while it loads. None where `source` is another file, such as a smaller one."""
        told = self.width and self.height and source.endswith(write_source(self.url))
        return {"width": str(self.width), "height": str(self.height)} if told else {}


@dataclass(frozen=True, slots=True)
class References:
    """What of the site a document names: by id its files, the addresses of its items, its global classes, in their
    order, and its components, as text; by the names of CSS its variables, with their values.
    """

    pictures: Mapping[int, Picture] = field(default_factory=dict)
    links: Mapping[int, str] = field(default_factory=dict)
    classes: Mapping[str, Any] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    components: Mapping[int, str] = field(default_factory=dict)
    facts: PageFacts | None = None
    """What the dynamic tags of the document say; None where it has none."""


@dataclass(slots=True)
class Canvas:
    """`clean` makes stored HTML safe. `ended` says that something was left out, `full` that nothing more is drawn.

    `instance` has the values of the instance of a component that is being drawn, and `within` the components around.
    """

    references: References
    clean: Callable[[str], str]
    draw: Callable[[Element, "Canvas", int], str]
    sheet: Sheet = field(default_factory=Sheet)
    room: int = field(default_factory=lambda: MAX_CHARACTERS)
    ended: bool = False
    full: bool = False
    instance: Mapping[str, Any] | None = None
    within: tuple[int, ...] = ()
    unread: int = field(default_factory=lambda: MAX_PLACED)
    unsaid: int = field(default_factory=lambda: MAX_CHARACTERS)
    _groups: Counter[str] = field(default_factory=Counter)

    def name_group(self, name: str) -> str:
        """A name for panels of which one is open. Another instance of the same component gets another."""
        self._groups[name] += 1
        return name if self._groups[name] == 1 else f"{name}-{self._groups[name]}"

    def say(self, tag: Tag | None) -> str | Medium | None:
        """What a dynamic tag says; None for one that is not drawn. Those of one document say so many characters: an
        element may have thousands, of settings that are never shown.
        """
        if tag is None or self.references.facts is None:
            return None
        self.ended = self.ended or self.unsaid < 0
        shown = show_tag(tag, self.references.facts) if self.unsaid >= 0 else None
        self.unsaid -= len(shown or "")
        return shown

    def take(self, html: str, before: int) -> str:
        """The HTML of an element, if there is room for what is its own. `before`: the room before those in it."""
        inside = before - self.room
        own = len(html) - inside
        if own > max(self.room, WRAPPING if inside else 0):
            self.room, self.ended, self.full = before, True, True
            return ""
        self.room -= own
        return html


@dataclass(frozen=True, slots=True)
class Part:
    """An element where it is drawn."""

    element: Element
    canvas: Canvas
    depth: int
    settings: Settings
    style: Style

    @property
    def kind(self) -> str:
        """The type of the element that is drawn, such as `heading`."""
        return self.element.kind

    def children(self) -> list[str]:
        """The HTML of each element in it."""
        if self.depth >= MAX_DEPTH:
            self.canvas.ended = self.canvas.ended or bool(self.element.children)
            return []
        return [self.canvas.draw(child, self.canvas, self.depth + 1) for child in self.element.children]

    def html(self, name: str) -> str:
        """A setting that holds HTML, made safe."""
        found = self.settings.text(name)
        return self.canvas.clean(found) if found else ""
