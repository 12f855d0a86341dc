"""An element that becomes blocks: its settings, of which it is noted what was carried over, and its look as CSS."""

import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sitehand.blocks.making import NewBlock
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import Element
from sitehand.elementor.rendering.settings import Settings
from sitehand.elementor.rendering.values import (
    write_color,
    write_expression,
    write_family,
    write_number,
    write_size,
    write_weight,
    write_words,
)
from sitehand.exchange.looks import Declaration, dress
from sitehand.exchange.noted import Noted
from sitehand.exchange.report import Report
from sitehand.exchange.site import Site

SIDES = ("top", "right", "bottom", "left")
ALIGNMENTS = {"start": "left", "end": "right"}
BORDERS = ("solid", "double", "dotted", "dashed", "groove")
FONT: Mapping[str, Callable[[Any], str]] = {
    "font_family": write_family,
    "font_size": write_size,
    "font_weight": write_weight,
    "font_style": write_words,
    "text_transform": write_words,
    "text_decoration": write_words,
    "line_height": write_size,
    "letter_spacing": write_size,
}
HIDDEN = ("desktop", "tablet", "mobile")
GLOBALS = "__globals__"


class Look(NamedTuple):
    """The settings by which an element looks as it does: names, or the beginnings of names of groups."""

    color: str = ""
    align: str = ""
    font: str = ""
    background: str = "_background"
    margin: str = "_margin"
    padding: str = "_padding"
    border: str = "_border"
    shadow: str = "_box_shadow"


