"""Containers as groups, columns, rows of buttons and covers. Sections are containers by then."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.blocks.making import NewBlock
from sitehand.elementor.document import Element
from sitehand.elementor.rendering.values import write_color, write_gaps, write_number, write_size
from sitehand.exchange.to_blocks.registry import becomes_blocks
from sitehand.exchange.to_blocks.source import Look, Source

LOOK = Look("", "", "", "background", "margin", "padding", "border", "box_shadow")
PARTS = ("header", "main", "section", "article", "aside", "footer")
ACROSS = {"flex-start": "left", "center": "center", "flex-end": "right", "space-between": "space-between"}
BLOCKED = {"flex-start": "left", "center": "center", "flex-end": "right", "stretch": "stretch"}
DOWN = {"flex-start": "top", "center": "center", "flex-end": "bottom", "space-between": "space-between"}
FLOW: Mapping[str, Any] = {"type": "default"}
CENTERED = {"type": "flex", "orientation": "vertical", "verticalAlignment": "center"}
GROUNDS = ("background", "background_overlay")
HEIGHT = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(px|em|rem|vw|vh)")
MIDDLE = {"flex-start": "top", "center": "center", "flex-end": "bottom"}


@becomes_blocks("container")
def convert_container(source: Source) -> list[NewBlock]:
    """A group, or columns where the container is a row of containers."""
    children = source.element.children
    row = _is_row(source)
    if row and children and all(child.kind == "container" for child in children):
        return [_wrap(source, [_make_columns(source)])]
    inner = source.convert(children)
    if row and children and all(child.kind == "button" for child in children) and _can_join(inner):
        return [_wrap(source, [_join_buttons(source, inner)])]
    return [_make_group(source, inner, _read_layout(source, row=row))]


def _is_row(source: Source) -> bool:
    if source.settings.text("container_type") == "grid":
        return False
    direction = source.element.settings.get("flex_direction")
    if direction in ("row", "column"):
        source.noted.names.add("flex_direction")
    return isinstance(direction, str) and direction.startswith("row")


def _read_layout(source: Source, *, row: bool) -> dict[str, Any]:
    """How the children stand, in the words of blocks."""
    settings = source.settings
    if settings.text("container_type") == "grid":
        tracks = source.element.settings.get("grid_columns_grid")
        number = write_number(tracks.get("size")) if isinstance(tracks, dict) and tracks.get("unit") == "fr" else ""
        if number.isdecimal():
            source.noted.names.add("grid_columns_grid")
        return {"type": "grid", "columnCount": int(number) if number.isdecimal() else 3}
    along, across = ("flex_justify_content", "flex_align_items")
    if row:
        wrap = {} if source.choice("flex_wrap", ("wrap", "nowrap")) == "wrap" else {"flexWrap": "nowrap"}
        place, other = source.choice(along, ACROSS), source.choice(across, MIDDLE)
        given = {"justifyContent": ACROSS.get(place), "verticalAlignment": MIDDLE.get(other)}
        return {"type": "flex", **wrap, **{name: value for name, value in given.items() if value}}
    place, other = source.choice(across, BLOCKED), source.choice(along, DOWN)
    given = {"justifyContent": BLOCKED.get(place), "verticalAlignment": DOWN.get(other)}
    chosen = {name: value for name, value in given.items() if value and value != "stretch"}
    return {"type": "flex", "orientation": "vertical", **chosen} if chosen else {"type": "default"}


def _make_group(source: Source, inner: Sequence[NewBlock], layout: Mapping[str, Any]) -> NewBlock:
    """A group. One that is outermost goes over the whole page, with its content in the middle."""
    if layout == CENTERED and _is_cover(source):
        layout = FLOW  # as the content of a cover stands without being told
    if not source.is_outermost:
        _ = source.settings.text("content_width")
        return _shell(source, {"layout": layout}, inner)
    if source.settings.text("content_width", "boxed") == "full":
        return _shell(source, {"align": "full", "layout": layout}, inner)
    if layout["type"] != "default":
        inner = [NewBlock("core/group", {"layout": layout, **_read_gap(source)}, inner)]
    width = source.read_size("boxed_width") or source.site.width
    return _shell(source, {"align": "full", "layout": {"type": "constrained", "contentSize": width}}, inner)


def _shell(source: Source, attributes: Mapping[str, Any], inner: Sequence[NewBlock]) -> NewBlock:
    """A group; a cover where a colour lies between a picture and what is before it."""
    settings = source.settings
    address = settings.object("background_image").text("url")
    if not _is_cover(source):
        return source.make("core/group", {**attributes, **_read_box(source)}, LOOK, inner)
    source.noted.names |= {"background_background", "background_overlay_background", "background_overlay_color"}
    share = settings.number("background_overlay_opacity", 0.5, 0, 1)
    given = {
        "url": address,
        "dimRatio": round(share * 10) * 10,
        "customOverlayColor": settings.text("background_overlay_color"),
    }
    height = _split_height(source.read_size("min_height"))
    usual = {"background_size": "cover", "background_position": "center center"}
    source.noted.names |= {name for name, value in usual.items() if source.element.settings.get(name) == value}
    known = {**attributes, **given, **height, **_read_gap(source), "isUserOverlayColor": True}
    return source.make("core/cover", known, LOOK, inner)


def _is_cover(source: Source) -> bool:
    values = source.element.settings
    picture = values.get("background_image")
    plain = all(values.get(f"{name}_background") == "classic" for name in GROUNDS)
    named = isinstance(picture, dict) and bool(picture.get("url"))
    return plain and named and bool(write_color(values.get("background_overlay_color")))


def _split_height(size: str) -> dict[str, Any]:
    found = HEIGHT.fullmatch(size)
    return {"minHeight": float(found[1]), "minHeightUnit": found[2]} if found else {}


def _wrap(source: Source, inner: list[NewBlock]) -> NewBlock:
    """The one block within; within a group where that says more of the container than it can."""
    _ = [source.settings.text(name) for name in ("content_width", "flex_wrap", "flex_wrap_mobile")]
    group = _make_group(source, inner, FLOW)
    style = dict(group.attributes.get("style", {}))
    style["spacing"] = {name: each for name, each in style.get("spacing", {}).items() if name != "blockGap"}
    style = {name: each for name, each in style.items() if each}
    others = {name: each for name, each in group.attributes.items() if name != "style"}
    group = NewBlock(group.name, {**others, **({"style": style} if style else {})}, inner)
    return group if source.is_outermost or len(group.attributes) > 1 else inner[0]


def _read_box(source: Source) -> dict[str, Any]:
    """What a group has beside its look: its element, its height, the room between its blocks, its picture."""
    tag, style = source.choice("html_tag", (*PARTS, "div")), dict(_read_gap(source).get("style", {}))
    if height := source.read_size("min_height"):
        style["dimensions"] = {"minHeight": height}
    if picture := _read_background(source):
        style["background"] = picture
    given = {"style": style} if style else {}
    return {**given, **({"tagName": tag} if tag in PARTS else {})}


def _read_gap(source: Source) -> dict[str, Any]:
    name = "grid_gaps" if source.settings.text("container_type") == "grid" else "flex_gap"
    gap = write_gaps(source.element.settings.get(name))
    if not gap:
        return {}
    source.noted.names.add(name)
    row, _, column = gap.partition(" ")
    return {"style": {"spacing": {"blockGap": row if column in ("", row) else {"top": row, "left": column}}}}


def _read_background(source: Source) -> dict[str, Any]:
    settings = source.settings
    address = settings.object("background_image").text("url")
    if source.choice("background_background", ("classic",)) != "classic" or not address:
        return {}
    size = source.choice("background_size", ("cover", "contain"))
    chosen = {"backgroundSize": size} if size else {}
    return {"backgroundImage": {"url": address, "source": "file"}, **chosen}


def _make_columns(source: Source) -> NewBlock:
    """Columns, each with its width."""
    place = MIDDLE.get(source.choice("flex_align_items", (*MIDDLE, "stretch")))
    columns = [column for child in source.element.children for column in source.convert([child])]
    given = {"verticalAlignment": place} if place else {}
    return NewBlock("core/columns", {**given, **_read_gap(source)}, columns)


def make_column(source: Source, inner: Sequence[NewBlock]) -> NewBlock:
    """A column of its row."""
    width = source.element.settings.get("width")
    attributes: dict[str, Any] = {}
    if isinstance(width, dict) and width.get("unit", "%") in ("%", "px", "em", "rem", "vw") and write_size(width):
        attributes["width"] = source.read_size("width")
    if source.element.settings.get("width_mobile", {}) == {"unit": "%", "size": 100, "sizes": []}:
        source.noted.names.add("width_mobile")  # as columns are without being told
    _ = source.settings.text("content_width")
    layout = _read_layout(source, row=_is_row(source))
    place = layout.pop("verticalAlignment", None)
    if layout["type"] != "default" and set(layout) - {"type", "orientation"}:
        inner = [NewBlock("core/group", {"layout": layout}, inner)]
    attributes |= {"verticalAlignment": place} if place in MIDDLE.values() else {}
    return source.make("core/column", {**attributes, **_read_gap(source)}, LOOK, inner)


def is_column(element: Element) -> bool:
    """Whether a container is one of a row of containers alone."""
    row = element.parent
    if row is None or row.kind != "container" or row.settings.get("container_type") == "grid":
        return False
    direction = row.settings.get("flex_direction")
    across = isinstance(direction, str) and direction.startswith("row")
    return across and all(child.kind == "container" for child in row.children)


def _can_join(rows: Sequence[NewBlock]) -> bool:
    """Whether what rows of one button each say can be said by their buttons, or by the row of all of them."""
    return all(row.name == "core/buttons" and row.attributes.keys() <= {"layout", *NAMES} for row in rows)


NAMES = ("anchor", "className", "metadata")
"""What people call an element, and where it is hidden: attributes of a button as of a row."""


def _join_buttons(source: Source, rows: Sequence[NewBlock]) -> NewBlock:
    """One row of the buttons of several, each with the names of its own."""
    place = ACROSS.get(source.choice("flex_justify_content", ACROSS))
    layout = {"layout": {"type": "flex", "justifyContent": place}} if place else {}
    return NewBlock("core/buttons", layout, [_name_button(row, button) for row in rows for button in row.inner])


def _name_button(row: NewBlock, button: NewBlock) -> NewBlock:
    named = {name: row.attributes[name] for name in NAMES if name in row.attributes}
    return NewBlock(button.name, {**named, **button.attributes}, button.inner)
