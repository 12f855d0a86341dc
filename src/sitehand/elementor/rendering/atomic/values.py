"""Typed values of styles as CSS, by their type. What is no such value becomes an empty text."""

from collections.abc import Callable, Mapping
from typing import Any

from sitehand.elementor.rendering.atomic.props import (
    read_id,
    read_list,
    read_number,
    read_object,
    read_plain,
    read_value,
)
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.values import (
    write_color,
    write_expression,
    write_family,
    write_image,
    write_number,
    write_size,
    write_tracks,
    write_variable,
    write_words,
)

SIMPLE: Mapping[str, Callable[[Any], str]] = {
    "size": write_size,
    "grid-track-size": write_tracks,
    "color": write_color,
    "number": write_number,
    "string": write_expression,
    "span": write_expression,
    "font-family": write_family,
    "global-color-variable": write_variable,
    "global-size-variable": write_variable,
    "global-custom-size-variable": write_variable,
    "global-font-variable": write_variable,
}
FUNCTIONS = {"transform-move": "translate3d", "transform-scale": "scale3d", "transform-skew": "skew"}
TONES = ("blur", "brightness", "contrast", "grayscale", "invert", "saturate", "sepia", "hue-rotate")


def write_simple(value: Any) -> str:
    """A value of one part, such as a size, a colour or a variable."""
    kind, plain = read_value(value)
    return SIMPLE[kind](plain) if kind in SIMPLE else ""


def write_shadows(value: Any) -> str:
    """Write shadows, the uppermost first."""
    return ", ".join(filter(None, map(_write_shadow, read_list(value)))) or "none"


def _write_shadow(value: Any) -> str:
    parts = read_object(value)
    lengths = [write_simple(parts.get(name)) for name in ("hOffset", "vOffset", "blur", "spread")]
    color = write_simple(parts.get("color"))
    inset = " inset" if read_plain(parts.get("position")) == "inset" else ""
    return f"{' '.join(length or '0' for length in lengths)} {color}{inset}" if color else ""


def write_filters(value: Any) -> str:
    """Filters, one after the other."""
    return " ".join(filter(None, map(_write_filter, read_list(value)))) or "none"


def _write_filter(value: Any) -> str:
    parts = read_object(value)
    name, given = read_plain(parts.get("func")), read_object(parts.get("args"))
    if name == "drop-shadow":
        lengths = [write_simple(given.get(each)) or "0" for each in ("xAxis", "yAxis", "blur")]
        return f"drop-shadow({' '.join(lengths)} {write_simple(given.get('color'))})"
    amount = write_simple(given.get("size"))
    return f"{name}({amount})" if name in TONES and amount else ""


def write_transform(value: Any) -> str:
    """Movements, one after the other."""
    return " ".join(filter(None, map(_write_movement, read_list(read_object(value).get("transform-functions")))))


def _write_movement(value: Any) -> str:
    kind, _ = read_value(value)
    parts = read_object(value)
    axes = ("x", "y") if kind == "transform-skew" else ("x", "y", "z")
    if kind == "transform-rotate":
        turns = [(axis, write_simple(parts.get(axis))) for axis in axes]
        return " ".join(f"rotate{axis.upper()}({turn})" for axis, turn in turns if turn)
    nothing = "1" if kind == "transform-scale" else "0"
    amounts = [write_simple(parts.get(axis)) or nothing for axis in axes]
    return f"{FUNCTIONS[kind]}({', '.join(amounts)})" if kind in FUNCTIONS else ""


def write_transitions(value: Any) -> str:
    """The CSS value of `transition`: the properties that change, and how long each takes."""
    found = []
    for each in read_list(value):
        parts = read_object(each)
        name = write_words(read_plain(read_object(parts.get("selection")).get("value")))
        time = write_simple(parts.get("size"))
        found.append(f"{name} {time}" if name and time else "")
    return ", ".join(filter(None, found))


def write_flex(value: Any) -> str:
    """How a box grows and shrinks."""
    parts = read_object(value)
    basis = write_simple(parts.get("flexBasis")) or "auto"
    grow, shrink = (write_simple(parts.get(name)) for name in ("flexGrow", "flexShrink"))
    return f"{grow or '0'} {shrink or '1'} {basis}" if parts else ""


def write_position(value: Any) -> str:
    """A place in a box: two sizes, or words."""
    parts = read_object(value)
    x, y = (write_simple(parts.get(name)) for name in ("x", "y"))
    return f"{x or '0'} {y or '0'}" if x or y else write_words(read_plain(value))


def write_layers(value: Any, references: References) -> str:
    """The pictures and colours of a background, the uppermost first."""
    return ", ".join(filter(None, (_write_layer(each, references) for each in read_list(value))))


def _write_layer(value: Any, references: References) -> str:
    kind, _ = read_value(value)
    parts = read_object(value)
    if kind == "background-color-overlay":
        color = write_simple(parts.get("color"))
        return f"linear-gradient({color}, {color})" if color else ""
    if kind == "background-gradient-overlay":
        return _write_gradient(parts)
    return _write_picture(parts, references) if kind == "background-image-overlay" else ""


def _write_gradient(parts: Mapping[str, Any]) -> str:
    stops = []
    for each in read_list(parts.get("stops")):
        stop = read_object(each)
        color, offset = write_simple(stop.get("color")), read_number(stop.get("offset"))
        stops.append(f"{color} {offset or 0:g}%" if color else "")
    listed = ", ".join(filter(None, stops))
    if not listed:
        return ""
    if read_plain(parts.get("type")) == "radial":
        return (
            f"radial-gradient(circle at {write_expression(read_plain(parts.get('positions'))) or 'center'}, {listed})"
        )
    angle = read_number(parts.get("angle"))
    return f"linear-gradient({180 if angle is None else angle:g}deg, {listed})"


def _write_picture(parts: Mapping[str, Any], references: References) -> str:
    """A picture with its place, size and repetition, as the layer of a shorthand."""
    image = write_image({"url": find_source(read_object(parts.get("image")).get("src"), references)})
    if not image:
        return ""
    place = write_position(parts.get("position")) or "0% 0%"
    scale = read_object(parts.get("size"))
    sizes = " ".join(write_simple(scale.get(name)) or "auto" for name in ("width", "height"))
    size = sizes if scale else write_words(read_plain(parts.get("size"))) or "auto"
    repeat = write_words(read_plain(parts.get("repeat"))) or "repeat"
    return f"{image} {place} / {size} {repeat}"


def find_source(value: Any, references: References) -> str:
    """The address of a typed file: its own, or that of the site's file with its id."""
    parts = read_object(value)
    url = read_plain(parts.get("url"))
    if isinstance(url, str) and url:
        return url
    known = references.pictures.get(read_id(parts.get("id")))
    return known.url if known else ""
