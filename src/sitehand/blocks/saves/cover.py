"""The HTML of covers: a background, a layer over it, and the blocks in front."""

from sitehand.blocks.elements import escape_text, join_classes, read_number, round_number, write_element, write_number
from sitehand.blocks.saves.draft import Draft
from sitehand.blocks.saves.media import write_point
from sitehand.blocks.styles import preset_class
from sitehand.blocks.supports import gradient_class

BACKGROUND = "wp-block-cover__video-background"


def save_cover(draft: Draft) -> str:
    """The background is a picture, a video, or what another site shows at an address; or a colour alone."""
    position = draft["contentPosition"]
    moved = position if position not in (None, "", "center", "center center") else None
    height, unit = draft["minHeight"], draft["minHeightUnit"]
    classes = join_classes(
        not draft["isDark"] and "is-light",
        draft["hasParallax"] and "has-parallax",
        draft["isRepeated"] and "is-repeated",
        bool(moved) and "has-custom-content-position",
        moved and f"is-position-{moved.replace(' ', '-')}",
    )
    style = {"min-height": f"{write_number(height)}{unit}" if height and unit else height or None}
    front = write_element("div", {"class": "wp-block-cover__inner-container"}, draft.inner)
    parts = (_write_background(draft), _write_layer(draft), front)
    return draft.wrap(draft["tagName"] or "div", *parts, classes=classes, style=style)


def _write_background(draft: Draft) -> str:
    url, kind = draft["url"], draft["backgroundType"]
    if not url:
        return ""
    if kind == "image":
        return "" if draft["useFeaturedImage"] else _write_picture(draft, url)
    if kind == "video":
        return _write_video(draft, url)
    if kind == "embed-video":
        frame = write_element("div", {"class": "wp-block-embed__wrapper"}, escape_text(url))
        return write_element(
            "figure", {"class": f"{BACKGROUND} wp-block-cover__embed-background wp-block-embed"}, frame
        )
    return ""


def _write_picture(draft: Draft, url: str) -> str:
    fixed, repeated, alt = draft["hasParallax"], draft["isRepeated"], draft["alt"]
    classes = join_classes(
        "wp-block-cover__image-background",
        draft["id"] and f"wp-image-{write_number(draft['id'])}",
        draft["sizeSlug"] and f"size-{draft['sizeSlug']}",
        fixed and "has-parallax",
        repeated and "is-repeated",
    )
    if fixed or repeated:
        style = {"background-position": write_point(draft["focalPoint"]), "background-image": f"url({url})"}
        label = {"role": "img", "aria-label": alt} if alt else {}
        return write_element("div", {**label, "class": classes, "style": style})
    return write_element("img", {"class": classes, "alt": alt, "src": url, **_fit(draft)})


def _write_video(draft: Draft, url: str) -> str:
    playing = dict.fromkeys(("autoplay", "muted", "loop", "playsinline"), True)
    properties = {"class": f"{BACKGROUND} intrinsic-ignore", **playing, "src": url, "poster": draft["poster"]}
    return write_element("video", properties | _fit(draft))


def _fit(draft: Draft) -> dict[str, object]:
    fixed = draft["hasParallax"] or draft["isRepeated"]
    point = write_point(draft["focalPoint"]) if draft["focalPoint"] and not fixed else None
    return {"style": {"object-position": point}, "data-object-fit": "cover", "data-object-position": point}


def _write_layer(draft: Draft) -> str:
    slug, dim = draft["overlayColor"], draft["dimRatio"]
    gradient, custom = draft["gradient"], draft["customGradient"]
    classes = join_classes(
        "wp-block-cover__background",
        preset_class(slug, "background-color"),
        dim not in (None, 50) and f"has-background-dim-{write_number(10 * round_number(read_number(dim) / 10))}",
        dim is not None and "has-background-dim",
        bool(draft["url"] and (gradient or custom) and dim != 0) and "wp-block-cover__gradient-background",
        bool(gradient or custom) and "has-background-gradient",
        gradient_class(gradient),
    )
    style = {"background-color": None if slug else draft["customOverlayColor"], "background": custom or None}
    return write_element("span", {"aria-hidden": "true", "class": classes, "style": style})
