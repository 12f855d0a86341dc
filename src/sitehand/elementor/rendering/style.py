"""How the settings of an element become declarations for it and the parts of it."""

from dataclasses import dataclass
from typing import Any

from sitehand.elementor.rendering.settings import Settings
from sitehand.elementor.rendering.sheet import Sheet
from sitehand.elementor.rendering.values import (
    Writer,
    write_color,
    write_family,
    write_number,
    write_sides,
    write_size,
    write_variable,
    write_weight,
    write_words,
)

TYPOGRAPHY: dict[str, Writer] = {
    "font_family": write_family,
    "font_size": write_size,
    "font_weight": write_weight,
    "text_transform": write_words,
    "font_style": write_words,
    "text_decoration": write_words,
    "line_height": write_size,
    "letter_spacing": write_size,
    "word_spacing": write_size,
}
ALIGNMENTS = frozenset({"left", "right", "center", "justify", "start", "end"})
LINES = frozenset({"none", "solid", "double", "dotted", "dashed", "groove"})


@dataclass(frozen=True, slots=True)
class Style:
    """Writes into a sheet, below the selector of one element. `below` is what is behind it, such as ` .title`."""

    sheet: Sheet
    root: str
    settings: Settings

    def declare(self, below: str, property: str, value: str, breakpoint: str = "") -> None:
        """Declare a property."""
        self.sheet.add(self.root + below, property, value, breakpoint)

    def size(self, name: str, below: str, *properties: str, write: Writer = write_size) -> None:
        """What a setting says, at every breakpoint, of these properties."""
        for breakpoint, value in self.settings.variants(name):
            for property in properties:
                self.declare(below, property, write(value), breakpoint)

    def sides(self, name: str, below: str, property: str) -> None:
        """Four sides, such as a padding or a radius."""
        self.size(name, below, property, write=write_sides)

    def color(self, name: str, below: str, *properties: str) -> None:
        """A colour, of the text unless other properties are named."""
        self.size(name, below, *(properties or ("color",)), write=write_color)

    def align(self, name: str, below: str = "") -> None:
        """Declare how text is aligned."""
        self.size(name, below, "text-align", write=_write_alignment)

    def typography(self, group: str, below: str) -> None:
        """A group `typography`: a font of the design, or what is chosen here; nothing while its switch is off."""
        kind, identifier = self.settings.reference(f"{group}_typography")
        if kind == "typography":
            self._refer(identifier, below)
        elif self.settings.text(f"{group}_typography") == "custom":
            for name, write in TYPOGRAPHY.items():
                self.size(f"{group}_{name}", below, name.replace("_", "-"), write=write)

    def border(self, group: str, below: str) -> None:
        """A group `border`."""
        line = self.settings.text(f"{group}_border")
        if line not in LINES:
            return
        self.declare(below, "border-style", line)
        self.sides(f"{group}_width", below, "border-width")
        self.color(f"{group}_color", below, "border-color")

    def box_shadow(self, group: str, below: str) -> None:
        """A group `box_shadow`."""
        if self.settings.text(f"{group}_box_shadow_type") == "yes":
            shadow = write_shadow(self.settings.values.get(f"{group}_box_shadow"), spread=True)
            inset = self.settings.text(f"{group}_box_shadow_position").strip() == "inset"
            self.declare(below, "box-shadow", f"{shadow} inset" if shadow and inset else shadow)

    def text_shadow(self, group: str, below: str) -> None:
        """A group `text_shadow`."""
        if self.settings.text(f"{group}_text_shadow_type") == "yes":
            self.declare(below, "text-shadow", write_shadow(self.settings.values.get(f"{group}_text_shadow")))

    def _refer(self, identifier: str, below: str) -> None:
        for name in TYPOGRAPHY:
            property = name.replace("_", "-")
            self.declare(below, property, write_variable(f"{identifier}-{property}", prefix="e-global-typography-"))


def write_shadow(value: Any, *, spread: bool = False) -> str:
    """A shadow `{horizontal, vertical, blur, spread, color}`, in pixels."""
    if not isinstance(value, dict):
        return ""
    names = ("horizontal", "vertical", "blur", *(("spread",) if spread else ()))
    lengths = [write_number(value.get(name, 0)) or "0" for name in names]
    color = write_color(value.get("color"))
    return f"{' '.join(f'{length}px' for length in lengths)} {color}" if color else ""


def _write_alignment(value: Any) -> str:
    return value if isinstance(value, str) and value in ALIGNMENTS else ""
