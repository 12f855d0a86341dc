"""The settings of a classic element as they are read to draw it: never a wrong kind, whatever is stored."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from sitehand.elementor.rendering.sheet import MEDIA

_GLOBAL = re.compile(r"globals/(colors|typography)\?id=([\w-]{1,64})")

_ID = re.compile(r"\d{1,15}")


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings by their stored names."""

    values: Mapping[str, Any]

    def text(self, name: str, default: str = "") -> str:
        """A text or number as text."""
        found = self.values.get(name, default)
        return str(found) if isinstance(found, str | int | float) and not isinstance(found, bool) else default

    def choice(self, name: str, options: tuple[str, ...], default: str = "") -> str:
        """A setting whose value must be one of the options; `default` where it is not."""
        found = self.text(name, default)
        return found if found in options else default

    def flag(self, name: str, *, default: bool = False) -> bool:
        """Whether a switch is on."""
        return bool(self.text(name)) if name in self.values else default

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """A number, or the size of a slider, within bounds."""
        found = self.values.get(name)
        found = found.get("size") if isinstance(found, dict) else found
        try:
            number = float(found)  # type: ignore[arg-type]  # what is no number raises
        except (TypeError, ValueError, OverflowError):
            return default
        return min(max(number, least), most) if isfinite(number) else default

    def id(self) -> int:
        """An id of the site; 0 for none."""
        found = self.text("id")
        return int(found) if _ID.fullmatch(found) else 0

    def object(self, name: str) -> "Settings":
        """An object, such as a link or a picture."""
        found = self.values.get(name)
        return Settings(found if isinstance(found, dict) else {})

    def rows(self, name: str, most: int = 500) -> "list[Settings]":
        """The rows of a repeater or gallery."""
        found = self.values.get(name)
        return [Settings(row) for row in found[:most] if isinstance(row, dict)] if isinstance(found, list) else []

    def variants(self, name: str) -> Iterator[tuple[str, Any]]:
        """A setting by breakpoint, `""` first; where it refers to a colour of the design, that variable."""
        for breakpoint in MEDIA:
            stored = f"{name}_{breakpoint}" if breakpoint else name
            kind, identifier = self.reference(stored)
            if kind == "colors":
                yield breakpoint, f"var(--e-global-color-{identifier})"
            elif stored in self.values:
                yield breakpoint, self.values[stored]

    def reference(self, name: str) -> tuple[str, str]:
        """What a setting refers to in the design: `colors` or `typography`, and an id; empty texts for nothing."""
        references = self.values.get("__globals__")
        found = references.get(name) if isinstance(references, dict) else None
        match = _GLOBAL.fullmatch(found) if isinstance(found, str) else None
        return (match[1], match[2]) if match else ("", "")
