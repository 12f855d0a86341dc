"""The HTML of blocks with pictures, sound, video and files."""

from collections.abc import Mapping
from typing import Any

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import escape_text, join_classes, read_number, round_number, write_element, write_number
from sitehand.blocks.saves.draft import BUTTON, Draft
from sitehand.blocks.styles import Style, write_css
from sitehand.blocks.supports import border_classes

MIDDLE = {"x": 0.5, "y": 0.5}
HALF = 50
"""The default width of a picture beside text, in percent."""


def save_image(draft: Draft) -> str:
    """A picture, within a link if there is one, and its caption."""
    border = write_css({"border": draft["style.border"]}, draft.release)
    classes = join_classes(
        bool(draft["sizeSlug"]) and f"size-{draft['sizeSlug']}",
        bool(draft["width"] or draft["height"]) and "is-resized",
        bool(border or border_classes(draft.attributes)) and "has-custom-border",
    )
    picture = _write_picture(draft, border)
    if draft["href"]:
        picture = write_element("a", _link(draft), picture)
    return draft.wrap("figure", picture, _image_caption(draft), classes=classes)


def save_gallery(draft: Draft) -> str:
    """Pictures, each a block of its own."""
    caption = draft.caption("blocks-gallery-caption")
    if draft["dynamicContent"]:
        return caption
    columns = draft["columns"]
    classes = join_classes(
        "has-nested-images",
        f"columns-{'default' if columns is None else write_number(columns)}",
        draft["imageCrop"] and "is-cropped",
    )
    return draft.wrap("figure", draft.inner, caption, classes=classes)


def save_audio(draft: Draft) -> str:
    """The HTML of an audio block; empty without an address."""
    if not draft["src"]:
        return ""
    properties = {name: draft[name] for name in ("src", "autoplay", "loop", "preload")}
    return draft.wrap("figure", write_element("audio", {"controls": True, **properties}), draft.caption())


def save_video(draft: Draft) -> str:
    """Its player once it has an address."""
    names = ("autoplay", "controls", "loop", "muted", "poster", "preload", "src")
    properties = {name: draft[name] for name in names} | {"playsinline": draft["playsInline"]}
    if draft["preload"] == "metadata":
        properties["preload"] = None
    width, height = draft["width"], draft["height"]  # of 7.1
    ratio = f"{write_number(width)} / {write_number(height)}" if width and height else None
    properties |= {"width": width, "height": height, "style": {"aspect-ratio": ratio}}
    hidden = set() if draft.release is Dialect.V6_8 else {"id"}
    tracks = [write_element("track", _lower(track, hidden)) for track in draft["tracks"] or []]
    return draft.wrap("figure", write_element("video", properties, *tracks) if draft["src"] else "", draft.caption())


def save_file(draft: Draft) -> str:
    """A link by the file's name, and a button."""
    if not draft["href"]:
        return ""
    name = draft["fileName"]
    described = draft["fileId"] if name else None
    target = draft["textLinkTarget"]
    parts = [_write_preview(draft, name)] if draft["displayPreview"] else []
    if name:
        link = {"id": described, "href": draft["textLinkHref"], "target": target}
        parts.append(write_element("a", link | {"rel": "noreferrer noopener" if target else None}, name))
    if draft["showDownloadButton"]:
        button = {"href": draft["href"], "class": f"wp-block-file__button {BUTTON}", "download": True}
        parts.append(write_element("a", button | {"aria-describedby": described}, draft["downloadButtonText"] or ""))
    return draft.wrap("div", *parts)


def save_embed(draft: Draft) -> str:
    """The address, on a line of its own, of which the site makes what it shows."""
    if not draft["url"]:
        return ""
    kind, provider = draft["type"], draft["providerNameSlug"]
    classes = join_classes(
        "wp-block-embed",
        kind and f"is-type-{kind}",
        provider and f"is-provider-{provider}",
        provider and f"wp-block-embed-{provider}",
    )
    frame = write_element("div", {"class": "wp-block-embed__wrapper"}, f"\n{escape_text(draft['url'])}\n")
    return draft.wrap("figure", frame, draft.caption(), classes=classes)


