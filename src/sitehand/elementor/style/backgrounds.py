"""Backgrounds: colours, images and gradients, and where and how large they are."""

from collections.abc import Sequence
from typing import Any

from sitehand.elementor.style.declaration import Declaration, Part
from sitehand.elementor.style.effects import LENGTHS
from sitehand.elementor.style.gradients import read_gradient
from sitehand.elementor.style.positions import KEYWORDS, name_place, read_offsets
from sitehand.elementor.style.tokens import (
    Untranslatable,
    need_color,
    read_color,
    read_size,
    show,
    split_commas,
    split_spaces,
    typed,
)

REPEATS = {"repeat", "repeat-x", "repeat-y", "no-repeat"}
ATTACHMENTS = {"fixed", "scroll"}


def convert_background(declaration: Declaration) -> dict[str, Part]:
    """`background: #fff url(a.png) no-repeat center / cover`: layers, and a colour in the last."""
    if declaration.text.lower() == "none":
        return {"background": Part(typed("background", {}))}
    value: dict[str, Any] = {}
    layers = split_commas(declaration.tokens)
    overlays = []
    for number, tokens in enumerate(layers):
        image, color = _read_layer(split_spaces(tokens))
        if color and number < len(layers) - 1:
            raise Untranslatable("the colour of a background stands in its last layer")
        overlays += [image] if image else []
        value.update({"color": color} if color else {})
    if overlays:
        value["background-overlay"] = typed("background-overlay", overlays)
    return {"background": Part(typed("background", value))}


def convert_color(declaration: Declaration) -> dict[str, Part]:
    """`background-color`, beside what else the background has."""
    return _part(color=need_color(declaration.only()))


def convert_clip(declaration: Declaration) -> dict[str, Part]:
    """Convert `background-clip`."""
    return _part(clip=typed("string", declaration.text.lower()))


def convert_image(declaration: Declaration) -> dict[str, Part]:
    """Convert `background-image: url(a.png), linear-gradient(...)`."""
    words = [split_spaces(part) for part in split_commas(declaration.tokens)]
    if declaration.text.lower() == "none":
        return _part(**{"background-overlay": typed("background-overlay", [])})
    if any(len(part) != 1 for part in words):
        raise Untranslatable("`background-image` takes images with commas between")
    overlays = [_read_image(part[0]) for part in words]
    return _part(**{"background-overlay": typed("background-overlay", overlays)})


def convert_layout(declaration: Declaration) -> dict[str, Part]:
    """`background-size` and its like: they belong to the images that stand before them in the same rule."""
    name = declaration.name.removeprefix("background-")
    before = declaration.before.get("background")
    overlays = before.value["value"].get("background-overlay", {}).get("value", []) if before else []
    if before is None or not any(each["$$type"] == "background-image-overlay" for each in overlays):
        raise Untranslatable(f"`{declaration.name}` belongs to an image: write background: url(...) center / cover")
    said = _read_layout(name, declaration.words)
    changed = [
        {**each, "value": {**each["value"], name: said}} if each["$$type"] == "background-image-overlay" else each
        for each in overlays
    ]
    value = {**before.value["value"], "background-overlay": typed("background-overlay", changed)}
    return {"background": before._replace(value=typed("background", value))}


def _part(**value: Any) -> dict[str, Part]:
    return {"background": Part(typed("background", value), partial=True)}


def _read_layer(words: list[Any]) -> tuple[Any, Any]:
    """The image and the colour of a layer."""
    image = color = None
    layout: dict[str, list[Any]] = {}
    for word in words:
        name = word.lower_value if word.type == "ident" else ""
        if _is_image(word):
            image = _read_image(word)
        elif word == "/":
            layout["size"] = []
        elif name in REPEATS:
            layout["repeat"] = [word]
        elif name in ATTACHMENTS:
            layout["attachment"] = [word]
        elif name not in KEYWORDS and (found := read_color(word)) is not None and "size" not in layout:
            color = found
        else:
            layout.setdefault("size" if "size" in layout else "position", []).append(word)
    if layout and (image is None or image["$$type"] != "background-image-overlay"):
        raise Untranslatable("places and sizes of a background belong to an image by url(...)")
    if image:
        image["value"].update({name: _read_layout(name, said) for name, said in layout.items()})
    return image, color


def _is_image(word: Any) -> bool:
    return word.type == "url" or (
        word.type == "function" and (word.lower_name == "url" or "gradient" in word.lower_name)
    )


def _read_image(word: Any) -> dict[str, Any]:
    if word.type == "url" or (word.type == "function" and word.lower_name == "url"):
        said = word if word.type == "url" else next(iter(split_spaces(word.arguments)), word)
        if said.type not in {"url", "string"}:
            raise Untranslatable("an image is url(address)")
        address = said.value
        source = typed("image-src", {"url": typed("url", address)})
        image = typed("image", {"src": source, "size": typed("string", "large")})
        return typed("background-image-overlay", {"image": image})
    if word.type == "function" and word.lower_name in {"linear-gradient", "radial-gradient"}:
        return typed("background-gradient-overlay", read_gradient(word))
    raise Untranslatable(f"`{show(word)}` is not a valid image: use url, linear-gradient, radial-gradient")


def _read_layout(name: str, words: Sequence[Any]) -> dict[str, Any]:
    if not words:
        raise Untranslatable(f"the {name} of the background is missing")
    text = " ".join(show(word).lower() for word in words)
    if name == "position":
        place = name_place(words)
        return typed("string", place) if place else read_offsets(words, "background-image-position-offset", LENGTHS)
    if name == "size" and text not in {"auto", "cover", "contain"}:
        sizes = [read_size(word, (*LENGTHS, "auto")) for word in words][:2]
        width, height = sizes if len(sizes) > 1 else (sizes[0], typed("size", {"size": "", "unit": "auto"}))
        return typed("background-image-size-scale", {"width": width, "height": height})
    return typed("string", text)
