"""A declaration on its way to typed properties."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sitehand.elementor.catalogue.schema import AtomicCatalogue
from sitehand.elementor.style.tokens import (
    Untranslatable,
    need_color,
    read_number,
    read_size,
    show,
    split_spaces,
    typed,
)


class Part(NamedTuple):
    """The value of a property; a partial one joins what the property has already, such as one side of four."""

    value: Any
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration: its name in small letters, the tokens of its value, and the properties that there are."""

    name: str
    tokens: list[Any]
    catalogue: AtomicCatalogue
    before: "Mapping[str, Part]" = field(default_factory=dict)
    """What the rule has said before it."""

    @property
    def words(self) -> list[Any]:
        """The tokens without space."""
        return split_spaces(self.tokens)

    @property
    def text(self) -> str:
        """The value as text."""
        return show(self.tokens)

    def only(self) -> Any:
        """The one token of the value."""
        words = self.words
        if len(words) != 1:
            raise Untranslatable(f"`{self.name}` takes one value")
        return words[0]

    def units(self, name: str = "") -> tuple[str, ...]:
        """The units of a property that is a size; none where it is not."""
        forms = self.catalogue.style_props[name or self.name].forms
        return next((form.units for form in forms if form.kind == "size"), ())

    def read_size(self, token: Any, name: str = "") -> dict[str, Any]:
        """The size that a token says, in the units of a property."""
        return read_size(token, self.units(name))


def convert_plain(declaration: Declaration) -> dict[str, Part]:
    """A declaration of a property that has a value of one kind: a size, a colour, a number, a keyword or text."""
    name = declaration.name
    forms = {form.key: form for form in declaration.catalogue.style_props[name].forms}
    if "size" in forms:
        return {name: Part(declaration.read_size(declaration.only()))}
    if "color" in forms:
        return {name: Part(need_color(declaration.only()))}
    if "number" in forms:
        return {name: Part(typed("number", read_number(declaration.only())))}
    for key in ("string", "span", "font-family"):
        if key in forms:
            return {name: Part(typed(key, _read_text(declaration, forms[key].enum)))}
    raise Untranslatable(f"`{name}` cannot be written by itself")


def _read_text(declaration: Declaration, enum: tuple[str, ...]) -> str:
    text = declaration.text
    if enum and text.lower() not in enum:
        raise Untranslatable(f"`{declaration.name}` takes {', '.join(enum)}")
    return text.lower() if enum else text
