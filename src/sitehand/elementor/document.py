"""An Elementor document: a tree of elements that are pieces of its text.

Source of the form: `_elementor_data`, a list of elements, or a template file, an object with that list as `content`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

WIDGET = "widget"


@dataclass(slots=True, eq=False)
class Element:
    """An element: `shell` is its text without its children, which stand at `shell[split]`.

    `split` is -1 where it has no list of children, and `fields` is None for an item that is no object: it is kept, and
    `shell` is its text. `lead` and `trail` are the spaces around it. The document is an element itself, the root.
    """

    shell: str
    split: int = -1
    fields: dict[str, Any] | None = None
    children: "list[Element]" = field(default_factory=list)
    parent: "Element | None" = None
    lead: str = ""
    trail: str = ""

    @property
    def id(self) -> str:
        """Its id; empty where it has none that is text."""
        return self._text("id")

    @property
    def kind(self) -> str:
        """The type of an element, such as `section` or `e-flexbox`; for a widget its widget type, such as `heading`."""
        element_type = self._text("elType")
        return (self._text("widgetType") or WIDGET) if element_type == WIDGET else element_type

    @property
    def is_widget(self) -> bool:
        """Whether it is a widget, atomic ones included."""
        return self._text("elType") == WIDGET

    @property
    def is_atomic(self) -> bool:
        """Whether its settings are typed values: the model is known per element, since a page mixes both."""
        return self.kind.startswith("e-")

    @property
    def settings(self) -> dict[str, Any]:
        """Its settings, not to be changed; an empty PHP array is no settings."""
        found = (self.fields or {}).get("settings")
        return found if isinstance(found, dict) else {}

    @property
    def position(self) -> "tuple[Element, int]":
        """The element that it is in, and its place there. Raises ValueError for the root."""
        if self.parent is None:
            raise ValueError("The root is in nothing.")
        return self.parent, self.parent.children.index(self)

    def _text(self, name: str) -> str:
        found = (self.fields or {}).get(name)
        return found if isinstance(found, str) else ""


def walk(root: Element) -> Iterator[Element]:
    """The elements below one, in the order of the text."""
    waiting = root.children[::-1]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += element.children[::-1]


def trace(element: Element) -> Iterator[Element]:
    """The elements that an element is in, the innermost first, without the root."""
    parent = element.parent
    while parent and parent.parent:
        yield parent
        parent = parent.parent


def locate(element: Element) -> tuple[int, ...]:
    """The indexes that lead from the root to an element."""
    way = []
    while element.parent:
        element, index = element.position
        way.append(index)
    return tuple(reversed(way))


def write(element: Element) -> str:
    """The text of an element or of a whole document. What nobody changed is as it was read."""
    parts: list[str] = []
    waiting: list[Element | str] = [element]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            parts.append(part)
            continue
        split = part.split if part.split >= 0 else len(part.shell)
        parts += (part.lead, part.shell[:split])
        waiting.append(part.shell[split:] + part.trail)
        for child in reversed(part.children):
            waiting += (child, ",")
        if part.children:
            waiting.pop()  # the comma before the first child
    return "".join(parts)