@dataclass(slots=True)
class Source:
    """An element. `convert` makes blocks of those in it."""

    element: Element
    site: Site
    report: Report
    convert: Callable[[Sequence[Element]], list[NewBlock]]
    is_outermost: bool
    noted: Noted = field(init=False)
    settings: Settings = field(init=False)

    def __post_init__(self) -> None:
        self.noted = Noted(self.element.settings)
        self.settings = Settings(self.noted)

    @property
    def id(self) -> str:
        """The id of the element."""
        return self.element.id

    def choice(self, name: str, options: Container[str], default: str = "") -> str:
        """A setting that is one of these words; empty, and not carried over, where it is another."""
        found = self.settings_of.text(name, default)
        return self.settings.text(name, default) if found in options else ""

    def rows(self, name: str) -> list[Settings]:
        """All rows of a repeater or gallery."""
        return self.settings.rows(name, sys.maxsize)

    def make(
        self,
        name: str,
        attributes: Mapping[str, Any],
        look: Look | None = None,
        inner: Sequence[NewBlock] = (),
    ) -> NewBlock:
        """A block that looks as the element does, as far as it can."""
        look = look or Look()
        kind = self.site.release.describe(name)
        declared = list(self._list_declarations(look))
        dressed, read = dress(kind, declared, self.site.release.dialect)
        self.noted.names |= read
        made = {**self._read_names(kind.attributes), **dressed, **_without_nothing(attributes)}
        return NewBlock(name, _join(dressed, made), inner)

    def make_part(self, name: str, attributes: Mapping[str, Any], color: str, font: str) -> NewBlock:
        """A block of a part of the element, with the colour and the font of that part alone."""
        kind = self.site.release.describe(name)
        declared = [*self._list_color(color, "color"), *self._list_font(font)]
        dressed, read = dress(kind, declared, self.site.release.dialect)
        self.noted.names |= read
        return NewBlock(name, {**dressed, **_without_nothing(attributes)})

    def _read_names(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """What people call the element, and on which screens it is hidden."""
        classes = self.settings.text("_css_classes") or self.settings.text("css_classes")
        metadata: dict[str, Any] = {"name": self.settings.text("_title")} if self.settings.text("_title") else {}
        hidden = {name: False for name in HIDDEN if self.settings.text(f"hide_{name}")}
        if hidden:
            metadata["blockVisibility"] = {"viewport": hidden}
        given = {"anchor": self.settings.text("_element_id"), "className": classes, "metadata": metadata}
        return {name: value for name, value in given.items() if value and name in known}

    def _list_declarations(self, look: Look) -> Iterator[Declaration]:
        values = self.element.settings
        if look.color:
            yield from self._list_color(look.color, "color")
        align = values.get(look.align)
        if look.align and isinstance(align, str) and align:
            yield Declaration("text-align", ALIGNMENTS.get(align, align), (look.align,))
        if look.font:
            yield from self._list_font(look.font)
        yield from self._list_background(look.background)
        yield from self._list_sides(look.margin, "margin")
        yield from self._list_sides(look.padding, "padding")
        yield from self._list_border(look.border)
        yield from self._list_shadow(look.shadow)

    def _list_color(self, name: str, property: str, *switches: str) -> Iterator[Declaration]:
        kind, identifier = self.settings_of.reference(name)
        if kind == "colors" and (value := self.site.refer_to_color(identifier)):
            yield Declaration(property, value, (f"{GLOBALS}.{name}", name, *switches))
        elif not kind and (value := write_color(self.element.settings.get(name))):
            yield Declaration(property, value, (name, *switches))

    @property
    def settings_of(self) -> Settings:
        """The settings, of which nothing is noted."""
        return Settings(self.element.settings)

    def _list_font(self, group: str) -> Iterator[Declaration]:
        switch = f"{group}_typography"
        kind, identifier = self.settings_of.reference(switch)
        for name, value in self.site.fonts.get(identifier, {}).items() if kind == "typography" else ():
            yield Declaration(name.replace("_", "-"), value, (f"{GLOBALS}.{switch}", switch))
        if kind or self.element.settings.get(switch) != "custom":
            return
        for member, write in FONT.items():
            name = f"{group}_{member}"
            if value := write(self.element.settings.get(name)):
                yield Declaration(member.replace("_", "-"), value, (name, switch))

    def _list_background(self, group: str) -> Iterator[Declaration]:
        switch = f"{group}_background"
        kind = self.element.settings.get(switch, self._find_default(switch))
        if kind == "classic":
            yield from self._list_color(f"{group}_color", "background-color", switch)
        elif kind == "gradient":
            yield from self._list_gradient(group, switch)

    def _find_default(self, name: str) -> str:
        found = load_catalogue().classic.types.get(self.element.kind)
        return found.controls[name].default if found and name in found.controls else ""

    def _list_gradient(self, group: str, switch: str) -> Iterator[Declaration]:
        names = [f"{group}_{each}" for each in ("color", "color_stop", "color_b", "color_b_stop", "gradient_angle")]
        first, stop, second, end, angle = (self.element.settings.get(name) for name in names)
        colors = write_color(first), write_color(second)
        if all(colors) and self.element.settings.get(f"{group}_gradient_type", "linear") == "linear":
            places = write_size(stop) or "0%", write_size(end) or "100%"
            value = f"linear-gradient({write_size(angle) or '180deg'},{colors[0]} {places[0]},{colors[1]} {places[1]})"
            yield Declaration("background", value, (switch, f"{group}_gradient_type", *names))

    def _list_sides(self, name: str, property: str) -> Iterator[Declaration]:
        found = self.element.settings.get(name)
        sizes = _read_sides(found)
        if self.element.kind == "container" and not any(size.strip("pxem%r0.") for size in sizes):
            self.noted.names |= {name} if sizes else set()  # which a group has without being told
            return
        for side, size in zip(SIDES, sizes, strict=False):
            yield Declaration(f"{property}-{side}", size, (name,))

    def _list_border(self, group: str) -> Iterator[Declaration]:
        switch, width = f"{group}_border", f"{group}_width"
        style = self.element.settings.get(switch)
        radius = _read_sides(self.element.settings.get(f"{group}_radius"))
        if len(set(radius)) == 1:
            yield Declaration("border-radius", radius[0], (f"{group}_radius",))
        if style not in BORDERS:
            return
        sizes = _read_sides(self.element.settings.get(width))
        sides = [("border", sizes[0])] if len(set(sizes)) == 1 else []
        sides = sides or [(f"border-{side}", size) for side, size in zip(SIDES, sizes, strict=False)]
        for side, size in sides:
            if size.strip("pxem%r") not in ("", "0"):
                yield Declaration(f"{side}-width", size, (width,))
                yield Declaration(f"{side}-style", str(style), (switch,))
                yield from self._list_color(f"{group}_color", f"{side}-color")

    def _list_shadow(self, group: str) -> Iterator[Declaration]:
        switch, name = f"{group}_box_shadow_type", f"{group}_box_shadow"
        found = self.element.settings.get(name)
        if self.element.settings.get(switch) == "yes" and isinstance(found, dict):
            lengths = [write_number(found.get(each)) or "0" for each in ("horizontal", "vertical", "blur", "spread")]
            color = write_color(found.get("color")) or "rgba(0,0,0,0.5)"
            yield Declaration("box-shadow", " ".join([*(f"{each}px" for each in lengths), color]), (switch, name))

    def read_size(self, name: str) -> str:
        """A size as CSS, noted."""
        value = self.element.settings.get(name)
        if found := write_size(value) or write_expression(value):
            self.noted.names.add(name)
        return found

    def read_link(self, name: str = "link", row: Settings | None = None) -> dict[str, str]:
        """A link, of the element or a row: `url`, and where it says so `linkTarget` and `rel`; empty for none."""
        link = (row or self.settings).object(name)
        address = link.text("url").strip()
        if not address:
            return {}
        blank, nofollow = link.flag("is_external"), link.flag("nofollow")
        rel = " ".join(filter(None, ("noreferrer noopener" if blank else "", "nofollow" if nofollow else "")))
        if link.text("custom_attributes"):
            self.report.leave_out(self.id, f"{name}.custom_attributes", link.text("custom_attributes"))
        given = {"url": address, "linkTarget": "_blank" if blank else "", "rel": rel}
        return {key: value for key, value in given.items() if value}


def _read_sides(value: Any) -> list[str]:
    """Four sizes; none where one is missing, as Elementor leaves out the rule then."""
    if not isinstance(value, dict):
        return []
    unit = value.get("unit") or "px"
    sizes = [write_size({"size": value.get(side), "unit": unit}) for side in SIDES]
    return sizes if all(sizes) else []


def _without_nothing(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value not in (None, "", {})}


def _join(dressed: Mapping[str, Any], made: dict[str, Any]) -> dict[str, Any]:
    """The attributes with both styles: that of the look, and that which was given."""
    if "style" in dressed and made.get("style") is not dressed["style"]:
        style = dict(dressed["style"])
        for group, members in made["style"].items():
            both = isinstance(members, dict) and isinstance(style.get(group), dict)
            style[group] = {**style[group], **members} if both else members
        made["style"] = style
    return made
