"""Groups, columns, covers, and media beside text as containers."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.blocks.styles import pick
from sitehand.exchange.to_elements.media import read_length, read_picture, read_size
from sitehand.exchange.to_elements.registry import Part, becomes_elements
from sitehand.exchange.to_elements.source import Source

ACROSS = {"left": "flex-start", "center": "center", "right": "flex-end", "space-between": "space-between"}
BLOCKED = {"left": "flex-start", "center": "center", "right": "flex-end", "stretch": "stretch"}
DOWN = {"top": "flex-start", "center": "center", "bottom": "flex-end"}
TAGS = ("header", "main", "section", "article", "aside", "footer")
WHOLE = {"unit": "%", "size": 100}
HEIGHTS = ("px", "em", "rem", "vh")
BARE: Mapping[str, str] = {"unit": "px", "top": "0", "right": "0", "bottom": "0", "left": "0"}
"""Containers have room at their sides unless they are told otherwise."""


@becomes_elements("group")
def convert_group(source: Source) -> list[Part]:
    """A container."""
    tag = source.choice("tagName", (*TAGS, "div"))
    settings = {**read_layout(source), **_read_background(source), **({"html_tag": tag} if tag in TAGS else {})}
    return [source.box(source.convert(source.entry.inner), {**settings, **_read_room(source)})]


def read_layout(source: Source) -> Part:
    """How the blocks stand, in the words of Elementor."""
    kind, wide = source.layout("type"), source.choice("align", ("wide", "full"))
    width = read_size(pick(source.attributes.values_of, "layout.contentSize"))
    source.attributes.names |= {"layout.contentSize"} if width and kind == "constrained" else set()
    settings: Part = {"content_width": "full"}
    if kind == "constrained":
        settings = {"content_width": "boxed", **({"boxed_width": width} if width else {})}
    if kind == "grid":
        number = source.layout("columnCount")
        tracks = {"unit": "fr", "size": number if isinstance(number, int) else 3}
        return {**settings, "container_type": "grid", "grid_columns_grid": tracks, "grid_rows_grid": ROW}
    if kind == "flex":
        settings |= _read_flex(source)
    return settings if wide or kind != "default" else {"content_width": "full"}


ROW = {"unit": "fr", "size": 1}


def _read_flex(source: Source) -> Part:
    down = source.layout("orientation") == "vertical"
    place = (BLOCKED if down else ACROSS).get(source.layout("justifyContent", BLOCKED if down else ACROSS))
    other = DOWN.get(source.layout("verticalAlignment", DOWN))
    along, across = (other, place) if down else (place, other)
    given = {"flex_justify_content": along, "flex_align_items": across}
    wrap = "nowrap" if source.layout("flexWrap") == "nowrap" or down else "wrap"
    direction = {"flex_direction": "column" if down else "row", "flex_wrap": wrap}
    return {**direction, **{name: value for name, value in given.items() if value}}


def _read_room(source: Source) -> Part:
    """The padding and the gap that a block has; none of its own where it says nothing."""
    gap = pick(source.attributes.values_of, "style.spacing.blockGap")
    room: Part = {} if pick(source.attributes.values_of, "style.spacing.padding") else {"padding": dict(BARE)}
    if isinstance(gap, str):
        gap = {"top": gap, "left": gap}
    if not isinstance(gap, Mapping):
        return room
    sizes = [read_size(_resolve(source, gap.get(side, "0px"))) for side in ("left", "top")]
    if all(sizes) and sizes[0]["unit"] == sizes[1]["unit"]:
        source.attributes.names.add("style.spacing.blockGap")
        column, row = (f"{size['size']:g}" for size in sizes)
        name = "grid_gaps" if source.layout("type") == "grid" else "flex_gap"
        room[name] = {"unit": sizes[0]["unit"], "column": column, "row": row, "isLinked": column == row}
    return room


def _resolve(source: Source, value: Any) -> Any:
    if isinstance(value, str) and value.startswith("var:preset|spacing|"):
        return source.site.find_preset("spacing", value.rsplit("|", 1)[1])
    return "0px" if value in ("0", 0) else value


def _read_background(source: Source) -> Part:
    picture = pick(source.attributes.values_of, "style.background.backgroundImage")
    size = pick(source.attributes.values_of, "style.background.backgroundSize")
    if not isinstance(picture, Mapping) or not picture.get("url"):
        return {}
    source.attributes.names |= {"style.background.backgroundImage", "style.background.backgroundSize"}
    ground = {"background_background": "classic", "background_image": read_picture(picture)}
    return {**ground, "background_size": size if size in ("cover", "contain") else "cover"}


@becomes_elements("columns")
def convert_columns(source: Source) -> list[Part] | None:
    """A row of containers, below each other on telephones unless the columns stay beside each other."""
    if any(entry.block.name != "core/column" for entry in source.entry.inner):
        return None
    columns = [source.open(entry) for entry in source.entry.inner]
    stacked = source.attributes.get("isStackedOnMobile", True)
    widths = [read_length(column, "width") for column in columns]
    share = {"unit": "%", "size": round(100 / max(len(columns), 1), 2)}
    mobile = {"width_mobile": WHOLE} if stacked else {}
    inner = [
        _make_column(column, {"width": width or share, **mobile}) for column, width in zip(columns, widths, strict=True)
    ]
    place = DOWN.get(source.choice("verticalAlignment", DOWN))
    row: Part = {"flex_direction": "row", "content_width": "full", "flex_wrap": "nowrap", **_read_room(source)}
    row |= {"flex_wrap_mobile": "wrap"} if stacked else {}
    return [source.box(inner, {**row, **({"flex_align_items": place} if place else {})})]


def _make_column(column: Source, width: Part) -> Part:
    place = DOWN.get(column.choice("verticalAlignment", DOWN))
    settings = {**width, "content_width": "full", **_read_room(column)}
    made = column.box(
        column.convert(column.entry.inner), {**settings, **({"flex_justify_content": place} if place else {})}
    )
    column.report.count(column.entry.block.name, ("container",))
    return made


@becomes_elements("cover")
def convert_cover(source: Source) -> list[Part] | None:
    """A container with a picture behind it, and a colour between."""
    if source.text("backgroundType") == "video" or source.attributes.get("useFeaturedImage"):
        return None
    picture, _ = read_picture(source.attributes), source.attributes.get("isUserOverlayColor")
    settings: Part = {**read_layout(source), "content_width": "boxed", **_read_room(source)}
    if picture:
        ground = {"background_background": "classic", "background_image": picture, "background_size": "cover"}
        settings |= {**ground, "background_position": "center center"}
    color = source.site.find_preset("color", source.text("overlayColor")) or source.text("customOverlayColor")
    share = source.attributes.get("dimRatio", 100)
    if color or picture:
        names = "background_overlay_" if picture else "background_"
        settings |= {f"{names}background": "classic", f"{names}color": color or "#000000"}
    if picture and isinstance(share, int | float):
        settings["background_overlay_opacity"] = {"unit": "px", "size": min(max(share, 0), 100) / 100}
    height, unit = source.attributes.get("minHeight") or 430, source.text("minHeightUnit") or "px"
    settings["min_height"] = (
        {"unit": unit, "size": height} if unit in HEIGHTS else {"unit": "custom", "size": f"{height}{unit}"}
    )
    settings["flex_justify_content"] = "center"
    return [source.box(source.convert(source.entry.inner), settings)]


@becomes_elements("media-text")
def convert_media(source: Source) -> list[Part] | None:
    """A row of a picture and a container."""
    picture = read_picture(source.attributes, "mediaUrl", "mediaId", "mediaAlt")
    if source.text("mediaType") != "image" or not picture:
        return None
    share = source.attributes.get("mediaWidth", 50)
    share = min(max(share, 0), 100) if isinstance(share, int | float) else 50
    image = {"elType": "widget", "widgetType": "image", "settings": {"image": picture, "image_size": "full"}}
    mobile = {"width_mobile": WHOLE, "content_width": "full", "padding": dict(BARE)}
    boxes = [
        _plain_box([image], {"width": {"unit": "%", "size": share}, **mobile}),
        _plain_box(source.convert(source.entry.inner), {"width": {"unit": "%", "size": 100 - share}, **mobile}),
    ]
    if source.text("mediaPosition") == "right":
        boxes.reverse()
    place = DOWN.get(source.text("verticalAlignment") or "center")
    row = {"flex_direction": "row", "content_width": "full", "flex_wrap_mobile": "wrap", "flex_align_items": place}
    return [source.box(boxes, row)]


def _plain_box(inner: Sequence[Part], settings: Part) -> Part:
    return {"elType": "container", "settings": settings, "elements": list(inner)}
