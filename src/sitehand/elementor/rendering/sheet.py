"""The style sheet of a document: declarations by breakpoint and selector, with a bound.

Whatever wrote a property or a value, here it is seen once more that it ends neither its declaration nor the style
element.
"""

import re
from collections.abc import Iterator

MAX_CHARACTERS = 1_000_000
MEDIA = {
    "": "",
    "widescreen": "(min-width: 2400px)",
    "laptop": "(max-width: 1366px)",
    "tablet_extra": "(max-width: 1200px)",
    "tablet": "(max-width: 1024px)",
    "mobile_extra": "(max-width: 880px)",
    "mobile": "(max-width: 767px)",
}
"""The breakpoints by Elementor's names, in the order in which later ones overrule earlier ones."""
_ESCAPES = re.compile(r"[;{}<>@\\\x00-\x1f]|/\*")
_PROPERTY = re.compile(r"-{0,2}[a-z]+(?:-[a-z]+)*|--[A-Za-z_][A-Za-z0-9_-]{0,63}")
_STRING = re.compile(r'"[^"]*"')
_QUOTE = re.compile("[\"']")
_BRACKET = re.compile(r"[()\[\]]")


class Sheet:
    """Collects declarations; what exceeds `MAX_CHARACTERS` is left out, and `ended` says so."""

    def __init__(self) -> None:
        self._rules: dict[str, dict[str, dict[str, str]]] = {name: {} for name in MEDIA}
        self._room = MAX_CHARACTERS
        self.ended = False

    def add(self, selector: str, property: str, value: str, breakpoint: str = "") -> None:
        """Declare a property, unless it is none, or its value is empty or could end the declaration. The last stays."""
        if not value or not _PROPERTY.fullmatch(property) or not _is_closed(value):
            return
        if self._rules[breakpoint].get(selector, {}).get(property) == value:
            return  # said before, as by another instance of a component
        self._room -= len(selector) + len(property) + len(value)
        self.ended = self.ended or self._room < 0
        if not self.ended:
            self._rules[breakpoint].setdefault(selector, {})[property] = value

    def write(self) -> str:
        """The sheet as text; no text at all if it could end the style element that it stands in."""
        css = "\n".join(self._list_lines())
        return "" if "<" in css else css

    def _list_lines(self) -> Iterator[str]:
        for breakpoint, query in MEDIA.items():
            rules = [_write_rule(selector, found) for selector, found in self._rules[breakpoint].items()]
            if rules:
                yield f"@media {query} {{" if query else ""
                yield from rules
                yield "}" if query else ""


def _write_rule(selector: str, declarations: dict[str, str]) -> str:
    inside = "; ".join(f"{property}: {value}" for property, value in declarations.items())
    return f"{selector} {{ {inside} }}"


def _is_closed(value: str) -> bool:
    plain = _STRING.sub("", value)
    return not _ESCAPES.search(value) and not _QUOTE.search(plain) and _is_nested(plain)


def _is_nested(text: str) -> bool:
    """Whether brackets close in their order."""
    opened: list[str] = []
    for bracket in _BRACKET.findall(text):
        if bracket in "([":
            opened.append(bracket)
        elif not opened or opened.pop() + bracket not in ("()", "[]"):
            return False
    return not opened