def save_media_text(draft: Draft) -> str:
    """A picture or a video on one side, the blocks on the other."""
    right = draft["mediaPosition"] == "right"
    align, width = draft["verticalAlignment"], draft["mediaWidth"]
    classes = join_classes(
        right and "has-media-on-the-right",
        draft["isStackedOnMobile"] and "is-stacked-on-mobile",
        align and f"is-vertically-aligned-{align}",
        draft["imageFill"] and "is-image-fill-element",
    )
    grid = f"auto {write_number(width)}%" if right else f"{write_number(width)}% auto"
    media = write_element("figure", {"class": "wp-block-media-text__media"}, _write_media(draft))
    content = write_element("div", {"class": "wp-block-media-text__content"}, draft.inner)
    style = {"grid-template-columns": None if width == HALF else grid}
    return draft.wrap("div", *((content, media) if right else (media, content)), classes=classes, style=style)


def write_point(point: Mapping[str, Any] | None) -> str:
    """The point of a picture that stays in sight."""
    x, y = (round_number(read_number((point or MIDDLE).get(name)) * 100) for name in ("x", "y"))
    return f"{write_number(x)}% {write_number(y)}%"


def _write_picture(draft: Draft, border: Style) -> str:
    shadow = write_css({"shadow": draft["style.shadow"]}, draft.release)
    point = draft["focalPoint"]  # of 7.1, as are `isDecorative` and lengths of both sides
    style = {
        **border,
        **shadow,
        "aspect-ratio": draft["aspectRatio"],
        "object-fit": draft["scale"],
        "object-position": write_point(point) if point and draft["scale"] else None,
        "width": draft["width"],
        "height": draft["height"],
    }
    if draft.release is not Dialect.V6_8 and (draft["width"], draft["height"]) != (None, None):
        style["height"] = "auto" if draft["height"] is None else draft["height"]
    classes = join_classes(border_classes(draft.attributes), draft["id"] and f"wp-image-{write_number(draft['id'])}")
    properties = {"src": draft["url"], "alt": draft["alt"], "class": classes or None, "style": style}
    role = "none" if draft["isDecorative"] else None
    return write_element("img", properties | {"title": draft["title"], "role": role})


def _image_caption(draft: Draft) -> str:
    """The caption of an image. In 7.1 an empty one is written too, where its text comes from elsewhere."""
    overridden = draft["metadata.bindings.__default.source"] == "core/pattern-overrides"
    bound = draft["metadata.bindings.caption"] or overridden
    if bound and not draft["caption"] and draft.release is not Dialect.V6_8:
        return write_element("figcaption", {"class": "wp-element-caption"})
    return draft.caption()


def _write_media(draft: Draft) -> str:
    url, kind, number = draft["mediaUrl"], draft["mediaType"], draft["mediaId"]
    if kind == "video":
        return write_element("video", {"controls": True, "src": url})
    if kind != "image":
        return ""
    size = draft["mediaSizeSlug"] or "full"
    classes = f"wp-image-{write_number(number)} size-{size}" if number else None
    style = {"object-position": write_point(draft["focalPoint"])} if draft["imageFill"] and url else {}
    properties = {"src": url, "alt": draft["mediaAlt"], "class": classes, "style": style}
    picture = write_element("img", properties) if url else ""
    return write_element("a", _link(draft), picture) if draft["href"] else picture


def _link(draft: Draft) -> dict[str, Any]:
    names = {"class": "linkClass", "href": "href", "target": "linkTarget", "rel": "rel"}
    return {name: draft[attribute] for name, attribute in names.items()} | {"rel": draft["rel"] or None}


def _write_preview(draft: Draft, name: str | None) -> str:
    style = {"width": "100%", "height": f"{write_number(draft['previewHeight'])}px"}
    properties = {"class": "wp-block-file__embed", "data": draft["href"], "type": "application/pdf", "style": style}
    return write_element("object", properties | {"aria-label": name or "PDF embed"})


def _lower(track: Any, hidden: set[str]) -> dict[str, Any]:
    members = track.items() if isinstance(track, Mapping) else ()
    return {name.lower(): value for name, value in members if name not in hidden}
